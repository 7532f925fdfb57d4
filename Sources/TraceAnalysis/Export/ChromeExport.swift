import SchedulerCore
import Text
import TraceFormat

/// The trace event format of Chrome: opens in Perfetto's viewer and in chrome://tracing.
///
/// Lanes are threads (one more for each further run at the same time), attempts complete events, predecessors
/// flow arrows, queues counters, everything else instants. The arguments hold what the trace says, exact to the
/// nanosecond and with the numbers of the records, so that reading it back gives the same trace.
struct ChromeExport: AttemptReader {
    private var buffer: ExportBuffer
    private let names: TraceNames
    private let words: RecordWords
    private var writer: TraceWriter
    private let recording: LaunchRecording
    private let fragments: RunFragments
    /// Many attempts were released at one instant, and many begin at one.
    private var released = RepeatedNumber()
    private var started = RepeatedNumber()
    /// Most attempts are the first ones of a task's first run.
    private var number = RepeatedNumber()
    private var flows: Int64 = 0
    private var lastProcess: [Int32] = []
    private var earlier: [(row: Int32, process: Int32)] = []
    private var namedProcess: Int32 = -1
    private var isFirst = true

    static func write(_ recording: LaunchRecording, to sink: @escaping (UnsafeRawBufferPointer) -> Void) -> Bool {
        let names = recording.trace.names
        let tables = RunFragmentTables(Self.self, tasks: names.tasks, known: recording.tasks, lanes: names.lanes)
        tables.withFragments { fragments in
            var trace = ChromeExport(recording, fragments, sink)
            var fold = AttemptFold(recording)
            fold.run(&trace)
            trace.writeQueues(fold)
            trace.nameThreads(fold.rows)
            trace.buffer.write("\n]}\n")
            trace.buffer.flush()
        }
        return true
    }

    private init(
        _ recording: LaunchRecording, _ fragments: RunFragments, _ sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) {
        self.fragments = fragments
        self.recording = recording
        buffer = ExportBuffer(sink)
        names = recording.trace.names
        words = RecordWords(names: names)
        writer = TraceWriter(header: recording.trace.header, names: names)
        _ = writer.drain()
        buffer.write("{\"displayTimeUnit\":\"ms\",\"otherData\":")
        buffer.write(RecordingFacts.json(recording))
        buffer.write(",\"traceEvents\":[")
    }
}

// MARK: - Wording

extension ChromeExport: RunWording {
    /// From the comma before an event to its phase.
    static func opening(task: String) -> String { ",\n{\"name\":\(JSONText.quote(task)),\"cat\":\"run\",\"ph\":\"" }
    static func middle(task: String) -> String { "" }
    static func closing(known: TaskSpec?) -> String { (known.map { TaskFacts.json($0) } ?? "") + "}}" }
    static func lane(_ name: String) -> String { ",\"lane\":\(JSONText.quote(name))" }

    static func released(after event: LifecycleEvent?) -> String {
        (event.map { ",\"event\":\"\($0.word)\"" } ?? "") + ",\"released\":"
    }
}

// MARK: - Attempts

