/// Makes untrusted text fit for a terminal: cleans, measures in columns, cuts and pads it.
///
/// Plain ASCII takes a fast path. Measure and cut only text that has been cleaned.
public enum DisplayText {
    /// The alignment of text in a wider field.
    public enum Alignment: UInt8, Sendable {
        case left, right
    }

    /// The maximum number of scalars kept of one grapheme; no writing system needs more, only a pile of accents does.
    public static let maximumScalars = 16

    /// `text` with everything that could control a terminal shown as its escape.
    ///
    /// Escape becomes `␛`, other control characters `^G`, bidi and invisible characters `<U+202E>`, and flags their
    /// letters, `<DE>`, as terminals disagree about their width. In ASCII mode escape becomes `^[`, and a character
    /// outside ASCII one `?` for each of its columns.
    public static func clean(_ text: String, glyphs: Glyphs = .unicode) -> String {
        if isPlain(text) { return text }
        var result = ""
        for character in text {
            let isFirst = result.isEmpty
            if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
                result.append(character)
            } else if glyphs == .ascii && isWhole(character) {
                result += String(repeating: "?", count: max(1, width(of: character)))
            } else {
                append(character, isFirst: isFirst, glyphs: glyphs, to: &result)
            }
        }
        return result
    }

    /// `text` cleaned and in quotation marks, cut after 60 characters: for messages that quote a file.
    public static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return "\"\(clean(text))\"" }
        return "\"\(clean(String(scalars[..<end])))…\""
    }

    /// How many columns clean text takes: East Asian wide characters and emoji two, combining marks none.
    public static func width(of text: String) -> Int {
        isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width(of: $1) }
    }

    /// How many columns one clean grapheme takes, 0 ... 2 for what a person would call a character.
    public static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.value < 0x300 && scalars.count == 1 { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        if isEmoji(first, in: scalars) { return 2 }
        return scalars.reduce(0) { $0 + CharacterWidth.columns(of: $1) }
    }

    /// The longest beginning of `text` that fits into `width` columns, cut between graphemes, its end marked with `…`
    /// (`~` in ASCII mode) if something was cut off.
    public static func cut(_ text: String, to width: Int, glyphs: Glyphs = .unicode) -> String {
        guard width > 0 else { return "" }
        if isPlain(text) {
            guard text.utf8.count > width else { return text }
            return text.prefix(width - 1) + mark(glyphs)
        }
        guard self.width(of: text) > width else { return text }
        var (result, used) = ("", 0)
        for character in text {
            let columns = self.width(of: character)
            guard used + columns < width else { break }
            result.append(character)
            used += columns
        }
        return result + mark(glyphs)
    }

    /// `text` in exactly `width` columns: cut if it is longer, filled with spaces if it is shorter.
    public static func pad(
        _ text: String, to width: Int, alignment: Alignment = .left, glyphs: Glyphs = .unicode
    ) -> String {
        let cut = cut(text, to: width, glyphs: glyphs)
        let blanks = String(repeating: " ", count: max(0, width - self.width(of: cut)))
        return alignment == .left ? cut + blanks : blanks + cut
    }
}

extension DisplayText {
    private static func isPlain(_ text: String) -> Bool {
        for byte in text.utf8 where byte < 0x20 || byte >= 0x7F { return false }
        return true
    }

    private static func mark(_ glyphs: Glyphs) -> String {
        glyphs == .unicode ? "…" : "~"
    }

    private static func append(_ character: Character, isFirst: Bool, glyphs: Glyphs, to result: inout String) {
        let scalars = character.unicodeScalars
        let joins = scalars.count > 1
        let letters = scalars.prefix(maximumScalars).compactMap(CharacterWidth.flagLetter)
        if !letters.isEmpty { result += "<\(String(letters))>" }
        var (isBare, stands) = (isFirst, false)
        for scalar in scalars.prefix(maximumScalars).dropFirst(letters.count) {
            let isMark = CharacterWidth.isCombining(scalar) || scalar.properties.isEmojiModifier
            if joins && stands && glyphs == .unicode && isJoiner(scalar, after: scalars.first) {
                result.unicodeScalars.append(scalar)
            } else if let shown = escape(scalar, glyphs) {
                result += shown
                stands = false
            } else if isBare && isMark {
                result += code(scalar)
            } else if glyphs == .ascii && !scalar.isASCII {
                result += "?"
            } else {
                result.unicodeScalars.append(scalar)
                stands = true
            }
            isBare = isBare && isMark
        }
    }

