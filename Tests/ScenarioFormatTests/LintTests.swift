import Text
import Testing

@testable import ScenarioFormat

@Suite struct LintTests {
    static let rows: [(String, [String])] = [
        ("lanes: {io: 2}\ntasks: [{name: A, on: launch}]", ["1:9 unused-lane"]),
        ("lanes: {io: 2}\nscript: |\n  inject A on active lane io\n", []),
        ("lanes: {async: 2}", []),
        ("classes: {sync: [A]}", ["1:18 class-without-task"]),
        ("tasks: [{name: A, on: launch, retry: {limit: 2}}]", ["1:31 retry-without-failure"]),
        (
            "lanes: {io: 2}\ntasks:\n- {name: A, class: afterLaunch, lane: io}\n- {name: B, class: afterLaunch}",
            ["3:33 lane-opens-early"]
        ),
        ("tasks: [{name: A, class: afterLaunch, lane: afterLaunch}, {name: B, on: launch, lane: afterLaunch}]", []),
        ("tasks: [{name: A, on: launch, outcome: fail 1%, retry: {limit: 2}}]", []),
        ("tasks: [{name: A, on: launch, outcome: critical 5%, retry: {limit: 2}}]", ["1:53 retry-without-failure"]),
        ("tasks: [{name: A, on: launch, outcome: fail 0%, retry: {limit: 2}}]", ["1:49 retry-without-failure"]),
        ("tasks: [{name: A, on: launch, retry: {limit: 1}}]", ["1:31 retry-without-failure"]),
        ("tasks: [{name: A, on: launch, retry: {limit: 0}}]", []),
        ("tasks: [{name: A, on: launch, timeout: 1s, retry: {limit: 2}}]", []),
    ]

    @Test(arguments: rows)
    func `lints`(text: String, wanted: [String]) {
        let found = ScenarioReader.read(text: text, file: "f").diagnostics
        #expect(found.map { "\($0.line):\($0.column) \($0.code ?? "error: " + $0.message)" } == wanted)
    }

    @Test func `every lint has a name in kebab-case`() {
        for code in LintCode.allCases {
            #expect(
                code.rawValue.utf8.allSatisfy {
                    $0 == Byte.dash || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                })
        }
    }

    @Test func `a file's tasks, edges and lanes have their places`() throws {
        let text = "lanes: {io: 2}\ntasks:\n- {name: A, on: launch, lane: io}\n- {name: B, on: launch, after: A}\n"
        let places = ScenarioReader.read(text: text, file: "f").places
        #expect(places.lane("io") == .init(line: 1, column: 9))
        #expect(places.task("B") == .init(line: 4, column: 10))
        #expect(places.edge("B", after: "A") == .init(line: 4, column: 32))
        #expect(places.task("C") == nil && places.edge("A", after: "B") == nil && places.lane("main") == nil)
        #expect(ScenarioReader.read(text: "tasks: [{name: A}, {name: A}]", file: "f").places.task("A") == nil)
    }

    @Test func `20,000 tasks with many dependencies are checked`() {
        var text = "tasks:\n- {name: T0, on: launch}\n"
        for number in 1..<20_000 {
            let names = (1...min(number, 8)).map { "T\(number - $0)" }.joined(separator: ",")
            text += "- {name: T\(number), on: launch, after: [\(names)]}\n"
        }
        #expect(diagnostics(text).isEmpty)
    }
}
