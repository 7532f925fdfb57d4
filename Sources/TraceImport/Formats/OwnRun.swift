import SchedulerCore
import Text
import TraceFormat

/// An attempt of one of our own traces, as an export says it.
struct OwnRun {
    /// Numbers of the task and of the lane in their indexes.
    var task: Int32 = 0
    var lane: Int32 = 0
    private(set) var run: Int32 = -1
    private(set) var attempt: Int32 = -1
    var start: Int64 = 0
    /// When it ended; nil if it never did.
    var end: Int64?
    var released: Int64?
    var ready: Int64?
    var outcome: Outcome?
    var reason = FinishReason.none
    /// The numbers of the records of its release, start and end; -1 for none.
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

    /// Whether nothing that is needed is missing, and no time too far away.
    var isWhole: Bool {
        guard Self.isNear(start), Self.isNear(end ?? 0), Self.isNear(released ?? 0), Self.isNear(ready ?? 0) else {
            return false
        }
        guard run >= 0, attempt >= 0, recordCount >= 2, records.0 < 0 || released != nil else { return false }
        return end == nil || outcome != nil && ready != nil && recordCount == 3
    }
}

extension OwnRun {
    /// Whether a time is one that a trace may have.
    @inline(__always)
    private static func isNear(_ time: Int64) -> Bool { time.magnitude <= TraceReader.timeLimit.magnitude }
}

extension OwnTrace {
    /// Reads the arguments of an attempt; nil if they are not plain, or say something that is not known yet.
    @inline(__always)
    mutating func scanRun(_ scanner: inout JSONScanner, task: Int) -> OwnRun? {
        var own = OwnRun()
        own.task = Int32(truncatingIfNeeded: task)
        var (run, attempt, hasLane) = (Int64(-1), Int64(-1), false)
        guard scanner.take(Byte.openBrace) else { return nil }
        repeat {
            guard let key = scanner.key() else { return nil }
            if key.isText("run") {
                guard let number = scanner.whole() else { return nil }
                run = number
            } else if key.isText("attempt") {
                guard let number = scanner.whole() else { return nil }
                attempt = number
            } else if key.isText("lane") {
                guard let name = scanner.string() else { return nil }
                own.lane = Int32(truncatingIfNeeded: lane(name))
                hasLane = true
            } else if key.isText("released") {
                own.released = scanner.whole()
                if own.released == nil { return nil }
            } else if key.isText("ready") {
                own.ready = scanner.whole()
                if own.ready == nil { return nil }
            } else if key.isText("outcome") {
                own.outcome = Self.scanOutcome(&scanner)
                if own.outcome == nil { return nil }
            } else if key.isText("records") {
                guard Self.scanRecords(&scanner, &own) else { return nil }
            } else if key.isText("event") {
                guard scanner.string() != nil else { return nil }
            } else {
                // Why it ended, and what the scenario says of its task.
                guard !key.isText("reason"), isStated(task), scanner.skipValue() else { return nil }
            }
        } while scanner.take(Byte.comma)
        own.set(run: run, attempt: attempt)
        return scanner.take(Byte.closeBrace) && hasLane ? own : nil
    }

    @inline(__always)
    private static func scanOutcome(_ scanner: inout JSONScanner) -> Outcome? {
        guard let word = scanner.string() else { return nil }
        if word.isText("success") { return .success }
        return Outcome.allCases.first { word.isText($0.word) }
    }

    @inline(__always)
    private static func scanRecords(_ scanner: inout JSONScanner, _ run: inout OwnRun) -> Bool {
        guard scanner.take(Byte.openBracket) else { return false }
        repeat {
            guard let record = scanner.whole() else { return false }
            run.add(record: record)
        } while scanner.take(Byte.comma)
        return scanner.take(Byte.closeBracket)
    }
}

/// Records that come in any order with their numbers.
struct NumberedRecords {
    private struct Entry {
        var record: TraceRecord
        var number: Int64
    }

    private var entries: [Entry] = []

    init(count: Int) { entries.reserveCapacity(count) }

    /// Adds a record.
    @inline(__always)
    mutating func add(_ record: TraceRecord, _ number: Int64) { entries.append(Entry(record: record, number: number)) }

    /// The records by their numbers; those with one number in the order in which they came.
    func ordered() -> [TraceRecord] {
        if let dense { return dense }
        return entries.enumerated().sorted {
            ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
        }.map { $0.element.record }
    }

    /// The records, if their numbers are those from 0 on: nothing has to be sorted.
    private var dense: [TraceRecord]? {
        let none = TraceRecord(.zero, .firstFrame)
        var records = [TraceRecord](repeating: none, count: entries.count)
        var isTaken = [Bool](repeating: false, count: entries.count)
        for entry in entries {
            guard entry.number >= 0, entry.number < Int64(records.count), !isTaken[Int(entry.number)] else {
                return nil
            }
            isTaken[Int(entry.number)] = true
            records[Int(entry.number)] = entry.record
        }
        return records
    }
}
