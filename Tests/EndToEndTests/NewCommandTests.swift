import Foundation
import Testing

/// The interview of `taskscope new`.
@Suite struct NewCommandTests {
    @Test func `on a terminal a wrong answer is refused at once and asked for again`() async throws {
        let folder = try InFolder("")
        let screen = try PtyScreen(
            columns: 200, rows: 50, arguments: ["new", folder.path(of: "mine.yaml")])
        defer { screen.close() }
        var text = ""
        func answer(_ line: String, to question: String) async throws {
            try await wait(for: question, details: { text }) {
                text += String(decoding: screen.read(), as: UTF8.self)
                return text.contains(question)
            }
            text = ""
            screen.send(line + "\n")
        }
        try await answer("Shop", to: "1 of 6")
        try await answer("", to: "2 of 6")
        try await answer("Login, Keys, Rock and Roll, Home", to: "2 of 6")
        try await answer("Hoem", to: "(Enter skips)")
        try await answer("Home and Rock and Roll", to: "there is no task Hoem; did you mean Home?\r\n3 of 6")
        try await answer("Home", to: "3 of 6")
        try await answer("", to: "4 of 6")
        try await answer("Login after Home, Home after Login", to: "5 of 6")
        try await answer("Login", to: "Login -> Home -> Login")
        try await answer("Home after Login and Keys, Rock and Roll", to: "'Login' does not say what it needs")
        try await answer("half a second", to: "6 of 6")
        try await answer("500ms", to: "\"half a second\" is not a duration; write 40ms, 1.5s, 2m or 1h\r\n6 of 6")
        #expect(try await screen.ended() == 0)
        let written = String(decoding: try folder.bytes("mine.yaml"), as: UTF8.self)
        #expect(written.contains("{name: Home, on: launch, after: [Login, Keys, Rock and Roll], "), "\(written)")
        #expect(written.contains("budgets: {launch: 500ms}"))
        #expect(try folder.run("check", "mine.yaml").code == 0)
    }

    @Test(
        "without a terminal a wrong answer ends with 3 and one line, and writes nothing",
        arguments: [
            ("Shop\nA, B\nC\n", "there is no task C; the tasks are A, B"),
            ("Shop\nA, B\n\n\nA after B and C\n", "there is no task C; the tasks are A, B"),
            ("Shop\nA, B\n\n\nA after B, B after A\n", "A -> B -> A"),
            ("Shop\nA, B\n\n\n\nhalf a second\n", "\"half a second\" is not a duration"),
        ])
    func withoutTerminal(answers: String, complaint: String) throws {
        let folder = try InFolder("")
        let outcome = try folder.run("new", "mine.yaml", input: answers)
        #expect(outcome.code == 3)
        let last = outcome.complaints.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("taskscope: ") && last.contains(complaint), "\(outcome.complaints)")
        #expect(throws: (any Error).self) { try folder.bytes("mine.yaml") }
    }

    @Test func `answers without a terminal make a scenario, and what is missing is skipped`() throws {
        let folder = try InFolder("")
        let outcome = try folder.run("new", "mine.yaml", input: "Shop\nA, B, C\nC\n\nC after A, B and A\n")
        #expect(outcome.code == 0, "\(outcome.complaints)")
        #expect(outcome.complaints.hasSuffix("taskscope: wrote mine.yaml\nnext: taskscope mine.yaml\n"))
        #expect(String(decoding: try folder.bytes("mine.yaml"), as: UTF8.self).contains("after: [A, B]"))
        #expect(try folder.run("new", "absent/mine.yaml", "--from-names", "A").code == 1)
    }
}