extension ChromeExport {
    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        note(row: attempt.row, process: attempt.process)
        let error = attempt.error(in: names)
        if fragments.contains(attempt), error == nil {
            write(attempt, fragments)
        } else {
            writeAlone(attempt, error)
        }
        for cause in causes { write(cause, to: attempt) }
    }

    /// Writes an attempt whose task or lane has no name, or that says why it failed.
    @inline(never)
    private mutating func writeAlone(_ attempt: Attempt, _ error: String?) {
        let tables = RunFragmentTables(Self.self, for: attempt, of: recording)
        var alone = attempt
        (alone.task, alone.lane) = (TaskID(0), LaneID(0))
        let reason = error.map { Array(",\"reason\":\(JSONText.quote($0))".utf8) } ?? []
        tables.withFragments { write(alone, $0, reason: reason) }
    }

    @inline(__always)
    private mutating func write(_ attempt: Attempt, _ fragments: RunFragments, reason: [UInt8] = []) {
        var pen = buffer.open(reserving: fragments.room + reason.count)
        let start = pen.next
        pen.put(fragments.openings, attempt.task.offset)
        // The first event has no comma before it; a space in its place costs nothing.
        if isFirst { start.storeBytes(of: Byte.space, as: UInt8.self) }
        isFirst = false
        putTimes(attempt, with: &pen)
        pen.put(fragments.lanes, attempt.lane.offset)
        putCourse(attempt, fragments, with: &pen)
        if !reason.isEmpty { pen.put(reason) }
        pen.put(fragments.closings, attempt.task.offset)
        buffer.close(pen)
    }

    /// From the phase to the number of the attempt.
    @inline(__always)
    private mutating func putTimes(_ attempt: Attempt, with pen: inout Pen) {
        if attempt.isFinished { pen.put("X\",\"pid\":") } else { pen.put("B\",\"pid\":") }
        pen.put(Int64(attempt.process))
        pen.put(",\"tid\":")
        pen.put(Int64(attempt.row) + 1)
        pen.put(",\"ts\":")
        started.put(attempt.started.nanoseconds, with: &pen) { $0.put(thousandths: attempt.started.nanoseconds) }
        if attempt.isFinished {
            pen.put(",\"dur\":")
            pen.put(thousandths: (attempt.finished - attempt.started).count)
        }
        pen.put(",\"args\":{\"run\":")
        number.put(Int64(attempt.run) << 32 | Int64(UInt32(bitPattern: attempt.attempt)), with: &pen) { pen in
            pen.put(Int64(attempt.run))
            pen.put(",\"attempt\":")
            pen.put(Int64(attempt.attempt))
        }
    }

    /// From its event to the numbers of its records.
    @inline(__always)
    private mutating func putCourse(_ attempt: Attempt, _ fragments: RunFragments, with pen: inout Pen) {
        pen.put(fragments.events, attempt.event.map { Int($0.rawValue) + 1 } ?? 0)
        released.put(attempt.released.nanoseconds, with: &pen)
        if attempt.isFinished {
            pen.put(",\"ready\":")
            released.put(attempt.ready.nanoseconds, with: &pen)
            pen.put(attempt.outcome)
            if let reason = ReasonText.text(attempt.reason) {
                pen.put(",\"reason\":\"")
                pen.put(reason)
                pen.put("\"")
            }
        }
        pen.put(",\"records\":[")
        pen.put(Int64(attempt.releaseRecord))
        pen.put(",")
        pen.put(Int64(attempt.startRecord))
        if attempt.isFinished {
            pen.put(",")
            pen.put(Int64(attempt.finishRecord))
        }
        pen.put("]")
    }

    /// An arrow from the end of one attempt to the start of another.
    private mutating func write(_ cause: Attempt.Cause, to attempt: Attempt) {
        flows += 1
        let number = flows
        // The arrow begins inside the slice, which no longer counts at its very end.
        let end = max(cause.started.nanoseconds, cause.finished.nanoseconds - 1)
        buffer.write(reserving: 512) { pen in
            for isEnd in [false, true] {
                switch cause.kind {
                case .after: pen.put(",\n{\"name\":\"after\",\"cat\":\"after\",\"ph\":\"")
                case .follows: pen.put(",\n{\"name\":\"follows\",\"cat\":\"follows\",\"ph\":\"")
                case .prefers: pen.put(",\n{\"name\":\"prefers\",\"cat\":\"prefers\",\"ph\":\"")
                case .ready: pen.put(",\n{\"name\":\"ready\",\"cat\":\"ready\",\"ph\":\"")
                }
                if isEnd { pen.put("f\",\"bp\":\"e\",\"id\":") } else { pen.put("s\",\"id\":") }
                pen.put(number)
                pen.put(",\"pid\":")
                pen.put(Int64(isEnd ? attempt.process : cause.process))
                pen.put(",\"tid\":")
                pen.put(Int64(isEnd ? attempt.row : cause.row) + 1)
                pen.put(",\"ts\":")
                pen.put(thousandths: isEnd ? attempt.started.nanoseconds : end)
                pen.put("}")
            }
        }
    }
}

