/// Text inside Markdown, HTML and XML, where nothing in it acts as markup.
public enum MarkupText {
    /// For Markdown: cleaned, without its marks or tags.
    public static func markdown(_ text: String) -> String {
        var result = ""
        for character in DisplayText.clean(text) {
            switch character {
            case "\\", "|", "`", "*", "_", "[", "]", "#", "~", "!":
                result.append("\\")
                result.append(character)
            case "<": result += "&lt;"
            // The head of an arrow ends no tag, as none begins.
            case ">": result += result.utf8.last == Byte.dash ? ">" : "&gt;"
            case "&": result += "&amp;"
            default: result.append(character)
            }
        }
        return result
    }

    /// For HTML: control and bidi characters are shown by their escapes.
    public static func html(_ text: String) -> String { xml(DisplayText.clean(text)) }

    /// For XML; characters that XML forbids become `?`.
    public static func xml(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                let value = scalar.value
                let isAllowed =
                    value >= 0x20 && value != 0x7F && !(0x80..<0xA0).contains(value) && value != 0xFFFE
                    && value != 0xFFFF
                result += isAllowed ? String(scalar) : "?"
            }
        }
        return result
    }

    /// A path as a relative address: unusual characters are percent-encoded, so that it names no other scheme.
    static func address(_ path: String) -> String {
        var result = path.hasPrefix("/") ? "" : "./"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                result += String(decoding: [byte], as: UTF8.self)
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}
