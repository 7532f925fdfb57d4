import SchedulerCore
import Text
import TraceFormat

/// Perfetto's own trace format, protocol buffers: for its viewer and for `trace_processor`.
///
/// One sequence of packets with interned names. A process track for each launch, below it a track for each row of a lane,
/// one for the events and a counter for each queue; predecessors are flows. The debug annotations hold what the arguments
/// of the Chrome format hold; single records have their line of the trace as `line`.
struct PerfettoTrace: AttemptReader {
    private var buffer: ExportBuffer
    private let names: TraceNames
    private let words: RecordWords
    private let strings: PerfettoStrings
    private var writer: TraceWriter
    private var facts = FragmentTable()
    private var flows: PerfettoFlows
    private var tracks: Set<UInt64> = []
    private var lastTracks: [Int32] = []
    /// Added to each time: a packet's time has no sign.
    private let shift: Int64

    static func write(_ recording: LaunchRecording, to sink: @escaping (UnsafeRawBufferPointer) -> Void) -> Bool {
        var flows = PerfettoFlows()
        var first = AttemptFold(recording)
        first.run(&flows)
        flows.sort()
        var trace = PerfettoTrace(recording, flows, first.rows, sink)
        var fold = AttemptFold(recording)
        fold.run(&trace)
        trace.writeQueues(fold)
        trace.buffer.flush()
        return true
    }

    private let rows: LaneRows

    private init(
        _ recording: LaunchRecording, _ flows: PerfettoFlows, _ rows: LaneRows,
        _ sink: @escaping (UnsafeRawBufferPointer) -> Void
    ) {
        buffer = ExportBuffer(sink)
        names = recording.trace.names
        words = RecordWords(names: names)
        strings = PerfettoStrings(names)
        writer = TraceWriter(header: recording.trace.header, names: names)
        _ = writer.drain()
        self.flows = flows
        self.rows = rows
        shift = max(0, -(recording.trace.records.first?.time.nanoseconds ?? 0))
        for task in recording.tasks { facts.append(strings.facts(task)) }
        var opening = ProtobufMessage()
        opening.add(10, 1)
        opening.add(13, 1)
        opening.add(12, strings.message)
        packet(opening)
        writeHeader(recording)
    }

    private mutating func packet(_ message: ProtobufMessage) {
        var packet = ProtobufMessage()
        packet.add(1, message)
        buffer.write(packet.bytes)
    }

    private mutating func writeHeader(_ recording: LaunchRecording) {
        let track = events(of: 1)
        var event = ProtobufMessage()
        event.add(3, PerfettoStrings.category("header"))
        event.add(23, "header")
        event.add(9, 3)
        event.add(11, track)
        let header = recording.trace.header
        event.add(4, PerfettoStrings.annotation("name", text: header.name))
        event.add(4, PerfettoStrings.annotation("line", text: RecordingFacts.header(of: recording)))
        event.add(4, PerfettoStrings.annotation("epoch", UInt64(bitPattern: recording.epoch)))
        if shift > 0 { event.add(4, PerfettoStrings.annotation("shift", UInt64(shift))) }
        if let end = RecordingFacts.end(of: recording) {
            event.add(4, PerfettoStrings.annotation("end", text: end))
        }
        let lanes = "[\(RecordingFacts.lanes(recording).joined(separator: ","))]"
        event.add(4, PerfettoStrings.annotation("lanes", text: lanes))
        instant(event, at: recording.trace.records.first?.time ?? .zero)
    }

    private mutating func instant(_ event: ProtobufMessage, at time: Instant) {
        var packet = ProtobufMessage()
        packet.add(8, UInt64(bitPattern: time.nanoseconds &+ shift))
        packet.add(10, 1)
        packet.add(13, 2)
        packet.add(11, event)
        self.packet(packet)
    }
}

// MARK: - Tracks

extension PerfettoTrace {
    /// The number of a track: the process and what is in it.
    private static func track(_ process: Int32, _ number: UInt64) -> UInt64 { UInt64(process) << 32 | number }

    /// The track of the process's events; it and the process's own are described at their first use.
    private mutating func events(of process: Int32) -> UInt64 {
        let root = Self.track(process, 0)
        let events = Self.track(process, 1)
        guard tracks.insert(root).inserted else { return events }
        var known = ProtobufMessage()
        known.add(1, UInt64(process))
        known.add(6, "launch \(process)")
        var descriptor = ProtobufMessage()
        descriptor.add(1, root)
        descriptor.add(3, known)
        descriptor.add(11, 3)
        describe(descriptor)
        describe(track: events, in: root, name: "events", rank: 0)
        return events
    }

