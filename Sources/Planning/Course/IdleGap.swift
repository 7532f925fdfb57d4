import SchedulerCore
import TraceAnalysis

/// A stretch of time in which nothing ran, waited or happened.
package struct IdleGap: Hashable, Sendable {
    /// How many of the longest gaps a session's timeline keeps.
    package static let maximumCount = 64
    /// A gap is folded if it is longer than one part in this many of the time shown.
    package static let share: Int64 = 4

    package var start: Instant
    package var end: Instant
    /// Its length as the ruler shows it.
    package let label: String

    package init(start: Instant, end: Instant) {
        self.start = start
        self.end = end
        label = TimeText.short(end - start)
    }

    package var length: Nanoseconds { end - start }

    /// The gaps to fold if `range` is shown, in order of time: those longer than its share of what is left after
    /// the longer ones.
    package static func folded(_ gaps: [IdleGap], showing range: Nanoseconds) -> [IdleGap] {
        var rest = range.count
        var folded: [IdleGap] = []
        for gap in gaps.sorted(by: isLonger) {
            guard gap.length.count > rest / share else { break }
            folded.append(gap)
            rest -= gap.length.count
        }
        return folded.sorted { $0.start < $1.start }
    }

    package static func isLonger(_ left: IdleGap, _ right: IdleGap) -> Bool {
        (right.length, left.start) < (left.length, right.start)
    }
}

extension Course {
    /// When the last run ends that was released by an instant; that instant if none ends later. O(runs).
    package func end(ofRunsReleasedBy instant: Instant) -> Instant {
        var last = instant
        for list in runs {
            for run in list where run.released <= instant {
                if let end = run.end { last = max(last, end) }
            }
        }
        return last
    }

    /// The longest idle gaps from t = 0 to `limit`, longest first; `now` and `limit` end a gap, as do the runs of a
    /// compared course, which are drawn too. O(runs log runs).
    package func idleGaps(until limit: Instant, now: Instant, beside other: Course? = nil) -> [IdleGap] {
        var spans = [(start: now, end: now), (start: limit, end: limit)]
        for list in runs {
            for run in list where run.released < limit {
                spans.append((run.released, run.end ?? limit))
            }
        }
        for list in other?.runs ?? [] {
            for run in list {
                for attempt in run.attempts where attempt.start < limit {
                    spans.append((attempt.start, attempt.end ?? limit))
                }
            }
        }
        spans += marks.values.joined().map { ($0.time, $0.time) }
        spans += events.map { ($0.time, $0.time) }
        spans += states.map { ($0.time, $0.time) }
        spans += commands.map { ($0.time, $0.time) }
        return gaps(between: spans, from: .zero, until: limit)
    }

    /// The longest stretches from one instant to another in which no event came, no command was given, and nothing waited or ran but
    /// what a timer released in its turn. O(runs log runs).
    package func quietGaps(
        from start: Instant, until limit: Instant, timers: [TaskID], tick: Nanoseconds
    ) -> [IdleGap] {
        var spans = [(start: limit, end: limit)]
        var isTimer = Array(repeating: false, count: runs.count)
        for task in timers where task.offset < runs.count { isTimer[task.offset] = true }
        for (list, isTimer) in zip(runs, isTimer) {
            for run in list where run.released < limit {
                let end = run.end ?? run.skipped ?? limit
                if end > start, !(isTimer && run.isRegular(tick: tick)) { spans.append((run.released, end)) }
            }
        }
        let times = events.map { $0.time } + states.map { $0.time } + commands.map { $0.time }
        spans += times.filter { $0 >= start }.map { ($0, $0) }
        return gaps(between: spans, from: start, until: limit).sorted { $0.start < $1.start }
    }

    /// The longest gaps between spans, longest first.
    private func gaps(
        between spans: [(start: Instant, end: Instant)], from start: Instant, until limit: Instant
    ) -> [IdleGap] {
        let spans = spans.sorted { $0.start < $1.start }
        var gaps: [IdleGap] = []
        var shortest = Nanoseconds.zero
        var busyUntil = start
        for span in spans where span.start <= limit {
            if span.start > busyUntil, span.start - busyUntil > shortest {
                gaps.append(IdleGap(start: busyUntil, end: span.start))
                if gaps.count >= 2 * IdleGap.maximumCount {
                    gaps = longest(gaps)
                    shortest = gaps.last?.length ?? .zero
                }
            }
            busyUntil = max(busyUntil, span.end)
        }
        return longest(gaps)
    }

    private func longest(_ gaps: [IdleGap]) -> [IdleGap] {
        Array(gaps.sorted(by: IdleGap.isLonger).prefix(IdleGap.maximumCount))
    }
}

extension Course.Run {
    /// Whether it began soon after its release, within a tenth of a tick, and succeeded at once.
    fileprivate func isRegular(tick: Nanoseconds) -> Bool {
        guard let start, let last = attempts.last, last.end != nil else { return false }
        return (start - released) * 10 <= tick && attempts.count == 1 && last.outcome == .success
    }
}
