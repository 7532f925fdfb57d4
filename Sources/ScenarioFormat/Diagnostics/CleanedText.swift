/// `text` without anything that could steer a terminal: what came from a file may hold escapes or turn the reading direction.
///
/// Escape becomes `␛`, other control characters `^G`, direction marks, separators and invisible ones `<U+202E>`.
/// Joiners stay, as emoji need them. O(length).
public func cleaned(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
        if isUnsafe(scalar) {
            result += visible(scalar)
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// `text` cleaned and in quotation marks, cut after 60 characters: how messages show what a file says.
func quoted(_ text: String) -> String {
    let limit = 60
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return "\"\(cleaned(text))\"" }
    return "\"\(cleaned(String(scalars[..<end])))…\""
}

/// Whether the scalar is a control character.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
}

private func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    default: false
    }
}

private func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x1B: return "␛"
    case 0x7F: return "^?"
    case 0..<0x20: return "^" + String(UnicodeScalar(UInt8(scalar.value) + 0x40))
    default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    }
}

/// How many columns `text` takes in a terminal: wide characters two, combining ones none. O(length).
func columns(of text: String) -> Int {
    var total = 0
    for scalar in text.unicodeScalars {
        if scalar.value < 0x300 {
            total += 1
        } else if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .format {
            continue
        } else {
            total += isWide(scalar.value) ? 2 : 1
        }
    }
    return total
}

private func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
    case 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF: true
    case 0x1F900...0x1F9FF, 0x20000...0x3FFFD: true
    default: false
    }
}
