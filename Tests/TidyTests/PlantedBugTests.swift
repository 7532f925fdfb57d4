import Testing

/// Every check finds what it is there for, and nothing if there is nothing.
@Suite struct PlantedBugTests {
    private static let core = "Sources/SchedulerCore/Sample.swift"

    private func lines(_ findings: [Finding]) -> [Int] { findings.map(\.line) }

    private func file(_ text: String, at path: String = core) -> SourceFile { SourceFile(path: path, text: text) }

    @Test(arguments: [
        ("Sources/SchedulerCore/A.swift", "import Foundation"),
        ("Sources/SchedulerCore/A.swift", "public import struct Foundation.URL"),
        ("Sources/SchedulerCore/A.swift", "  @preconcurrency import Glibc"),
        ("Sources/SchedulerSimulation/A.swift", "import TraceFormat"),
        ("Sources/ScenarioFormat/A.swift", "import TraceFormat"),
        ("Sources/TraceFormat/A.swift", "import SchedulerSimulation"),
        ("Sources/TraceAnalysis/A.swift", "import Foundation"),
        ("Sources/Planning/A.swift", "import Dashboard"),
        ("Sources/ScreenKit/A.swift", "import SchedulerCore"),
        ("Sources/Dashboard/A.swift", "import CTerminal"),
        ("Sources/Dashboard/A.swift", "import Foundation"),
        ("Sources/taskscope/Commands/A.swift", "import CNcurses"),
        ("Sources/taskscope/Commands/A.swift", "import TaskKit"),
        ("Sources/NewModule/A.swift", "import SchedulerCore"),
        ("Tests/DashboardTests/A.swift", "@testable import CNcurses"),
        ("Tests/PlanningTests/A.swift", "import Yams"),
    ])
    func anImportThatTheMapForbidsIsFound(_ path: String, _ text: String) {
        #expect(lines(Imports.check(file("\n" + text, at: path))) == [2])
    }

    @Test(arguments: [
        ("Sources/ScenarioFormat/A.swift", "import Text"),
        ("Tests/ScenarioFormatTests/A.swift", "import Yams"),
        ("Sources/taskscope/Terminal/A.swift", "import CNcurses\nimport Glibc"),
        ("Tests/DashboardTests/A.swift", "import Foundation\n@testable import Dashboard"),
        ("Sources/SchedulerCore/A.swift", "// import Foundation\nlet text = \"import Foundation\""),
        ("Sources/SchedulerCore/A.swift", "/*\nimport Foundation\n*/ let important = 1"),
    ])
    func anImportThatTheMapAllowsIsNot(_ path: String, _ text: String) {
        #expect(Imports.check(file(text, at: path)) == [])
    }

    @Test(arguments: [
        "let a = try! b()", "let a = b as! C", "fatalError(\"x\")", "print(1)", "Swift.print (1)", "debugPrint(1)",
        "sleep(1)", "usleep(1)", "try await Task.sleep(for: x)", "let now = Date()", "let now = Date.now",
        "DispatchTime.now()", "ContinuousClock().now", "let clock: SuspendingClock", "clock_gettime(0, &time)",
        "let text = \"\\(a as! B)\"", "let text = #\"\\#(f(try! g()))\"#", "/* */ print(1)", "a.shuffled()",
        "a.randomElement()", "Int.random(in: 0..<9)", "var random = SystemRandomNumberGenerator()",
    ])
    func aBannedCallIsFound(_ text: String) {
        #expect(lines(BannedCalls.check(file("let first = 0\n" + text))) == [2])
    }

    @Test func aTimedAssertionIsFoundInATest() {
        let text = "let first = 0\nlet taken = ContinuousClock().measure { a() }"
        #expect(lines(BannedCalls.check(file(text, at: "Tests/TextTests/A.swift"))) == [2])
        #expect(BannedCalls.check(file(text, at: "Tests/Benchmarks/A.swift")) == [])
    }

    @Test(arguments: [
        "let a = try? b()", "let a = b as? C", "// print(1)", "/* a /* b */ print(1) */", "let text = \"print(1)\"",
        "let text = \"\"\"\n  print(1) \"quoted\"\n  \"\"\"", "let text = \"\\\"print(1)\"",
        "let text = #\"\\(print(1))\"#", "blueprint(1)", "let Dated = Update()", "a.random(in: 0..<9, using: &source)",
        "asleep(1)", "printer.sprint(1)",
    ])
    func whatOnlyLooksLikeABannedCallIsNot(_ text: String) {
        #expect(BannedCalls.check(file(text)) == [])
    }

    @Test(arguments: [
        "let a = b.map(\\.name)", "let a = Dictionary(grouping: b, by: \\.c)", "let a: any Error", "var a: [any Shown]",
        "func a() rethrows {}", "func a() throws -> Int", "let a = b as? C", "let a = Mirror(reflecting: b)",
        "let a = String(describing: b)", "let a = Dictionary(b, uniquingKeysWith: { $1 })",
        "#if !hasFeature(Embedded); #endif; let a: any Error",
    ])
    func whatEmbeddedSwiftLacksIsFound(_ text: String) {
        let text = "let first = 0\n" + text
        #expect(lines(EmbeddedSwift.check(file(text, at: "Sources/Planning/A.swift"))) == [2])
        #expect(EmbeddedSwift.check(file(text, at: "Sources/taskscope/A.swift")) == [])
    }

    @Test(arguments: [
        "let a = b.map { $0.name }", "// any Error", "let text = \"any Way throws \\\\.a\"",
        "func a() throws(Problem) {}",
        "let a = try b()", "let company = Any()",
        "#if !hasFeature(Embedded)\n    #if os(Linux)\n    #endif\n    let a: any Error\n#endif",
    ])
    func whatEmbeddedSwiftHasIsNot(_ text: String) {
        #expect(EmbeddedSwift.check(file(text, at: "Sources/Planning/A.swift")) == [])
    }

