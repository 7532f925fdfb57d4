import Text

/// The part of a source that is being read. Bytes before `mark` are dropped when more come in, so that memory is
/// bounded by the longest piece that is read at once, not by the source.
public struct ByteWindow {
    /// The longest piece that is read at once, in bytes.
    public static let maximumPiece = 16 << 20

    /// The bytes at hand.
    private(set) var bytes: [UInt8] = []
    /// The byte to be read next, an index into `bytes`.
    var position = 0
    /// Bytes from here on are kept when more come in.
    var mark = 0
    fileprivate let more: () -> [UInt8]?
    fileprivate var isExhausted = false
    private var droppedBytes: Int64 = 0
    private var droppedLines: Int64 = 0
    private var lineStart: Int64 = 0

    /// A window on a source that returns its next bytes, at least one, and nil at its end.
    public init(_ more: @escaping () -> [UInt8]?) {
        self.more = more
    }

    /// A window on bytes.
    public init(_ bytes: [UInt8]) {
        (self.bytes, isExhausted) = (bytes, true)
        more = { nil }
    }

    /// Takes in more bytes and drops those before `mark`, so that `position` and `mark` move. False at the end.
    mutating func fill() throws(ImportProblem) -> Bool {
        guard !isExhausted else { return false }
        guard bytes.count - mark <= Self.maximumPiece else {
            throw problem("a piece of more than \(Self.maximumPiece >> 20) MiB", at: mark)
        }
        guard let next = more() else {
            isExhausted = true
            return false
        }
        drop()
        if bytes.isEmpty { bytes = next } else { bytes += next }
        return true
    }

    /// The next byte; 0 at the end.
    @inline(__always)
    mutating func peek() throws(ImportProblem) -> UInt8 {
        if position < bytes.count { return bytes[position] }
        return try fill() ? bytes[position] : 0
    }

    /// Whether nothing is left.
    mutating func isAtEnd() throws(ImportProblem) -> Bool {
        if position < bytes.count { return false }
        let hasMore = try fill()
        return !hasMore
    }

    /// Makes sure that `count` bytes are at hand from `position` on, or all that are left.
    mutating func prefetch(_ count: Int) throws(ImportProblem) {
        while bytes.count - position < count, try fill() {}
    }

    /// How many bytes of the source lie before an index.
    func offset(of index: Int) -> Int64 { droppedBytes + Int64(index) }

    /// The problem `message` at an index of a text.
    func problem(_ message: String, at index: Int? = nil) -> ImportProblem {
        let index = min(index ?? position, bytes.count)
        var (line, start) = (droppedLines + 1, lineStart)
        for place in 0..<index where bytes[place] == Byte.newline {
            line += 1
            start = droppedBytes + Int64(place) + 1
        }
        return ImportProblem(message, at: .line(line, column: droppedBytes + Int64(index) - start + 1))
    }

    /// The problem `message` at a byte of something that is not text.
    func binaryProblem(_ message: String, at offset: Int64? = nil) -> ImportProblem {
        ImportProblem(message, at: .byte(offset ?? self.offset(of: position)))
    }

    /// The result of `body`; a choice that fits nothing in the source is a problem of its beginning.
    func choosing<Result>(_ body: () throws(WrongChoice) -> Result) throws(ImportProblem) -> Result {
        do throws(WrongChoice) {
            return try body()
        } catch {
            throw ImportProblem(error.message, at: .line(1, column: 1))
        }
    }

    private mutating func drop() {
        let end = mark
        guard end > 0 else { return }
        let (lines, last) = bytes.withUnsafeBufferPointer { buffer in
            var lines = 0
            for index in 0..<end { lines &+= buffer[index] == Byte.newline ? 1 : 0 }
            var last = lines > 0 ? end - 1 : -1
            while last >= 0, buffer[last] != Byte.newline { last -= 1 }
            return (lines, last)
        }
        droppedLines += Int64(lines)
        if last >= 0 { lineStart = droppedBytes + Int64(last) + 1 }
        droppedBytes += Int64(end)
        bytes.removeFirst(end)
        position -= end
        mark = 0
    }
}

extension ByteWindow {
    /// The bytes at hand, or the next ones; nil at the end. For readers that take a source piece by piece themselves.
    mutating func piece() -> ArraySlice<UInt8>? {
        if position < bytes.count {
            defer { position = bytes.count }
            return bytes[position...]
        }
        guard !isExhausted, let next = more() else { return nil }
        return next[...]
    }

    /// All that is left, for formats that are read at once.
    mutating func rest(limit: Int) throws(ImportProblem) -> [UInt8] {
        var all = Array(bytes[position...])
        while !isExhausted, let next = more() {
            all += next
            guard all.count <= limit else { throw problem("longer than \(limit >> 20) MiB") }
        }
        isExhausted = true
        return all
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain a text.
    func holds(_ text: StaticString) -> Bool { place(of: text) != nil }

    /// Where a text begins.
    func place(of text: StaticString) -> Int? {
        let count = text.utf8CodeUnitCount
        guard self.count >= count else { return nil }
        return withUnsafeBufferPointer { bytes in
            for start in 0...(bytes.count - count) where bytes[start] == text.utf8Start[0] {
                var length = 1
                while length < count, bytes[start + length] == text.utf8Start[length] { length += 1 }
                if length == count { return startIndex + start }
            }
            return nil
        }
    }
}

/// What is wrong with a trace that is imported, and where.
public struct ImportProblem: Error, Hashable, Sendable {
    /// Where it is: a line and column of a text, or a byte of anything else.
    public enum Place: Hashable, Sendable {
        /// Both from 1; the column counts bytes.
        case line(Int64, column: Int64)
        /// From 0.
        case byte(Int64)
    }

    /// Where.
    public var place: Place
    /// What, in one sentence, cleaned.
    public var message: String

    /// Creates a problem.
    public init(_ message: String, at place: Place) {
        (self.place, self.message) = (place, message)
    }

    /// `FILE:LINE:COLUMN: error: message`, or `FILE:byte N: error: message`.
    public func text(file: String) -> String {
        let file = DisplayText.clean(file)
        switch place {
        case .line(let line, let column): return "\(file):\(line):\(column): error: \(message)"
        case .byte(let offset): return "\(file):byte \(offset): error: \(message)"
        }
    }
}
