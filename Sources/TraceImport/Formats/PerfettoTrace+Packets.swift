import Text

/// What packets say.
extension PerfettoTrace {
    /// Takes in a packet; returns what is wrong with it.
    mutating func take(
        _ packet: PerfettoPacket, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BrokenField) -> ImportProblem? {
        if packet.isCompressed {
            return window.binaryProblem("compressed packets are not supported: record without compression")
        }
        let id = packet.sequence
        if packet.flags & 1 != 0 {
            withSequence(id) { $0.names = [:] }
        }
        if let defaults = packet.defaults { try takeDefaults(id, bytes, defaults) }
        if let clocks = packet.clocks { try takeClocks(id, bytes, clocks) }
        if let interned = packet.interned { try takeInterned(id, bytes, interned) }
        if let descriptor = packet.descriptor { try takeDescriptor(bytes, descriptor) }
        if let processes = packet.processes { try takeProcesses(bytes, processes) }
        if let ringBuffer = packet.ringBuffer { try takeRingBuffer(bytes, ringBuffer) }
        if let packages = packet.packages { try takePackages(bytes, packages) }
        if let frame = packet.frame { try takeFrame(packet, bytes, frame) }
        guard let event = packet.event else { return nil }
        return try takeEvent(PerfettoEvent(bytes, event), packet, bytes)
    }

    private mutating func takeDefaults(
        _ id: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            if case .number(let clock) = field.value, field.number == 58 {
                withSequence(id) { $0.defaultClock = clock }
            }
            guard case .bytes(let range) = field.value, field.number == 11 else { continue }
            var inner = ProtobufFields(bytes, range)
            while let field = try inner.next() {
                if case .number(let track) = field.value, field.number == 11 {
                    withSequence(id) { $0.defaultTrack = track }
                }
            }
        }
    }

    private mutating func takeClocks(
        _ id: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        var times: [UInt64: Int64] = [:]
        while let field = try fields.next() {
            guard case .bytes(let range) = field.value, field.number == 1 else { continue }
            let values = try numbers(bytes, range)
            if let clock = values[1], clock < 64 { times[clock] = values[2].flatMap { Int64(exactly: $0) } }
            let unit = Int64(clamping: max(1, values[4] ?? 1))
            let time = Int64(clamping: values[2] ?? 0).multipliedReportingOverflow(by: unit)
            guard let clock = values[1], clock >= 64, !time.overflow else { continue }
            withSequence(id) { $0.clocks[clock] = (time.partialValue, unit, values[3] == 1) }
        }
        guard let main = times[Self.mainClock], Slices.times.contains(main) else { return }
        for (clock, time) in times where Slices.times.contains(time) { clockOffsets[clock] = main - time }
    }

    /// The number of the clock that counts from the system's start, sleep included: the ring buffer goes by it.
    private static let mainClock: UInt64 = 6

    /// The time on that clock of a time on another one of the system's; nil if it is too large.
    func onMainClock(_ time: Int64, _ clock: UInt64) -> Int64? {
        let (sum, isLarge) = time.addingReportingOverflow(clockOffsets[clock] ?? 0)
        return isLarge ? nil : sum
    }

    /// The numbers of a message by field.
    func numbers(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) -> [UInt64: UInt64] {
        var found: [UInt64: UInt64] = [:]
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            if case .number(let value) = field.value { found[field.number] = value }
        }
        return found
    }

    private mutating func takeInterned(
        _ id: UInt64, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            guard case .bytes(let entry) = field.value, field.number == 2, countString() else { continue }
            var (number, place) = (UInt64(0), 0..<0)
            var inner = ProtobufFields(bytes, entry)
            while let field = try inner.next() {
                switch field.value {
                case .number(let value): if field.number == 1 { number = value }
                case .bytes(let range): if field.number == 2 { place = range }
                }
            }
            let name = slices.names.number(repairing: UnsafeBufferPointer(rebasing: bytes[place]))
            withSequence(id) { $0.names[number] = name }
        }
    }

    private mutating func takeDescriptor(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        var (uuid, description) = (UInt64(0), TrackDescription())
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            switch field.value {
            case .number(let value):
                if field.number == 1 { uuid = value }
                if field.number == 5 { description.parent = value }
            case .bytes(let range):
                switch field.number {
                case 2, 10: description.name = decodedText(bytes, range)
                case 3:
                    let (numbers, name) = try numbersAndText(bytes, range, text: 6)
                    description.process = Int64(clamping: numbers[1] ?? 0)
                    if let name { processNames[description.process ?? 0] = name }
                case 4:
                    let (numbers, name) = try numbersAndText(bytes, range, text: 5)
                    description.process = Int64(clamping: numbers[1] ?? 0)
                    description.thread = Int64(clamping: numbers[2] ?? 0)
                    if let name { threadNames[description.thread ?? 0] = name }
                default: break
                }
            }
        }
        if descriptions.count < Slices.trackLimit { descriptions[uuid] = description }
    }

    func numbersAndText(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, text wanted: UInt64
    ) throws(BrokenField) -> ([UInt64: UInt64], String?) {
        var fields = ProtobufFields(bytes, range)
        var name: String?
        while let field = try fields.next() {
            if case .bytes(let range) = field.value, field.number == wanted { name = decodedText(bytes, range) }
        }
        return (try numbers(bytes, range), name)
    }

    private mutating func takeProcesses(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            guard case .bytes(let range) = field.value else { continue }
            if field.number == 1 {
                let (numbers, name) = try numbersAndText(bytes, range, text: 3)
                if let name { processNames[Int64(clamping: numbers[1] ?? 0)] = name }
            } else if field.number == 2 {
                let (numbers, name) = try numbersAndText(bytes, range, text: 2)
                let thread = Int64(clamping: numbers[1] ?? 0)
                if let name { threadNames[thread] = name }
                threadProcesses[thread] = Int64(clamping: numbers[3] ?? 0)
            }
        }
    }
}

