import Text

/// Block collections: structure by indentation.
extension YAMLReader {
    /// The node that begins at the position; continuation lines must be right of column `parentIndent`.
    mutating func blockNode(parentIndent: Int) throws(TextProblem) -> YAMLNode {
        let start = position
        if skipRefused() || isAtBreak {
            try endLine()
            return YAMLNode(content: .refused, offset: start)
        }
        if isIndicator(Byte.dash) { return try blockSequence(indent: column, keepsElements: true) }
        if let key = try implicitKey() { return try blockMapping(indent: key.offset - lineStart, first: key) }
        return try inlineNode(parentIndent: parentIndent)
    }

    /// A scalar or flow collection, to the end of its last line.
    private mutating func inlineNode(parentIndent: Int) throws(TextProblem) -> YAMLNode {
        switch current {
        case Byte.bar, Byte.greater: return try blockScalar(parentIndent: parentIndent)
        case Byte.openBracket, Byte.openBrace:
            let node = try flowCollection()
            skipBlanks()
            if current == Byte.colon { throw TextProblem("a key is a name, not a collection", at: node.offset) }
            try endLine()
            return node
        case Byte.doubleQuote, Byte.singleQuote:
            let node = try quotedScalar()
            skipBlanks()
            if current == Byte.colon { throw TextProblem("a key must be on one line", at: node.offset) }
            try endLine()
            return node
        default:
            let node = try plainScalar(parentIndent: parentIndent, isInFlow: false)
            if current == Byte.colon {
                throw TextProblem("a second \":\" in one value; put the value in quotes", at: position)
            }
            try endLine()
            return node
        }
    }

    /// A scalar with its `:` on this line, the position after the `:`; nil, and nothing read, if there is none.
    private mutating func implicitKey() throws(TextProblem) -> (text: String, offset: Int)? {
        let start = position
        let startLine = lineStart
        let problemCount = problems.count
        if isIndicator(Byte.question) { throw TextProblem("a key is a plain name; \"? \" is not supported", at: start) }
        let key: YAMLNode
        switch current {
        case Byte.doubleQuote, Byte.singleQuote: key = try quotedScalar()
        case Byte.bar, Byte.greater, Byte.openBracket, Byte.openBrace: return nil
        default: key = try plainScalar(parentIndent: .max, isInFlow: false)
        }
        let keyEnd = position
        skipBlanks()
        guard lineStart == startLine, current == Byte.colon, isSpace(at: position + 1),
            case .scalar(let text) = key.content
        else {
            (position, lineStart) = (start, startLine)
            problems.removeSubrange(problemCount...)
            return nil
        }
        if keyEnd - start > 1024 { throw TextProblem("a key can have at most 1024 bytes", at: start) }
        position += 1
        return (text, start)
    }

    private mutating func blockMapping(
        indent: Int, first: (text: String, offset: Int)
    ) throws(TextProblem) -> YAMLNode {
        try enterCollection()
        defer { depth -= 1 }
        var entries = MappingEntries()
        var key = first
        while true {
            let value = try mappingValue(indent: indent, isLong: depth == 1 && key.text == longList)
            entries.append(YAMLEntry(key: key.text, keyOffset: key.offset, value: value), to: &problems)
            try skipToContent()
            if isAtEnd || column < indent || isAtAnyMarker { break }
            if column > indent { throw TextProblem("this line is indented more than its neighbors", at: position) }
            if isIndicator(Byte.dash) { throw TextProblem("expected a key, found a list entry", at: position) }
            _ = skipRefused()
            guard let next = try implicitKey() else {
                throw TextProblem("expected a key and \":\"", at: position)
            }
            key = next
        }
        return YAMLNode(content: .mapping(entries.all), offset: first.offset, end: entries.all.last?.value.end)
    }

    private mutating func mappingValue(indent: Int, isLong: Bool) throws(TextProblem) -> YAMLNode {
        skipBlanks()
        let start = position
        let isAlias = skipRefused()
        if isAtBreak || isAtComment {
            try endLine()
            try skipToContent()
            if isAlias { return YAMLNode(content: .refused, offset: start) }
            if isAtEnd || isAtAnyMarker { return YAMLNode(content: .empty, offset: start) }
            if column >= indent && isIndicator(Byte.dash) {
                return try blockSequence(indent: column, keepsElements: !isLong)
            }
            if column > indent { return try blockNode(parentIndent: indent) }
            return YAMLNode(content: .empty, offset: start)
        }
        if isIndicator(Byte.dash) { throw TextProblem("a list must begin on the line after its key", at: position) }
        return try inlineNode(parentIndent: indent)
    }

    private mutating func blockSequence(indent: Int, keepsElements: Bool) throws(TextProblem) -> YAMLNode {
        try enterCollection()
        defer { depth -= 1 }
        let start = position
        var elements: [YAMLNode] = []
        repeat {
            position += 1
            while current == Byte.space { position += 1 }
            if current == Byte.tab { throw TextProblem("tabs cannot indent; use spaces", at: position) }
            let place = position
            let element = try sequenceElement(indent: indent)
            elements.append(
                keepsElements
                    ? element : YAMLNode(content: .unread, offset: place, end: element.end, indentation: indent))
            try skipToContent()
            if !isAtEnd && column > indent {
                throw TextProblem("this line is indented more than its neighbors", at: position)
            }
        } while !isAtEnd && column == indent && !isAtAnyMarker && isIndicator(Byte.dash)
        return YAMLNode(content: .sequence(elements), offset: start, end: elements.last?.end)
    }

    /// An element of the long list, read again: what is wrong with it was reported when it was read first.
    mutating func element(_ node: YAMLNode) -> YAMLNode {
        guard case .unread = node.content else { return node }
        (position, lineStart, depth) = (node.offset, node.offset, 2)
        while lineStart > 0, bytes[lineStart - 1] != Byte.newline, bytes[lineStart - 1] != Byte.carriageReturn {
            lineStart -= 1
        }
        defer { problems = [] }
        do throws(TextProblem) {
            return try sequenceElement(indent: node.indentation)
        } catch {
            return YAMLNode(content: .refused, offset: node.offset)
        }
    }

    private mutating func sequenceElement(indent: Int) throws(TextProblem) -> YAMLNode {
        guard isAtBreak || isAtComment else { return try blockNode(parentIndent: indent) }
        let start = position
        try endLine()
        try skipToContent()
        guard !isAtEnd, column > indent else { return YAMLNode(content: .empty, offset: start) }
        return try blockNode(parentIndent: indent)
    }
}

/// The entries of one mapping as they are read; duplicates and merge keys are reported and left out.
struct MappingEntries {
    private(set) var all: [YAMLEntry] = []
    private var names: Set<ByteName> = []
    /// Up to this count a linear search is faster than hashing.
    private static let linearLimit = 24

    mutating func append(_ entry: YAMLEntry, to problems: inout [TextProblem]) {
        if entry.key == "<<" {
            problems.append(TextProblem("YAML merge keys are not supported; repeat the keys", at: entry.keyOffset))
        } else if isKnown(entry.key) {
            problems.append(TextProblem("duplicate key \(quoted(entry.key))", at: entry.keyOffset))
        } else {
            all.append(entry)
        }
    }

    private mutating func isKnown(_ key: String) -> Bool {
        if all.count < Self.linearLimit { return all.contains { $0.key.utf8.elementsEqual(key.utf8) } }
        if names.isEmpty { names = Set(all.map { ByteName($0.key) }) }
        return !names.insert(ByteName(key)).inserted
    }
}
