import SchedulerCore

/// Quoted names side by side in one block of memory, found by number.
public struct FragmentTable: Sendable {
    @usableFromInline var bytes = [UInt8](repeating: 0, count: Pen.slack)
    @usableFromInline var ends: [Int] = [0]
    /// Length of the longest fragment.
    public private(set) var longest = 0

    /// No fragments.
    public init() {}

    /// How many fragments there are.
    public var count: Int { ends.count - 1 }

    /// Whether there is a fragment with this number.
    @inlinable @inline(__always)
    public func contains(_ index: Int) -> Bool { index >= 0 && index < ends.count - 1 }

    /// Adds the fragment with number `count`.
    public mutating func append(_ fragment: [UInt8]) {
        bytes.removeLast(Pen.slack)
        bytes.append(contentsOf: fragment)
        ends.append(bytes.count)
        bytes.append(contentsOf: repeatElement(0, count: Pen.slack))
        longest = max(longest, fragment.count)
    }

    /// Fragments as plain memory, valid inside `withLines`.
    public struct Lines {
        @usableFromInline let bytes: UnsafeRawPointer
        @usableFromInline let ends: UnsafePointer<Int>

        @usableFromInline
        init(bytes: UnsafeRawPointer, ends: UnsafePointer<Int>) {
            (self.bytes, self.ends) = (bytes, ends)
        }
    }

    /// Opens the table for fast reading.
    @inlinable @inline(__always)
    public func withLines(_ body: (Lines) -> Void) {
        bytes.withUnsafeBytes { bytes in
            ends.withUnsafeBufferPointer { ends in
                guard let bytes = bytes.baseAddress, let ends = ends.baseAddress else { return }
                body(Lines(bytes: bytes, ends: ends))
            }
        }
    }
}

extension Pen {
    /// Writes the fragment with this number, which must exist.
    @inlinable @inline(__always)
    public mutating func put(_ lines: FragmentTable.Lines, _ index: Int) {
        let start = lines.ends[index]
        put(padded: lines.bytes + start, count: lines.ends[index + 1] - start)
    }
}

/// The beginning of a line, `{"t":…`, kept because many records share an instant.
struct TimeStamp: Sendable {
    private var time: Instant?
    private var text = SIMD32<UInt8>()
    private var count = 0

    /// Writes the beginning of a line at `time`; the room must reach 32 bytes.
    @inline(__always)
    mutating func put(_ time: Instant, with pen: inout Pen) {
        if time == self.time {
            pen.put(block: text, count: count)
        } else {
            let start = pen.next
            pen.put("{\"t\":")
            pen.put(time.nanoseconds)
            count = pen.next - start
            text = start.loadUnaligned(as: SIMD32<UInt8>.self)
            self.time = time
        }
    }
}

extension Pen {
    /// Writes the first `count` bytes of a block.
    @inline(__always)
    mutating func put(block: SIMD32<UInt8>, count: Int) {
        next.storeBytes(of: block, as: SIMD32<UInt8>.self)
        advance(by: count)
    }
}

/// Writes the records that need nothing but fixed words, numbers and cached names.
struct CommonLine {
    let tasks: FragmentTable.Lines
    let lanes: FragmentTable.Lines
    let includesTicks: Bool

    /// Writes one line; every name must be in the tables. Writes nothing for any other record.
    @inline(__always)
    func write(_ record: TraceRecord, with pen: inout Pen, stamp: inout TimeStamp) {
        switch record.fact {
        case .release(let task, let run, let lane):
            stamp.put(record.time, with: &pen)
            pen.put(",\"kind\":\"release\",\"task\":")
            pen.put(tasks, task.offset)
            pen.put(",\"run\":")
            pen.put(Int64(run))
            pen.put(",\"lane\":")
            pen.put(lanes, lane.offset)
            pen.put("}\n")
        case .start(let task, let run, let attempt, let lane):
            stamp.put(record.time, with: &pen)
            pen.put(",\"kind\":\"start\",\"task\":")
            pen.put(tasks, task.offset)
            pen.put(",\"run\":")
            pen.put(Int64(run))
            pen.put(",\"attempt\":")
            pen.put(Int64(attempt))
            pen.put(",\"lane\":")
            pen.put(lanes, lane.offset)
            pen.put("}\n")
        case .finish(let task, let run, let attempt, let outcome, let ready, let reason):
            stamp.put(record.time, with: &pen)
            pen.put(",\"kind\":\"finish\",\"task\":")
            pen.put(tasks, task.offset)
            pen.put(",\"run\":")
            pen.put(Int64(run))
            pen.put(",\"attempt\":")
            pen.put(Int64(attempt))
            pen.put(outcome)
            pen.put(",\"ready\":")
            pen.put(ready.nanoseconds)
            if reason != .none { pen.put(reason) }
            pen.put("}\n")
        case .event, .state, .firstFrame, .queue, .tick, .job:
            writePlain(record, with: &pen, stamp: &stamp)
        case .action, .refused, .skip, .miss, .park, .sequence, .expect, .warning:
            break
        }
    }

    private func writePlain(_ record: TraceRecord, with pen: inout Pen, stamp: inout TimeStamp) {
        if case .tick = record.fact, !includesTicks { return }
        stamp.put(record.time, with: &pen)
        switch record.fact {
        case .event(let event): pen.put(",\"kind\":\"event\",\"event\":\"", event.word)
        case .state(let state): pen.put(",\"kind\":\"state\",\"state\":\"", state.word)
        case .queue(let signal): pen.put(",\"kind\":\"queue\",\"signal\":\"", signal.word)
        case .firstFrame(let parked):
            pen.put(",\"kind\":\"firstFrame\"")
            if parked > 0 {
                pen.put(",\"parked\":")
                pen.put(Int64(parked))
            }
        case .tick(let number):
            pen.put(",\"kind\":\"tick\",\"n\":")
            pen.put(number)
        case .job(let job, let task, let signal, let attempt, let willRetry, let reason):
            pen.put(",\"kind\":\"job\",\"job\":")
            pen.put(job)
            pen.put(",\"task\":")
            pen.put(tasks, task.offset)
            pen.put(",\"signal\":\"", signal.word)
            pen.put(",\"attempt\":")
            pen.put(Int64(attempt))
            if willRetry { pen.put(",\"willRetry\":true") } else { pen.put(",\"willRetry\":false") }
            pen.put(reason)
        case .action, .refused, .release, .start, .finish, .skip, .miss, .park, .sequence, .expect, .warning:
            break
        }
        pen.put("}\n")
    }
}

extension Pen {
    /// Writes an opening and a word, and closes the quote.
    fileprivate mutating func put(_ opening: StaticString, _ word: StaticString) {
        put(opening)
        put(word)
        put("\"")
    }

    /// Writes the member `outcome` of an object that has others before it.
    @inlinable @inline(__always)
    public mutating func put(_ outcome: Outcome) {
        switch outcome {
        case .success: put(",\"outcome\":\"success\"")
        case .fail: put(",\"outcome\":\"fail\"")
        case .critical: put(",\"outcome\":\"critical\"")
        case .cancelled: put(",\"outcome\":\"cancelled\"")
        case .timedOut: put(",\"outcome\":\"timedOut\"")
        }
    }

    /// Writes the member `reason`, if there is one.
    fileprivate mutating func put(_ reason: FinishReason) {
        guard let text = ReasonText.text(reason) else { return }
        put(",\"reason\":\"", text)
    }
}
