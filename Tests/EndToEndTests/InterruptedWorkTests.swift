import Foundation
import Testing

/// Long work at Ctrl-C, and outputs that cannot be written.
@Suite(.serialized) struct InterruptedWorkTests {
    private static func scenario(tasks: Int) -> String {
        "tasks:\n" + (0..<tasks).map { "- {name: T\($0), on: launch, duration: \(1 + $0 % 7)ms}\n" }.joined()
    }

    @Test(arguments: ["advise", "check"]) func atCtrlCASearchEndsWithWhatItHas(_ command: String) async throws {
        let folder = try InFolder(Self.scenario(tasks: 2_000))
        let screen = try PtyScreen(columns: 120, rows: 40, arguments: [command, folder.path(of: "s.yaml")])
        defer { screen.close() }
        _ = try await screen.read(for: "progress") {
            String(decoding: $0, as: UTF8.self).contains("changes tried")
        }
        screen.send("\u{3}")
        let rest = String(decoding: try await screen.readToEnd(), as: UTF8.self)
        #expect(rest.contains("changes not tried"))
        #expect(try await screen.ended() == 130)
    }

    @Test func aPipeWithoutAWriterIsWaitedForAloudAndCtrlCEndsIt() async throws {
        let folder = try InFolder(Self.scenario(tasks: 1))
        let pipe = folder.path(of: "pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let screen = try PtyScreen(columns: 120, rows: 40, arguments: ["check", pipe])
        defer { screen.close() }
        _ = try await screen.read(for: "message") {
            String(decoding: $0, as: UTF8.self).contains("waiting for a program that writes into this pipe")
        }
        screen.send("\u{3}")
        #expect(try await screen.ended() == 130)
    }

    @Test func aPipeIsReadOnceItsWriterIsThere() throws {
        let folder = try InFolder(Self.scenario(tasks: 3))
        let line = "mkfifo p && { cat s.yaml >p & \"$0\" replay p --format json; }"
        let outcome = try folder.run(program: "/bin/sh", ["-c", line, Executable.path])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("\"runs\":3"))
    }

    @Test(
        arguments: [
            "replay s.yaml", "replay s.yaml --format json", "replay s.yaml --format ndjson", "check --explain budget",
            "time s.yaml", "blame s.yaml", "critical-path s.yaml", "plot s.yaml", "graph s.yaml", "diff s.yaml s.yaml",
            "advise s.yaml", "what-if s.yaml 'T0 duration 2ms'", "export s.yaml --format csv", "schema", "help KEYS",
            "--version", "--help", "time --help", "--generate-completion-script bash", "s.yaml --plain",
        ])
    func anOutputThatFailsGives1(_ command: String) throws {
        let folder = try InFolder(Self.scenario(tasks: 3))
        let outcome = try folder.run(program: "/bin/sh", ["-c", "\"$0\" \(command) >/dev/full", Executable.path])
        #expect(outcome.code == 1, "\(outcome.complaints)")
        #expect(outcome.complaints.contains("cannot write to standard output"))
    }

    @Test func aHugeExportOfASmallScenarioAsksFirst() throws {
        let text = """
            tasks: [{name: A, every: 1s, outcome: fail, retry: {limit: 32766}}]
            script: |
              launch
              advance 17s

            """
        let folder = try InFolder(text)
        let outcome = try folder.run("export", "s.yaml", "--format", "csv")
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.contains("--at 60s exports the first minute, --large exports all"))
    }
}
