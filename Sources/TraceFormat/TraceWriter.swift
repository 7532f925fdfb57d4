import Text
import SchedulerCore

/// Writes trace records as ndjson, byte for byte as The rules, "Trace", define it.
///
/// Each name is escaped once; a record of the common kinds is a handful of block copies and no allocation. The bytes
/// stay in one buffer until `drain` takes them. O(bytes written).
public struct TraceWriter: Sendable {
    /// Whether `tick` records are written; they are left out without `--ticks`.
    public var includesTicks: Bool
    /// What the numbers in the records stand for; set by `init` and `learn`.
    public private(set) var names: TraceNames

    private var buffer: [UInt8]
    private var used = 0
    private var tasks = FragmentTable()
    private var lanes = FragmentTable()
    private var stamp = TimeStamp()
    private var lastReason: (reason: Reason, text: [UInt8])?

    /// A writer that has written the header line.
    public init(header: TraceHeader, names: TraceNames, includesTicks: Bool = true) {
        self.includesTicks = includesTicks
        self.names = names
        buffer = [UInt8](repeating: 0, count: 1 << 16)
        learn(names)
        let name = JSONText.quoted(header.name)
        withPen(reserving: 128 + name.count) { pen in
            pen.put("{\"schema\":1,\"kind\":\"header\",\"name\":")
            pen.put(name)
            pen.put(",\"seed\":")
            pen.put(header.seed)
            pen.put(",\"tick\":")
            pen.put(header.tick.count)
            pen.put("}\n")
        }
    }

    /// Takes in names that became known since; those known already must keep their places. O(new names).
    public mutating func learn(_ names: TraceNames) {
        self.names = names
        lastReason = nil
        for name in names.tasks[min(tasks.count, names.tasks.count)...] { tasks.append(JSONText.quoted(name)) }
        for name in names.lanes[min(lanes.count, names.lanes.count)...] { lanes.append(JSONText.quoted(name)) }
    }

    /// Releases the names, so that their owner can change them without a copy; until `learn` nothing can be written.
    public mutating func forgetNames() { names = TraceNames() }

    /// Writes one record as one line.
    public mutating func write(_ record: TraceRecord) {
        withUnsafePointer(to: record) { write(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    /// Writes records, one line each.
    public mutating func write(_ records: [TraceRecord]) {
        records.withUnsafeBufferPointer { write($0) }
    }

    /// Writes records, one line each.
    public mutating func write(_ records: ArraySlice<TraceRecord>) {
        records.withUnsafeBufferPointer { write($0) }
    }

    private mutating func write(_ records: UnsafeBufferPointer<TraceRecord>) {
        var index = 0
        while index < records.count {
            if !isCommon(records[index].fact) {
                writeRare(records[index])
                index += 1
            }
            writeCommon(records, from: &index)
        }
    }

    /// Writes the last line.
    public mutating func end(_ end: TraceEnd) {
        withPen(reserving: 256) { pen in
            pen.put("{\"t\":")
            pen.put(end.time.nanoseconds)
            pen.put(",\"kind\":\"end\",\"state\":\"")
            pen.put(end.state.word)
            pen.put("\",\"launch\":")
            if let launch = end.launch { pen.put(launch.count) } else { pen.put("null") }
            if end.parked > 0 {
                pen.put(",\"parked\":")
                pen.put(Int64(end.parked))
            }
            pen.put(",\"runs\":")
            pen.put(Int64(end.runs))
            pen.put(",\"warnings\":")
            pen.put(Int64(end.warnings))
            pen.put("}\n")
        }
    }

    /// Hands over the bytes written since the last drain, valid only inside `body`, and forgets them.
    public mutating func drain<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        defer { used = 0 }
        return buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<used])) }
    }

    /// Takes the bytes written since the last drain.
    public mutating func drain() -> [UInt8] {
        drain { [UInt8]($0) }
    }

    /// A whole trace as bytes; without an end line if `trace` has none.
    public static func bytes(of trace: Trace, includesTicks: Bool = true) -> [UInt8] {
        var writer = TraceWriter(header: trace.header, names: trace.names, includesTicks: includesTicks)
        writer.write(trace.records)
        if let end = trace.end { writer.end(end) }
        return writer.drain()
    }
}

// MARK: - Room

