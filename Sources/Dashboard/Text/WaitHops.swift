import Planning
import SchedulerCore
import Text
import TraceAnalysis

/// Why what a task waited for came so late: the waits of each task behind the one before.
struct WaitHops {
    let context: ScreenContext

    /// This many tasks are followed.
    private static let maximumCount = 4

    /// `Session waited 40ms for Keys, then 245ms for lane crypto`; `Feed waited 50ms for Login, which waited …` if
    /// the last of its waits was for a task. Nil if the task waited for none that waited itself.
    func sentence(behind pieces: [WaitPiece]) -> String? {
        let longest = waits(pieces).max { $0.length < $1.length }
        guard let first = longest.flatMap(dependency) else { return nil }
        var (task, words, seen) = (first, "", [first])
        for _ in 0..<Self.maximumCount {
            guard let run = context.plan.shownRun(of: task, at: context.now) else { break }
            let waits = waits(context.waits.pieces(of: run, task, until: context.plan.horizon))
            guard let last = waits.last else { break }
            words +=
                (words.isEmpty ? context.text.name(task) : ", which") + " waited "
                + waits.map { "\(TimeText.text($0.length)) \(cause($0))" }.joined(separator: ", then ")
            guard let next = dependency(last), !seen.contains(next) else { break }
            seen.append(next)
            task = next
        }
        return words.isEmpty ? nil : words
    }

    private func waits(_ pieces: [WaitPiece]) -> [WaitPiece] {
        pieces.filter { !$0.isBeside && $0.length > .zero }
    }

    private func dependency(_ piece: WaitPiece) -> TaskID? {
        if case .dependency(let task) = piece.cause { task } else { nil }
    }

    private func cause(_ piece: WaitPiece) -> String {
        if case .lane(let lane, _) = piece.cause { return "for lane \(context.text.name(lane))" }
        return WaitText(names: context.waits.names).cause(piece)
    }
}
