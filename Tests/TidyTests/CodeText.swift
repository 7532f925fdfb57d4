/// Swift text without comments and literal text: every removed byte becomes a blank, so that lines stay. Code inside an
/// interpolation stays. A regex literal with a quote in it is not understood.
struct CodeText {
    /// The bytes of code that may start something else than code, or end it.
    private static let marks = Array("/\"#()".utf8)

    private let text: [UInt8]
    private var position = 0
    private var code: [UInt8] = []

    /// The code of `text`, line for line.
    static func code(of text: String) -> String {
        var scanner = CodeText(text: Array(text.utf8))
        scanner.scanCode(isInterpolation: false)
        return String(decoding: scanner.code, as: UTF8.self)
    }

    private init(text: [UInt8]) {
        self.text = text
        code.reserveCapacity(text.count)
    }

    private var isAtEnd: Bool { position >= text.count }

    private func isAt(_ mark: some Collection<UInt8>) -> Bool {
        text[position] == mark.first && text[position...].starts(with: mark)
    }

    /// Code up to the end, or up to the bracket that ends an interpolation.
    private mutating func scanCode(isInterpolation: Bool) {
        var depth = 0
        while !isAtEnd {
            let byte = text[position]
            if !Self.marks.contains(byte) {
                keep(byte)
            } else if isAt("//".utf8) {
                blank(text[position...].prefix { $0 != UInt8(ascii: "\n") }.count)
            } else if isAt("/*".utf8) {
                scanBlockComment()
            } else if let literal = literal() {
                scan(literal)
            } else if isInterpolation, depth == 0, byte == UInt8(ascii: ")") {
                return
            } else {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                keep(byte)
            }
        }
    }

    private mutating func keep(_ byte: UInt8) {
        code.append(byte)
        position += 1
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if isAt("/*".utf8) {
                depth += 1
                blank(2)
            } else if isAt("*/".utf8) {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && !isAtEnd
    }

    private mutating func scan(_ literal: Literal) {
        blank(literal.opening.count)
        while !isAtEnd, !isAt(literal.closing) {
            if isAt(literal.escape + [UInt8(ascii: "(")]) {
                blank(literal.escape.count + 1)
                scanCode(isInterpolation: true)
                blank(1)
            } else {
                blank(isAt(literal.escape) ? literal.escape.count + 1 : 1)
            }
        }
        blank(literal.closing.count)
    }

    /// Moves on by `count` bytes and keeps nothing but line ends.
    private mutating func blank(_ count: Int) {
        for _ in 0..<count where !isAtEnd {
            code.append(text[position] == UInt8(ascii: "\n") ? text[position] : UInt8(ascii: " "))
            position += 1
        }
    }

    /// The marks of a string literal.
    private struct Literal {
        var opening: [UInt8]
        var closing: [UInt8]
        var escape: [UInt8]
    }

    /// The literal that starts here; nil if none does.
    private func literal() -> Literal? {
        let quote = UInt8(ascii: "\"")
        guard text[position] == quote || text[position] == UInt8(ascii: "#") else { return nil }
        let hashes = Array(text[position...].prefix { $0 == UInt8(ascii: "#") })
        let rest = text[(position + hashes.count)...]
        guard rest.first == quote else { return nil }
        let quotes = rest.starts(with: [quote, quote, quote]) ? [quote, quote, quote] : [quote]
        return Literal(opening: hashes + quotes, closing: quotes + hashes, escape: [UInt8(ascii: "\\")] + hashes)
    }
}
