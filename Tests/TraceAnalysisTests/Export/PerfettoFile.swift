import Text

/// Reads Perfetto's packets by a schema of its own: of each message the fields that are in the tables below, whose
/// numbers are those of perfetto_trace.proto. A field that no table has, or one of another kind, is an error.
struct PerfettoFile {
    struct Fault: Error {
        let reason: String
    }

    enum Kind: Equatable {
        case slice(end: Int?)
        case instant, counter
    }

    struct Event {
        var name: String
        var time: Int
        var track: UInt64
        var kind: Kind
        var annotations: JSONValue
        var flows: [UInt64]
        var terminating: [UInt64]
    }

    /// What was read, slices with their ends.
    private(set) var events: [Event] = []
    /// The described tracks and their parents.
    private(set) var tracks: [UInt64: (name: String, parent: UInt64)] = [:]
    private let bytes: [UInt8]
    private var names: [[UInt64: String]] = [[:], [:], [:], [:]]
    /// The open slice of each track.
    private var open: [UInt64: Int] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private enum Field {
        case number(UInt64)
        case message(ArraySlice<UInt8>)
    }

    mutating func read() throws {
        for (field, value) in try fields(bytes[...]) {
            guard field == 1, case .message(let packet) = value else { throw Fault(reason: "no packet: \(field)") }
            try read(packet: packet)
        }
    }

    private mutating func read(packet: ArraySlice<UInt8>) throws {
        var time = 0
        for (field, value) in try fields(packet) {
            switch (field, value) {
            case (8, .number(let number)): time = Int(number)
            case (10, .number(1)), (13, .number(1)), (13, .number(2)): continue
            case (12, .message(let message)): try intern(message)
            case (60, .message(let message)): try describe(message)
            case (11, .message(let message)): try read(event: message, at: time)
            default: throw Fault(reason: "packet has field \(field)")
            }
        }
    }

    private mutating func intern(_ message: ArraySlice<UInt8>) throws {
        let tables: [UInt64: Int] = [1: 0, 2: 1, 3: 2, 29: 3]
        for (field, value) in try fields(message) {
            guard let table = tables[field], case .message(let entry) = value else {
                throw Fault(reason: "interned data has field \(field)")
            }
            var (number, text) = (UInt64(0), "")
            for (field, value) in try fields(entry) {
                switch (field, value) {
                case (1, .number(let value)): number = value
                case (2, .message(let bytes)): text = String(decoding: bytes, as: UTF8.self)
                default: throw Fault(reason: "an interned text has field \(field)")
                }
            }
            names[table][number] = text
        }
    }

    private mutating func describe(_ message: ArraySlice<UInt8>) throws {
        var (uuid, parent, name) = (UInt64(0), UInt64(0), "")
        for (field, value) in try fields(message) {
            switch (field, value) {
            case (1, .number(let value)): uuid = value
            case (5, .number(let value)): parent = value
            case (2, .message(let bytes)): name = String(decoding: bytes, as: UTF8.self)
            case (3, .message), (8, .message), (11, .number), (12, .number): continue
            default: throw Fault(reason: "a track has field \(field)")
            }
        }
        tracks[uuid] = (name, parent)
    }

    private mutating func read(event message: ArraySlice<UInt8>, at time: Int) throws {
        var event = Event(
            name: "", time: time, track: 0, kind: .instant, annotations: .null, flows: [], terminating: [])
        var (type, members) = (UInt64(0), [JSONValue.Member]())
        for (field, value) in try fields(message) {
            switch (field, value) {
            case (9, .number(let value)): type = value
            case (3, .number), (30, .number): continue
            case (10, .number(let value)): event.name = names[1][value] ?? "?"
            case (23, .message(let bytes)): event.name = String(decoding: bytes, as: UTF8.self)
            case (11, .number(let value)): event.track = value
            case (47, .number(let value)): event.flows.append(value)
            case (48, .number(let value)): event.terminating.append(value)
            case (4, .message(let message)): members.append(try annotation(message))
            default: throw Fault(reason: "an event has field \(field)")
            }
        }
        event.annotations = .object(members)
        guard tracks[event.track] != nil else { throw Fault(reason: "track \(event.track) is not described") }
        switch type {
        case 1:
            guard open[event.track] == nil else { throw Fault(reason: "two slices are open on \(event.track)") }
            event.kind = .slice(end: nil)
            open[event.track] = events.count
            events.append(event)
        case 2:
            guard let begin = open.removeValue(forKey: event.track), events[begin].time <= time else {
                throw Fault(reason: "an end without a beginning")
            }
            events[begin].kind = .slice(end: time)
        case 3: events.append(event)
        case 4:
            event.kind = .counter
            events.append(event)
        default: throw Fault(reason: "an event of type \(type)")
        }
    }

    private func annotation(_ message: ArraySlice<UInt8>) throws -> JSONValue.Member {
        var (name, result, list) = ("", JSONValue.null, [JSONValue]())
        for (field, value) in try fields(message) {
            switch (field, value) {
            case (1, .number(let number)): name = names[2][number] ?? "?"
            case (4, .number(let number)): result = .number(String(Int64(bitPattern: number)))
            case (6, .message(let bytes)): result = .string(String(decoding: bytes, as: UTF8.self))
            case (17, .number(let number)): result = .string(names[3][number] ?? "?")
            case (12, .message(let message)): list.append(try annotation(message).value)
            default: throw Fault(reason: "an annotation has field \(field)")
            }
        }
        return JSONValue.Member(name, list.isEmpty ? result : .array(list))
    }

    private func fields(_ message: ArraySlice<UInt8>) throws -> [(UInt64, Field)] {
        var rest = message
        var found: [(UInt64, Field)] = []
        while !rest.isEmpty {
            let tag = try varint(&rest)
            switch tag & 7 {
            case 0: found.append((tag >> 3, .number(try varint(&rest))))
            case 1:
                guard rest.count >= 8 else { throw Fault(reason: "eight bytes are cut") }
                let value = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                rest = rest.dropFirst(8)
                found.append((tag >> 3, .number(value)))
            case 2:
                let count = Int(try varint(&rest))
                guard rest.count >= count else { throw Fault(reason: "a message is cut") }
                found.append((tag >> 3, .message(rest.prefix(count))))
                rest = rest.dropFirst(count)
            default: throw Fault(reason: "wire type \(tag & 7)")
            }
        }
        return found
    }

    private func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while let byte = rest.popFirst() {
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw Fault(reason: "a number is cut")
    }
}