// MARK: - Android

extension PerfettoTrace {
    /// The list of the packages that are installed.
    private mutating func takePackages(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            guard case .bytes(let range) = field.value, field.number == 1 else { continue }
            let (numbers, name) = try numbersAndText(bytes, range, text: 1)
            if let name, let value = numbers[3], countString() { debuggable[name] = value != 0 }
        }
    }

    /// Slices that apps wrote into the kernel's ring buffer: `B|7|Name`, `E|7`, `S|7|Name|1`, `F|7|Name|1`,
    /// and on a track with a name of its own `G|7|Track|Name|1`, `H|7|Track|1`.
    private mutating func takeRingBuffer(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            if field.number == 4 { hasScheduling = true }
            guard case .bytes(let range) = field.value, field.number == 2 else { continue }
            var event = ProtobufFields(bytes, range)
            var (time, thread, line) = (UInt64(0), UInt64(0), Range<Int>?.none)
            while let field = try event.next() {
                switch field.value {
                case .number(let value):
                    if field.number == 1 { time = value }
                    if field.number == 2 { thread = value }
                case .bytes(let range):
                    if field.number == 3 { line = try printed(bytes, range) }
                    if field.number == 4 { hasScheduling = true }
                }
            }
            if let line {
                guard let time = Int64(exactly: time), Slices.times.contains(time) else {
                    throw BrokenField(offset: range.lowerBound)
                }
                takeLine(decodedText(bytes, line), time, thread: Int64(clamping: thread))
            }
        }
    }

    private func printed(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) -> Range<Int>? {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            if case .bytes(let range) = field.value, field.number == 2 { return range }
        }
        return nil
    }

    private mutating func takeLine(_ line: String, _ time: Int64, thread: Int64) {
        let parts = line.split(separator: "\n", omittingEmptySubsequences: false)[0]
            .split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false)
        guard let process = parts.count > 1 ? Int64(parts[1]) : -1 else { return }
        if process >= 0, writers.count < Slices.trackLimit, writers.insert(thread).inserted {
            threadProcesses[thread] = process
        }
        switch parts[0] {
        case "B" where parts.count > 2:
            threadProcesses[thread] = process
            let name = parts.count > 3 ? "\(parts[2])|\(parts[3])" : String(parts[2])
            _ = slices.begin(slices.names.number(of: name), at: time, on: track(thread: thread))
        case "E": slices.end(at: time, on: track(thread: thread))
        case "I" where parts.count > 2:
            if completions.count < Slices.openLimit { completions.append((String(parts[2]), time)) }
        case "S" where parts.count > 3, "F" where parts.count > 3:
            let track = asyncTrack("\(process)|\(parts[2])|\(parts[3])", process: process)
            if parts[0] == "S" {
                _ = slices.begin(slices.names.number(of: String(parts[2])), at: time, on: track)
            } else {
                slices.end(at: time, on: track)
            }
        case "G" where parts.count > 3, "H" where parts.count > 3:
            let track = asyncTrack(
                "\(process)|\(parts[2])|\(parts[3].split(separator: "|").last ?? "")", process: process)
            if parts[0] == "G" {
                let name = parts[3].prefix { $0 != "|" }
                _ = slices.begin(slices.names.number(of: String(name)), at: time, on: track)
            } else {
                slices.end(at: time, on: track)
            }
        default: break
        }
    }
}
