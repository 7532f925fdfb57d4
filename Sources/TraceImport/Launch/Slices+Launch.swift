import Text

/// A launch from slices: the outermost ones become runs, unless they only wrap others. Of those that wrap others, the time
/// between these becomes runs.
extension Slices {
    /// The most runs of a launch; beyond that the shortest slices are left out.
    static let runLimit = 2_000

    /// A slice that becomes a run, and the number of the slice that it is a part of; -1: none.
    struct Piece {
        var slice: Slice
        var part: Int32
        /// The name of what it dispatched, if it only dispatches; -1: none.
        var work: Int32 = -1
        /// What ran inside it, the longest names first; empty if it is short, or nobody asks.
        var inside: [(name: Int32, length: Int64)] = []
    }

    /// Of a slice that takes less than one part in so many of a launch, what ran inside does not matter.
    private static let insideShare: Int64 = 50

    /// The launch of all slices between two instants, all of them by default; nil if there are none.
    func launch(
        name: String, source: String, from first: Int64 = .min, to last: Int64 = .max, isKnownLength: Bool = false,
        choice: ImportChoice = ImportChoice()
    ) throws(WrongChoice) -> RecordedLaunch? {
        var (first, last, isKnownLength) = (first, last, isKnownLength)
        let isStated = isKnownLength && choice.until == nil
        let origin = isKnownLength ? first : slices.reduce(Int64.max) { min($0, $1.start) }
        if let until = choice.until {
            (last, isKnownLength) = (min(last, origin.addingReportingOverflow(until).partialValue), true)
            if first == .min { first = origin }
        }
        if let from = choice.from { first = origin.addingReportingOverflow(from).partialValue }
        let kept = try tracks(of: choice)
        let named: (name: String, end: Int64)? =
            if let name = choice.last { try self.last(name, after: first, on: kept) } else { nil }
        if let named {
            (last, isKnownLength) = (named.end, true)
            if first == .min {
                first = slices.reduce(named.end) { kept?[Int($1.track)] ?? true ? min($0, $1.start) : $0 }
            }
        }
        let isWhole = first == .min && last == .max && kept == nil
        var all =
            isWhole
            ? slices
            : slices.filter {
                kept?[Int($0.track)] ?? true
                    && ($0.end > first && $0.start < last || $0.start == $0.end && $0.start == first)
            }
        var notes: [String] = []
        if isWhole, let (side, note) = busierSide(of: all) ?? busiestStretch(of: all) {
            all = side
            notes.append(note)
        }
        guard !all.isEmpty else { return nil }
        let (start, end) = all.reduce((Int64.max, Int64.min)) { (min($0.0, $1.start), max($0.1, $1.end)) }
        let begin = isKnownLength ? first : max(start, first)
        let length = (isStated ? last : isKnownLength ? min(last, max(end, first)) : min(end, last)) - begin
        guard length >= 0 else { return nil }
        var chosen = outermost(sorted(all), length: length, until: begin + length)
        if chosen.count > Self.runLimit {
            let limit = Self.length(of: Self.runLimit, in: chosen)
            let count = chosen.count
            var places = Self.runLimit - chosen.count { $0.slice.end - $0.slice.start > limit }
            chosen.removeAll { piece in
                let length = piece.slice.end - piece.slice.start
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
        (launch.isSliced, launch.isEndStated) = (true, isStated || named != nil)
        launch.words.end = named.map { UniqueNames.fit($0.name) }
        try fill(&launch, chosen, begin: begin, choice)
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
    private static func length(of number: Int, in pieces: [Piece]) -> Int64 {
        var (longest, limit) = ([Int64](), Int64.min)
        for slice in pieces.lazy.map({ $0.slice }) where slice.end - slice.start > limit {
            longest.append(slice.end - slice.start)
            guard longest.count == 2 * number else { continue }
            longest.sort(by: >)
            longest.removeLast(number)
            limit = longest[number - 1]
        }
        longest.sort(by: >)
        return longest[number - 1]
    }

    /// The slices that are inside no other one. One of more than half the launch counts only where none inside it runs;
    /// `all` by track and start.
    private func outermost(_ all: [Slice], length: Int64, until end: Int64) -> [Piece] {
        let hasThreads = all.contains { tracks[Int($0.track)].isThread }
        let moment = length / 500
        var pieces: [Piece] = []
        /// The long slices that are open, and up to when their time is someone's.
        var open: [(index: Int, covered: Int64)] = []
        func close(_ slice: Slice?) {
            while let last = open.last {
                let wrapper = all[last.index]
                if let slice, slice.track == wrapper.track, slice.start < wrapper.end { return }
                open.removeLast()
                addOwn(of: last.index, from: last.covered, to: wrapper.end)
                if !open.isEmpty { open[open.count - 1].covered = max(open[open.count - 1].covered, wrapper.end) }
            }
        }
        func addOwn(of index: Int, from start: Int64, to end: Int64) {
            guard end - start > moment else { return }
            var own = all[index]
            (own.start, own.end) = (start, end)
            pieces.append(Piece(slice: own, part: Int32(truncatingIfNeeded: index)))
        }
        var outer: Slice?
        let begin = end - length
        func within(_ slice: Slice) -> (from: Int64, to: Int64) { (max(slice.start, begin), min(slice.end, end)) }
        /// The last long piece, of which the slices inside are counted.
        var (holder, nested): (Int?, NestedSlices) = (nil, NestedSlices())
        func finishNested() {
            guard let place = holder else { return }
            let time = within(pieces[place].slice)
            pieces[place].inside = nested.longest(of: time.to - time.from)
            (holder, nested) = (nil, NestedSlices())
        }
        for index in all.indices {
            let slice = all[index]
            // Clocks are not exact: a slice that barely sticks out is inside.
            if let held = outer, held.track == slice.track, slice.start < held.end, slice.end <= held.end + moment {
                if slice.end - slice.start > (held.end - held.start) / 2, let last = pieces.last, last.work < 0,
                    dispatches(held.name), !dispatches(slice.name)
                {
                    pieces[pieces.count - 1].work = slice.name
                }
                if holder != nil {
                    let time = within(slice)
                    nested.add(slice.name, from: time.from, to: time.to)
                }
                continue
            }
            finishNested()
            close(slice)
            if waiting.contains(Int(slice.name)) {
                if let part = open.last { open[open.count - 1].covered = max(part.covered, slice.end) }
                outer = slice
                continue
            }
            let isThread = tracks[Int(slice.track)].isThread
            let isWrapper = slice.end - slice.start > length / 2 && hasChild(all, index)
            // A slice that lasts nearly the whole launch, outside the threads, explains nothing, unless something follows it.
            let isWhole = slice.end - slice.start > length / 10 * 9 && slice.end > end - length / 50
            if !isWrapper, hasThreads, !isThread, isWhole { continue }
            let part = open.last
            if let part {
                if isThread { addOwn(of: part.index, from: part.covered, to: slice.start) }
                open[open.count - 1].covered = isWrapper ? slice.start : max(part.covered, slice.end)
            }
            if isWrapper {
                open.append((index, isThread ? slice.start : slice.end))
                continue
            }
            outer = slice
            pieces.append(Piece(slice: slice, part: part.map { Int32(truncatingIfNeeded: $0.index) } ?? -1))
            let time = within(slice)
            if listsInside, time.to - time.from >= length / Self.insideShare { holder = pieces.count - 1 }
        }
        finishNested()
        close(nil)
        return pieces
    }

    /// Whether a name only says that something was dispatched, as Chromium's `ThreadPool_RunTask` does.
    private func dispatches(_ name: Int32) -> Bool {
        let name = names.names[Int(name)]
        return name.hasSuffix("RunTask") || name.hasSuffix("DoWork") || name.hasSuffix("FromWorkQueue")
    }

    private func hasChild(_ all: [Slice], _ index: Int) -> Bool {
        guard index + 1 < all.count else { return false }
        let (slice, next) = (all[index], all[index + 1])
        return next.track == slice.track && next.end <= slice.end && next.end - next.start < slice.end - slice.start
    }

    // MARK: Runs

    private func fill(
        _ launch: inout RecordedLaunch, _ chosen: [Piece], begin: Int64, _ choice: ImportChoice
    ) throws(WrongChoice) {
        var busy = [Int64](repeating: 0, count: tracks.count)
        for piece in chosen {
            let length = piece.slice.end - piece.slice.start + 1
            busy[Int(piece.slice.track)] =
                min(Self.times.upperBound, busy[Int(piece.slice.track)]) + min(length, 1 << 61)
        }
        var lanes = [Int](repeating: -1, count: tracks.count)
        var pools: [String: Int] = [:]
        launch.lanes.append(.init("main"))
        if let main = try mainTrack(busy, choice) {
            lanes[main] = 0
            launch.lanes[0].process = tracks[main].process
            launch.notes += notes(on: main, busy, choice)
        }
        for track in tracks.indices where busy[track] > 0 && lanes[track] < 0 {
            if !tracks[track].isThread, let known = pools[tracks[track].name] {
                lanes[track] = known
                continue
            }
            lanes[track] = launch.lanes.count
            if !tracks[track].isThread { pools[tracks[track].name] = launch.lanes.count }
            launch.lanes.append(
                .init(tracks[track].name, isThread: tracks[track].isThread, process: tracks[track].process))
        }
        launch.runs = chosen.map { piece in
            let slice = piece.slice
            let work = piece.work < 0 ? "" : ": " + names.names[Int(piece.work)]
            var run = RecordedLaunch.Run(
                names.names[Int(slice.name)] + work, lane: lanes[Int(slice.track)],
                start: min(launch.length, max(0, slice.start - begin)),
                end: min(launch.length, max(0, slice.end - begin)))
            run.part = Int(piece.part)
            run.isSpan = !tracks[Int(slice.track)].isThread
            return run
        }
        launch.inside = insideText(chosen, begin: begin, length: launch.length)
        let arrows = addArrows(&launch, chosen.map { $0.slice })
        if arrows > 0 {
            launch.notes.append(
                "\(Format.count(arrows, "arrow")) of the trace start at a run that had not ended and were left out."
            )
        }
        launch.putInOrder()
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
        let next = chosen[range].partitionPoint { $0.start > point.time }
        if next > range.lowerBound, chosen[next - 1].end >= point.time { return next - 1 }
        return !point.isInside && !point.isStart && next < range.upperBound ? next : nil
    }
}
