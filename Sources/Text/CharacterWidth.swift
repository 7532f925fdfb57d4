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
        var (low, high) = (0, wide.count)
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }

    /// Wide ranges, unassigned gaps included; wide emoji have a property of their own.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3040...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}
