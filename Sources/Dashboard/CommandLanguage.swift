import Text
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation

/// The script language as the palette and the keys use it.
enum CommandLanguage {
    /// Why a line is not a command.
    struct Problem: Error, Hashable {
        var message: String
    }

    /// A name as a script writes it: quoted if it must be.
    static func written(_ name: String) -> String { ScriptWriter.name(name) }

    /// The line without blanks at either end.
    static func trimmed(_ line: String) -> String {
        var text = Substring(line)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// What stands between quotes, if the whole text does.
    static func unquoted(_ text: String) -> String {
        let quotes: [Character] = ["\"", "'"]
        guard text.count >= 2, let first = text.first, quotes.contains(first), text.last == first,
            !text.dropFirst().dropLast().contains(first)
        else { return text }
        return String(text.dropFirst().dropLast())
    }

    /// An instant as it is typed: a duration since the start, or a whole number of milliseconds.
    static func time(_ text: String) -> Nanoseconds? {
        duration(text) ?? (text.allSatisfy { $0.isASCII && $0.isNumber } ? duration(text + "ms") : nil)
    }

    /// A duration such as `1.5s`; nil if the text is not one.
    static func duration(_ text: String) -> Nanoseconds? { DurationText.parse(text) }

    /// What is wrong with a duration.
    static func complaint(aboutDuration text: String) -> String { DurationText.complaint(about: text) ?? "" }

    /// The command on a line; its text is the line without its comment. Adds the names that it introduces to `names`.
    static func parse(_ line: String, names: inout ScriptNames) -> Result<ScriptLine, Problem> {
        do throws(Diagnostics) {
            guard let parsed = try ScriptParser.parseCommand(line, names: &names) else {
                return .failure(Problem(message: "a comment is not a command"))
            }
            guard parsed.timing == .none else {
                return .failure(Problem(message: "commands typed here run now: leave out the time"))
            }
            return .success(parsed)
        } catch {
            let first = error.all.first
            return .failure(Problem(message: first.map { "column \($0.column): \($0.message)" } ?? "no such command"))
        }
    }

    /// A speed as a script writes it.
    static func written(speed: Int) -> String { ScriptWriter.speed(speed) }
    /// A duration model as a scenario writes it.
    static func written(_ model: DurationModel) -> String { DurationModelText.format(model) }

    /// Outcomes as a scenario writes them.
    static func written(_ model: OutcomeModel) -> String { ScenarioWriter.text(of: model) }
    /// A retry policy as a scenario writes it.
    static func written(_ retry: RetryPolicy) -> String { ScenarioWriter.text(of: retry) }

    /// Recurring dates as a scenario writes them.
    static func written(_ recurrence: Recurrence) -> String { ScenarioWriter.text(of: recurrence) }

    /// The text of a scenario's file.
    static func text(of scenario: Scenario) -> String { ScenarioWriter.text(of: scenario) }

    /// The names that commands may use in a session: those of its scenario and of tasks injected since.
    static func names(of session: Session) -> ScriptNames {
        var names = ScriptNames(scenario: session.scenario)
        let simulation = session.simulation
        for offset in 0..<simulation.scheduler.taskCount {
            let task = TaskID(offset)
            if simulation.scheduler.snapshot(of: task).isSequence {
                names.addSequence(simulation.scheduler.name(of: task))
            } else {
                names.add(simulation.scheduler.name(of: task))
            }
        }
        return names
    }

    /// The lines of a script.
    static func script(_ text: String, file: String, scenario: Scenario) -> Result<[ScriptLine], Problem> {
        let (lines, diagnostics) = ScriptParser.parse(text: text, file: file, scenario: scenario)
        if let error = diagnostics.first(where: { $0.severity == .error }) {
            return .failure(Problem(message: error.description))
        }
        return .success(lines)
    }

    /// A session on another scenario's file with the same commands, at the same instant.
    static func session(scenario text: String, file: String, repeating other: Session) -> Result<Session, Problem> {
        let read = ScenarioReader.read(text: text, file: file)
        guard let scenario = read.scenario else {
            let error = read.diagnostics.first { $0.severity == .error }
            return .failure(Problem(message: error?.description ?? "\(DisplayText.clean(file)) cannot be used"))
        }
        return session(scenario, repeating: other)
    }

    /// A session on another scenario with the same commands, those after the other one's `now` included, at the
    /// same instant; with `endsAtCaption` none that a script has after the caption shown. The lines are parsed again because
    /// the numbers of lanes may differ.
    static func session(
        _ scenario: Scenario, repeating other: Session, endsAtCaption: Bool = false
    ) -> Result<Session, Problem> {
        var session: Session
        do throws(RegistrationError) {
            session = try Session(scenario: scenario, jobs: other.storedJobs)
        } catch {
            return .failure(Problem(message: "the scenario cannot be registered: \(error)"))
        }
        var names = ScriptNames(scenario: scenario)
        do throws(Problem) {
            try session.repeatInputs(of: other, endsAtCaption: endsAtCaption) { line throws(Problem) in
                var again = line
                switch parse(line.text, names: &names) {
                case .failure(let problem):
                    throw Problem(message: "recorded command: \(DisplayText.clean(line.text)): \(problem.message)")
                case .success(let read): again.command = read.command
                }
                return again
            }
            return .success(session)
        } catch {
            return .failure(error)
        }
    }

    /// A session on a scenario with a script loaded; `jobs` are the contents of a store at t = 0.
    static func session(
        _ scenario: Scenario, script: String, jobs: StoredJobs?
    ) -> Result<Session, Problem> {
        switch Self.script(script, file: "recorded commands", scenario: scenario) {
        case .failure(let problem): return .failure(problem)
        case .success(let lines):
            do throws(RegistrationError) {
                var session = try Session(scenario: scenario, jobs: jobs)
                if !lines.isEmpty { session.play(lines) }
                return .success(session)
            } catch {
                return .failure(Problem(message: "the scenario cannot be registered: \(error)"))
            }
        }
    }

    /// Whether there may be more completions.
    static func isCut(_ completions: [String]) -> Bool { completions.count >= ScriptGrammar.completionLimit }

    /// Whole lines that begin with `line`, with its last word completed.
    static func completions(of line: String, own: [String], names: ScriptNames) -> [String] {
        let own = own.filter { $0.hasPrefix(line) }
        return own + ScriptGrammar.completions(for: line, names: names)
    }
}

extension String {
    /// The prefix that both have in common.
    func commonPrefix(with other: String) -> Substring {
        var end = startIndex
        var place = other.startIndex
        while end < endIndex, place < other.endIndex, self[end] == other[place] {
            end = index(after: end)
            place = other.index(after: place)
        }
        return self[..<end]
    }
}
