import Foundation

/// A terminal in tmux that runs a command; its own tmux server, its own folder. Call `close` when done.
struct TmuxScreen {
    /// A folder for files of the run, gone after `close`.
    let folder: URL
    private let socket: String

    /// Starts `command` (a line for `sh`) in a terminal of the given size. It finds the program's path in `$TASKSCOPE`
    /// and the folder in `$FOLDER`.
    init(columns: Int, rows: Int, command: String, environment: [String: String] = [:]) throws {
        let name = "taskscope-" + UUID().uuidString.prefix(13)
        socket = name
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = ["TASKSCOPE": Executable.path, "FOLDER": folder.path, "LC_ALL": "C.UTF-8"]
        values.merge(environment) { $1 }
        let settings = values.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0.key)=\($0.value)"] }
        let settingsFile = folder.appendingPathComponent("tmux.conf")
        try "set -g status off\n".write(to: settingsFile, atomically: true, encoding: .utf8)
        let outcome = try tmux(
            ["-f", settingsFile.path, "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + settings
                + ["env -u SWIFT_BACKTRACE -u NO_COLOR sh -c '\(command)'"])
        guard outcome.code == 0 else { throw Overdue(description: "tmux did not start: \(outcome.complaints)") }
    }

    /// Ends the terminal and removes the folder.
    func close() {
        _ = try? tmux(["kill-server"])
        try? FileManager.default.removeItem(at: folder)
    }

    /// Presses keys by their tmux names (`q`, `C-c`, `F12`, `PPage`).
    func press(_ keys: String...) throws {
        _ = try tmux(["send-keys", "--"] + keys)
    }

    /// Types a line and Enter.
    func type(line: String) throws {
        _ = try tmux(["send-keys", "-l", "--", line])
        try press("Enter")
    }

    /// Changes the size.
    func resize(columns: Int, rows: Int) throws {
        _ = try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The rows on screen without blanks at their ends.
    func rows() throws -> [String] {
        try tmux(["capture-pane", "-p"]).output.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
    }

    /// What scrolled off the screen and the screen, wrapped lines joined.
    func history() throws -> String {
        try tmux(["capture-pane", "-p", "-J", "-S", "-"]).output
    }

    /// The same with the control sequences of its colors and attributes.
    func styledHistory() throws -> String {
        try tmux(["capture-pane", "-p", "-e", "-J", "-S", "-"]).output
    }

    /// A tmux format, as `#{cursor_flag}`.
    func flag(_ format: String) throws -> String {
        try tmux(["display-message", "-p", "#{\(format)}"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits for a tmux flag's value.
    func wait(for format: String, _ value: String) async throws {
        try await EndToEndTests.wait(for: "\(format) = \(value)", details: { try rows().joined(separator: "\n") }) {
            try flag(format) == value
        }
    }

    /// Waits for text on screen.
    func wait(forText text: String) async throws {
        try await EndToEndTests.wait(for: "“\(text)” on screen", details: { try rows().joined(separator: "\n") }) {
            try rows().contains { $0.contains(text) }
        }
    }

    /// Waits until the screen shows these rows; a failure shows both, row by row where they differ.
    func wait(toShow expected: [String], _ what: String) async throws {
        var shown: [String] = []
        try await EndToEndTests.wait(
            for: what,
            details: {
                (0..<max(shown.count, expected.count)).map { row in
                    let (present, due) = (
                        row < shown.count ? shown[row] : "", row < expected.count ? expected[row] : ""
                    )
                    return present == due ? "  \(present)" : "- \(due)\n+ \(present)"
                }.joined(separator: "\n")
            }
        ) {
            shown = try rows()
            return shown == expected
        }
    }

    /// The contents of a file in the folder once it is there and ends with a line end.
    func file(_ name: String) async throws -> String {
        var text = ""
        try await EndToEndTests.wait(for: "file \(name)", details: { try rows().joined(separator: "\n") }) {
            text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
            return text.hasSuffix("\n")
        }
        return text.trimmingCharacters(in: .newlines)
    }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> Executable.Outcome {
        try Executable.run("/usr/bin/env", ["-u", "TMUX", "tmux", "-u", "-L", socket] + arguments)
    }
}
