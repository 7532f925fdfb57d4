import ScreenKit
import Planning
import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// One run in words; the numbers add up as shown.
struct RunText {
    let run: Course.Run
    let now: Instant
    let tense: Tense
    /// Why it was skipped, if it was.
    let skip: String?

    /// `waited 418ms, ran 158ms`.
    var sentence: String {
        guard let start = run.start, tense != .present else {
            if let skipped = run.skipped, skipped <= now || tense == .future {
                let verb = skipped <= now ? "was skipped" : "will be skipped at \(TimeText.text(skipped - .zero))"
                return verb + (skip.map { ": \($0)" } ?? "")
            }
            return PresentText.soFar(max(now, run.released) - run.released)
        }
        let wait = start - run.released
        let isPlanned = tense == .future
        let waited = wait == .zero ? "" : (isPlanned ? "will wait " : "waited ") + TimeText.text(wait) + ", "
        guard let end = run.end else {
            return waited + (isPlanned ? "will run from " : "runs since ") + TimeText.text(start)
        }
        if tense == .past, let next = run.attempts.first(where: { $0.start > now }),
            run.attempts.last(where: { $0.start <= now })?.end.map({ $0 <= now }) ?? false
        {
            return waited + "failed, tries again at \(TimeText.text(next.start - .zero))"
        }
        let count = run.attempts.count
        let own = TimeText.text(run.ownTime) + (count > 1 ? " in \(Format.count(count, "attempt"))" : "")
        // Of several attempts, what lies between them is no running.
        let ran = count > 1 ? "took" : "ran"
        if isPlanned { return waited + (waited.isEmpty ? "will " : "then ") + (count > 1 ? "take " : "run ") + own }
        guard end <= now else {
            return waited + (count > 1 ? "takes " : "runs ") + "\(own), until \(TimeText.text(end))"
        }
        switch run.attempts.last?.outcome {
        case .cancelled where run.didNothing: return waited + "was cancelled as it began"
        case .cancelled: return waited + "\(ran) \(own), then was cancelled"
        case .timedOut: return waited + "\(ran) \(own), then timed out"
        case .fail, .critical: return waited + "\(ran) \(own) and failed"
        case .success, nil: return waited + "\(ran) \(own)"
        }
    }

    /// `; before attempt 2: 90ms for lane radio (Firmware)`: what later attempts waited for beside their delays.
    static func retryWaits(of run: Course.Run, _ task: TaskID, _ context: ScreenContext) -> String {
        run.attempts.indices.dropFirst().map { place in
            let pieces = context.waits.pieces(
                of: run, task, afterAttempt: place - 1, until: run.attempts[place].start)
            let waits = pieces.filter { $0.cause != .retry && !$0.isBeside }
            let words = RunText.waits(waits, .past, text: context.text, names: context.waits.names)
            return waits.isEmpty ? "" : "; before attempt \(place + 1): \(words)"
        }.joined()
    }

    /// `112ms for Session, then 306ms for lane network (Recommendations, Catalog)`; the numbers add up to the wait.
    ///
    /// - Parameter isOpen: the end of the last one is not known.
    static func waits(
        _ pieces: [WaitPiece], _ tense: Tense, isOpen: Bool = false, text: FactText, names: TraceNames
    ) -> String {
        let own = pieces.filter { !$0.isBeside }
        if own.isEmpty { return tense.waitsNot }
        var parts: [(from: Instant, to: Instant, words: String, lane: LaneID?, holders: [TaskID])] = []
        for piece in own {
            guard case .lane(let lane, let holders) = piece.cause else {
                parts.append((piece.from, piece.to, WaitText(names: names).cause(piece), nil, []))
                continue
            }
            if let place = parts.indices.last, parts[place].lane == lane {
                parts[place].to = piece.to
                parts[place].holders += holders.filter { !parts[place].holders.contains($0) }
            } else {
                parts.append((piece.from, piece.to, "", lane, holders))
            }
        }
        let shown = ShownParts(parts.map { $0.to - $0.from })
        return parts.enumerated().map { place, part in
            let isEndless = isOpen && place == parts.count - 1
            let length = isEndless ? "" : shown.text(part.to - part.from) + " "
            guard let lane = part.lane else { return length + part.words }
            return "\(length)for lane \(text.name(lane)) (\(Format.list(part.holders.map(text.name), limit: 4)))"
        }.joined(separator: ", then ")
    }
}
