import Text

/// What is wrong at one place of a trace.
public struct TraceProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// The byte in the line, from 1.
    public var column: Int
    /// What is wrong.
    public var message: String

    /// `LINE:COLUMN: error: message`.
    public var description: String { "\(line):\(column): error: \(message)" }
}

/// A place in the text of a trace; reads the pieces of one line at a time and never beyond its end.
struct LineCursor {
    /// The text.
    let bytes: [UInt8]
    /// The byte to be read next.
    private(set) var place = 0
    /// The number of the line, from 1.
    private(set) var line: Int
    private var lineStart = 0

    /// The text that begins with line number `line`.
    init(_ bytes: [UInt8], line: Int = 1) {
        (self.bytes, self.line) = (bytes, line)
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { place >= bytes.count }

    /// The problem `message` at `place`, or at an earlier one.
    func problem(_ message: String, at place: Int? = nil) -> TraceProblem {
        TraceProblem(line: line, column: (place ?? self.place) - lineStart + 1, message: message)
    }

    /// Goes to the beginning of the next line.
    mutating func skipLine() {
        while place < bytes.count && bytes[place] != newline { place += 1 }
        endLine()
    }

    /// Reads the end of the line; the last line needs none.
    mutating func readLineEnd() throws(TraceProblem) {
        guard isAtEnd || bytes[place] == newline else { throw problem("expected the end of the line") }
        endLine()
    }

    private mutating func endLine() {
        if place < bytes.count {
            place += 1
            line += 1
        }
        lineStart = place
    }

    /// Reads `literal` if it is next.
    mutating func take(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard bytes.count - place >= count else { return false }
        let isNext = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { ($0 + place).isEqual(to: literal.utf8Start, count: count) } ?? (count == 0)
        }
        if isNext { place += count }
        return isNext
    }

    /// Reads `literal`, which must be next.
    mutating func read(_ literal: StaticString) throws(TraceProblem) {
        guard take(literal) else { throw problem("expected \(literal)") }
    }

    /// Reads a whole number as JSON writes it: no sign but minus, no leading zeros.
    mutating func readNumber() throws(TraceProblem) -> Int64 {
        let start = place
        let isNegative = take("-")
        let magnitude = try readNatural()
        if isNegative && magnitude == Int64.min.magnitude { return .min }
        guard let number = Int64(exactly: magnitude), !(isNegative && number == 0) else {
            throw problem("the number is out of range", at: start)
        }
        return isNegative ? -number : number
    }

    /// Reads a natural number.
    mutating func readNatural() throws(TraceProblem) -> UInt64 {
        let start = place
        var number: UInt64 = 0
        while place < bytes.count, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
            let (product, isLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = product.addingReportingOverflow(UInt64(digit))
            guard !isLarge && !isLarger else { throw problem("the number is out of range", at: start) }
            number = sum
            place += 1
        }
        guard place > start else { throw problem("expected a whole number") }
        guard bytes[start] != UInt8(ascii: "0") || place == start + 1 else {
            throw problem("a number cannot have leading zeros", at: start)
        }
        return number
    }

    /// Reads `true` or `false`.
    mutating func readBool() throws(TraceProblem) -> Bool {
        if take("true") { return true }
        if take("false") { return false }
        throw problem("expected true or false")
    }

