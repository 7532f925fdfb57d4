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
    }
    /// How a scalar was written.
    enum Style {
        case plain, quoted, literal, folded
    }

    var content: Content
    var offset: Int
    /// The byte after the value, before any spaces and comments that follow.
    var end: Int
    var style = Style.plain
    /// Columns cut off each line of a literal block; 0 for anything else.
    var indentation = 0

    init(content: Content, offset: Int, end: Int? = nil, style: Style = .plain, indentation: Int = 0) {
        (self.content, self.offset, self.end) = (content, offset, end ?? offset)
        (self.style, self.indentation) = (style, indentation)
    }
}

/// A key and its value.
struct YAMLEntry {
    var key: String
    var keyOffset: Int
    var value: YAMLNode
}
