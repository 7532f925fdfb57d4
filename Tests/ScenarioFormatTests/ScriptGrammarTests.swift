import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct ScriptGrammarTests {
    static let rows: [(String, [String])] = [
        ("la", ["launch"]), ("at 5s te", ["at 5s terminate"]), ("+1s mem", ["+1s memory-warning"]),
        ("fire didB", ["fire didBecomeActive"]), ("fire launch|act", ["fire launch|active"]),
        ("pause lane:i", ["pause lane:io"]), ("pause i", ["pause lane:io"]), ("pause \"tw", ["pause \"two words\""]),
        ("start ", ["start S"]),
        ("wait ", ["wait until"]), ("wait until la", ["wait until launched"]), ("wait until A ", ["wait until A done"]),
        ("queue s", ["queue start", "queue stop"]), ("expect st", ["expect state"]),
        ("expect state ac", ["expect state active"]), ("expect A m", ["expect A missed"]),
        ("expect order A < C", []), ("expect order A < \"a", ["expect order A < \"a,b\""]),
        ("inject X on launch pri", ["inject X on launch priority"]),
        ("inject X on launch after A,\"or", ["inject X on launch after A,\"order\""]),
        ("inject X on launch lane i", ["inject X on launch lane io"]), ("post ", ["post Key"]), ("note ", []),
        ("nonsense ", []),
    ]

    @Test(arguments: rows)
    func `completions`(prefix: String, wanted: [String]) {
        #expect(ScriptGrammar.completions(for: prefix, names: ScriptNames(scenario: namedScenario())) == wanted)
    }

    @Test func `an empty line offers every command`() {
        let offered = ScriptGrammar.completions(for: "", names: ScriptNames(scenario: namedScenario()))
        #expect(Set(offered).isSuperset(of: CommandTable.rows.map { $0.words[0] }))
    }

    @Test(arguments: ScriptParserTests.commands.map(\.1))
    func `one row alone writes a command`(command: ScriptCommand) {
        let writer = ScriptWriter(scenario: namedScenario())
        #expect(CommandTable.rows.filter { $0.write(command, writer) != nil }.count == 1)
    }
}
