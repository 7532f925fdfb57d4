/// Our own bad habits of English, in strings, comments and pages.
enum Wording {
    /// A habit in lowercase, and what to write instead.
    struct Habit: Equatable, Sendable {
        var habit: String
        var write: String
    }

    static let habits: [Habit] = [
        Habit(habit: "unless told otherwise", write: "by default"),
        Habit(habit: "where absent", write: "default:"),
        Habit(habit: "nil where", write: "nil if"),
        Habit(habit: "where there is none", write: "if there is none"),
        Habit(habit: " anew", write: "again"),
        Habit(habit: "goes on with", write: "continues with"),
        Habit(habit: "stands in the", write: "is in the"),
        Habit(habit: "comes to its first frame", write: "reaches its first frame"),
        Habit(habit: "is no whole number", write: "must be a whole number"),
        Habit(habit: "is content with", write: "needs"),
        Habit(habit: "talk to standard error", write: "messages go to standard error"),
        Habit(habit: "of its predecessors the last", write: "the last dependency to finish"),
        Habit(habit: "expected a text", write: "expected text"),
        Habit(habit: "esc not", write: "Esc cancel"),
        Habit(habit: "lets itself", write: "can be"),
        Habit(habit: "let go without", write: "released without"),
        Habit(habit: "nobody works", write: "no handler runs"),
        Habit(habit: "who of the", write: "which of the"),
        Habit(habit: "is told", write: "receives, learns"),
    ]

    static func check(_ file: TextFile) -> [Finding] {
        guard isRead(file.path) else { return [] }
        return file.lines.enumerated().flatMap { index, line in
            let line = line.lowercased()
            return habits.filter { line.contains($0.habit) }.map {
                Finding(path: file.path, line: index + 1, message: "'\($0.habit)': write '\($0.write)'")
            }
        }
    }

    private static func isRead(_ path: String) -> Bool {
        path == "README.md" || path.hasPrefix("Sources/")
    }
}
