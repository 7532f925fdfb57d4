import Text

/// Reads the strict subset of YAML 1.2 that scenario files are written in.
///
/// One document of block and flow collections, plain, quoted and block scalars. Anchors, aliases, merge keys, tags,
/// directives and keys that are not scalars are refused on the spot, so no input can grow when read. Duplicate keys are
/// reported, each with its own line. Scalars stay text. Time and memory are linear in the input; recursion ends at
/// `maximumDepth`.
///
/// The common YAML parsers build ten times slower, resolve `no` and `007`, and stop at the first duplicate key; a test
/// compares this reader with one.
struct YAMLReader {
    /// How deep collections may be nested, the outermost included.
    static let maximumDepth = 32

    let source: SourceText
    let bytes: [UInt8]
    /// The key at the top of the document whose list is long: its elements are checked, and read again one by one.
    var longList: String?
    /// What was refused without ending the reading.
    var problems: [TextProblem] = []
    var position = 0
    /// Where the current line begins.
    var lineStart = 0
    var depth = 0

    init(_ source: SourceText) {
        self.source = source
        bytes = source.bytes
    }

    /// The document's root. Throws if the structure cannot be followed any further.
    mutating func readDocument() throws(TextProblem) -> YAMLNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (position, lineStart) = (3, 3) }
        try skipToContent()
        if current == Byte.percent { throw TextProblem("directives are not part of the scenario format", at: position) }
        if isAtMarker(Byte.dash) {
            position += 3
            try endLine()
            try skipToContent()
        }
        guard !isAtEnd, !isAtAnyMarker else { return YAMLNode(content: .empty, offset: position) }
        let root = try blockNode(parentIndent: -1)
        try skipToContent()
        if isAtMarker(Byte.period) {
            position += 3
            try endLine()
            try skipToContent()
        }
        guard isAtEnd else { throw trailingProblem }
        return root
    }

    private var trailingProblem: TextProblem {
        if isAtMarker(Byte.dash) { return TextProblem("a scenario file can hold only one document", at: position) }
        return TextProblem("unexpected indentation", at: position)
    }
}

// MARK: - Bytes and lines

extension YAMLReader {
    var isAtEnd: Bool { position >= bytes.count }
    /// The byte at the position; 0, which no text holds, at the end.
    var current: UInt8 { position < bytes.count ? bytes[position] : 0 }
    /// The column of the position in bytes, from 0; indentation is spaces, so bytes are columns there.
    var column: Int { position - lineStart }

    func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    var isAtBreak: Bool { isAtEnd || current == Byte.newline || current == Byte.carriageReturn }

    /// Whether `offset` holds a space, a line's end or the text's end.
    func isSpace(at offset: Int) -> Bool {
        guard offset < bytes.count else { return true }
        switch bytes[offset] {
        case Byte.space, Byte.tab, Byte.newline, Byte.carriageReturn: return true
        default: return false
        }
    }

    /// Whether a comment begins here: `#` at a line's start or after a space.
    var isAtComment: Bool {
        current == Byte.hash && (position == lineStart || isSpace(at: position - 1))
    }

    /// `---` or `...` alone at the start of a line.
    func isAtMarker(_ mark: UInt8) -> Bool {
        column == 0 && current == mark && byte(at: position + 1) == mark && byte(at: position + 2) == mark
            && isSpace(at: position + 3)
    }

    var isAtAnyMarker: Bool { isAtMarker(Byte.dash) || isAtMarker(Byte.period) }

    /// Whether the indicator here stands alone, as `- ` does.
    func isIndicator(_ mark: UInt8) -> Bool { current == mark && isSpace(at: position + 1) }

    mutating func skipBlanks() {
        while current == Byte.space || current == Byte.tab { position += 1 }
    }

    mutating func skipToBreak() {
        while !isAtBreak { position += 1 }
    }

    /// Skips the line break at the position, if there is one.
    mutating func passBreak() {
        guard !isAtEnd else { return }
        if current == Byte.carriageReturn && byte(at: position + 1) == Byte.newline { position += 1 }
        position += 1
        lineStart = position
    }

    /// Skips to the next content, past spaces, comments and empty lines.
    mutating func skipToContent() throws(TextProblem) {
        while true {
            while current == Byte.space { position += 1 }
            let indentEnd = position
            skipBlanks()
            if isAtComment { skipToBreak() }
            guard isAtBreak, !isAtEnd else {
                if isAtEnd || position == indentEnd { return }
                throw TextProblem("tabs cannot indent; use spaces", at: indentEnd)
            }
            passBreak()
        }
    }

    /// Skips the rest of a line, which may hold only a comment.
    mutating func endLine() throws(TextProblem) {
        skipBlanks()
        if isAtComment { skipToBreak() }
        guard isAtBreak else { throw TextProblem("unexpected text after the value", at: position) }
        passBreak()
    }

    /// Reports anchors, aliases and tags at the position and skips them; true if an alias stood for the value.
    mutating func skipRefused() -> Bool {
        var isAlias = false
        while current == Byte.ampersand || current == Byte.asterisk || current == Byte.exclamation {
            let problem =
                switch current {
                case Byte.ampersand: "YAML anchors are not supported; repeat the keys"
                case Byte.asterisk: "YAML aliases are not supported; repeat the keys"
                default: "YAML tags are not supported; leave them out"
                }
            problems.append(TextProblem(problem, at: position))
            isAlias = isAlias || current == Byte.asterisk
            while !isSpace(at: position) && !isFlowIndicator(current) { position += 1 }
            skipBlanks()
        }
        return isAlias
    }

    func isFlowIndicator(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.comma, Byte.openBracket, Byte.closeBracket, Byte.openBrace, Byte.closeBrace: true
        default: false
        }
    }

    /// One collection deeper; the caller subtracts it again.
    mutating func enterCollection() throws(TextProblem) {
        depth += 1
        if depth > Self.maximumDepth {
            throw TextProblem("values are nested deeper than \(Self.maximumDepth) levels", at: position)
        }
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A value of the file, with the byte at which it begins.
struct YAMLNode {
    /// What it is.
    enum Content {
        /// Text exactly as written; nothing is resolved to a number or truth value.
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
        /// Nothing after the `:` or `-`.
        case empty
        /// Something that was refused and reported: readers do not report it again.
        case refused
        /// An element of the long list: `YAMLReader.element` reads it.
        case unread
    }
    /// How a scalar was written.
    enum Style {
        case plain, quoted, literal, folded
    }

    let content: Content
    // A file has at most 16 MiB, and there may be a million nodes.
    private let start: Int32
    private let past: Int32
    private let columns: Int32
    let style: Style

    init(content: Content, offset: Int, end: Int? = nil, style: Style = .plain, indentation: Int = 0) {
        (self.content, self.style) = (content, style)
        (start, past, columns) = (Int32(offset), Int32(end ?? offset), Int32(indentation))
    }

    /// Where it begins.
    var offset: Int { Int(start) }
    /// The byte after the value, before any spaces and comments that follow.
    var end: Int { Int(past) }
    /// Columns cut off each line of a literal block, or before the dash of an unread element; 0 for anything else.
    var indentation: Int { Int(columns) }
}

/// A key and its value.
struct YAMLEntry {
    var key: String
    var keyOffset: Int
    var value: YAMLNode
}
