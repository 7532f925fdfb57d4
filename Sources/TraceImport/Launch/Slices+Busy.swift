import Text

/// Which part of a recording is the launch if nothing in it says so, and nothing ran most of the time.
extension Slices {
    /// Nanoseconds.
    private static let hour: Int64 = 3_600_000_000_000

    /// Work in less than one part in this many of a recording is no launch of that length.
    private static let idle: Int64 = 10

    /// A stretch of fewer slices, or of less than half of the work, says nothing about the others.
    private static let fewest = 3

    /// Up to so many times as long as the work before and behind it a hole may be a part of one stretch of work.
    private static let bridge: Int64 = 4

    /// The slices on the busier side of a hole that is no part of any launch, and what to say of the others: nothing ran at all for
    /// an hour and nearly all the time, as in traces whose processes have clocks of their own. Nil without one.
    func busierSide(of all: [Slice]) -> (slices: [Slice], note: String)? {
        guard let first = all.map({ $0.start }).min(), let last = all.map({ $0.end }).max() else { return nil }
        guard last - first > Self.hour else { return nil }
        var (covered, hole) = (first, (from: first, to: first))
        for slice in all.sorted(by: { $0.start < $1.start }) {
            if slice.start - covered > hole.to - hole.from { hole = (covered, slice.start) }
            covered = max(covered, slice.end)
        }
        let length = hole.to - hole.from
        guard length > Self.hour, length / 999 > last - first - length else { return nil }
        let sides = [all.filter { $0.end <= hole.from }, all.filter { $0.start >= hole.to }]
        let work = sides.map { side in side.reduce(Int64(0)) { $0 + ($1.end - $1.start) / Int64(all.count) } }
        let isLater = work[1] > work[0]
        let side = sides[isLater ? 1 : 0]
        let (from, to) = (isLater ? first : hole.to, isLater ? hole.from : last)
        let note =
            "Left out: \(Format.count(all.count - side.count, "slice")) beyond a hole of "
            + "\(DurationText.exact(nanoseconds: length)); --from \(DurationText.exact(nanoseconds: from - first)) "
            + "--until \(DurationText.exact(nanoseconds: to - first + 1)) has them."
        return (side, note)
    }

    /// What the main thread of a process did in a stretch of time, in brackets behind a blank: how much of it slices cover, and
    /// those of the name that covers most; empty if none does.
    func mainText(of process: String, from: Int64, to: Int64) -> String {
        let ran = slices.filter { slice in
            let track = tracks[Int(slice.track)]
            return track.isFirst && track.process == process && slice.start < to && slice.end > from
        }.map { Slice(start: max($0.start, from), end: min($0.end, to), name: $0.name, track: $0.track) }
        func covered(_ slices: [Slice]) -> Int64 { busy(slices, longest: .max).reduce(0) { $0 + ($1.to - $1.from) } }
        let families = Dictionary(grouping: ran) { $0.name }.map { (name: $0.key, length: covered($0.value)) }
        guard let most = families.max(by: { ($0.length, $1.name) < ($1.length, $0.name) }) else { return "" }
        func text(_ time: Int64) -> String { DurationText.rounded(nanoseconds: time) }
        return " (slices of its main thread cover \(text(covered(ran))) of that, "
            + "\(DisplayText.clean(names.names[Int(most.name)])) \(text(most.length)) of it)"
    }

    /// The slices of the busiest stretch of a recording in which hardly ever anything ran, as when someone left an app alone
    /// before the recording ended; and what to say of the others. Nil if something ran for a tenth of the time.
    func busiestStretch(of all: [Slice]) -> (slices: [Slice], note: String)? {
        guard let first = all.map({ $0.start }).min(), let last = all.map({ $0.end }).max() else { return nil }
        let stretches = busy(all, longest: (last - first) / 10 * 9)
        let work = stretches.reduce(Int64(0)) { $0 + ($1.to - $1.from) }
        guard work > 0, work < (last - first) / Self.idle else { return nil }
        var (sum, begin, end) = (Int64(0), first, Int64.min)
        var best = (sum: Int64(0), from: first, to: last)
        for stretch in stretches {
            if end > .min { sum -= (stretch.from - end) / Self.bridge }
            if end == .min || sum <= 0 { (sum, begin) = (0, stretch.from) }
            sum += stretch.to - stretch.from
            end = stretch.to
            if sum > best.sum { best = (sum, begin, end) }
        }
        let chosen = all.filter { $0.start >= best.from && $0.end <= best.to }
        let done = stretches.reduce(Int64(0)) { $0 + ($1.from >= best.from && $1.to <= best.to ? $1.to - $1.from : 0) }
        guard chosen.count >= Self.fewest, chosen.count < all.count, done >= work / 2 else { return nil }
        func text(_ time: Int64) -> String { DurationText.rounded(nanoseconds: time) }
        return (
            chosen,
            "Something ran for only \(text(work)) of \(text(last - first)): the launch is the busiest stretch, from "
                + "\(text(best.from - first)) to \(text(best.to - first)). --from 0s --until "
                + "\(DurationText.exact(nanoseconds: last - first + 1)) has all."
        )
    }

    /// When something ran, in order: on a thread, or at all if there is none; without what lasts longer than a limit.
    private func busy(_ all: [Slice], longest limit: Int64) -> [(from: Int64, to: Int64)] {
        let hasThreads = all.contains { tracks[Int($0.track)].isThread }
        var stretches: [(from: Int64, to: Int64)] = []
        for slice in all.sorted(by: { $0.start < $1.start }) {
            if hasThreads, !tracks[Int(slice.track)].isThread, slice.end - slice.start > limit { continue }
            if let end = stretches.last?.to, slice.start <= end {
                stretches[stretches.count - 1].to = max(end, slice.end)
            } else {
                stretches.append((slice.start, slice.end))
            }
        }
        return stretches
    }
}
