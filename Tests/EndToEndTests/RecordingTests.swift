import Foundation
import Testing

/// `--record`: the session as an asciicast.
@Suite struct RecordingTests {
    /// Records a session in a shell, in which `limit` is carried out first; returns the file's lines.
    private func record(limit: String, ending: String) async throws -> [Substring] {
        let folder = try InFolder("tasks: [{name: A, on: launch, duration: 5ms}]\n")
        let (file, scenario) = (folder.path(of: "a.cast"), folder.path(of: "s.yaml"))
        let screen = try TmuxScreen(
            columns: 100, rows: 30,
            command: "\(limit) \"$TASKSCOPE\" --record \(file) \(scenario); echo code $?; read line")
        defer { screen.close() }
        try await screen.wait(forText: "L launch")
        for key in ["L", "?", "Escape", "?", "Escape", "2", "z", "?", "Escape", "q"] { try screen.press(key) }
        try await screen.wait(forText: ending)
        return try String(decoding: folder.bytes("a.cast"), as: UTF8.self).split(separator: "\n")
    }

    private func isWhole(_ lines: [Substring]) -> Bool {
        lines.count > 1 && lines.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) != nil }
    }

    @Test func `every line of a recording is JSON`() async throws {
        let lines = try await record(limit: "", ending: "code 0")
        #expect(isWhole(lines) && lines.first?.hasPrefix(#"{"version":2,"width":100,"height":30"#) == true)
    }

    @Test func `on a full disk a recording ends with a whole line, and the exit code says so`() async throws {
        let lines = try await record(limit: "ulimit -f 8;", ending: "code 1")
        #expect(isWhole(lines))
    }

    @Test func `a recording replaces recordings only`() throws {
        let folder = try InFolder("tasks: [{name: A, on: launch, duration: 5ms}]\n")
        for (name, text) in [("notes.txt", "mine\n"), ("notes.cast", "mine\n")] {
            try folder.write(text, to: name)
            let refused = try folder.run("--record", name, "s.yaml")
            #expect(refused.code == 1)
            let why = "cannot be written: it is there, and not an export of this kind"
            #expect(refused.complaints.contains("\(name): error: \(why)"), "\(refused.complaints)")
            #expect(String(decoding: try folder.bytes(name), as: UTF8.self) == text)
        }
    }

    @Test func `a recording takes no scenario's place and is named at the end`() async throws {
        let folder = try InFolder("tasks: [{name: A, on: launch, duration: 5ms}]\n")
        let (scenario, mine) = (folder.path(of: "s.yaml"), folder.path(of: "mine.yaml"))
        try folder.write("mine\n", to: "mine.yaml")
        let screen = try TmuxScreen(
            columns: 200, rows: 30,
            command:
                "\"$TASKSCOPE\" --record \(mine) \(scenario); echo code $?; \"$TASKSCOPE\" --record \(mine).cast \(scenario); echo ended $?; read line"
        )
        defer { screen.close() }
        try await screen.wait(forText: "L launch")
        try screen.press("q")
        try await screen.wait(forText: "ended 0")
        let shown = try screen.rows().joined(separator: "\n")
        #expect(shown.contains("it is there, and a scenario or a script by its name") && shown.contains("code 1"))
        #expect(shown.contains("taskscope: wrote \(mine).cast"))
        #expect(String(decoding: try folder.bytes("mine.yaml"), as: UTF8.self) == "mine\n")
    }
}
