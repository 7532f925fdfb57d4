import TraceFormat

/// Stretches of time on tracks, as tracers of all kinds write them: they nest, have names, and arrows between them.
///
/// Keeps a bounded number: beyond it the shortest ones are dropped, as no launch depends on them.
struct Slices {
    /// How many slices are kept.
    static let limit = 1 << 20
    /// How many arrows are kept.
    static let arrowLimit = 1 << 18
    /// How many slices of one track may be open at once.
    static let openLimit = 10_000
    /// How many tracks there may be.
    static let trackLimit = 100_000

    /// The times that are accepted, in nanoseconds: two of them have a difference, and a little more than that.
    static let times: ClosedRange<Int64> = -(1 << 61)...(1 << 62)

    /// Where slices are.
    struct Track {
        /// What it is called.
        var name: String
        /// Whether it runs one thing at a time, as a thread does; otherwise slices may overlap.
        var isThread: Bool
        /// Whether it is a program's main thread, as far as its number tells.
        var isFirst = false
        /// The name of its process; empty if that is not known.
        var process = ""
        /// The slices that have begun and not ended.
        var open: [(name: Int32, start: Int64)] = []
    }

    /// A stretch of time.
    struct Slice {
        var start: Int64
        var end: Int64
        var name: Int32
        var track: Int32
    }

    /// A point of an arrow: it leads from a slice, or to one.
    struct Point {
        var id: UInt64
        var time: Int64
        var track: Int32
        var isStart: Bool
        /// Whether it means the slice under way, and not the one that begins next.
        var isInside: Bool
    }

    var names = NameNumbers()
    var tracks: [Track] = []
    private(set) var slices: [Slice] = []
    private(set) var points: [Point] = []
    /// Slices that were dropped because they were among the shortest.
    private(set) var dropped = 0
    /// Ends without a beginning.
    private(set) var strayEnds = 0
    /// The first of them: their beginnings may come later, as threads write when they can.
    private var strays: [(track: Int, name: Int, time: Int64)] = []
    /// The shortest slice that is still kept.
    private var shortest: Int64 = -1

    /// A slice begins; false if too many are open.
    @inline(__always)
    mutating func begin(_ name: Int, at time: Int64, on track: Int) -> Bool {
        guard tracks[track].open.count < Self.openLimit else { return false }
        tracks[track].open.append((Int32(truncatingIfNeeded: name), time))
        return true
    }

    /// The last slice that began on a track ends.
    @inline(__always)
    mutating func end(_ name: Int = -1, at time: Int64, on track: Int) {
        guard let last = tracks[track].open.popLast() else {
            strayEnds += 1
            if strays.count < Self.openLimit { strays.append((track, name, time)) }
            return
        }
        add(last.name, start: last.start, end: max(last.start, time), on: track)
    }

    /// Gives ends without a beginning to slices of their track that never ended: the innermost first, of the same name if the
    /// end has one.
    mutating func matchStrays() {
        strays.sort { ($0.track, $0.time) < ($1.track, $1.time) }
        for stray in strays {
            let open = tracks[stray.track].open
            let place = open.indices.last { index in
                open[index].start <= stray.time && (stray.name < 0 || Int(open[index].name) == stray.name)
            }
            guard let place else { continue }
            tracks[stray.track].open.remove(at: place)
            add(open[place].name, start: open[place].start, end: stray.time, on: stray.track)
            strayEnds -= 1
        }
        strays = []
    }

    /// A whole slice.
    @inline(__always)
    mutating func add(_ name: Int32, start: Int64, end: Int64, on track: Int) {
        guard end - start > shortest else {
            dropped += 1
            return
        }
        // Room for all, as memory that is not touched costs nothing, and growing touches it twice.
        if slices.isEmpty { slices.reserveCapacity(Self.limit) }
        slices.append(Slice(start: start, end: end, name: name, track: Int32(truncatingIfNeeded: track)))
        if slices.count >= Self.limit { prune() }
    }

    /// A point of an arrow.
    mutating func add(_ point: Point) {
        if points.count < Self.arrowLimit { points.append(point) }
    }

    /// Drops some slices.
    mutating func removeSlices(where isUnwanted: (Slice) -> Bool) {
        slices.removeAll(where: isUnwanted)
    }

    /// Drops the shorter half.
    private mutating func prune() {
        let lengths = slices.map { $0.end - $0.start }.sorted()
        shortest = lengths[lengths.count / 2]
        let count = slices.count
        slices.removeAll { $0.end - $0.start <= shortest }
        dropped += count - slices.count
    }

    /// How many slices never ended, and the name of one.
    var unended: (count: Int, name: String?) {
        let open = tracks.flatMap { $0.open }
        return (open.count, open.first.map { names.names[Int($0.name)] })
    }
}
