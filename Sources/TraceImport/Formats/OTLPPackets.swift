import Text

/// OTLP as protocol buffers: requests one after the other, each behind its length if the collector's file exporter wrote them.
///
/// Field numbers are those of `opentelemetry/proto/trace/v1/trace.proto`.
struct OTLPPackets {
    private let bytes: UnsafeBufferPointer<UInt8>

    /// The launch in a file.
    static func read(_ window: ByteWindow, name: String) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        var trace = OTLPTrace()
        while true {
            try window.skipFrameLength()
            guard let message = try window.nextMessage("the spans of a program") else { break }
            let start = window.offset(of: message.lowerBound)
            var failure: String?
            window.bytes.withUnsafeBufferPointer { bytes in
                do throws(BrokenField) {
                    failure = try OTLPPackets(bytes: bytes).readResource(message, into: &trace)
                } catch {
                    failure = "not a field of an OTLP trace"
                }
            }
            if let failure { throw window.binaryProblem(failure, at: start) }
        }
        guard let launch = trace.launch(name: name) else { throw window.binaryProblem("found no spans") }
        return launch
    }

    /// Whether bytes lead to a span: spans of a program, in them spans of a library, and in these one with an identifier of its
    /// trace. A file of Perfetto begins in the same way, but has no such place.
    static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var place = bytes.first == 0 ? 4 : 0
            /// Enters the first message with this key, past others that end within the bytes at hand.
            func enter(_ key: UInt8) -> Bool {
                while place + 1 < bytes.count {
                    let found = bytes[place]
                    var (length, shift) = (0, 0)
                    repeat {
                        place += 1
                        guard place < bytes.count, shift < 28 else { return false }
                        length |= Int(bytes[place] & 0x7F) << shift
                        shift += 7
                    } while bytes[place] >= 0x80
                    place += 1
                    if found == key { return true }
                    guard found == 0x0A, length < bytes.count - place else { return false }
                    place += length
                }
                return false
            }
            guard bytes.count > place, bytes[place] == 0x0A, enter(0x0A), enter(0x12), enter(0x12) else { return false }
            return bytes[place...].starts(with: [0x0A, 16]) && bytes[place...].dropFirst(18).starts(with: [0x12, 8])
        }
    }

    /// Reads the spans of one program; returns what is wrong with one.
    private func readResource(_ range: Range<Int>, into trace: inout OTLPTrace) throws(BrokenField) -> String? {
        let first = trace.spanCount
        var service: String?
        for (field, range) in try messages(range) {
            if field == 1 { service = try self.service(range) ?? service }
            guard field == 2 else { continue }
            for (field, range) in try messages(range) where field == 2 {
                guard let span = try span(range) else { return "a span whose time is too large" }
                if let problem = trace.add(span) { return problem }
            }
        }
        trace.endResource(from: first, service: service)
        return nil
    }

    /// Texts and messages in a message, with the numbers of their fields.
    private func messages(_ range: Range<Int>) throws(BrokenField) -> [(field: UInt64, range: Range<Int>)] {
        var found: [(UInt64, Range<Int>)] = []
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            if case .bytes(let range) = field.value { found.append((field.number, range)) }
        }
        return found
    }

    /// The attribute `service.name` of a resource.
    private func service(_ range: Range<Int>) throws(BrokenField) -> String? {
        for (field, attribute) in try messages(range) where field == 1 {
            let parts = try messages(attribute)
            guard let key = parts.first(where: { $0.field == 1 }), decodedText(bytes, key.range) == "service.name",
                let value = parts.first(where: { $0.field == 2 })
            else { continue }
            return try messages(value.range).first { $0.field == 1 }.map { decodedText(bytes, $0.range) }
        }
        return nil
    }

    /// A span; nil if a time is too large.
    private func span(_ range: Range<Int>) throws(BrokenField) -> OTLPTrace.Span? {
        var span = OTLPTrace.Span()
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            switch field.value {
            case .number(let value):
                guard field.number == 7 || field.number == 8 else { continue }
                guard let time = Int64(exactly: value) else { return nil }
                if field.number == 7 { span.start = time } else { span.end = time }
            case .bytes(let range):
                switch field.number {
                case 2: span.id = identifier(range)
                case 4: span.parent = identifier(range)
                case 5: span.name = decodedText(bytes, range)
                case 13: span.links += try messages(range).filter { $0.field == 2 }.map { identifier($0.range) }
                case 15: span.isFailed = try isFailed(range)
                default: break
                }
            }
        }
        return span
    }

    private func isFailed(_ status: Range<Int>) throws(BrokenField) -> Bool {
        var fields = ProtobufFields(bytes, status)
        while let field = try fields.next() {
            if case .number(2) = field.value, field.number == 3 { return true }
        }
        return false
    }

    /// An identifier as hexadecimal digits.
    private func identifier(_ range: Range<Int>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes[range].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension ByteWindow {
    /// Passes the length that the collector's file exporter writes before each request: four bytes, the highest first, and as
    /// no request is that long the first is 0.
    fileprivate mutating func skipFrameLength() throws(ImportProblem) {
        try prefetch(5)
        let isOver = try isAtEnd()
        guard !isOver, bytes[position] == 0 else { return }
        position = min(bytes.count, position + 4)
    }
}