extension TraceWriter {
    private mutating func reserve(_ count: Int) {
        let wanted = used + count + Pen.slack
        guard wanted > buffer.count else { return }
        buffer.append(contentsOf: repeatElement(0, count: max(wanted, buffer.count * 2) - buffer.count))
    }

    private mutating func withPen(reserving count: Int, _ body: (inout Pen) -> Void) {
        reserve(count)
        used = buffer.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return used }
            var pen = Pen(at: base + used)
            body(&pen)
            return pen.next - base
        }
    }
}

// MARK: - Common records

extension TraceWriter {
    /// Room for any common record, its names aside: the fixed words and at most five numbers.
    private static let longestCommonLine = 384

    private func isCommon(_ fact: TraceRecord.Fact) -> Bool {
        Self.isCommon(fact, tasks, lanes, hasErrors: !names.errors.isEmpty)
    }

    /// Whether a record needs nothing but fixed words, numbers and cached names.
    @inline(__always)
    private static func isCommon(
        _ fact: TraceRecord.Fact, _ tasks: FragmentTable, _ lanes: FragmentTable, hasErrors: Bool
    ) -> Bool {
        switch fact {
        case .finish(let task, _, _, let outcome, _, _) where hasErrors:
            outcome == .success && tasks.contains(task.offset)
        case .event, .state, .firstFrame, .tick, .queue: true
        case .release(let task, _, let lane), .start(let task, _, _, let lane):
            tasks.contains(task.offset) && lanes.contains(lane.offset)
        case .finish(let task, _, _, _, _, _), .job(_, let task, _, _, _, _): tasks.contains(task.offset)
        case .action, .refused, .skip, .miss, .park, .sequence, .expect, .warning: false
        }
    }

    /// Writes records from `index` on until one is not common.
    private mutating func writeCommon(_ records: UnsafeBufferPointer<TraceRecord>, from index: inout Int) {
        let room = Self.longestCommonLine + tasks.longest + lanes.longest
        let (tasks, lanes, includesTicks) = (tasks, lanes, includesTicks)
        let hasErrors = !names.errors.isEmpty
        while index < records.count, Self.isCommon(records[index].fact, tasks, lanes, hasErrors: hasErrors) {
            reserve(max(room, 1 << 15))
            let limit = buffer.count - Pen.slack - room
            let start = used
            var (place, stamp) = (index, stamp)
            used = buffer.withUnsafeMutableBytes { bytes in
                guard let base = bytes.baseAddress else { return start }
                var pen = Pen(at: base + start)
                tasks.withLines { taskLines in
                    lanes.withLines { laneLines in
                        let line = CommonLine(tasks: taskLines, lanes: laneLines, includesTicks: includesTicks)
                        while place < records.count, pen.next - base <= limit {
                            let record = records[place]
                            guard Self.isCommon(record.fact, tasks, lanes, hasErrors: hasErrors) else { break }
                            line.write(record, with: &pen, stamp: &stamp)
                            place += 1
                        }
                    }
                }
                return pen.next - base
            }
            (index, self.stamp) = (place, stamp)
        }
    }
}

// MARK: - Rare records

