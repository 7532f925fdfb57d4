import Foundation
import Testing
import Text

/// All JSON that the program writes, read back: by Foundation, and by a reader that refuses a key that is given twice in an
/// object.
@Suite struct StrictJSONTests {
    private static let scenario = #"""
        name: "a \"quoted\" name, \\ and 推"
        budgets: {launch: 1s}
        lanes: {io: 2, main: {gap: 10ms}}
        tasks:
          - {name: "A \"1\"", on: launch, duration: 40ms, lane: io, priority: critical, group: "g\\h"}
          - {name: "B,2", on: launch, after: ["A \"1\""], duration: 20ms..60ms, outcome: [fail, success], retry: {limit: 1}}
          - {name: 推送, on: active, follows: ["B,2"], duration: 300ms, outcome: fail}
          - {name: Late, on: memory, after: [推送]}
          - {name: Ready, on: launch, after: ["B,2"], anchor: true}
          - {name: Tick, every: 1s, times: 3, duration: 5ms}
        sequences: [{name: S, on: active, steps: [Step]}]
        jobs:
          handlers: {up: {duration: 50ms, outcome: [fail, success]}, slow: {duration: never, timeout: 20ms}}
          enqueue: [{task: up, data: {k: "v\"w"}}, {task: slow, data: {n: 1}}, {task: nobody}]
        script: |
          launch
          post "k \"x\"" {"a": "b\"c"}
          at 2s memory-warning
          inject X on memory after Late
          interrupt
          terminate
          foreground
          expect launch <= 1ms
        """#.replacing("sequences: [", with: "  - {name: Step, duration: 1ms}\nsequences: [")

    /// Every way to JSON, by the command that has it; one object, or one on each line.
    private static let ways: [(arguments: [String], isLines: Bool)] = [
        (["schema"], false),
        (["replay", "s.yaml", "--format", "json"], false),
        (["replay", "s.yaml", "--format", "json", "--seed", "7"], false),
        (["replay", "s.yaml", "--format", "ndjson", "--ticks"], true),
        (["time", "s.yaml", "--json"], false), (["time", "s.yaml", "--json", "--runs", "5"], false),
        (["time", "t.ndjson", "--json"], false),
        (["blame", "s.yaml", "--json"], false), (["blame", "t.ndjson", "--json"], false),
        (["blame", "s.yaml", "B,2", "--json"], false),
        (["blame", "s.yaml", "--json", "--runs", "5"], false),
        (["critical-path", "s.yaml", "--json"], false),
        (["graph", "s.yaml", "--json"], false), (["diff", "s.yaml", "u.yaml", "--json"], false),
        (["diff", "s.yaml", "u.yaml", "--format", "json", "--runs", "5"], false),
        (["advise", "s.yaml", "--json"], false), (["advise", "s.yaml", "--json", "--optimize"], false),
        (["what-if", "s.yaml", #""B,2" duration 1ms"#, "--json"], false),
        (["report", "launches", "--format", "json"], false),
        (["export", "s.yaml", "--format", "chrome", "-o", "-"], false),
        (["export", "s.yaml", "--format", "otlp", "-o", "-"], false),
        (["export", "t.ndjson", "--format", "chrome", "-o", "-"], false),
        (["export", "s.yaml", "--format", "cast", "-o", "-"], true),
        (["jobs", "j.sqlite", "--json"], false), (["jobs", "j.sqlite", "show", "1", "--json"], false),
        (["jobs", "j.sqlite", "exists", "up", "--json"], false), (["jobs", "j.sqlite", "next", "up", "--json"], false),
        (["jobs", "j.sqlite", "count", "--json"], false), (["jobs", "j.sqlite", "stats", "--json"], false),
        (["jobs", "j.sqlite", "is-active", "up", "--json"], false),
        (["jobs", "j.sqlite", "is-running", "--json"], false),
        (["jobs", "j.sqlite", "retry", "all", "--json"], false),
    ]

    private static func folder() throws -> InFolder {
        let folder = try InFolder(scenario)
        try folder.write(scenario.replacing("duration: 300ms", with: "duration: 500ms"), to: "u.yaml")
        let trace = try folder.run("replay", "s.yaml", "--format", "ndjson").output
        try folder.write(trace, to: "t.ndjson")
        _ = try folder.run(program: "/bin/mkdir", ["launches"])
        try folder.write(trace, to: "launches/1.ndjson")
        try folder.write(
            "launch\nenqueue up {\"a\":\"b\\\"c\"}\nenqueue dead\nwait until idle\n", to: "jobs.scope")
        try folder.write("jobs: {retryLimit: 1, handlers: {dead: {outcome: fail}}}", to: "j.yaml")
        _ = try folder.run("replay", "j.yaml", "--script", "jobs.scope", "--jobs", "j.sqlite")
        return folder
    }

    @Test func `the reader refuses a duplicate key`() {
        #expect(throws: (any Error).self) { _ = try JSONValue(parsing: Array(#"{"a":[{"b":1,"b":1}]}"#.utf8)) }
    }

    @Test func `every JSON is read back, and no object has a duplicate key`() throws {
        let folder = try Self.folder()
        for way in Self.ways {
            let outcome = try folder.run(way.arguments)
            let texts = way.isLines ? outcome.output.split(separator: "\n").map(String.init) : [outcome.output]
            #expect(outcome.output.utf8.count > 2, "\(way.arguments): \(outcome.complaints)")
            for text in texts {
                #expect(throws: Never.self, "\(way.arguments): \(text.prefix(300))") {
                    _ = try JSONSerialization.jsonObject(with: Foundation.Data(text.utf8), options: .fragmentsAllowed)
                    _ = try JSONValue(parsing: Array(text.utf8))
                }
            }
        }
    }

    @Test func `each command whose help names JSON is among them`() throws {
        let folder = try InFolder("")
        let help = try folder.run("--help").output
        let commands = help.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("  "), let word = line.split(separator: " ").first else { return nil }
            return String(word)
        }
        var found: [String] = []
        for command in Set(commands).sorted() where command.allSatisfy({ $0.isLetter || $0 == "-" }) {
            let own = try folder.run(command, "--help")
            guard own.code == 0, own.output.contains("USAGE: taskscope \(command)") else { continue }
            let isJSON = own.output.contains("--json") || own.output.contains("json,") || own.output.contains("chrome,")
            if isJSON, command != "import" { found.append(command) }
        }
        let known = Set(Self.ways.map { $0.arguments[0] })
        #expect(found.filter { !known.contains($0) } == [])
        #expect(found.count > 8)
    }
}
