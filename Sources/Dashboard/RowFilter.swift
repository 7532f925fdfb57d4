import SchedulerCore

/// Which rows are shown: words that must all hold, each `name`, `!name`, `state:LETTERS`, `lane:NAME` or `on:EVENT`.
struct RowFilter: Hashable, Sendable {
    /// One word of a filter.
    enum Term: Hashable, Sendable {
        case name(String), notName(String), state(String), lane(String), trigger(String)
    }

    /// The filter as typed.
    let text: String
    private let terms: [Term]

    init(_ text: String) {
        self.text = text
        terms = text.split(separator: " ").map { word in
            if word.hasPrefix("state:") { return .state(String(word.dropFirst(6)).uppercased()) }
            if word.hasPrefix("lane:") { return .lane(String(word.dropFirst(5)).lowercased()) }
            if word.hasPrefix("on:") { return .trigger(String(word.dropFirst(3)).lowercased()) }
            if word.hasPrefix("!"), word.count > 1 { return .notName(word.dropFirst().lowercased()) }
            return .name(word.lowercased())
        }
    }

    /// It hides nothing.
    var isEmpty: Bool { terms.isEmpty }

    /// Its answer may change as time passes.
    var readsState: Bool {
        terms.contains { term in
            if case .state = term { return true }
            return false
        }
    }

    /// Whether a task is shown.
    func passes(_ task: TaskID, scheduler: Scheduler, lanes: [LaneSpec]) -> Bool {
        guard !terms.isEmpty else { return true }
        let name = scheduler.name(of: task).lowercased()
        let snapshot = scheduler.snapshot(of: task)
        return terms.allSatisfy { term in
            switch term {
            case .name(let part): name.contains(part)
            case .notName(let part): !name.contains(part)
            case .state(let letters): letters.contains(StateLetter(snapshot).rawValue)
            case .lane(let part):
                snapshot.lane.offset < lanes.count && lanes[snapshot.lane.offset].name.lowercased().contains(part)
            case .trigger(let part): TriggerText.long(snapshot.trigger).lowercased().contains(part)
            }
        }
    }
}