    /// Reads the rest of a string whose opening quote has been read, as the range of its raw bytes, and the closing
    /// quote; says whether the bytes hold escapes.
    mutating func readRaw() throws(TraceProblem) -> (range: Range<Int>, isEscaped: Bool) {
        let start = place
        var isEscaped = false
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                return (start..<(place - 1), isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                guard place + 1 < bytes.count, bytes[place + 1] >= 0x20 else { throw problem("expected an escape") }
                place += 2
            case newline: throw problem("the string is not closed", at: start)
            case 0..<0x20: throw problem("a control character in a string must be escaped")
            default: place += 1
            }
        }
        throw problem("the string is not closed", at: start)
    }

    /// Reads the rest of a string like `readRaw`, as its decoded bytes, which are UTF-8.
    mutating func readText() throws(TraceProblem) -> [UInt8] {
        let start = place
        let raw = try readRaw()
        let text = raw.isEscaped ? try decode(raw.range) : [UInt8](bytes[raw.range])
        guard String(validating: text, as: UTF8.self) != nil else {
            throw problem("the text is not UTF-8", at: start)
        }
        return text
    }

    /// Reads the rest of a string like `readRaw`, as one of the words of `W`.
    mutating func readWord<W: Word>(_ what: StaticString) throws(TraceProblem) -> W {
        let start = place
        let raw = try readRaw()
        guard let word = W(bytes: bytes[raw.range]) else { throw problem("unknown \(what)", at: start) }
        return word
    }

    /// Reads the rest of a string like `readRaw`, as the number of a name; nil if it is not UTF-8.
    mutating func readName(in names: inout NameNumbers) throws(TraceProblem) -> Int? {
        let raw = try readRaw()
        if raw.isEscaped { return try decode(raw.range).withUnsafeBufferPointer { names.number(of: $0) } }
        return bytes.withUnsafeBufferPointer { names.number(of: UnsafeBufferPointer(rebasing: $0[raw.range])) }
    }

    /// The bytes that a raw string of `readRaw` stands for.
    func decode(_ raw: Range<Int>) throws(TraceProblem) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(raw.count)
        var place = raw.lowerBound
        while place < raw.upperBound {
            guard bytes[place] == UInt8(ascii: "\\") else {
                decoded.append(bytes[place])
                place += 1
                continue
            }
            let scalar: Unicode.Scalar
            do throws(TextProblem) {
                scalar = try JSONText.escape(in: bytes, at: &place, before: raw.upperBound)
            } catch {
                throw problem(error.message, at: error.offset)
            }
            decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return decoded
    }
}

private let newline = UInt8(ascii: "\n")

/// Why a trace cannot be read: the first problems and how many there are.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many problems are kept.
    public static let limit = 20

    /// The first problems, at most `limit`, in order.
    public internal(set) var problems: [TraceProblem] = []
    /// How many problems there are, one a line at most.
    public internal(set) var count = 0
    /// Whether reading ended before the file: after `TraceReader.problemLimit` problems, or for its size.
    public internal(set) var isCut = false

    /// One line a problem, then how many more there are.
    public var description: String {
        let rest = isCut ? "; the rest was not read" : ""
        let more = count > problems.count ? ["and \(count - problems.count) more\(rest)"] : []
        return (problems.map { $0.description } + more).joined(separator: "\n")
    }
}

extension UnsafeRawPointer {
    /// Whether the same `count` bytes stand here and there, eight at a time; the last words of two sizes may overlap.
    @inlinable @inline(__always)
    public func isEqual(to other: UnsafeRawPointer, count: Int) -> Bool {
        if count >= 8 {
            var done = 0
            while done &+ 8 < count {
                guard isSame(UInt64.self, as: other, at: done) else { return false }
                done &+= 8
            }
            return isSame(UInt64.self, as: other, at: count &- 8)
        }
        if count >= 4 { return isSame(UInt32.self, as: other, at: 0) && isSame(UInt32.self, as: other, at: count &- 4) }
        if count >= 2 { return isSame(UInt16.self, as: other, at: 0) && isSame(UInt16.self, as: other, at: count &- 2) }
        return count == 0 || isSame(UInt8.self, as: other, at: 0)
    }

    @inlinable @inline(__always)
    func isSame<Unit: FixedWidthInteger & BitwiseCopyable>(
        _: Unit.Type, as other: UnsafeRawPointer, at offset: Int
    ) -> Bool {
        loadUnaligned(fromByteOffset: offset, as: Unit.self)
            == other.loadUnaligned(fromByteOffset: offset, as: Unit.self)
    }
}
