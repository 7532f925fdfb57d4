import Foundation
import SchedulerCore
import TaskKit
import TraceFormat

/// The inputs of a scheduler in a ring of plain memory: noting one is a few stores, and never waits for a reader.
///
/// `@unchecked Sendable`: everything is only touched while the lock is held; a reader holds it for `batchSize` inputs at
/// most. One writer at a time, which the scheduler's own lock sees to.
final class InputLog: @unchecked Sendable {
    /// Inputs that are read at once at most.
    static let batchSize = 256
    /// Characters of a command's text that are kept.
    static let textLimit = 8_192
    /// Inputs in one piece of memory.
    static let chunkSize = 4_096

    /// An input in a few words.
    struct Entry: BitwiseCopyable {
        enum Kind: UInt8, BitwiseCopyable {
            case pass, finish, hung, again, jobFinish, jobHung, limits, tick, command
        }
        var time: Int64
        /// The run's sequence, the job's number, or the command's number in the log.
        var subject: Int64
        /// The run's slot or the job's attempt.
        var detail: Int32
        /// Passes, or the task.
        var count: Int32
        var kind: Kind
        var outcome: Outcome
    }

    /// A command as it was given.
    struct Order: Sendable {
        var command: Command
        var text: String
    }

    private let lock = NSLock()
    private let chunkLimit: Int
    private let orderLimit: Int
    /// Full pieces, oldest first; the last one is being filled.
    private var chunks: [UnsafeMutablePointer<Entry>] = []
    private var used = InputLog.chunkSize
    /// The number of the first input that is kept.
    private var first: Int64 = 0
    private var count: Int64 = 0
    /// Inputs before this number were read by somebody, so a further pass is not counted into the last of them.
    private var sealed: Int64 = 0
    private var orders: [Order] = []
    private var firstOrder: Int64 = 0

    /// An empty log that keeps so many inputs (rounded up to whole pieces) and commands.
    init(limit: Int, orderLimit: Int) {
        chunkLimit = max(2, (limit + Self.chunkSize - 1) / Self.chunkSize)
        self.orderLimit = max(1, orderLimit)
        addChunk()
    }

    deinit {
        for chunk in chunks { chunk.deallocate() }
    }

    /// Inputs noted so far.
    var total: Int64 { locked { count } }

    /// Whether everything from the start is still kept.
    var isWhole: Bool { locked { first == 0 && firstOrder == 0 } }

    /// Whether everything from number `start` on is still kept, the texts of commands left aside.
    func keeps(_ start: Int64) -> Bool { locked { start >= first } }

    /// Notes an input. O(1).
    func note(_ input: Input, at time: Instant, text: String?) {
        lock.lock()
        defer { lock.unlock() }
        let time = time.nanoseconds
        switch input {
        case .advance:
            if count > sealed, used > 0 {
                let last = chunks[chunks.count - 1] + (used - 1)
                if last.pointee.kind == .pass, last.pointee.time == time, last.pointee.count < .max {
                    last.pointee.count += 1
                    return
                }
            }
            append(Entry(time: time, subject: 0, detail: 0, count: 1, kind: .pass, outcome: .success))
        case .runFinished(let run, let outcome):
            append(
                Entry(
                    time: time, subject: run.sequence, detail: run.slot, count: 0, kind: .finish, outcome: outcome))
        case .runHung(let run):
            append(
                Entry(time: time, subject: run.sequence, detail: run.slot, count: 0, kind: .hung, outcome: .success))
        case .reportedAgain(let task):
            append(
                Entry(time: time, subject: 0, detail: 0, count: task.index, kind: .again, outcome: .success))
        case .jobFinished(let run, let task, let outcome):
            append(
                Entry(
                    time: time, subject: run.job.number, detail: run.attempt, count: task.index, kind: .jobFinish,
                    outcome: outcome))
        case .jobHung(let run):
            append(
                Entry(
                    time: time, subject: run.job.number, detail: run.attempt, count: 0, kind: .jobHung,
                    outcome: .success))
        case .limitsDue:
            append(Entry(time: time, subject: 0, detail: 0, count: 0, kind: .limits, outcome: .success))
        case .tick: append(Entry(time: time, subject: 0, detail: 0, count: 0, kind: .tick, outcome: .success))
        case .command(let command, _):
            let number = firstOrder + Int64(orders.count)
            orders.append(Order(command: command, text: Self.shortened(text ?? "")))
            if orders.count > 2 * orderLimit { dropOrders() }
            append(Entry(time: time, subject: number, detail: 0, count: 0, kind: .command, outcome: .success))
        }
    }

    /// The inputs from number `start` on, at most `batchSize`; nil where that one is no longer kept.
    func read(from start: Int64) -> [RecordedInput]? {
        guard let entries = copy(from: start) else { return nil }
        var inputs: [RecordedInput] = []
        inputs.reserveCapacity(entries.count)
        for entry in entries {
            guard let input = recorded(entry) else { return nil }
            inputs.append(input)
        }
        return inputs
    }

    /// The plain words of the inputs from number `start` on: what is made of them is made without the lock.
    private func copy(from start: Int64) -> [Entry]? {
        lock.lock()
        defer { lock.unlock() }
        guard start >= first else { return nil }
        let end = max(start, min(count, start + Int64(Self.batchSize)))
        sealed = max(sealed, end)
        return (Int(start - first)..<Int(end - first)).map { chunks[$0 / Self.chunkSize][$0 % Self.chunkSize] }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    /// Readers are told no more of a text.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= textLimit ? text : String(text.prefix(textLimit))
    }

    @inline(__always)
    private func append(_ entry: Entry) {
        if used == Self.chunkSize { addChunk() }
        chunks[chunks.count - 1][used] = entry
        used += 1
        count += 1
    }

    /// A further piece, or the oldest one again.
    private func addChunk() {
        if chunks.count < chunkLimit {
            chunks.append(.allocate(capacity: Self.chunkSize))
        } else {
            chunks.append(chunks.removeFirst())
            first += Int64(Self.chunkSize)
        }
        used = 0
    }

    private func dropOrders() {
        orders.removeFirst(orderLimit)
        firstOrder += Int64(orderLimit)
    }

    private func order(_ number: Int64) -> Order? {
        locked {
            let place = Int(number - firstOrder)
            return orders.indices.contains(place) ? orders[place] : nil
        }
    }

    private func recorded(_ entry: Entry) -> RecordedInput? {
        let time = Instant(nanoseconds: entry.time)
        let run = RunID(slot: entry.detail, sequence: entry.subject)
        let job = JobRunID(job: JobID(entry.subject), attempt: entry.detail)
        switch entry.kind {
        case .pass: return RecordedInput(time: time, input: .advance, count: entry.count)
        case .finish: return RecordedInput(time: time, input: .runFinished(run, entry.outcome))
        case .hung: return RecordedInput(time: time, input: .runHung(run))
        case .again: return RecordedInput(time: time, input: .reportedAgain(TaskID(Int(entry.count))))
        case .jobFinish:
            return RecordedInput(time: time, input: .jobFinished(job, TaskID(Int(entry.count)), entry.outcome))
        case .jobHung: return RecordedInput(time: time, input: .jobHung(job))
        case .limits: return RecordedInput(time: time, input: .limitsDue)
        case .tick: return RecordedInput(time: time, input: .tick)
        case .command:
            guard let order = order(entry.subject) else { return nil }
            return RecordedInput(
                time: time, input: .command(order.command, CommandID(Int(truncatingIfNeeded: entry.subject))),
                text: order.text)
        }
    }
}
