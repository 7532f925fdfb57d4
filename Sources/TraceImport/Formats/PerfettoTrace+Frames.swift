import Text

/// Frames as Android's frame timeline has them: each from the tick of the screen that began it to its time on the screen.
struct FrameTimeline {
    /// A frame that an app's window showed.
    struct Frame {
        var process: Int64
        var start: Int64
        var end: Int64
    }

    private var open: [UInt64: Frame] = [:]
    private(set) var frames: [Frame] = []

    /// A frame begins; its end names only its number.
    mutating func begin(_ number: UInt64, of process: Int64, at time: Int64) {
        if open.count < Slices.openLimit { open[number] = Frame(process: process, start: time, end: time) }
    }

    /// What has this number ends.
    mutating func end(_ number: UInt64, at time: Int64) {
        guard var frame = open.removeValue(forKey: number), frames.count < Slices.arrowLimit else { return }
        frame.end = time
        frames.append(frame)
    }
}

extension PerfettoTrace {
    /// Takes in an event of the frame timeline: of what an app's windows show the beginning, of anything the end.
    mutating func takeFrame(
        _ packet: PerfettoPacket, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        guard let stamp = packet.timestamp.flatMap({ Int64(exactly: $0) }),
            let time = onMainClock(stamp, packet.clock), Slices.times.contains(time)
        else { return }
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            guard case .bytes(let range) = field.value else { continue }
            switch field.number {
            case 4:
                let (numbers, layer) = try numbersAndText(bytes, range, text: 5)
                let process = Int64(clamping: numbers[4] ?? 0)
                frames.begin(numbers[1] ?? 0, of: process, at: time)
                if processNames[process] == nil, let name = layer.flatMap({ Self.package(ofLayer: $0) }) {
                    processNames[process] = name
                }
            case 5: frames.end(try numbers(bytes, range)[1] ?? 0, at: time)
            default: break
            }
        }
    }

    /// The package that a window's layer belongs to: `com.shop` of `TX - com.shop/com.shop.MainActivity#4`.
    private static func package(ofLayer layer: String) -> String? {
        let name = layer.hasPrefix("TX - ") ? layer.dropFirst(5) : layer[...]
        guard let slash = name.firstIndex(of: "/"), name[..<slash].utf8.contains(Byte.period) else { return nil }
        let package = name[..<slash]
        return package.utf8.contains(Byte.space) ? nil : String(package)
    }

    /// When the first frame of a process that began in a stretch of time was on the screen; else when a thread of it had drawn
    /// one. Nil if the trace has none. `beginnings` are those of the slices that draw.
    func firstFrame(
        of process: String, from first: Int64, to last: Int64, in slices: Slices,
        drawn beginnings: [String] = ["DrawFrame"]
    ) -> Int64? {
        let shown = frames.frames.filter { frame in
            frame.start >= first && frame.start < last
                && (processNames[frame.process] ?? "process \(frame.process)") == process
        }
        if let end = shown.map({ $0.end }).min() { return end }
        let drawn = slices.slices.filter { slice in
            slice.start >= first && slice.start < last && slices.tracks[Int(slice.track)].process == process
        }
        for beginning in beginnings {
            let ends = drawn.filter { slices.names.names[Int($0.name)].hasPrefix(beginning) }.map { $0.end }
            if let end = ends.min() { return end }
        }
        return nil
    }
}
