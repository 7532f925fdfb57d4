import Planning
import SchedulerCore
import Text
import TraceAnalysis

/// Why what a task waited for came so late: the longest wait of each task behind the one before.
struct WaitHops {
    let context: ScreenContext

    /// This many tasks are followed.
    private static let maximumCount = 4

    /// `Session waited 285ms for CertPins, which waited 245ms for lane crypto`; nil if the task waited for none that
    /// waited itself.
    func sentence(behind pieces: [WaitPiece]) -> String? {
        guard let first = longest(pieces).flatMap(dependency) else { return nil }
        var (task, words, seen) = (first, "", [first])
        for _ in 0..<Self.maximumCount {
            guard let run = context.plan.shownRun(of: task, at: context.now),
                let piece = longest(context.waits.pieces(of: run, task, until: context.plan.horizon))
            else { break }
            words +=
                (words.isEmpty ? context.text.name(task) : ", which")
                + " waited \(TimeText.text(piece.length)) \(cause(piece))"
            guard let next = dependency(piece), !seen.contains(next) else { break }
            seen.append(next)
            task = next
        }
        return words.isEmpty ? nil : words
    }

    private func longest(_ pieces: [WaitPiece]) -> WaitPiece? {
        pieces.filter { !$0.isBeside && $0.length > .zero }.max { $0.length < $1.length }
    }

    private func dependency(_ piece: WaitPiece) -> TaskID? {
        if case .dependency(let task) = piece.cause { task } else { nil }
    }

    private func cause(_ piece: WaitPiece) -> String {
        if case .lane(let lane, _) = piece.cause { return "for lane \(context.text.name(lane))" }
        return WaitText(names: context.waits.names).cause(piece)
    }
}
