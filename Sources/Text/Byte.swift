/// The ASCII characters that mean something in the formats we read.
public enum Byte {
    /// `tab`
    public static let tab = UInt8(ascii: "\t")
    /// `line feed`
    public static let newline = UInt8(ascii: "\n")
    /// `carriage return`
    public static let carriageReturn = UInt8(ascii: "\r")
    /// `blank`
    public static let space = UInt8(ascii: " ")
    /// `!`
    public static let exclamation = UInt8(ascii: "!")
    /// `"`
    public static let doubleQuote = UInt8(ascii: "\"")
    /// `#`
    public static let hash = UInt8(ascii: "#")
    /// `%`
    public static let percent = UInt8(ascii: "%")
    /// `&`
    public static let ampersand = UInt8(ascii: "&")
    /// `'`
    public static let singleQuote = UInt8(ascii: "'")
    /// `*`
    public static let asterisk = UInt8(ascii: "*")
    /// `+`
    public static let plus = UInt8(ascii: "+")
    /// `,`
    public static let comma = UInt8(ascii: ",")
    /// `-`
    public static let dash = UInt8(ascii: "-")
    /// `.`
    public static let period = UInt8(ascii: ".")
    /// `0`
    public static let zero = UInt8(ascii: "0")
    /// `9`
    public static let nine = UInt8(ascii: "9")
    /// `:`
    public static let colon = UInt8(ascii: ":")
    /// `<`
    public static let less = UInt8(ascii: "<")
    /// `=`
    public static let equal = UInt8(ascii: "=")
    /// `>`
    public static let greater = UInt8(ascii: ">")
    /// `?`
    public static let question = UInt8(ascii: "?")
    /// `@`
    public static let at = UInt8(ascii: "@")
    /// `[`
    public static let openBracket = UInt8(ascii: "[")
    /// `\`
    public static let backslash = UInt8(ascii: "\\")
    /// `]`
    public static let closeBracket = UInt8(ascii: "]")
    /// `backtick`
    public static let backtick = UInt8(ascii: "`")
    /// `{`
    public static let openBrace = UInt8(ascii: "{")
    /// `|`
    public static let bar = UInt8(ascii: "|")
    /// `}`
    public static let closeBrace = UInt8(ascii: "}")

    /// Whether a byte is one of `0` to `9`.
    public static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= nine }
}
