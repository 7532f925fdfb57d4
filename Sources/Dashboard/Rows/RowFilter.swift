import SchedulerCore
import Text

/// Which rows are shown: words that must all match, each `name`, `!name`, `state:LETTERS`, `state:WORD`, `lane:NAME`,
/// `on:EVENT` or a comparison of priorities such as `prio>=high`.
struct RowFilter: Hashable, Sendable {
    /// One word of a filter.
    enum Term: Hashable, Sendable {
        case name(String), state(String), lane(String), trigger(String), group(String)
        case priority(Comparison, Priority)
        indirect case not(Term)
    }
    /// How a priority is compared; greater is more urgent.
    enum Comparison: String, CaseIterable, Hashable, Sendable {
        case atLeast = ">=", atMost = "<=", equal = "=", more = ">", less = "<", same = ":"

        func holds(_ priority: Priority, _ limit: Priority) -> Bool {
            switch self {
            case .atLeast: priority <= limit
            case .atMost: priority >= limit
            case .equal, .same: priority == limit
            case .more: priority < limit
            case .less: priority > limit
            }
        }
    }

    private static let fields =
        "write NAME, !NAME, name:NAME, state:R, state:waiting, lane:main, prio>=high, on:didFinish or group:NAME"

    /// The filter as typed.
    let text: String
    private let terms: [Term]
    /// What is wrong with the first word that could not be parsed: the filter is then refused.
    let problem: String?

    init(_ text: String) {
        self.text = text
        var problem: String?
        terms = text.split(separator: " ").compactMap { word in
            guard let term = RowFilter.term(word) else {
                problem = problem ?? "unknown filter \"\(DisplayText.clean(String(word)))\": \(Self.fields)"
                return nil
            }
            return term
        }
        self.problem = problem
    }

    private static func term(_ word: Substring) -> Term? {
        if word.hasPrefix("!"), word.count > 1 { return term(word.dropFirst()).map(Term.not) }
        for field in ["prio", "priority"] where word.hasPrefix(field) {
            let rest = word.dropFirst(field.count)
            guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else { continue }
            let name = rest.dropFirst(comparison.rawValue.count).lowercased()
            let priority = Priority.allCases.first { !name.isEmpty && "\($0)".hasPrefix(name) }
            return priority.map { .priority(comparison, $0) }
        }
        guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else {
            return word.contains(where: { "<>=".contains($0) }) ? nil : .name(word.lowercased())
        }
        let value = String(word[word.index(after: colon)...])
        switch word[..<colon] {
        case "state":
            let letters = StateLetter.letters(of: value)
            return letters.isEmpty ? nil : .state(letters)
        case "lane": return .lane(value.lowercased())
        case "on": return .trigger(value.lowercased())
        case "group": return .group(value.lowercased())
        case "name": return .name(value.lowercased())
        case _: return nil
        }
    }

    /// Whether it hides nothing.
    var isEmpty: Bool { terms.isEmpty }

    /// Whether its result may change as time passes.
    var readsState: Bool { terms.contains { RowFilter.readsState($0) } }

    private static func readsState(_ term: Term) -> Bool {
        switch term {
        case .state: true
        case .not(let inner): readsState(inner)
        case .name, .lane, .trigger, .group, .priority: false
        }
    }

    /// Whether a task is shown; `letter` is its state, `groups` are its group in the scenario and its sequences.
    func passes(
        _ snapshot: TaskSnapshot, name: String, lane: String, groups: [String], letter: () -> StateLetter
    ) -> Bool {
        terms.allSatisfy { holds($0, snapshot, name, lane, groups, letter) }
    }

    private func holds(
        _ term: Term, _ snapshot: TaskSnapshot, _ name: String, _ lane: String, _ groups: [String],
        _ letter: () -> StateLetter
    ) -> Bool {
        switch term {
        case .name(let part): name.holds(part)
        case .state(let letters): letters.contains(letter().rawValue)
        case .lane(let part): lane.holds(part)
        case .trigger(let part): TriggerText.long(snapshot.trigger).holds(part)
        case .group(let part): groups.contains { $0.holds(part) }
        case .priority(let comparison, let limit): comparison.holds(snapshot.priority, limit)
        case .not(let inner): !holds(inner, snapshot, name, lane, groups, letter)
        }
    }
}