extension TraceWriter {
    /// Writes a record that is not common: it names something that is not cached.
    private mutating func writeRare(_ record: TraceRecord) {
        var line: [UInt8] = []
        switch record.fact {
        case .action(let command):
            line.add("action", [("action", names.text(of: command))])
        case .refused(let command, let refusal):
            let reason = ReasonText.text(refusal, of: command, names: names)
            line.add("refused", [("action", names.text(of: command)), ("reason", reason)])
        case .skip(let task, let reason): line.add("skip", task: name(of: task), reason: quoted(reason))
        case .miss(let task, let reason): line.add("miss", task: name(of: task), reason: quoted(reason))
        case .park(let task, let reason): line.add("park", task: name(of: task), reason: quoted(reason))
        case .sequence(let sequence, let signal, let step, let reason):
            line.add("sequence", [("name", names.name(of: sequence)), ("signal", "\(signal.word)")])
            if let step { line.add(key: "step", names.name(of: step)) }
            if let reason { line.add(key: "reason", ReasonText.text(reason, names: names)) }
        case .expect(let number):
            let judged = names.expectation(number)
            line.append(contentsOf: ",\"kind\":\"expect\",\"line\":\(judged.line),\"ok\":\(judged.isMet)".utf8)
            line.add(key: "text", judged.text)
            line.add(key: "actual", judged.actual)
        case .warning(let warning):
            let message = ReasonText.text(warning, names: names)
            line.add("warning", [("code", ReasonText.code(warning, names: names)), ("message", message)])
        case .release(let task, let run, let lane):
            line.add("release", task: name(of: task), numbers: [("run", run)], lane: names.name(of: lane))
        case .start(let task, let run, let attempt, let lane):
            let numbers = [("run", run), ("attempt", attempt)]
            line.add("start", task: name(of: task), numbers: numbers, lane: names.name(of: lane))
        case .finish(let task, let run, let attempt, let outcome, let ready, _):
            guard let error = names.error(of: record.fact) else { return writeUnnamed(record) }
            line.append(contentsOf: ",\"kind\":\"finish\",\"task\":".utf8)
            line += name(of: task)
            let ending =
                ",\"run\":\(run),\"attempt\":\(attempt),\"outcome\":\"\(outcome.word)\",\"ready\":\(ready.nanoseconds)"
            line.append(contentsOf: ending.utf8)
            line.add(key: "reason", error)
        case .job, .event, .state, .firstFrame, .tick, .queue:
            writeUnnamed(record)
            return
        }
        withPen(reserving: 64 + line.count) { pen in
            pen.put("{\"t\":")
            pen.put(record.time.nanoseconds)
            pen.put(line)
            pen.put("}\n")
        }
    }

    /// Writes a finish or job whose task has no name: under `#` and its number.
    private mutating func writeUnnamed(_ record: TraceRecord) {
        var fact = record.fact
        var table = FragmentTable()
        switch record.fact {
        case .finish(let task, let run, let attempt, let outcome, let ready, let reason):
            table.append(name(of: task))
            fact = .finish(TaskID(0), run: run, attempt: attempt, outcome, ready: ready, reason)
        case .job(let job, let task, let signal, let attempt, let willRetry, let reason):
            table.append(name(of: task))
            fact = .job(job, TaskID(0), signal, attempt: attempt, willRetry: willRetry, reason)
        case .action, .refused, .event, .state, .firstFrame, .tick, .release, .start, .skip, .miss, .park, .queue,
            .sequence, .expect, .warning:
            break
        }
        var stamp = TimeStamp()
        withPen(reserving: Self.longestCommonLine + table.longest) { pen in
            table.withLines { tasks in
                let line = CommonLine(tasks: tasks, lanes: tasks, includesTicks: true)
                line.write(TraceRecord(record.time, fact), with: &pen, stamp: &stamp)
            }
        }
    }

    private func name(of task: TaskID) -> [UInt8] {
        JSONText.quoted(names.name(of: task))
    }

    /// A reason as JSON; a cascade of skips repeats one first cause, so the last one is kept.
    private mutating func quoted(_ reason: Reason) -> [UInt8] {
        if let last = lastReason, last.reason == reason { return last.text }
        let text = JSONText.quoted(ReasonText.text(reason, names: names))
        lastReason = (reason, text)
        return text
    }
}

extension [UInt8] {
    /// Appends a kind and string members.
    fileprivate mutating func add(_ kind: String, _ members: [(String, String)]) {
        append(contentsOf: ",\"kind\":\"\(kind)\"".utf8)
        for (key, value) in members { add(key: key, value) }
    }

    /// Appends a string member.
    fileprivate mutating func add(key: String, _ value: String) {
        append(contentsOf: ",\"\(key)\":".utf8)
        JSONText.append(value, to: &self)
    }

    /// Appends a kind, a task and a reason, both quoted already.
    fileprivate mutating func add(_ kind: String, task: [UInt8], reason: [UInt8]) {
        append(contentsOf: ",\"kind\":\"\(kind)\",\"task\":".utf8)
        append(contentsOf: task)
        append(contentsOf: ",\"reason\":".utf8)
        append(contentsOf: reason)
    }

    /// Appends a kind, a quoted task, numbers and a lane.
    fileprivate mutating func add(_ kind: String, task: [UInt8], numbers: [(String, Int32)], lane: String) {
        append(contentsOf: ",\"kind\":\"\(kind)\",\"task\":".utf8)
        append(contentsOf: task)
        for (key, number) in numbers { append(contentsOf: ",\"\(key)\":\(number)".utf8) }
        add(key: "lane", lane)
    }
}
