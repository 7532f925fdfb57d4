import Text

/// Perfetto's traces: track events with interned names, flows, and Android's slices from the kernel's ring buffer. Also
/// what `taskscope export` writes in it.
///
/// Field numbers are those of `perfetto_trace.proto`. Packets are read one by one; a packet is 16 MiB at most.
struct PerfettoTrace {
    /// What packets of one writer define once and refer to later.
    struct Sequence {
        var names: [UInt64: Int] = [:]
        var keys: [UInt64: String] = [:]
        var texts: [UInt64: String] = [:]
        var categories: [UInt64: String] = [:]
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
    var own: OwnTrace?
    var ownOpen: [UInt64: (name: String, start: Int64, about: JSONValue)] = [:]
    var shift: Int64 = 0

    private init(_ window: ByteWindow) {
        self.window = window
    }

    /// The launch in a file.
    static func read(_ window: ByteWindow, name: String, number: Int) throws(ImportProblem) -> RecordedLaunch {
        var reader = PerfettoTrace(window)
        try reader.readPackets()
        if reader.own != nil { return try reader.ownLaunch(number: number) }
        return try reader.launch(name: name)
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
        while true {
            window.mark = window.position
            try window.prefetch(16)
            if try window.isAtEnd() { return }
            let start = window.offset(of: window.position)
            guard window.bytes[window.position] == 0x0A else {
                throw window.binaryProblem("expected a packet of a Perfetto trace")
            }
            window.position += 1
            let length = try packetLength(start)
            window.mark = window.position
            try window.prefetch(length)
            guard window.bytes.count - window.position >= length else {
                throw window.binaryProblem("the file ends inside a packet", at: start)
            }
            try readPacket(window.position..<window.position + length, at: start)
            window.position += length
        }
    }

    private mutating func packetLength(_ start: Int64) throws(ImportProblem) -> Int {
        var (length, shift) = (0, 0)
        while window.position < window.bytes.count, shift < 28 {
            let byte = window.bytes[window.position]
            window.position += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 {
                guard length <= ByteWindow.maximumPiece else { break }
                return length
            }
            shift += 7
        }
        throw window.binaryProblem("the packet is longer than 16 MiB, or the file ends inside its length", at: start)
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
