import Text
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
    /// How many beginnings and ends are put in order at once.
    static let markLimit = 1 << 21
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
        /// How many more beginnings than ends were read, and the time of the last of them.
        var depth = 0
        var last = Int64.min
    }

    /// A stretch of time.
    struct Slice {
        var start: Int64
        var end: Int64
        var name: Int32
        var track: Int32
    }

    /// The beginning or the end of a slice, which may come in the file before what was earlier: threads and processors write
    /// when they can.
    private struct Mark {
        var time: Int64
        /// -1: an end that names no slice.
        var name: Int32
        /// The track; of an end all its bits are inverted.
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
    /// The names of slices that do nothing but wait for other threads, such as Bazel's evaluation of its actions.
    var waiting: Set<Int> = []
    /// Whether what ran inside long slices is said of a launch.
    var listsInside = false
    private(set) var slices: [Slice] = []
    private(set) var points: [Point] = []
    /// Slices that were dropped because they were among the shortest.
    private(set) var dropped = 0
    /// Ends without a beginning.
    private(set) var strayEnds = 0
    private var marks: [Mark] = []
    /// Whether the marks of each track come in the order of their times.
    private var isInOrder = true
    /// The shortest slice that is still kept.
    private var shortest: Int64 = -1

    /// A slice begins; false if too many are open.
    @inline(__always)
    mutating func begin(_ name: Int, at time: Int64, on track: Int) -> Bool {
        guard tracks[track].depth < Self.openLimit else { return false }
        tracks[track].depth += 1
        mark(name, at: time, on: track, place: Int32(truncatingIfNeeded: track))
        return true
    }

    /// A slice of a track ends: the innermost of this name, if the end has one, else the innermost.
    @inline(__always)
    mutating func end(_ name: Int = -1, at time: Int64, on track: Int) {
        if tracks[track].depth > 0 { tracks[track].depth -= 1 }
        mark(name, at: time, on: track, place: ~Int32(truncatingIfNeeded: track))
    }

    @inline(__always)
    private mutating func mark(_ name: Int, at time: Int64, on track: Int, place: Int32) {
        if time < tracks[track].last { isInOrder = false } else { tracks[track].last = time }
        // Memory that is not touched costs nothing, and growing touches it twice.
        if marks.isEmpty { marks.reserveCapacity(Self.markLimit) }
        marks.append(Mark(time: time, name: Int32(truncatingIfNeeded: name), track: place))
        if marks.count >= Self.markLimit { pair(marks.count / 2) }
    }

    /// Pairs the beginnings and ends that are left.
    mutating func pairAll() {
        pair(marks.count)
        marks = []
    }

    /// Pairs the earlier beginnings and ends by their times; of equal times by their order in the file.
    private mutating func pair(_ count: Int) {
        if !isInOrder { marks.sort { $0.time < $1.time } }
        for mark in marks[..<count] {
            if mark.track >= 0 {
                tracks[Int(mark.track)].open.append((mark.name, mark.time))
            } else {
                pairEnd(mark, on: Int(~mark.track))
            }
        }
        marks.removeFirst(count)
    }

    private mutating func pairEnd(_ mark: Mark, on track: Int) {
        let named = mark.name < 0 ? nil : tracks[track].open.lastIndex { $0.name == mark.name }
        guard let place = named ?? tracks[track].open.indices.last else {
            strayEnds += 1
            return
        }
        let begun = tracks[track].open.remove(at: place)
        add(begun.name, start: begun.start, end: mark.time, on: track)
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

    /// What is wrong with a trace without slices.
    var emptyText: String {
        let (count, name) = unended
        guard let name else { return "found no slices: nothing begins and ends" }
        return "found no slices: \(Format.count(count, "slice")) without an end, such as \(UniqueNames.fit(name))"
    }
}
