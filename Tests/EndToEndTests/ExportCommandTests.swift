import ChildProcesses
import Foundation
import Testing

/// export and report as a script sees them.
@Suite(.serialized) struct ExportCommandTests {
    private static let scenario = """
        schema: 1
        name: Queue
        lanes: {net: 1}
        tasks:
          - {name: A, on: launch, lane: net, duration: 40ms}
          - {name: B, on: launch, lane: net, duration: 40ms}
          - {name: Show, on: launch, after: [A, B], duration: 10ms}

        """
    private static let header = "{\"schema\":1,\"kind\":\"header\",\"name\":\"a\",\"seed\":0,\"tick\":1}\n"

    @Test func `the extension decides, and nothing but the file is left`() throws {
        let folder = try InFolder(Self.scenario)
        for (file, beginning) in [("a.json", "{\"displayTimeUnit\""), ("a.html", "<!DOCTYPE"), ("a.csv", "kind,")] {
            let outcome = try folder.run("export", "s.yaml", "-o", file)
            #expect(outcome.code == 0 && outcome.output == "")
            #expect(String(decoding: try folder.bytes(file), as: UTF8.self).hasPrefix(beginning))
        }
        let files = try folder.run(program: "/bin/ls", ["-A"]).output.split(separator: "\n").filter { $0 != ".input" }
        #expect(files == ["a.csv", "a.html", "a.json", "s.yaml"])
    }

