import SchedulerCore
import Text
import TraceFormat

/// Why what a task waited for came so late: the waits of each task behind the one before.
public struct WaitHops {
    private let names: TraceNames
    private let verb: (TaskID) -> String
    private let pieces: (TaskID, Instant) -> [WaitPiece]?

    /// This many tasks are followed.
    private static let maximumCount = 4

    /// Sentences with these names; `verb` says a task's wait in its tense, `pieces` are those of the wait of its run that
    /// ended at an instant, nil if the task has no run.
    public init(
        names: TraceNames, verb: @escaping (TaskID) -> String = { _ in "waited" },
        pieces: @escaping (TaskID, Instant) -> [WaitPiece]?
    ) {
        (self.names, self.verb, self.pieces) = (names, verb, pieces)
    }

    /// `Session waited 40ms for Keys, then 245ms for lane crypto`; `Feed waited 50ms for Login, which waited …` if
    /// the last of its waits was for a task. Nil if the task waited for none that waited itself.
    public func sentence(behind own: [WaitPiece]) -> String? {
        let hops = hops(behind: own)
        guard let first = hops.first else { return nil }
        let behind = hops.dropFirst().map { ", which \($0.verb) \($0.waits)" }.joined()
        return "\(first.name) \(first.verb) \(first.waits)" + behind
    }

    /// The last of these waits alone, which began the others: `behind it CertPins waited 245ms for lane crypto`. Nil if
    /// there are fewer than two. A verb that was `said` just before is not said again: `behind it CertPins 245ms for …`.
    public func origin(behind own: [WaitPiece], said: String) -> String? {
        let hops = hops(behind: own)
        guard hops.count > 1, let last = hops.last else { return nil }
        let verb = last.verb == said ? "" : last.verb + " "
        return "behind it \(last.name) \(verb)\(last.waits)"
    }

    /// The tasks that were waited for, each with what it waited for itself.
    private func hops(behind own: [WaitPiece]) -> [(name: String, verb: String, waits: String)] {
        guard let longest = waits(own).max(by: { $0.length < $1.length }), let first = dependency(longest) else {
            return []
        }
        var hops: [(name: String, verb: String, waits: String)] = []
        var (task, end, seen) = (first, longest.to, [first])
        for _ in 0..<Self.maximumCount {
            guard let waits = pieces(task, end).map(waits), let last = waits.last else { break }
            let words = joined(waits).map { "\(TimeText.text($0.length)) \($0.words)" }.joined(separator: ", then ")
            hops.append((DisplayText.clean(names.name(of: task)), verb(task), words))
            guard let next = dependency(last), !seen.contains(next) else { break }
            seen.append(next)
            (task, end) = (next, last.to)
        }
        return hops
    }

    /// The waits in words; those for one lane are one, whoever held it.
    private func joined(_ waits: [WaitPiece]) -> [(length: Nanoseconds, words: String)] {
        var parts: [(length: Nanoseconds, words: String)] = []
        for wait in waits {
            let words = cause(wait)
            if let last = parts.last, last.words == words {
                parts[parts.count - 1].length = last.length + wait.length
            } else {
                parts.append((wait.length, words))
            }
        }
        return parts
    }

    private func waits(_ pieces: [WaitPiece]) -> [WaitPiece] {
        pieces.filter { !$0.isBeside && $0.length > .zero }
    }

    private func dependency(_ piece: WaitPiece) -> TaskID? {
        if case .dependency(let task) = piece.cause { task } else { nil }
    }

    private func cause(_ piece: WaitPiece) -> String {
        if case .lane(let lane, _) = piece.cause { return "for lane \(DisplayText.clean(names.name(of: lane)))" }
        return WaitText(names: names).cause(piece)
    }
}