    @Test func clocksAreForTheTerminalAndRealTime() {
        let text = "let clock = SuspendingClock()"
        #expect(BannedCalls.check(file(text, at: "Sources/taskscope/Terminal/A.swift")) == [])
        #expect(BannedCalls.check(file(text, at: "Sources/TaskKit/A.swift")) == [])
        #expect(BannedCalls.check(file(text, at: "Tests/TaskKitTests/A.swift")) == [])
        #expect(BannedCalls.check(file(text, at: "Sources/taskscope/Commands/A.swift")).count == 1)
        #expect(BannedCalls.check(file("print(1)", at: "Sources/taskscope/Terminal/A.swift")).count == 1)
    }

    @Test(arguments: [
        "struct TaskManager {}", "final class DateHelper {}", "enum StringUtil {}", "enum StringUtils {}",
        "protocol EventHandler {}", "public struct RunInfo: Sendable {}", "actor RunData {}", "struct Task {}",
        "typealias Task = Int", "enum Outer { struct Info {} }",
    ])
    func aBannedTypeNameIsFound(_ text: String) {
        #expect(lines(Names.checkTypes(file(text))) == [1])
    }

    @Test(arguments: [
        "struct TaskSpec {}", "enum Information {}", "let data = DataSource()", "// struct Task", "struct Database {}",
        "func handler() -> Data { Task {} }", "extension Task {}",
    ])
    func aGoodTypeNameIsNot(_ text: String) {
        #expect(Names.checkTypes(file(text)) == [])
    }

    @Test(arguments: ["Sources/A/Utils.swift", "Sources/A/Common/B.swift", "Tests/ATests/Types.swift"])
    func aFileNameThatSaysNothingIsFound(_ path: String) {
        #expect(Names.checkFile(file("", at: path)).count == 1)
    }

    @Test func otherFileNamesAreNot() {
        #expect(Names.checkFile(file("", at: "Sources/TraceFormat/CommonLine.swift")) == [])
    }

    @Test func aFileMayHave400Lines() {
        let longest = String(repeating: "let a = 1\n", count: 400)
        #expect(Sizes.check(file(longest)) == [])
        #expect(Sizes.check(file(longest + "let b = 1")).map(\.message) == ["401 lines, 400 allowed"])
        #expect(Sizes.check(file(longest + "\n")).map(\.message) == ["401 lines, 400 allowed"])
    }

    @Test(arguments: ["final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1"])
    func unsafeConcurrencyNeedsAComment(_ text: String) {
        #expect(lines(UnsafeConcurrency.check(file(text))) == [1])
        #expect(lines(UnsafeConcurrency.check(file("let a = 1 // why\n" + text))) == [2])
        #expect(lines(UnsafeConcurrency.check(file("// why\n\n" + text))) == [3])
        #expect(UnsafeConcurrency.check(file("    // The lock protects it.\n" + text)) == [])
        #expect(UnsafeConcurrency.check(file("let text = \"\(text)\"")) == [])
    }

    @Test(arguments: ["/\("work")/main", "swift=/\("opt")/swift/bin", "see </\("root")/x>", "\"/\("work")/\""])
    func aPathOfAMachineIsFound(_ text: String) {
        #expect(lines(MachinePaths.check(TextFile(path: "README.md", text: "one\n" + text))) == [2])
    }

    @Test(arguments: ["network/\("work")/a", "$HOME/\("work")", "usr/\("opt")/a", "/usr/\("opt")/a", "${a}/\("opt")/a"])
    func otherPathsAreNot(_ text: String) {
        #expect(MachinePaths.check(TextFile(path: "README.md", text: text)) == [])
    }

    @Test(arguments: Wording.habits.map(\.habit))
    func aHabitOfOursIsFound(_ habit: String) {
        for path in ["Sources/A/B.swift", "Sources/taskscope/taskscope.docc/A.md", "README.md"] {
            let text = "one\n// A text:\(habit) x\n// A TEXT:\(habit.uppercased()) X"
            #expect(lines(Wording.check(TextFile(path: path, text: text))) == [2, 3])
        }
        #expect(Wording.check(TextFile(path: "Tests/ATests/B.swift", text: habit)) == [])
    }

    @Test(arguments: Terms.terms.flatMap(\.not))
    func anotherWordForOneThingIsFound(_ word: String) {
        let page = "one\nA \(word.uppercased()), and `\(word)`"
        #expect(lines(Terms.check(TextFile(path: "Sources/taskscope/taskscope.docc/A.md", text: page))) == [2])
        let code =
            "let a = \"The \(word) of it\"\n// The \(word)\nlet b = 1 // The \(word)\nlet c = \"x\" + \"\(word).\""
        #expect(lines(Terms.check(TextFile(path: "Sources/A/B.swift", text: code))) == [1, 4])
    }

    @Test(arguments: [
        "let edge = 1", "let text = \"\\(edge.name) is known\"", "let text = \"knowledge\"", "/// An edge.",
    ])
    func otherWordsAndNamesAreNot(_ code: String) {
        #expect(Terms.check(TextFile(path: "Sources/A/B.swift", text: code)) == [])
    }

    @Test func anythingElseAtTheTopLevelIsFound() {
        let names = [".ci", ".git", "Demo", "NOTES.md", "Package.resolved", "Package.swift", "Sources", "script.sh"]
        #expect(TopLevel.check(names).map(\.path) == ["NOTES.md", "script.sh"])
    }
}
