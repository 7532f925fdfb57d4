import SchedulerCore
import Text
import TraceFormat

/// The trace event format of Chrome: opens in Perfetto's viewer and in chrome://tracing.
///
/// Lanes are threads (one more for each further place that was taken at once), attempts complete events, predecessors
/// flow arrows, queues counters, everything else instants. The arguments hold what the trace says, exact to the
/// nanosecond and with the numbers of the records, so that reading it back gives the same trace.
struct ChromeTrace: AttemptReader {
    private var buffer: ExportBuffer
    private let names: TraceNames
    private let words: RecordWords
    private var writer: TraceWriter
    private var openings = FragmentTable()
    private var closings = FragmentTable()
    private var lanes = FragmentTable()
    private let room: Int
    private var flows: Int64 = 0
    private var lastProcess: [Int32] = []
    private var earlier: [(row: Int32, process: Int32)] = []
    private var namedProcess: Int32 = -1
    private var isFirst = true

    static func write(_ recording: LaunchRecording, to sink: @escaping (UnsafeRawBufferPointer) -> Void) -> Bool {
        var trace = ChromeTrace(recording, sink)
        var fold = AttemptFold(recording)
        fold.run(&trace)
        trace.writeQueues(fold)
        trace.nameThreads(fold.rows)
        trace.buffer.write("\n]}\n")
        trace.buffer.flush()
        return true
    }

    private init(_ recording: LaunchRecording, _ sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        buffer = ExportBuffer(sink)
        names = recording.trace.names
        words = RecordWords(names: names)
        writer = TraceWriter(header: recording.trace.header, names: names)
        _ = writer.drain()
        for (task, name) in names.tasks.enumerated() {
            let quoted = JSONText.quote(name)
            openings.append(Array(",\n{\"name\":\(quoted),\"cat\":\"run\",\"ph\":\"".utf8))
            let known = recording.tasks.indices.contains(task) ? TaskFacts.json(recording.tasks[task]) : ""
            closings.append(Array((known + "}}").utf8))
        }
        for name in names.lanes { lanes.append(JSONText.quoted(name)) }
        room = 512 + openings.longest + closings.longest + lanes.longest
        buffer.write("{\"displayTimeUnit\":\"ms\",\"otherData\":")
        buffer.write(RecordingFacts.json(recording))
        buffer.write(",\"traceEvents\":[")
    }
}

// MARK: - Attempts

extension ChromeTrace {
    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        note(row: attempt.row, process: attempt.process)
        let task = attempt.task.offset
        let error = attempt.error(in: names)
        if error == nil, openings.contains(task), lanes.contains(attempt.lane.offset) {
            let (openings, closings, lanes, isFirst) = (openings, closings, lanes, isFirst)
            buffer.write(reserving: room) { pen in
                openings.withLines { openings in
                    let start = pen.next
                    pen.put(openings, task)
                    // The first event has no comma before it; a blank in its place costs nothing.
                    if isFirst { start.storeBytes(of: Byte.space, as: UInt8.self) }
                }
                Self.put(attempt, lanes, with: &pen)
                closings.withLines { pen.put($0, task) }
            }
            self.isFirst = false
        } else {
            let name = JSONText.quote(names.name(of: attempt.task))
            let lane = names.name(of: attempt.lane)
            var table = FragmentTable()
            table.append(JSONText.quoted(lane))
            var unnamed = attempt
            unnamed.lane = .main
            separate()
            buffer.write("{\"name\":\(name),\"cat\":\"run\",\"ph\":\"")
            buffer.write(reserving: 512 + table.longest) { Self.put(unnamed, table, with: &$0) }
            if let error { buffer.write(",\"reason\":\(JSONText.quote(error))") }
            if closings.contains(task) {
                buffer.write(reserving: closings.longest) { pen in closings.withLines { pen.put($0, task) } }
            } else {
                buffer.write("}}")
            }
        }
        for cause in causes { write(cause, to: attempt) }
    }

    /// From the phase to the arguments that every attempt has.
    @inline(__always)
    private static func put(_ attempt: Attempt, _ lanes: FragmentTable, with pen: inout Pen) {
        if attempt.isFinished { pen.put("X\",\"pid\":") } else { pen.put("B\",\"pid\":") }
        pen.put(Int64(attempt.process))
        pen.put(",\"tid\":")
        pen.put(Int64(attempt.row) + 1)
        pen.put(",\"ts\":")
        pen.put(micros: attempt.started.nanoseconds)
        if attempt.isFinished {
            pen.put(",\"dur\":")
            pen.put(micros: (attempt.finished - attempt.started).count)
        }
        pen.put(",\"args\":{\"run\":")
        pen.put(Int64(attempt.run))
        pen.put(",\"attempt\":")
        pen.put(Int64(attempt.attempt))
        pen.put(",\"lane\":")
        lanes.withLines { pen.put($0, attempt.lane.offset) }
        if let event = attempt.event {
            pen.put(",\"event\":\"")
            pen.put(event.word)
            pen.put("\"")
        }
        pen.put(",\"released\":")
        pen.put(attempt.released.nanoseconds)
        if attempt.isFinished {
            pen.put(",\"ready\":")
            pen.put(attempt.ready.nanoseconds)
            pen.put(",\"outcome\":\"")
            pen.put(attempt.outcome.word)
            pen.put("\"")
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
        // The arrow begins inside the slice: at its very end the slice is over.
        let end = max(cause.started.nanoseconds, cause.finished.nanoseconds - 1)
        buffer.write(reserving: 512) { pen in
            for isEnd in [false, true] {
                switch cause.kind {
                case .after: pen.put(",\n{\"name\":\"after\",\"cat\":\"after\",\"ph\":\"")
                case .follows: pen.put(",\n{\"name\":\"follows\",\"cat\":\"follows\",\"ph\":\"")
                case .ready: pen.put(",\n{\"name\":\"ready\",\"cat\":\"ready\",\"ph\":\"")
                }
                if isEnd { pen.put("f\",\"bp\":\"e\",\"id\":") } else { pen.put("s\",\"id\":") }
                pen.put(number)
                pen.put(",\"pid\":")
                pen.put(Int64(isEnd ? attempt.process : cause.process))
                pen.put(",\"tid\":")
                pen.put(Int64(isEnd ? attempt.row : cause.row) + 1)
                pen.put(",\"ts\":")
                pen.put(micros: isEnd ? attempt.started.nanoseconds : end)
                pen.put("}")
            }
        }
    }
}