    /// Zero width joiners behind what stands of a grapheme and tags in a flag are part of the visible character.
    private static func isJoiner(_ scalar: Unicode.Scalar, after first: Unicode.Scalar?) -> Bool {
        guard let first, first != scalar, !first.isASCII, !isControl(first) else { return false }
        return scalar.value == 0x200D || scalar.value == 0x200C
            || (first.value == 0x1F3F4 && (0xE0020...0xE007F).contains(scalar.value))
    }

    /// Whether a grapheme can be shown without any escape.
    private static func isWhole(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        return scalars.allSatisfy { scalar in
            CharacterWidth.flagLetter(scalar) == nil
                && (escape(scalar, .ascii) == nil || isJoiner(scalar, after: scalars.first))
        }
    }

    /// Whether the scalar is a control character: C0, DEL or C1.
    public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// What is shown instead of a scalar; nil if it can be shown as it is.
    private static func escape(_ scalar: Unicode.Scalar, _ glyphs: Glyphs) -> String? {
        switch scalar.value {
        case 0x1B: return glyphs == .unicode ? "␛" : "^["
        case 0x7F: return "^?"
        case 0x00..<0x20: return "^" + String(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value + 0x40)))
        case 0x20..<0x7F: return nil
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return code(scalar)
        default: return scalar.properties.isNoncharacterCodePoint ? code(scalar) : nil
        }
    }

    private static func code(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    }

    /// Whether a grapheme is drawn as one picture of two columns.
    private static func isEmoji(_ first: Unicode.Scalar, in scalars: Character.UnicodeScalarView) -> Bool {
        if first.properties.isEmojiPresentation {
            // A lone regional indicator is a letter; two are a flag, which is as wide as two letters.
            return CharacterWidth.flagLetter(first) == nil
        }
        return first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F }
    }
}

/// Which characters may be shown.
public enum Glyphs: UInt8, CaseIterable, Sendable {
    /// All of Unicode.
    case unicode
    /// Only the printable characters of ASCII.
    case ascii
}

/// Columns of single scalars, from the Unicode Standard: annex 11 (East Asian width W and F) and general categories.
enum CharacterWidth {
    /// Columns of a scalar by itself: 0, 1 or 2.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value == 0xAD ? 1 : (value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1) }
        if isCombining(scalar) { return 0 }
        switch scalar.properties.generalCategory {
        case .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return isWide(value) || scalar.properties.isEmojiPresentation && flagLetter(scalar) == nil ? 2 : 1
        }
    }

    /// Whether a scalar is drawn onto the one before it: marks, and the vowels and finals of Hangul syllables.
    static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        guard value >= 0x300 else { return false }
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// The letter that a regional indicator stands for; two of them are a flag.
    static func flagLetter(_ scalar: Unicode.Scalar) -> Character? {
        guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
        return Character(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value - 0x1F1E6) + UInt8(ascii: "A")))
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        let place = wide.partitionPoint { $0.upperBound >= value }
        return place < wide.count && wide[place].contains(value)
    }

    /// Wide ranges, unassigned gaps included; wide emoji have a property of their own.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3040...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}

extension DisplayText {
    /// The text in lines of at most `width` columns, broken at spaces if there are any; later lines are indented by two
    /// spaces more than the first.
    public static func wrap(_ text: String, to width: Int) -> [String] {
        guard width > 8, self.width(of: text) > width else { return [text] }
        let margin = String(repeating: " ", count: min(width / 2, text.prefix { $0 == " " }.count + 2))
        var lines: [String] = []
        // Nil before the first word, which may be empty: text that is indented begins with some that are.
        var line: String?
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.map { $0 == margin ? margin + word : "\($0) \(word)" } ?? String(word)
            if self.width(of: longer) <= width {
                line = longer
            } else {
                if let line, !isBlank(line) { lines.append(line) }
                line = cut(margin + word, to: width)
            }
        }
        if let line, line != margin || lines.isEmpty { lines.append(line) }
        return lines
    }

    private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == Byte.space } }
}
