import Text
import Foundation
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct FuzzTests {
    /// The mutations of each reader, over all seeds: 2,500, or what TASKSCOPE_MUTATIONS asks for; a campaign takes 50,000.
    private static let mutations =
        ProcessInfo.processInfo.environment["TASKSCOPE_MUTATIONS"].flatMap { Int($0) } ?? 2_500
    private static let seeds = 25
    /// The mutations of one seed.
    private static var share: Int { max(1, (mutations + seeds - 1) / seeds) }

    /// Changes a few bytes: replaced, inserted, removed, or a piece copied elsewhere.
    private func mutate(_ original: [UInt8], _ generator: inout TestGenerator) -> [UInt8] {
        var bytes = original
        let alphabet = Array(" \n:-#,[]{}'\"|>&*!%.+0159\\\t<=$".utf8) + [0, 0x1B, 0x80, 0xE4, 0xFF]
        for _ in 0...generator.next(below: 6) where !bytes.isEmpty {
            let index = generator.next(below: bytes.count)
            switch generator.next(below: 4) {
            case 0: bytes[index] = generator.element(of: alphabet)
            case 1: bytes.insert(generator.element(of: alphabet), at: index)
            case 2: bytes.removeSubrange(index..<min(bytes.count, index + 1 + generator.next(below: 4)))
            default:
                let end = min(bytes.count, index + generator.next(below: 40))
                bytes.insert(contentsOf: bytes[index..<end], at: generator.next(below: bytes.count))
            }
        }
        return bytes
    }

    @Test(arguments: 0..<seeds)
    func `no mutated file traps, and an error is inside the file`(seed: Int) throws {
        var generator = TestGenerator(seed: seed)
        let files = try ["rwtaskkit.yaml", "classes.yaml", "shop.yaml", "broken.yaml"].map { Array(try demo($0).utf8) }
        for _ in 0..<Self.share {
            let bytes = mutate(generator.element(of: files), &generator)
            let result = ScenarioReader.read(bytes: bytes, file: "f")
            let lines = bytes.filter { $0 == Byte.newline || $0 == Byte.carriageReturn }.count + 1
            #expect((result.scenario == nil) == result.diagnostics.contains { $0.severity == .error })
            for diagnostic in result.diagnostics {
                #expect((1...lines).contains(diagnostic.line) && diagnostic.column >= 1)
                #expect(DisplayText.clean(diagnostic.message) == diagnostic.message)
            }
        }
    }

    @Test(arguments: 0..<seeds)
    func `no mutated script traps`(seed: Int) throws {
        var generator = TestGenerator(seed: seed)
        let scenario = try #require(ScenarioReader.read(text: try demo("shop.yaml"), file: "f").scenario)
        let files = try ["shop.scope", "rwtaskkit.scope"].map { Array(try demo($0).utf8) }
        for _ in 0..<Self.share {
            let bytes = mutate(generator.element(of: files), &generator)
            for diagnostic in ScriptParser.parse(bytes: bytes, file: "f", scenario: scenario).diagnostics {
                #expect(diagnostic.line >= 1 && diagnostic.column >= 1)
            }
            let prefix = String(decoding: bytes.prefix(generator.next(below: 60)), as: UTF8.self)
            _ = ScriptGrammar.completions(for: prefix, names: ScriptNames(scenario: scenario))
        }
    }

    @Test(arguments: [
        "[", "{", "- ", "a: {", "\"", "'", "|", ">", "#", "a:\n", "- a\n", ":", "&a ", "*a ", "? ", "!", ",", "a,",
        "\t", "\\", "a: a: ",
        "[a, ", "{a: ", "-\n", "\n ", "0", "a: |\n ", "\"\\", "  ", "---\n",
    ])
    func `a piece repeated to 64 kB is read or refused`(piece: String) {
        let text = String(repeating: piece, count: 65_536 / piece.utf8.count)
        for text in [text, "tasks: [" + text] {
            for diagnostic in ScenarioReader.read(text: text, file: "f").diagnostics {
                #expect(diagnostic.line >= 1 && diagnostic.column >= 1)
            }
        }
        for diagnostic in ScriptParser.parse(text: text, file: "f", scenario: Scenario(name: "x")).diagnostics {
            #expect(diagnostic.line >= 1 && diagnostic.column >= 1)
        }
    }
}
