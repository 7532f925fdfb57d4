import SchedulerCore
import TraceFormat

/// An attempt of one of our own traces, as an export holds it.
struct OwnRun {
    var task = TaskID(0)
    var lane = LaneID(0)
    private(set) var run: Int32 = -1
    private(set) var attempt: Int32 = -1
    var start: Int64 = 0
    /// When it ended; nil if it never did.
    var end: Int64?
    var released: Int64?
    var ready: Int64?
    var outcome: Outcome?
    var reason = FinishReason.none
    /// The numbers of its records of release, start and end; -1 for none.
    private(set) var records: (Int64, Int64, Int64) = (-1, -1, -1)
    private var recordCount = 0

    /// Which run it is, and which attempt of it.
    @inline(__always)
    mutating func set(run: Int64, attempt: Int64) {
        (self.run, self.attempt) = (Int32(exactly: run) ?? -1, Int32(exactly: attempt) ?? -1)
    }

    /// The number of its next record.
    @inline(__always)
    mutating func add(record: Int64) {
        switch recordCount {
        case 0: records.0 = record
        case 1: records.1 = record
        case 2: records.2 = record
        default: return
        }
        recordCount += 1
    }

    /// Whether nothing is missing and no time is out of range.
    var isWhole: Bool {
        guard Self.isNear(start), Self.isNear(end ?? 0), Self.isNear(released ?? 0), Self.isNear(ready ?? 0) else {
            return false
        }
        guard run >= 0, attempt >= 0, recordCount >= 2, records.0 < 0 || released != nil else { return false }
        return end == nil || outcome != nil && ready != nil && recordCount == 3
    }

    /// Whether a trace may have this time.
    @inline(__always)
    private static func isNear(_ time: Int64) -> Bool { time.magnitude <= TraceReader.timeLimit.magnitude }
}

/// Records that come in any order with their numbers.
struct NumberedRecords {
    private struct Entry {
        var record: TraceRecord
        var number: Int64
    }

    /// The records by their numbers, as far as they came, and places that are still free.
    private var records: [TraceRecord] = []
    /// How many places there are up to the last one taken.
    private var length = 0
    /// Records whose numbers are taken, or far beyond how many there are.
    private var others: [Entry] = []
    private var count = 0

    /// What stands in a free place: no trace has a record that late.
    private static var free: TraceRecord { TraceRecord(.distantFuture, .firstFrame) }

    /// Adds a record, whose time is one that a trace may have. O(1) amortised.
    @inline(__always)
    mutating func add(_ record: TraceRecord, _ number: Int64) {
        count += 1
        // A number alone costs no memory: there are never many more places than records.
        guard number >= 0, number < Int64(4 * count + 4096) else {
            return others.append(Entry(record: record, number: number))
        }
        let place = Int(number)
        if place >= records.count { makeRoom(for: place) }
        guard records[place].time == .distantFuture else { return others.append(Entry(record: record, number: number)) }
        records[place] = record
        length = max(length, place + 1)
    }

    private mutating func makeRoom(for place: Int) {
        // Four times as much, as memory that is not touched costs nothing, and copying touches all of it.
        if place + 4096 > records.capacity { records.reserveCapacity(max(4 * records.count, place + 4096)) }
        records.append(contentsOf: repeatElement(Self.free, count: place + 4096 - records.count))
    }

    /// The records by their numbers.
    mutating func ordered() -> [TraceRecord] {
        records.removeLast(records.count - length)
        // Nothing is missing between them: nothing has to be moved.
        if count == records.count, others.isEmpty { return records }
        var all = records.indices.filter { records[$0].time != .distantFuture }.map {
            Entry(record: records[$0], number: Int64($0))
        }
        all += others
        return all.enumerated().sorted {
            ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
        }.map { $0.element.record }
    }
}
