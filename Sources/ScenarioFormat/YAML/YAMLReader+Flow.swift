import Text

/// Flow collections: structure by brackets.
extension YAMLReader {
    /// The list or mapping whose bracket is at the position.
    mutating func flowCollection() throws(TextProblem) -> YAMLNode {
        try enterCollection()
        defer { depth -= 1 }
        return current == Byte.openBracket ? try flowSequence() : try flowMapping()
    }

    private mutating func flowSequence() throws(TextProblem) -> YAMLNode {
        let start = position
        position += 1
        var elements: [YAMLNode] = []
        try skipFlowSpace(opened: start)
        while current != Byte.closeBracket {
            elements.append(try flowValue())
            try skipFlowSpace(opened: start)
            if current == Byte.colon {
                throw TextProblem("put a pair in a list in braces: {key: value}", at: position)
            }
            try passSeparator(closing: Byte.closeBracket, opened: start)
        }
        position += 1
        return YAMLNode(content: .sequence(elements), offset: start, end: position)
    }

    private mutating func flowMapping() throws(TextProblem) -> YAMLNode {
        let start = position
        position += 1
        var entries = MappingEntries()
        try skipFlowSpace(opened: start)
        while current != Byte.closeBrace {
            entries.append(try flowEntry(opened: start), to: &problems)
            try skipFlowSpace(opened: start)
            try passSeparator(closing: Byte.closeBrace, opened: start)
        }
        position += 1
        return YAMLNode(content: .mapping(entries.all), offset: start, end: position)
    }

    private mutating func flowEntry(opened start: Int) throws(TextProblem) -> YAMLEntry {
        _ = skipRefused()
        let key = try flowScalar()
        guard case .scalar(let text) = key.content else {
            throw TextProblem("a key is a name, not a collection", at: key.offset)
        }
        try skipFlowSpace(opened: start)
        guard current == Byte.colon else {
            throw TextProblem(
                "expected \":\" after the key \(quoted(text)); a list needs brackets, as in [A, B]", at: position)
        }
        position += 1
        let isSeparated = isSpace(at: position) || isFlowIndicator(current) || key.style == .quoted
        guard isSeparated else { throw TextProblem("expected a space after \":\"", at: position) }
        let valueStart = position
        try skipFlowSpace(opened: start)
        let isEmpty = current == Byte.comma || current == Byte.closeBrace
        let value = isEmpty ? YAMLNode(content: .empty, offset: valueStart) : try flowValue()
        return YAMLEntry(key: text, keyOffset: key.offset, value: value)
    }

    private mutating func flowValue() throws(TextProblem) -> YAMLNode {
        let start = position
        if skipRefused() { return YAMLNode(content: .refused, offset: start) }
        if isSpace(at: position) || current == Byte.comma || current == Byte.closeBracket || current == Byte.closeBrace
        {
            guard position > start else { throw TextProblem("expected a value", at: position) }
            return YAMLNode(content: .refused, offset: start)
        }
        if current == Byte.openBracket || current == Byte.openBrace { return try flowCollection() }
        return try flowScalar()
    }

    private mutating func flowScalar() throws(TextProblem) -> YAMLNode {
        switch current {
        case Byte.doubleQuote, Byte.singleQuote: try quotedScalar()
        case Byte.openBracket, Byte.openBrace: YAMLNode(content: .empty, offset: position)
        default: try plainScalar(parentIndent: -1, isInFlow: true)
        }
    }

    private mutating func passSeparator(closing: UInt8, opened start: Int) throws(TextProblem) {
        if current == Byte.comma {
            position += 1
            try skipFlowSpace(opened: start)
        } else if current != closing {
            throw TextProblem(unclosed(closing, opened: start), at: position)
        }
    }

    /// What is missing where a bracket that was opened earlier neither goes on nor ends.
    private func unclosed(_ closing: UInt8, opened start: Int) -> String {
        let line = source.position(of: start).line
        guard source.position(of: position).line == line else {
            return "the \"\(closing == Byte.closeBracket ? "[" : "{")\" on line \(line) is never closed"
        }
        return "expected \",\" or \"\(closing == Byte.closeBracket ? "]" : "}")\""
    }

    /// Skips spaces, line breaks and comments inside brackets.
    private mutating func skipFlowSpace(opened start: Int) throws(TextProblem) {
        while true {
            skipBlanks()
            if isAtComment { skipToBreak() }
            if isAtEnd || isAtAnyMarker {
                let bracket = byte(at: start) == Byte.openBracket ? "[" : "{"
                throw TextProblem("this \"\(bracket)\" is never closed", at: start)
            }
            guard isAtBreak else { return }
            passBreak()
        }
    }
}
