import Text

/// A file's bytes, known to be UTF-8 without stray control characters, and where its lines begin.
struct SourceText {
    /// The largest file that is read: 16 MiB.
    static let maximumSize = 16 * 1024 * 1024

    /// The name for messages.
    let file: String
    /// The text.
    let bytes: [UInt8]
    private let lineStarts: [Int]
    /// Characters before each block of `blockSize` bytes, so that a column in a long line is cheap.
    private let charactersBefore: [Int]
    private static let blockSize = 256

    /// Checks size, encoding and characters; throws the first problem, as nothing after it can be trusted.
    init(file: String, bytes: [UInt8]) throws(Diagnostic) {
        self.file = file
        guard bytes.count <= Self.maximumSize else {
            throw Diagnostic(
                file: file, line: 1, column: 1, message: "the file has \(bytes.count) bytes; the limit is 16 MiB")
        }
        self.bytes = bytes
        lineStarts = Self.lineStarts(of: bytes)
        charactersBefore = Self.charactersBefore(in: bytes)
        if let problem = Self.firstBadCharacter(in: bytes) {
            throw diagnostic(at: problem.offset, problem.message)
        }
    }

    /// Line and column of a byte, both from 1; the column counts characters. O(log lines).
    func position(of offset: Int) -> (line: Int, column: Int) {
        let low = max(1, lineStarts.partitionPoint { $0 > offset }) - 1
        let start = lineStarts[low]
        var column = 1 + characters(before: max(start, min(offset, bytes.count))) - characters(before: start)
        if start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 { column -= 1 }
        return (low + 1, column)
    }

    private func characters(before offset: Int) -> Int {
        let block = offset / Self.blockSize
        let rest = bytes[(block * Self.blockSize)..<offset]
        return charactersBefore[block] + rest.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }

    /// A diagnostic at a byte.
    func diagnostic(
        at offset: Int, _ message: String, severity: Diagnostic.Severity = .error, code: String? = nil
    ) -> Diagnostic {
        let (line, column) = position(of: offset)
        return Diagnostic(
            file: file, line: line, column: column, severity: severity, code: code, message: message)
    }

    private static func lineStarts(of bytes: [UInt8]) -> [Int] {
        var starts = [0]
        for index in bytes.indices {
            let isReturn = bytes[index] == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
            if bytes[index] == 0x0A || isReturn { starts.append(index + 1) }
        }
        return starts
    }

    private static func charactersBefore(in bytes: [UInt8]) -> [Int] {
        var counts: [Int] = []
        var count = 0
        for index in bytes.indices {
            if index % blockSize == 0 { counts.append(count) }
            if bytes[index] & 0xC0 != 0x80 { count += 1 }
        }
        if bytes.count % blockSize == 0 { counts.append(count) }
        return counts
    }

    private static func firstBadCharacter(in bytes: [UInt8]) -> TextProblem? {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                let isAllowed = byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D
                guard isAllowed else { return forbidden(UInt32(byte), at: index) }
                index += 1
                continue
            }
            guard let (value, length) = decode(bytes, at: index) else {
                return TextProblem("the text is not valid UTF-8", at: index)
            }
            let isMark = value == 0xFEFF && index > 0
            if (0x80..<0xA0).contains(value) || value == 0x2028 || value == 0x2029 || isMark || value & 0xFFFE == 0xFFFE
            {
                return forbidden(value, at: index)
            }
            index += length
        }
        return nil
    }

    private static func forbidden(_ value: UInt32, at offset: Int) -> TextProblem {
        let digits = String(value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return TextProblem(
            "the character U+\(padded) is not allowed in the file; remove it or write it as an escape", at: offset)
    }

    /// The scalar at `index` and its length; nil if the bytes are not UTF-8 (overlong, surrogate or truncated).
    private static func decode(_ bytes: [UInt8], at index: Int) -> (UInt32, Int)? {
        let first = bytes[index]
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard (0xC2...0xF4).contains(first), index + length <= bytes.count else { return nil }
        var value = UInt32(first) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
        for next in bytes[(index + 1)..<(index + length)] {
            guard next & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(next & 0x3F)
        }
        let least: UInt32 = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80
        guard value >= least, Unicode.Scalar(value) != nil else { return nil }
        return (value, length)
    }
}