// MARK: - Everything else

extension ChromeTrace {
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
            pen.put(micros: record.time.nanoseconds)
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

    /// The length of each lane's queue, where it changes. A queue means runs, so this is not the first event.
    private mutating func writeQueues(_ fold: AttemptFold) {
        for lane in fold.readies.indices where !fold.readies[lane].isEmpty {
            let name = JSONText.quote("queue " + names.name(of: LaneID(lane)))
            let opening = Array(",\n{\"name\":\(name),\"ph\":\"C\",\"pid\":".utf8)
            var process = 1
            LaneQueue.forEachChange(readies: fold.readies[lane], starts: fold.starts[lane]) { time, count in
                while process < fold.launches.count, fold.launches[process].nanoseconds <= time { process += 1 }
                buffer.write(reserving: opening.count + 128) { pen in
                    pen.put(opening)
                    pen.put(Int64(process))
                    pen.put(",\"ts\":")
                    pen.put(micros: time)
                    pen.put(",\"args\":{\"ready\":")
                    pen.put(count)
                    pen.put("}}")
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

    /// The names of the threads of all processes, as far as they ran something.
    private mutating func nameThreads(_ rows: LaneRows) {
        for (row, process) in earlier { name(row, process, rows) }
        for (row, process) in lastProcess.enumerated() where process >= 0 { name(Int32(row), process, rows) }
    }

    private mutating func name(_ row: Int32, _ process: Int32, _ rows: LaneRows) {
        let place = rows.places[Int(row)]
        let name = names.name(of: rows.lanes[Int(row)]) + (place > 1 ? " \(place)" : "")
        separate()
        buffer.write(
            "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":\(process),\"tid\":\(row + 1),\"args\":{\"name\":"
                + "\(JSONText.quote(name))}}")
    }
}

extension Pen {
    /// Writes nanoseconds as microseconds with three decimals, exact; without decimals if they are zero.
    @inline(__always)
    mutating func put(micros nanoseconds: Int64) {
        if nanoseconds < 0 { put(byte: Byte.dash) }
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        put(whole)
        guard rest > 0 else { return }
        put(byte: Byte.period)
        put(byte: Byte.zero + UInt8(truncatingIfNeeded: rest / 100))
        put(byte: Byte.zero + UInt8(truncatingIfNeeded: rest / 10 % 10))
        put(byte: Byte.zero + UInt8(truncatingIfNeeded: rest % 10))
    }
}
