/// One packet of a Perfetto trace, as far as it concerns slices; messages inside are ranges of its bytes.
struct PerfettoPacket {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var timestamp: UInt64?
    private(set) var clock: UInt64 = 0
    private(set) var sequence: UInt64 = 0
    private(set) var flags: UInt64 = 0
    private(set) var event: Range<Int>?
    private(set) var interned: Range<Int>?
    private(set) var defaults: Range<Int>?
    private(set) var descriptor: Range<Int>?
    private(set) var clocks: Range<Int>?
    private(set) var processes: Range<Int>?
    private(set) var ringBuffer: Range<Int>?
    private(set) var frame: Range<Int>?
    private(set) var packages: Range<Int>?
    private(set) var isCompressed = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Reads a packet's own fields.
    mutating func read(_ range: Range<Int>) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            switch field.value {
            case .number(let value):
                switch field.number {
                case 8: timestamp = value
                case 10: sequence = value
                case 13: flags = value
                case 41: if value != 0 { flags |= 1 }
                case 58: clock = value
                default: break
                }
            case .bytes(let range):
                switch field.number {
                case 1: ringBuffer = range
                case 2: processes = range
                case 6: clocks = range
                case 11: event = range
                case 12: interned = range
                case 47: packages = range
                case 50: isCompressed = true
                case 59: defaults = range
                case 60: descriptor = range
                case 76: frame = range
                default: break
                }
            }
        }
    }
}

/// A track event.
struct PerfettoEvent {
    var type: UInt64 = 0
    var track: UInt64?
    var name: Int?
    var nameID: UInt64 = 0
    var delta: Int64?
    var absolute: Int64?
    var flows: [UInt64] = []
    var endingFlows: [UInt64] = []
    var nameRange: Range<Int>?
    /// What it says in the older way, after Chrome's trace events.
    private(set) var legacy: LegacyEvent?

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            switch field.value {
            case .number(let value): take(field.number, value)
            case .bytes(let range):
                switch field.number {
                case 6: legacy = try LegacyEvent(bytes, range)
                case 23: nameRange = range
                default: break
                }
            }
        }
    }

    private mutating func take(_ field: UInt64, _ value: UInt64) {
        switch field {
        case 1: delta = Int64(bitPattern: value)
        case 9: type = value
        case 10: nameID = value
        case 11: track = value
        case 16: absolute = Int64(bitPattern: value)
        case 36, 47: if flows.count < 1000 { flows.append(value) }
        case 42, 48: if endingFlows.count < 1000 { endingFlows.append(value) }
        default: break
        }
    }
}

/// The part of a track event that repeats one of Chrome's trace events.
struct LegacyEvent {
    private(set) var phase: UInt8 = 0
    /// Nanoseconds.
    private(set) var duration: Int64 = 0
    private(set) var id: UInt64 = 0
    private(set) var thread: Int64?
    private(set) var process: Int64?
    private(set) var flow: UInt64?
    private(set) var flowsIn = false
    private(set) var flowsOut = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) throws(BrokenField) {
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            guard case .number(let value) = field.value else { continue }
            switch field.number {
            case 2: phase = UInt8(truncatingIfNeeded: value)
            case 3:
                let (length, overflow) = Int64(bitPattern: value).multipliedReportingOverflow(by: 1000)
                duration = overflow || length < 0 ? 0 : length
            case 6, 10, 11: id = value
            case 8: flow = value
            case 13:
                flowsIn = value & 1 != 0
                flowsOut = value & 2 != 0
            case 18: process = Int64(bitPattern: value)
            case 19: thread = Int64(bitPattern: value)
            default: break
            }
        }
    }
}

/// The text in a range of bytes.
func decodedText(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
}
