import Dashboard

/// A finished `CSI` sequence: its parameters and the byte that ended it.
struct ControlSequence {
    /// The byte before the parameters that makes a sequence private (`<`, `?`, `>`, `=`), or 0.
    let prefix: UInt8
    /// The parameters; a missing one is 0. Numbers are at most 65,535; parts after `:` are ignored.
    let parameters: [Int]
    /// Whether there was a byte between the parameters and the final byte.
    let hasIntermediate: Bool
    /// The byte that ended it.
    let final: UInt8

    init(_ bytes: [UInt8], final: UInt8) {
        var bytes = bytes[...]
        if let first = bytes.first, (0x3C...0x3F).contains(first) {
            prefix = first
            bytes = bytes.dropFirst()
        } else {
            prefix = 0
        }
        hasIntermediate = bytes.contains { $0 < 0x30 }
        parameters = bytes.split(separator: 0x3B, omittingEmptySubsequences: false).map { part in
            part.prefix { (0x30...0x39).contains($0) }.reduce(0) { min(65_535, $0 * 10 + Int($1) - 0x30) }
        }
        self.final = final
    }

    /// Whether pasted text follows.
    var startsPaste: Bool { isPlain && final == 0x7E && parameter(0) == 200 }

    /// Its message; nil if the sequence is unknown or an unrequested answer.
    var message: Message? {
        if prefix == 0x3C, !hasIntermediate, final == 0x4D || final == 0x6D, parameters.count == 3 {
            return ControlSequence.mouse(
                button: parameter(0), column: parameter(1), row: parameter(2), isRelease: final == 0x6D
            ).map(Message.mouse)
        }
        return isPlain ? key.map(Message.key) : nil
    }

    private var isPlain: Bool { prefix == 0 && !hasIntermediate }

    private func parameter(_ index: Int) -> Int {
        index < parameters.count ? parameters[index] : 0
    }

    private var key: Key? {
        switch final {
        case 0x7E:
            if parameter(0) == 27 {
                return KeyDecoder.reportedKey(parameter(2), modifiers: parameter(1))
            }
            return KeyDecoder.numberedKey(parameter(0))
        case 0x75: return KeyDecoder.reportedKey(parameter(0), modifiers: parameter(1))
        // `CSI row ; column R` is a cursor report, unless the first parameter is 1: then it is F3 with a modifier.
        case 0x50...0x53: return parameter(0) <= 1 ? KeyDecoder.letterKey(final) : nil
        // rxvt: `^` Control, `@` Control and Shift.
        case 0x5E, 0x40: return KeyDecoder.numberedKey(parameter(0))
        default: return KeyDecoder.letterKey(final)
        }
    }

    /// A mouse report; its position counts from 1. Only the left button and the wheel count.
    static func mouse(button: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
        let kind: MouseEvent.Kind
        switch button & ~0b1_1100 {
        case 0: kind = isRelease ? .release : .press
        case 32: kind = isRelease ? .release : .drag
        case 64 where !isRelease: kind = .scrollUp
        case 65 where !isRelease: kind = .scrollDown
        default: return nil
        }
        return MouseEvent(kind, column: max(0, column - 1), row: max(0, row - 1))
    }
}

/// Base64 (RFC 4648, section 4) for OSC 52; here because the program does not use Foundation.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The bytes as text, padded with `=`.
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? digits[value >> (18 - 6 * place) & 63] : 0x3D)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
