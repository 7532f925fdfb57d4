import Text

/// A launch from slices: the outermost ones become runs, unless they only wrap others.
extension Slices {
    /// The most runs of a launch; beyond that the shortest slices are left out.
    static let runLimit = 2_000

    /// The launch of all slices between two instants, all of them by default; nil if there are none.
    func launch(
        name: String, source: String, from first: Int64 = .min, to last: Int64 = .max, isKnownLength: Bool = false
    ) -> RecordedLaunch? {
        let isWhole = first == .min && last == .max
        let all =
            isWhole
            ? slices : slices.filter { $0.end > first && $0.start < last || $0.start == $0.end && $0.start == first }
        guard !all.isEmpty else { return nil }
        let (start, end) = all.reduce((Int64.max, Int64.min)) { (min($0.0, $1.start), max($0.1, $1.end)) }
        let begin = isKnownLength ? first : max(start, first)
        let length = (isKnownLength ? last : min(end, last)) - begin
        guard length >= 0 else { return nil }
        var chosen = sorted(all)
        keepOutermost(&chosen, length: length)
        var notes: [String] = []
        if chosen.count > Self.runLimit {
            let limit = Self.length(of: Self.runLimit, in: chosen)
            let count = chosen.count
            var places = Self.runLimit - chosen.count { $0.end - $0.start > limit }
            chosen.removeAll { slice in
                let length = slice.end - slice.start
                if length == limit { places -= 1 }
                return length < limit || length == limit && places < 0
            }
            notes.append(
                "Left out: \(Format.count(count - chosen.count)) runs of at most \(DurationText.exact(nanoseconds: limit))."
            )
        }
        if dropped > 0 { notes.append("Left out: \(Format.count(dropped, "slice")) among the shortest.") }
        var launch = RecordedLaunch(name: name, source: source, lanes: [], runs: [], length: length)
        launch.notes = notes
        fill(&launch, chosen, begin: begin)
        return launch.runs.isEmpty ? nil : launch
    }

    /// Slices in order by track, start, and the longest first. Those of a track arrive nearly in order.
    private func sorted(_ all: [Slice]) -> [Slice] {
        var places = [Int](repeating: 0, count: tracks.count + 1)
        for slice in all { places[Int(slice.track) + 1] += 1 }
        for track in tracks.indices { places[track + 1] += places[track] }
        var next = places
        var sorted = [Slice](unsafeUninitializedCapacity: all.count) { sorted, count in
            for slice in all {
                let place = next[Int(slice.track)]
                sorted.initializeElement(at: place, to: slice)
                next[Int(slice.track)] = place + 1
            }
            count = all.count
        }
        for track in tracks.indices {
            sorted[places[track]..<places[track + 1]].sort {
                $0.start != $1.start ? $0.start < $1.start : $0.end > $1.end
            }
        }
        return sorted
    }

    /// The length of the slice with this number among the longest; there are at least that many.
    private static func length(of number: Int, in slices: [Slice]) -> Int64 {
        var (longest, limit) = ([Int64](), Int64.min)
        for slice in slices where slice.end - slice.start > limit {
            longest.append(slice.end - slice.start)
            guard longest.count == 2 * number else { continue }
            longest.sort(by: >)
            longest.removeLast(number)
            limit = longest[number - 1]
        }
        longest.sort(by: >)
        return longest[number - 1]
    }

    /// Keeps the slices that are inside no other one; a slice of more than half the launch does not count if others
    /// are inside it; `all` by track and start.
    private func keepOutermost(_ all: inout [Slice], length: Int64) {
        let hasThreads = all.contains { tracks[Int($0.track)].isThread }
        var (count, outer) = (0, Slice?.none)
        for index in all.indices {
            let slice = all[index]
            // Clocks are not exact: a slice that barely sticks out is inside.
            if let held = outer, held.track == slice.track, slice.start < held.end,
                slice.end <= held.end + length / 500
            {
                continue
            }
            let isLong = slice.end - slice.start > length / 2
            if isLong, hasChild(all, index) { continue }
            // A slice that lasts nearly the whole launch, outside the threads, explains nothing.
            if hasThreads, !tracks[Int(slice.track)].isThread, slice.end - slice.start > length / 10 * 9 { continue }
            outer = slice
            all[count] = slice
            count += 1
        }
        all.removeLast(all.count - count)
    }

