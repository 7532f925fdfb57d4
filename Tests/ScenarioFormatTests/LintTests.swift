import Text
import Testing

@testable import ScenarioFormat

@Suite struct LintTests {
    static let rows: [(String, [String])] = [
        (
            "tasks: [{name: A, on: launch}, {name: B, on: launch, after: A}, {name: C, on: launch, after: [A, B]}]",
            ["1:95 redundant-dependency"]
        ),
        ("tasks: [{name: A, on: launch}, {name: B, on: active, after: A}, {name: C, on: memory, after: [A, B]}]", []),
        (
            "tasks: [{name: A, on: launch, priority: low}, {name: B, on: launch, priority: high, after: A}]",
            ["1:92 priority-inversion"]
        ),
        ("tasks: [{name: A, on: launch}, {name: B, on: launch, priority: low, after: A}]", []),
        ("tasks: [{name: A}]", ["1:16 never-runs"]),
        ("tasks: [{name: A}]\nsequences: [{name: S, steps: A}]", []),
        ("tasks: [{name: A, on: active}, {name: B, on: launch, after: A}]", ["1:61 late-predecessor"]),
        ("tasks: [{name: A, class: sync}, {name: B, on: launch, after: A}]", []),
        ("tasks: [{name: A, class: sync}, {name: B, class: basic, after: A}]", ["1:64 late-predecessor"]),
        ("tasks: [{name: A, on: launch}, {name: B, on: active, after: A}]", []),
        ("lanes: {io: 2}\ntasks: [{name: A, on: launch}]", ["1:9 unused-lane"]),
        ("lanes: {io: 2}\nscript: |\n  inject A on active lane io\n", []),
        ("lanes: {async: 2}", []),
        ("classes: {sync: [A]}", ["1:18 class-without-task"]),
        ("tasks: [{name: A, on: launch, retry: {limit: 2}}]", ["1:31 retry-without-failure"]),
        ("tasks: [{name: A, on: launch, outcome: fail 1%, retry: {limit: 2}}]", []),
        ("tasks: [{name: A, on: launch, timeout: 1s, retry: {limit: 2}}]", []),
    ]

    @Test(arguments: rows)
    func `lints`(text: String, wanted: [String]) {
        let found = ScenarioReader.read(text: text, file: "f").diagnostics
        #expect(found.map { "\($0.line):\($0.column) \($0.code ?? "error: " + $0.message)" } == wanted)
    }

    @Test func `a narrow lane is one that sets the pace of the launch`() {
        func text(width: Int, waits: Bool) -> String {
            var text = "lanes: {io: \(width)}\ntasks:\n"
            for number in 0..<4 { text += "- {name: T\(number), on: launch, lane: io, duration: 100ms}\n" }
            return text + "- {name: Home, on: launch\(waits ? ", after: [T0, T1, T2, T3]" : "")}\n"
        }
        #expect(
            diagnostics(text(width: 1, waits: true)) == [
                "1:9: warning: the launch waits for 4 tasks on lane \"io\", 400ms of work for width 1, while no chain takes longer "
                    + "than 100ms; widen the lane [narrow-lane]"
            ])
        #expect(diagnostics(text(width: 3, waits: true)) == [])
        #expect(diagnostics(text(width: 1, waits: false)) == [])
    }

    @Test func `every lint has a name in kebab-case`() {
        for code in LintCode.allCases {
            #expect(
                code.rawValue.utf8.allSatisfy {
                    $0 == Byte.dash || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                })
        }
    }

    @Test func `20,000 tasks with many dependencies are checked in bounded time`() {
        var text = "tasks:\n- {name: T0, on: launch}\n"
        for number in 1..<20_000 {
            let names = (1...min(number, 8)).map { "T\(number - $0)" }.joined(separator: ",")
            text += "- {name: T\(number), on: launch, after: [\(names)]}\n"
        }
        let taken = ContinuousClock().measure { _ = diagnostics(text) }
        #expect(taken < .seconds(120))
    }
}
