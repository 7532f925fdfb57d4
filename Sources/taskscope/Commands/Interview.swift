import CTerminal
import ScenarioFormat
import Text

/// The questions of `taskscope new`.
///
/// A wrong answer is refused when it is given, in one line, and the question asked again. If standard input is not a
/// terminal, nobody can answer again: the wrong answer ends the program with exit code 3.
struct Interview {
    /// What is wrong with an answer, in one line.
    private struct WrongAnswer: Error {
        let message: String
    }

    /// The scenario so far.
    private(set) var draft = ScenarioDraft(name: "My app", tasks: [])
    private let asksAgain = isatty(STDIN_FILENO) != 0

    /// Asks all questions; the draft has no tasks if the input ended before there were any.
    mutating func ask() throws {
        try ask("1 of 6  What is the app called? (Enter: My app)") { draft, answer in draft.name = answer }
        try ask("2 of 6  Which tasks does its launch have? Names, separated by commas:", isRequired: true) {
            draft, answer in draft.tasks = NewCommand.names(answer)
        }
        guard !draft.tasks.isEmpty else { return }
        try ask("3 of 6  Which of them must run on the main thread? (Enter skips)") { draft, answer in
            draft.main = Self.names(answer, draft.tasks)
        }
        try ask("4 of 6  Which are not needed for the first screen? (Enter skips)") { draft, answer in
            draft.late = Self.names(answer, draft.tasks)
        }
        let example = "For example: Home after Login and Keys, Cart after Home"
        try ask("5 of 6  Which need another task first? \(example) (Enter skips)") { draft, answer in
            draft.dependencies = try Self.dependencies(answer, draft.tasks)
        }
        try ask("6 of 6  How long may the launch take? For example: 400ms (Enter skips)") { draft, answer in
            if let complaint = DurationText.complaint(about: answer) { throw WrongAnswer(message: complaint) }
            draft.budget = answer
        }
    }

    /// Asks until an answer is right, empty, or the input has ended.
    private mutating func ask(
        _ question: String, isRequired: Bool = false, take: (inout ScenarioDraft, String) throws -> Void
    ) throws {
        while true {
            Output.complain(question)
            guard let line = readLine() else { return }
            let answer = NewCommand.trimmed(line[...])
            if answer.isEmpty, !isRequired || !asksAgain { return }
            var next = draft
            do {
                try take(&next, answer)
                if isRequired, next.tasks.isEmpty { throw WrongAnswer(message: "name at least one task") }
                try Self.check(next)
                draft = next
                return
            } catch let wrong as WrongAnswer {
                Output.complain("taskscope: \(wrong.message)")
                guard asksAgain else { throw ExitStatus.badInput }
            }
        }
    }

    /// An answer may name a task that does not exist, be no valid name, or close a cycle.
    private static func check(_ draft: ScenarioDraft) throws {
        if let name = draft.unknownNames.first {
            let nearest = NearestName.of(name, among: draft.tasks).map { "did you mean \($0)?" }
            let hint = nearest ?? "the tasks are \(draft.tasks.joined(separator: ", "))"
            throw WrongAnswer(message: "there is no task \(name); \(hint)")
        }
        if let fault = fault(of: draft) { throw WrongAnswer(message: fault) }
    }

    /// What the reader would say first about the file; nil if it has no errors.
    static func fault(of draft: ScenarioDraft) -> String? {
        let result = ScenarioReader.read(bytes: Array(draft.text.utf8), file: "")
        return result.diagnostics.first { $0.severity == .error }?.message
    }

    // MARK: Lists

    /// The names in a list with commas, or with `and` between names.
    private static func names(_ answer: String, _ tasks: [String]) -> [String] {
        var names: [String] = []
        for part in NewCommand.names(answer).flatMap({ pieces($0, tasks) }) where !names.contains(part) {
            names.append(part)
        }
        return names
    }

    /// `Home after Login and Keys, Cart after Home`: a name without `after` belongs to the task before it.
    private static func dependencies(_ answer: String, _ tasks: [String]) throws -> [(task: String, after: [String])] {
        var found: [(task: String, after: [String])] = []
        for part in NewCommand.names(answer).flatMap({ pieces($0, tasks) }) {
            if !tasks.contains(part), let range = part.firstRange(of: " after ") {
                let needed = NewCommand.trimmed(part[range.upperBound...])
                found.append((NewCommand.trimmed(part[..<range.lowerBound]), [needed]))
            } else if found.isEmpty {
                throw WrongAnswer(message: "'\(part)' does not say what it needs; write it as in: Home after Login")
            } else if !found[found.count - 1].after.contains(part) {
                found[found.count - 1].after.append(part)
            }
        }
        return found
    }

    /// A part of a list, cut at `and` unless a task has such a name.
    private static func pieces(_ part: String, _ tasks: [String]) -> [String] {
        let needed = part.firstRange(of: " after ").map { NewCommand.trimmed(part[$0.upperBound...]) }
        if tasks.contains(part) || needed.map(tasks.contains) == true { return [part] }
        let rest = part.hasPrefix("and ") ? part.dropFirst(4) : part[...]
        return rest.split(separator: " and ").map(NewCommand.trimmed).filter { !$0.isEmpty }
    }
}