    @Test func `standard output, a recorded trace, a time`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = try folder.run("replay", "s.yaml", "--format", "ndjson")
        try folder.write(trace.output, to: "t.ndjson")
        #expect(try folder.run("export", "t.ndjson", "--format", "svg").output == folder.run("plot", "t.ndjson").output)
        #expect(try folder.run("export", "s.yaml", "--format", "dot").output.contains("n1 -> n2"))
        let early = try folder.run("export", "t.ndjson", "--format", "csv", "--at", "50ms")
        #expect(early.output.contains("run,1,A,1,1,net") && !early.output.contains("firstFrame"))
        let none = try folder.run("export", "t.ndjson", "--format", "svg", "--at", "50ms")
        #expect(none.code == 3 && none.output == "")
        #expect(none.complaints == "Queue: error: no launch reaches its first frame, and svg needs one\n")
    }

    @Test func `a talk that is no longer true says so, and is no page without its program`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(
            "note Before.\nlaunch\nwait until launched\nnote After.\nexpect launch <= 50ms\n", to: "t.scope")
        let warning = "t.scope:5: warning: expected launch <= 50ms; launch 90ms\n"
        let cast = try folder.run("export", "s.yaml", "--script", "t.scope", "-o", "t.cast")
        #expect(cast.code == 0 && cast.complaints == warning + "taskscope: wrote t.cast\n", "\(cast.complaints)")
        #expect(String(decoding: try folder.bytes("t.cast"), as: UTF8.self).contains("\"m\", \"After.\"]"))
        #expect(try folder.run("replay", "s.yaml", "--script", "t.scope").output.contains("expected launch <= 50ms"))
        let page = try folder.run(
            ["export", "s.yaml", "--script", "t.scope", "-o", "t.html"], environment: ["TASKSCOPE_PAGE": "none"])
        #expect(page.code == 1 && page.complaints.hasPrefix(warning + "t.html: error: a talk as a web page needs "))
        #expect(throws: (any Error).self) { try folder.bytes("t.html") }
    }

    @Test(
        "a usage error ends with 2",
        arguments: [
            ["s.yaml"], ["s.yaml", "-o", "x.txt"], ["s.yaml", "-o", "-"], ["s.yaml", "--format", "pdf"],
            ["s.yaml", "-o", "x.json", "--at", "soon"], ["-", "--script", "-", "-o", "x.json"],
        ])
    func usage(arguments: [String]) throws {
        #expect(try InFolder(Self.scenario).run(["export"] + arguments).code == 2)
    }

    @Test func `a file that cannot be written stays as it was`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("old", to: "a.json")
        let full = try folder.run(["export", "s.yaml", "-o", "a.json"], fileLimit: 1, ignoresSignal: true)
        #expect(full.code == 1 && full.complaints.hasPrefix("a.json: error: cannot be written: "))
        #expect(String(decoding: try folder.bytes("a.json"), as: UTF8.self) == "old")
        let missing = try folder.run("export", "s.yaml", "-o", "no/a.json")
        #expect(missing.code == 1 && missing.complaints.contains("cannot be written"))
        _ = try folder.run(program: "/bin/mkdir", ["d.json"])
        #expect(try folder.run("export", "s.yaml", "-o", "d.json").complaints.contains("not a regular file"))
        let files = try folder.run(program: "/bin/ls", ["-A"]).output.split(separator: "\n").filter { $0 != ".input" }
        #expect(files == ["a.json", "d.json", "s.yaml"])
    }

    @Test func `a link stays a link`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("kind,process\n", to: "real.csv")
        _ = try folder.run(program: "/bin/ln", ["-s", "real.csv", "link.csv"])
        #expect(try folder.run("export", "s.yaml", "-o", "link.csv").code == 0)
        #expect(String(decoding: try folder.bytes("real.csv"), as: UTF8.self).hasPrefix("kind,process,name"))
        #expect(try folder.run(program: "/usr/bin/readlink", ["link.csv"]).output == "real.csv\n")
    }

    @Test(
        "a hostile trace gives one line with its place, exit code 3",
        arguments: [
            ("{\"t\":NaN,\"kind\":\"firstFrame\"}\n", 1, "2:6: error: expected a whole number"),
            ("{\"t\":5,\"kind\":\"st", 1, "2:16: error: the string is not closed"),
            (
                "{\"t\":5,\"kind\":\"firstFrame\"}\n{\"t\":4,\"kind\":\"firstFrame\"}\n", 1,
                "3:6: error: time goes backwards"
            ),
            ("{\"t\":99999999999999999999,\"kind\":\"firstFrame\"}", 1, "2:6: error: the number is out of range"),
            // As one argument it would make a line of 40 MiB in what the runner says.
            (" ", 40 << 20, "2:1: error: a line can be at most 32 MiB long"),
        ])
    func hostile(rest: String, times: Int, complaint: String) throws {
        let folder = try InFolder(Self.scenario)
        _ = try folder.run(program: "/bin/mkdir", ["d"])
        try folder.write(Self.header + String(repeating: rest, count: times), to: "d/t.ndjson")
        let export = try folder.run("export", "d/t.ndjson", "-o", "t.json")
        #expect(export.code == 3 && export.output == "" && export.complaints == "d/t.ndjson:\(complaint)\n")
        let report = try folder.run("report", "d")
        #expect(report.code == 3 && report.complaints == "d/t.ndjson:\(complaint)\n")
        #expect(report.output.hasPrefix("0 launches"))
    }

    @Test func `report adds a folder up, and names what it cannot read`() throws {
        let folder = try InFolder(Self.scenario)
        let trace = try folder.run("replay", "s.yaml", "--format", "ndjson").output
        _ = try folder.run(program: "/bin/mkdir", ["-p", "d/1.9", "d/1.10"])
        for number in 0..<3 {
            try folder.write(trace, to: "d/1.9/2026-11-2\(number).ndjson")
            try folder.write(trace, to: "d/1.10/\(number).ndjson")
        }
        let report = try folder.run("report", "d", "--since", "1.10")
        #expect(report.code == 0 && report.complaints == "")
        let lines = report.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.first == "6 launches, 0 without a first frame")
        #expect(lines.contains("all           6  90ms  90ms  90ms  90ms"))
        #expect(lines.contains("launch p50 90ms -> 90ms (0): fewer than 5 launches on a side: no conclusion"))
        let pages = try folder.run("report", "d", "--format", "html", "--pages", "p", "-o", "r.html")
        #expect(pages.code == 0, "\(pages.complaints)")
        #expect(String(decoding: try folder.bytes("r.html"), as: UTF8.self).contains("href=\"./p/slow-1.html\""))
        #expect(String(decoding: try folder.bytes("p/slow-1.html"), as: UTF8.self).contains("Queue: launch 90ms"))
        #expect(try folder.run("report", "d", "--since", "2").complaints == "d: error: no launch of build 2\n")
        #expect(try folder.run("report", "nowhere").code == 3)
        try folder.write("", to: "d/empty.ndjson")
        let bad = try folder.run("report", "d")
        #expect(bad.code == 3 && bad.complaints == "d/empty.ndjson:1:1: error: expected {\"schema\":\n")
        #expect(bad.output.hasPrefix("6 launches"))
    }

    @Test func `the test that is exported is Swift`() throws {
        let folder = try InFolder(Self.scenario)
        #expect(try folder.run("export", "s.yaml", "-o", "T.swift").code == 0)
        let outcome = try folder.run(program: "/usr/bin/env", ["swiftc", "-parse", "T.swift"])
        #expect(outcome.code == 0, "\(outcome.complaints)")
    }
}
