import Text

/// Perfetto's traces: track events with interned names, flows, and Android's slices from the kernel's ring buffer.
///
/// Field numbers are those of `perfetto_trace.proto`. Packets are read one by one; a packet is 16 MiB at most.
struct PerfettoTrace {
    /// What packets of one writer define once and refer to later.
    struct Sequence {
        var names: [UInt64: Int] = [:]
        var defaultTrack: UInt64 = 0
        var defaultClock: UInt64 = 0
        var clocks: [UInt64: (time: Int64, unit: Int64, isIncremental: Bool)] = [:]
    }

    /// What is known about a track of track events.
    struct TrackDescription {
        var name: String?
        var parent: UInt64 = 0
        var process: Int64?
        var thread: Int64?
    }

    private static let maximumSequences = 10_000
    private static let maximumTracks = 100_000
    private static let maximumStrings = 1 << 20

    var window: ByteWindow
    var slices = Slices()
    var sequences: [UInt64: Sequence] = [:]
    var descriptions: [UInt64: TrackDescription] = [:]
    var processNames: [Int64: String] = [:]
    var threadNames: [Int64: String] = [:]
    var threadProcesses: [Int64: Int64] = [:]
    var trackNumbers: [UInt64: Int] = [:]
    /// The descriptions' numbers, and threads of the ring buffer, by track of `slices`.
    var trackSources: [(uuid: UInt64, thread: Int64)] = []
    var ringTracks: [Int64: Int] = [:]
    var asyncTracks: [String: Int] = [:]
    var strings = 0
    /// Instants that apps wrote into the ring buffer: since Android 13 they say which launch was completed.
    var completions: [(name: String, time: Int64)] = []
    var frames = FrameTimeline()
    /// Whether packages are debuggable builds, as far as the trace says.
    var debuggable: [String: Bool] = [:]
    /// Threads that wrote into the ring buffer.
    var writers: Set<Int64> = []
    /// Whether it says when the kernel ran which thread.
    var hasScheduling = false
    /// How far each of the system's clocks is behind the one that the ring buffer goes by, in nanoseconds.
    var clockOffsets: [UInt64: Int64] = [:]

    private init(_ window: ByteWindow) {
        self.window = window
    }

    /// The launch in a file.
    static func read(
        _ window: ByteWindow, name: String, choice: ImportChoice
    ) throws(ImportProblem) -> RecordedLaunch {
        var reader = PerfettoTrace(window)
        try reader.readPackets()
        reader.slices.pairAll()
        return try reader.launch(name: name, choice)
    }

    /// Whether bytes look like packets: the first field is one, and so is what follows it.
    static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == 0x0A else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var fields = ProtobufFields(bytes, 0..<bytes.count)
            do throws(BrokenField) {
                guard let packet = try fields.next(), case .bytes(let range) = packet.value else { return false }
                var inner = PerfettoPacket(bytes)
                try inner.read(range)
                return range.upperBound == bytes.count || bytes[range.upperBound] == 0x0A
            } catch {
                // The packet may be longer than the bytes at hand; its length then takes several bytes.
                return error.offset == 0 && bytes.count > 3 && bytes[1] >= 0x80
            }
        }
    }

    private mutating func readPackets() throws(ImportProblem) {
        while let packet = try window.nextMessage("a packet") {
            try readPacket(packet, at: window.offset(of: packet.lowerBound))
        }
    }

    private mutating func readPacket(_ range: Range<Int>, at start: Int64) throws(ImportProblem) {
        let bytes = window.bytes
        var failure: ImportProblem?
        bytes.withUnsafeBufferPointer { bytes in
            do throws(BrokenField) {
                var packet = PerfettoPacket(bytes)
                try packet.read(range)
                failure = try take(packet, bytes)
            } catch {
                failure = window.binaryProblem(
                    "not a field of a Perfetto trace", at: start + Int64(error.offset - range.lowerBound))
            }
        }
        if let failure { throw failure }
    }

    /// The state of a writer.
    mutating func withSequence<Result>(_ id: UInt64, _ body: (inout Sequence) -> Result) -> Result {
        body(&sequences[sequences.count < Self.maximumSequences || sequences[id] != nil ? id : 0, default: Sequence()])
    }

    mutating func countString() -> Bool {
        strings += 1
        return strings <= Self.maximumStrings
    }

    /// The track of `slices` for a track of track events.
    mutating func track(_ uuid: UInt64) -> Int {
        if let known = trackNumbers[uuid] { return known }
        guard slices.tracks.count < Self.maximumTracks else { return 0 }
        slices.tracks.append(Slices.Track(name: "", isThread: false))
        trackSources.append((uuid, -1))
        trackNumbers[uuid] = slices.tracks.count - 1
        return slices.tracks.count - 1
    }

    /// The track of `slices` for a thread in the ring buffer.
    mutating func track(thread: Int64) -> Int {
        if let known = ringTracks[thread] { return known }
        guard slices.tracks.count < Self.maximumTracks else { return 0 }
        slices.tracks.append(Slices.Track(name: "", isThread: true))
        trackSources.append((0, thread))
        ringTracks[thread] = slices.tracks.count - 1
        return slices.tracks.count - 1
    }

    /// The track of `slices` for async slices of a process that belong together.
    mutating func asyncTrack(_ key: String, process: Int64) -> Int {
        if let known = asyncTracks[key] { return known }
        guard slices.tracks.count < Self.maximumTracks else { return 0 }
        slices.tracks.append(Slices.Track(name: "async", isThread: false))
        trackSources.append((0, process))
        asyncTracks[key] = slices.tracks.count - 1
        return slices.tracks.count - 1
    }
}

extension PerfettoTrace {
    /// The threads of the app that wrote into the ring buffer and have no slice between two instants.
    func idleThreads(of process: String, _ slices: Slices, _ first: Int64, _ last: Int64) -> String? {
        let shown = 5
        let ran = Set(
            slices.slices.compactMap { slice in
                let track = Int(slice.track)
                let isShown = slices.tracks[track].isThread && slice.end > first && slice.start < last
                return isShown ? trackSources[track].thread : nil
            })
        let idle = writers.subtracting(ran).filter { thread in
            threadProcesses[thread].map { processNames[$0] ?? "process \($0)" } == process
        }.sorted()
        guard !idle.isEmpty else { return nil }
        let names = idle.prefix(shown).map { thread in
            (threadNames[thread].map { "\(UniqueNames.fit($0)), " } ?? "") + "thread \(thread)"
        }
        return "Without a slice in that time, and so without a lane: \(names.joined(separator: "; "))"
            + (idle.count > shown ? " and \(idle.count - shown) more." : ".")
    }
}
