/// A Swift file as the checks see it.
struct SwiftFile {
    /// From the repository's root.
    var path: String
    var text: String

    /// The lines with comments and the insides of strings blanked, so that words in them are not taken for code.
    var codeLines: [String] { blanked(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

/// Something that a check found.
struct Finding: Equatable, CustomStringConvertible {
    var path: String
    var line: Int
    var problem: String

    var description: String { "\(path):\(line): \(problem)" }
}

private enum Place: Equatable {
    case code, line
    case block(depth: Int)
    case string(quote: String)
}

/// `text` with every character in a comment or string replaced by a blank; interpolations count as string.
func blanked(_ text: String) -> String {
    let characters = Array(text)
    var result = ""
    var place = Place.code
    var index = 0
    func stands(_ word: String) -> Bool { characters[index...].starts(with: word) }
    while index < characters.count {
        var length = 1
        var isCode = false
        switch place {
        case .code:
            if stands("//") {
                place = .line
            } else if stands("/*") {
                (place, length) = (.block(depth: 1), 2)
            } else if let quote = ["\"\"\"", "#\"", "\""].first(where: stands) {
                place = .string(quote: quote == "#\"" ? "\"#" : quote)
                length = quote.count
            } else {
                isCode = true
            }
        case .line:
            if characters[index] == "\n" { place = .code }
        case .block(let depth):
            if stands("/*") {
                (place, length) = (.block(depth: depth + 1), 2)
            } else if stands("*/") {
                (place, length) = (depth == 1 ? .code : .block(depth: depth - 1), 2)
            }
        case .string(let quote):
            if stands("\\"), quote != "\"#", index + 1 < characters.count {
                length = 2
            } else if stands(quote) {
                (place, length) = (.code, quote.count)
            }
        }
        for character in characters[index..<index + length] {
            result.append(isCode || character == "\n" ? character : " ")
        }
        index += length
    }
    return result
}