// MARK: - Everything else

extension ChromeExport {
    mutating func take(_ record: TraceRecord, number: Int, process: Int32) {
        note(process: process)
        writer.write(record)
        let line = writer.drain()
        guard let comma = line.firstIndex(of: Byte.comma) else { return }
        separate()
        buffer.write(
            "{\"name\":\(JSONText.quote(words.name(record.fact))),\"cat\":\"\(RecordWords.category(record.fact))\","
                + "\"ph\":\"i\",\"s\":\"p\",\"pid\":\(process),\"tid\":0,\"ts\":")
        buffer.write(reserving: 64) { pen in
            pen.put(thousandths: record.time.nanoseconds)
            pen.put(",\"args\":{\"record\":")
            pen.put(Int64(number))
        }
        // The line's members after its time, without its line feed.
        buffer.write(Array(line[comma...].dropLast()))
        buffer.write("}")
    }

    private mutating func separate() {
        buffer.write(isFirst ? "\n" : ",\n")
        isFirst = false
    }

    /// The length of each lane's queue whenever it changes. A queue means runs, so this is not the first event.
    private mutating func writeQueues(_ fold: AttemptFold) {
        for queue in fold.queues.lanes {
            let name = JSONText.quote("queue " + names.name(of: queue.lane))
            var opening = FragmentTable()
            opening.append(Array(",\n{\"name\":\(name),\"ph\":\"C\",\"pid\":".utf8))
            var process = 1
            opening.withLines { lines in
                queue.forEachChange { time, count in
                    while process < fold.launches.count, fold.launches[process].nanoseconds <= time { process += 1 }
                    buffer.write(reserving: opening.longest + 128) { pen in
                        pen.put(lines, 0)
                        pen.put(Int64(process))
                        pen.put(",\"ts\":")
                        pen.put(thousandths: time)
                        pen.put(",\"args\":{\"ready\":")
                        pen.put(count)
                        pen.put("}}")
                    }
                }
            }
        }
    }

    private mutating func note(process: Int32) {
        guard process != namedProcess else { return }
        namedProcess = process
        separate()
        buffer.write(
            "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":\(process),\"tid\":0,\"args\":{\"name\":\"launch \(process)\"}}"
        )
        separate()
        buffer.write(
            "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":\(process),\"tid\":0,\"args\":{\"name\":\"events\"}}")
    }

    /// Remembers the process in which a row was last used: its thread is named there.
    @inline(__always)
    private mutating func note(row: Int32, process: Int32) {
        note(process: process)
        while lastProcess.count <= Int(row) { lastProcess.append(-1) }
        guard lastProcess[Int(row)] != process else { return }
        if lastProcess[Int(row)] >= 0 { earlier.append((row, lastProcess[Int(row)])) }
        lastProcess[Int(row)] = process
    }

    /// The names of the threads of all processes that ran something.
    private mutating func nameThreads(_ rows: LaneRows) {
        for (row, process) in earlier { name(row, process, rows) }
        for (row, process) in lastProcess.enumerated() where process >= 0 { name(Int32(row), process, rows) }
    }

    private mutating func name(_ row: Int32, _ process: Int32, _ rows: LaneRows) {
        let place = rows.place(of: row)
        let name = names.name(of: rows.lane(of: row)) + (place > 1 ? " \(place)" : "")
        separate()
        buffer.write(
            "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":\(process),\"tid\":\(row + 1),\"args\":{\"name\":"
                + "\(JSONText.quote(name))}}")
    }
}