    private mutating func describe(
        track: UInt64, in parent: UInt64, name: String, rank: UInt64, isCounter: Bool = false
    ) {
        var descriptor = ProtobufMessage()
        descriptor.add(1, track)
        descriptor.add(5, parent)
        descriptor.add(2, name)
        descriptor.add(12, rank)
        if isCounter {
            var counter = ProtobufMessage()
            counter.add(6, "runs")
            descriptor.add(8, counter)
        }
        describe(descriptor)
    }

    private mutating func describe(_ descriptor: ProtobufMessage) {
        var packet = ProtobufMessage()
        packet.add(10, 1)
        packet.add(60, descriptor)
        self.packet(packet)
    }

    private mutating func track(of attempt: Attempt) -> UInt64 {
        let row = Int(attempt.row)
        let track = Self.track(attempt.process, UInt64(row) + 2)
        while lastTracks.count <= row { lastTracks.append(-1) }
        guard lastTracks[row] != attempt.process else { return track }
        lastTracks[row] = attempt.process
        _ = events(of: attempt.process)
        guard tracks.insert(track).inserted else { return track }
        let place = rows.place(of: Int32(row))
        describe(
            track: track, in: Self.track(attempt.process, 0),
            name: names.name(of: rows.lane(of: Int32(row))) + (place > 1 ? " \(place)" : ""), rank: UInt64(row) + 1)
        return track
    }
}

// MARK: - Events

extension PerfettoTrace {
    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        let track = track(of: attempt)
        let (outgoing, incoming) = (flows.outgoing(of: attempt), flows.incoming(causes.count))
        let (strings, facts, shift) = (strings, facts, shift)
        let error = attempt.error(in: names).map { PerfettoStrings.annotation("reason", text: $0) }
        let room = 640 + (error?.bytes.count ?? 0) + facts.longest + 10 * (outgoing.count + incoming.count)
        buffer.write(reserving: room) { pen in
            var protobuf = ProtobufPen(pen: pen)
            let packet = protobuf.open(1)
            protobuf.put(8, signed: attempt.started.nanoseconds &+ shift)
            protobuf.put(10, 1)
            protobuf.put(13, 2)
            let event = protobuf.open(11)
            protobuf.put(9, 1)
            protobuf.put(3, PerfettoStrings.runCategory)
            protobuf.put(10, UInt64(attempt.task.offset) + 1)
            protobuf.put(11, track)
            strings.put(attempt, with: &protobuf)
            if facts.contains(attempt.task.offset) {
                facts.withLines { protobuf.pen.put($0, attempt.task.offset) }
            }
            if let error { protobuf.put(4, error.bytes) }
            for flow in outgoing { protobuf.put(47, fixed: UInt64(flow) + 1) }
            for flow in incoming { protobuf.put(48, fixed: UInt64(flow) + 1) }
            protobuf.close(event)
            protobuf.close(packet)
            if attempt.isFinished {
                let packet = protobuf.open(1)
                protobuf.put(8, signed: attempt.finished.nanoseconds &+ shift)
                protobuf.put(10, 1)
                protobuf.put(13, 2)
                let event = protobuf.open(11)
                protobuf.put(9, 2)
                protobuf.put(11, track)
                protobuf.close(event)
                protobuf.close(packet)
            }
            pen = protobuf.pen
        }
    }

    mutating func take(_ record: TraceRecord, number: Int, process: Int32) {
        let track = events(of: process)
        writer.write(record)
        let line = String(decoding: writer.drain().dropLast(), as: UTF8.self)
        var event = ProtobufMessage()
        event.add(3, PerfettoStrings.category(RecordWords.category(record.fact)))
        event.add(23, words.name(record.fact))
        event.add(9, 3)
        event.add(11, track)
        event.add(4, PerfettoStrings.annotation("record", UInt64(number)))
        event.add(4, PerfettoStrings.annotation("line", text: line))
        instant(event, at: record.time)
    }

    private mutating func writeQueues(_ fold: AttemptFold) {
        for queue in fold.queues.lanes {
            let lane = queue.lane.offset
            var process = 1
            queue.forEachChange { time, count in
                while process < fold.launches.count, fold.launches[process].nanoseconds <= time { process += 1 }
                let track = Self.track(Int32(process), 1 << 31 | UInt64(lane))
                _ = events(of: Int32(process))
                if tracks.insert(track).inserted {
                    describe(
                        track: track, in: Self.track(Int32(process), 0),
                        name: "queue " + names.name(of: LaneID(lane)), rank: 1 << 20 + UInt64(lane), isCounter: true)
                }
                var event = ProtobufMessage()
                event.add(9, 4)
                event.add(11, track)
                event.add(30, UInt64(count))
                instant(event, at: Instant(nanoseconds: time))
            }
        }
    }
}
