import Text

/// Block scalars: `|` keeps lines, `>` folds them.
extension YAMLReader {
    /// What happens to the line breaks at the end.
    private enum Chomping {
        case strip, clip, keep
    }

    /// The block scalar whose header is at the position.
    mutating func blockScalar(parentIndent: Int) throws(TextProblem) -> YAMLNode {
        let start = position
        let isLiteral = current == Byte.bar
        position += 1
        var chomping = Chomping.clip
        var explicit: Int?
        while !isSpace(at: position) {
            switch current {
            case Byte.dash: chomping = .strip
            case Byte.plus: chomping = .keep
            case UInt8(ascii: "1")...Byte.nine: explicit = Int(current - Byte.zero)
            default: throw TextProblem("unexpected text after the block indicator", at: position)
            }
            position += 1
            guard position - start <= 3 else {
                throw TextProblem("unexpected text after the block indicator", at: position)
            }
        }
        try endLine()
        let indent = explicit.map { max(parentIndent, 0) + $0 } ?? detectedIndent(atLeast: max(parentIndent + 1, 1))
        let (lines, endsWithBreak) = blockLines(indent: indent)
        let text = join(lines, isLiteral: isLiteral, chomping: chomping, endsWithBreak: endsWithBreak)
        return YAMLNode(
            content: .scalar(text), offset: start, end: position, style: isLiteral ? .literal : .folded,
            indentation: indent)
    }

    /// The indentation of the first line that is not empty, or of a line of spaces before it that is longer.
    private func detectedIndent(atLeast least: Int) -> Int {
        var index = position
        var widest = least
        while index < bytes.count {
            let line = index
            while byte(at: index) == Byte.space { index += 1 }
            widest = max(widest, index - line)
            let byte = byte(at: index)
            if byte == Byte.newline || byte == Byte.carriageReturn {
                index += 1
                continue
            }
            break
        }
        return widest
    }

    private mutating func blockLines(indent: Int) -> (lines: [Range<Int>], endsWithBreak: Bool) {
        var lines: [Range<Int>] = []
        var endsWithBreak = true
        while !isAtEnd {
            var index = position
            while index - lineStart < indent && byte(at: index) == Byte.space { index += 1 }
            let isEmpty =
                index >= bytes.count || byte(at: index) == Byte.newline || byte(at: index) == Byte.carriageReturn
            if index - lineStart < indent && !isEmpty { break }
            position = index
            skipToBreak()
            lines.append(index..<position)
            endsWithBreak = !isAtEnd
            passBreak()
        }
        return (lines, endsWithBreak)
    }

    private func join(
        _ lines: [Range<Int>], isLiteral: Bool, chomping: Chomping, endsWithBreak: Bool
    ) -> String {
        let contentEnd = (lines.lastIndex { !$0.isEmpty }).map { $0 + 1 } ?? 0
        var result: [UInt8] = []
        var pendingBreaks = 0
        var previousFolds = false
        for line in lines[..<contentEnd] {
            if line.isEmpty {
                pendingBreaks += 1
                continue
            }
            let folds = !isLiteral && bytes[line.lowerBound] != Byte.space && bytes[line.lowerBound] != Byte.tab
            if result.isEmpty {
                result.append(contentsOf: [UInt8](repeating: Byte.newline, count: pendingBreaks))
            } else if folds && previousFolds {
                result.append(contentsOf: pendingBreaks == 0 ? [Byte.space] : breaks(pendingBreaks))
            } else {
                result.append(contentsOf: breaks(pendingBreaks + 1))
            }
            result.append(contentsOf: bytes[line])
            (pendingBreaks, previousFolds) = (0, folds)
        }
        let hasFinalBreak = contentEnd > 0 && (endsWithBreak || contentEnd < lines.count)
        switch chomping {
        case .strip: break
        case .clip: if hasFinalBreak { result.append(Byte.newline) }
        case .keep: result.append(contentsOf: breaks((hasFinalBreak ? 1 : 0) + lines.count - contentEnd))
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func breaks(_ count: Int) -> [UInt8] { [UInt8](repeating: Byte.newline, count: count) }
}
