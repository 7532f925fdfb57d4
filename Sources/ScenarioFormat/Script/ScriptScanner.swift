import Text
import SchedulerCore

/// Reads the words of one script line.
struct ScriptScanner {
    /// A word and the byte at which it begins.
    struct Word: Equatable {
        var text: String
        var offset: Int
        /// Quoted words are names, never keywords.
        var isQuoted = false

        /// Whether it is this keyword.
        func isKeyword(_ keyword: String) -> Bool { !isQuoted && text == keyword }
    }

    let bytes: [UInt8]
    var position = 0
    /// Where the command ends: before the spaces in front of a comment.
    private(set) var lastTextEnd = 0

    init(_ line: ArraySlice<UInt8>) {
        bytes = Array(line)
    }

    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Whether only a comment is left; passes spaces.
    mutating func isAtEnd() -> Bool {
        while current == Byte.space || current == Byte.tab { position += 1 }
        return position >= bytes.count || isComment(at: position)
    }

    /// `#` at the line's start or after a space.
    func isComment(at index: Int) -> Bool {
        bytes[index] == Byte.hash && (index == 0 || isBlank(bytes[index - 1]))
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == Byte.space || byte == Byte.tab }

    /// Everything up to the next space, whatever it is.
    mutating func rawWord(_ what: String) throws(TextProblem) -> Word {
        try requireMore(what)
        let start = position
        while position < bytes.count && !isBlank(bytes[position]) { position += 1 }
        return word(start)
    }

    /// A name or keyword: in JSON quotes, or up to a space, `,`, `<` or `|`.
    mutating func name(_ what: String) throws(TextProblem) -> Word {
        try requireMore(what)
        let start = position
        if current == Byte.doubleQuote {
            let (text, end) = try JSONReader.string(in: bytes, from: position)
            position = end
            lastTextEnd = end
            if end < bytes.count && !isBlank(bytes[end]) && !isSeparator(bytes[end]) {
                throw TextProblem("expected a space after the quotation mark", at: end)
            }
            return Word(text: text, offset: start, isQuoted: true)
        }
        while position < bytes.count && !isBlank(current) && !isSeparator(current) {
            if current == Byte.doubleQuote {
                throw TextProblem("put the whole name in quotes", at: position)
            }
            position += 1
        }
        guard position > start else { throw TextProblem("expected \(what)", at: start) }
        return word(start)
    }

    private func isSeparator(_ byte: UInt8) -> Bool {
        byte == Byte.comma || byte == Byte.less || byte == Byte.bar
    }

    private mutating func word(_ start: Int) -> Word {
        lastTextEnd = position
        return Word(text: String(decoding: bytes[start..<position], as: UTF8.self), offset: start)
    }

    private mutating func requireMore(_ what: String) throws(TextProblem) {
        if isAtEnd() { throw TextProblem("expected \(what)", at: min(position, bytes.count)) }
    }

    /// Passes `separator` if it comes next; spaces around it are optional.
    mutating func accept(_ separator: UInt8) -> Bool {
        guard !isAtEnd(), current == separator else { return false }
        position += 1
        lastTextEnd = position
        return true
    }

    /// Names with `separator` between them, at least one.
    mutating func names(_ what: String, separator: UInt8) throws(TextProblem) -> [Word] {
        var names = [try name(what)]
        while accept(separator) { names.append(try name(what)) }
        return names
    }

    /// A JSON value, kept as written.
    mutating func json() throws(TextProblem) -> String {
        let start = position
        let end = try JSONReader.end(ofValueIn: bytes, from: start)
        position = end
        lastTextEnd = end
        if end < bytes.count && !isBlank(bytes[end]) {
            throw TextProblem("unexpected text after the JSON value", at: end)
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The rest of the line up to a comment, in quotes or as written.
    mutating func restOfLine(_ what: String) throws(TextProblem) -> String {
        try requireMore(what)
        let start = position
        if current == Byte.doubleQuote, let (text, end) = try? JSONReader.string(in: bytes, from: position) {
            position = end
            if isAtEnd() {
                lastTextEnd = end
                return text
            }
        }
        position = start
        while position < bytes.count && !isComment(at: position) {
            if current == Byte.doubleQuote, let closing = bytes[(position + 1)...].firstIndex(of: Byte.doubleQuote) {
                position = closing
            }
            position += 1
        }
        let text = trimmed(bytes[start..<position])
        lastTextEnd = start + text.utf8.count
        return text
    }

    /// Throws if something is left.
    mutating func finish() throws(TextProblem) {
        if isAtEnd() { return }
        let start = position
        let rest = String(decoding: bytes[start...].prefix(200), as: UTF8.self)
        let word = rest.split(separator: " ").first.map(String.init) ?? rest
        throw TextProblem("unexpected \(quoted(word)) after the command", at: start)
    }
}
