import ScenarioFormat
import SchedulerCore
import SchedulerSimulation

/// The script language as the palette and the keys speak it.
enum CommandLanguage {
    /// Why a line is no command.
    struct Problem: Error, Hashable {
        var message: String
    }

    /// The word of an action.
    static func word(_ action: LifecycleAction) -> String {
        switch action {
        case .launch: "launch"
        case .background: "background"
        case .foreground: "foreground"
        case .memoryWarning: "memory-warning"
        case .terminate: "terminate"
        case .interrupt: "interrupt"
        case .openURL: "open-url"
        case .crash: "crash"
        }
    }

    /// A name as a script writes it: quoted where it must be.
    static func written(_ name: String) -> String {
        name
    }

    /// Without blanks at both ends.
    static func trimmed(_ line: String) -> String {
        var text = Substring(line)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// A duration such as `1.5s`; nil where it is none.
    static func duration(_ text: String) -> Nanoseconds? {
        nil
    }

    /// The command of a line.
    static func parse(_ line: String, model: DashboardModel) -> Result<ScriptCommand, Problem> {
        if let action = LifecycleAction.allCases.first(where: { word($0) == line }), action != .openURL {
            return .success(.action(action, url: nil))
        }
        return .failure(Problem(message: "no such command"))
    }

    /// The lines of a script.
    static func script(_ text: String, file: String) -> Result<[ScriptLine], Problem> {
        .failure(Problem(message: "scripts cannot be read yet"))
    }

    /// A session on a scenario with a script loaded.
    static func session(scenario: String, file: String, script: String) -> Result<Session, Problem> {
        .failure(Problem(message: "scenarios cannot be read yet"))
    }

    /// What could stand in place of the line's last word.
    static func completions(of line: String, own: [String], model: DashboardModel) -> [String] {
        let commands = LifecycleAction.allCases.map(word)
        return (commands + own.map { String($0.prefix { $0 != " " }) }).filter { $0.hasPrefix(line) }.sorted()
    }
}

extension String {
    /// The beginning that both have in common.
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
