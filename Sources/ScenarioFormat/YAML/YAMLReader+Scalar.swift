import Text

/// Plain, quoted and block scalars.
extension YAMLReader {
    /// Unquoted text. Further lines right of `parentIndent` belong to it (`Int.max`: only this line).
    mutating func plainScalar(parentIndent: Int, isInFlow: Bool) throws(TextProblem) -> YAMLNode {
        let start = position
        try checkPlainStart(isInFlow: isInFlow)
        var result: [UInt8] = []
        while true {
            let end = plainLineEnd(isInFlow: isInFlow)
            result.append(contentsOf: bytes[position..<end.text])
            position = end.text
            guard end.isWholeLine, parentIndent < Int.max,
                let breaks = passFold(parentIndent: parentIndent, isInFlow: isInFlow)
            else { break }
            result.append(contentsOf: fold(breaks))
        }
        let end = position
        skipBlanks()
        return YAMLNode(content: .scalar(String(decoding: result, as: UTF8.self)), offset: start, end: end)
    }

    private func checkPlainStart(isInFlow: Bool) throws(TextProblem) {
        switch current {
        case Byte.dash, Byte.question, Byte.colon:
            let isAlone =
                isSpace(at: position + 1) || (isInFlow && isFlowIndicator(byte(at: position + 1)))
            if !isAlone { return }
        case Byte.percent, Byte.at, Byte.backtick, Byte.bar, Byte.greater, Byte.hash, Byte.comma, Byte.openBracket,
            Byte.closeBracket, Byte.openBrace, Byte.closeBrace, Byte.ampersand, Byte.asterisk, Byte.exclamation:
            break
        default: return
        }
        throw TextProblem("\(quoted(text(position..<(position + 1)))) cannot begin a value; use quotes", at: position)
    }

    /// Where this line's part of a plain scalar ends, and whether the line ends with it.
    private func plainLineEnd(isInFlow: Bool) -> (text: Int, isWholeLine: Bool) {
        var index = position
        var lastText = position
        while index < bytes.count {
            let byte = bytes[index]
            if byte == Byte.newline || byte == Byte.carriageReturn { break }
            if byte == Byte.colon {
                let isEnd = isSpace(at: index + 1) || (isInFlow && isFlowIndicator(self.byte(at: index + 1)))
                if isEnd { return (lastText, false) }
            }
            if byte == Byte.hash && index > position && isSpace(at: index - 1) { return (lastText, false) }
            if isInFlow && isFlowIndicator(byte) { return (lastText, false) }
            index += 1
            if byte != Byte.space && byte != Byte.tab { lastText = index }
        }
        return (lastText, true)
    }

    /// Moves to the scalar's next line; returns the breaks passed, or nil, and reads nothing, if there is none.
    private mutating func passFold(parentIndent: Int, isInFlow: Bool) -> Int? {
        let (savedPosition, savedLine) = (position, lineStart)
        var breaks = 0
        skipBlanks()
        while isAtBreak && !isAtEnd {
            passBreak()
            breaks += 1
            while current == Byte.space { position += 1 }
            let indent = column
            skipBlanks()
            if isAtBreak { continue }
            let endsFlow = isInFlow && (isFlowIndicator(current) || current == Byte.colon && isSpace(at: position + 1))
            if current == Byte.hash || isAtAnyMarker || (!isInFlow && indent <= parentIndent) || endsFlow { break }
            return breaks
        }
        (position, lineStart) = (savedPosition, savedLine)
        return nil
    }

    /// One break reads as a space, more as one break less.
    private func fold(_ breaks: Int) -> [UInt8] {
        breaks == 1 ? [Byte.space] : [UInt8](repeating: Byte.newline, count: breaks - 1)
    }

    /// Text in single or double quotes, on one line or several.
    mutating func quotedScalar() throws(TextProblem) -> YAMLNode {
        let start = position
        let mark = current
        position += 1
        var result: [UInt8] = []
        while true {
            if isAtEnd || (isAtAnyMarker && position != start) {
                throw TextProblem("this quotation mark is never closed", at: start)
            }
            let byte = current
            if byte == mark {
                position += 1
                guard mark == Byte.singleQuote, current == Byte.singleQuote else { break }
                result.append(byte)
                position += 1
            } else if byte == Byte.backslash && mark == Byte.doubleQuote {
                try readEscape(into: &result)
            } else if byte == Byte.newline || byte == Byte.carriageReturn {
                passQuotedBreaks(into: &result)
            } else {
                result.append(byte)
                position += 1
            }
        }
        return YAMLNode(
            content: .scalar(String(decoding: result, as: UTF8.self)), offset: start, end: position, style: .quoted)
    }

    private mutating func passQuotedBreaks(into result: inout [UInt8]) {
        var trimmed = position
        while byte(at: trimmed - 1) == Byte.space || byte(at: trimmed - 1) == Byte.tab { trimmed -= 1 }
        result.removeLast(min(result.count, position - trimmed))
        var breaks = 0
        while isAtBreak && !isAtEnd {
            passBreak()
            breaks += 1
            guard !isAtAnyMarker else { break }
            skipBlanks()
        }
        result.append(contentsOf: fold(breaks))
    }

    private mutating func readEscape(into result: inout [UInt8]) throws(TextProblem) {
        let start = position
        position += 1
        if isAtBreak {
            passBreak()
            var breaks = 0
            while !isAtEnd {
                skipBlanks()
                guard isAtBreak, !isAtEnd else { break }
                passBreak()
                breaks += 1
            }
            result.append(contentsOf: [UInt8](repeating: Byte.newline, count: breaks))
            return
        }
        let letter = current
        position += 1
        if let scalar = EscapeTable.scalar(for: letter) {
            result.append(contentsOf: String(scalar).utf8)
            return
        }
        guard let count = EscapeTable.digits(for: letter) else {
            throw TextProblem("unknown escape after \"\\\"; write \"\\\\\" for a backslash", at: start)
        }
        var value = try hexadecimal(count, at: start)
        if (0xD800..<0xDC00).contains(value), current == Byte.backslash, byte(at: position + 1) == UInt8(ascii: "u") {
            position += 2
            let low = try hexadecimal(4, at: start)
            if (0xDC00..<0xE000).contains(low) { value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00) }
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw TextProblem("this escape is not a character", at: start)
        }
        result.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func hexadecimal(_ count: Int, at start: Int) throws(TextProblem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = Character(Unicode.Scalar(current)).hexDigitValue, current < 0x80 else {
                throw TextProblem("this escape needs \(count) hexadecimal digits", at: start)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

/// The escapes of double-quoted scalars.
enum EscapeTable {
    static func scalar(for letter: UInt8) -> Unicode.Scalar? {
        switch letter {
        case UInt8(ascii: "0"): "\u{0}"
        case UInt8(ascii: "a"): "\u{7}"
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "t"), Byte.tab: "\t"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "v"): "\u{B}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "e"): "\u{1B}"
        case UInt8(ascii: "N"): "\u{85}"
        case UInt8(ascii: "_"): "\u{A0}"
        case UInt8(ascii: "L"): "\u{2028}"
        case UInt8(ascii: "P"): "\u{2029}"
        case Byte.space, Byte.doubleQuote, Byte.backslash, UInt8(ascii: "/"): Unicode.Scalar(letter)
        default: nil
        }
    }

    static func digits(for letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "x"): 2
        case UInt8(ascii: "u"): 4
        case UInt8(ascii: "U"): 8
        default: nil
        }
    }
}