    private func hasChild(_ all: [Slice], _ index: Int) -> Bool {
        guard index + 1 < all.count else { return false }
        let (slice, next) = (all[index], all[index + 1])
        return next.track == slice.track && next.end <= slice.end && next.end - next.start < slice.end - slice.start
    }

    // MARK: Runs

    private func fill(_ launch: inout RecordedLaunch, _ chosen: [Slice], begin: Int64) {
        var busy = [Int64](repeating: 0, count: tracks.count)
        for slice in chosen { busy[Int(slice.track)] += slice.end - slice.start + 1 }
        var lanes = [Int](repeating: -1, count: tracks.count)
        var pools: [String: Int] = [:]
        if let main = mainTrack(busy) {
            lanes[main] = 0
            launch.lanes.append(.init("main"))
            if tracks[main].name != "main" {
                launch.notes.append("Lane main is \(UniqueNames.fit(tracks[main].name)).")
            }
        } else {
            launch.lanes.append(.init("main"))
        }
        for track in tracks.indices where busy[track] > 0 && lanes[track] < 0 {
            if !tracks[track].isThread, let known = pools[tracks[track].name] {
                lanes[track] = known
                continue
            }
            lanes[track] = launch.lanes.count
            if !tracks[track].isThread { pools[tracks[track].name] = launch.lanes.count }
            launch.lanes.append(.init(tracks[track].name, isThread: tracks[track].isThread))
        }
        launch.runs = chosen.map { slice in
            RecordedLaunch.Run(
                names.names[Int(slice.name)], lane: lanes[Int(slice.track)],
                start: max(0, slice.start - begin), end: min(launch.length, max(0, slice.end - begin)))
        }
        let arrows = addArrows(&launch, chosen)
        if arrows > 0 {
            launch.notes.append(
                "\(Format.count(arrows, "arrow")) of the trace start at a run that had not ended and were left out."
            )
        }
        launch.putInOrder()
    }

    /// The busiest thread named main, or else the busiest first thread of a process; nil without threads.
    private func mainTrack(_ busy: [Int64]) -> Int? {
        let threads = tracks.indices.filter { busy[$0] > 0 && tracks[$0].isThread }
        let named = threads.filter { Self.saysMain(tracks[$0].name) }
        let first = threads.filter { tracks[$0].isFirst }
        let among = named.isEmpty ? first.isEmpty ? threads : first : named
        return among.max { (busy[$0], -$0) < (busy[$1], -$1) }
    }

    private static func saysMain(_ name: String) -> Bool {
        let bytes = Array(name.utf8).map { $0 | 0x20 }
        let word = Array("main".utf8)
        guard bytes.count >= word.count else { return false }
        return (0...(bytes.count - word.count)).contains { bytes[$0..<$0 + word.count].elementsEqual(word) }
    }

    // MARK: Arrows

    /// Turns arrows between runs into predecessors; counts those that lead from a run that had not ended.
    private func addArrows(_ launch: inout RecordedLaunch, _ chosen: [Slice]) -> Int {
        var starts: [UInt64: Int] = [:]
        var unfit = 0
        var ranges: [Int32: Range<Int>] = [:]
        for (index, slice) in chosen.enumerated() {
            ranges[slice.track] = (ranges[slice.track]?.lowerBound ?? index)..<index + 1
        }
        for point in points.sorted(by: { ($0.time, $0.isStart ? 0 : 1) < ($1.time, $1.isStart ? 0 : 1) }) {
            guard let run = run(at: point, chosen, ranges[point.track] ?? 0..<0) else { continue }
            if !point.isStart, let from = starts[point.id], from != run {
                if chosen[from].end <= chosen[run].start + launch.tolerance {
                    if !launch.runs[run].after.contains(from) { launch.runs[run].after.append(from) }
                } else {
                    unfit += 1
                }
            }
            starts[point.id] = run
        }
        for index in launch.runs.indices where !launch.runs[index].after.isEmpty {
            let from = launch.runs[index].after.map { UniqueNames.fit(launch.runs[$0].name) }
            launch.runs[index].note = "The trace has an arrow from \(from.joined(separator: ", "))."
        }
        return unfit
    }

    /// The run at a point; `range` are those of its track, by start.
    private func run(at point: Point, _ chosen: [Slice], _ range: Range<Int>) -> Int? {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if chosen[middle].start <= point.time { low = middle + 1 } else { high = middle }
        }
        if low > range.lowerBound, chosen[low - 1].end >= point.time { return low - 1 }
        return !point.isInside && !point.isStart && low < range.upperBound ? low : nil
    }
}
