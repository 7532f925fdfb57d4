import Text

/// What a JSON value must look like. Members that are not named are faults.
indirect enum JSONShape: Sendable {
    case text
    case word([String])
    /// A whole number.
    case whole
    /// A number, or one that is not negative.
    case number
    case length
    /// A whole number in a string, as protocol buffers write 64 bits in JSON.
    case digits
    /// This many hexadecimal digits in lowercase, not all zero.
    case hexadecimal(Int)
    case list(JSONShape)
    /// An object with any names.
    case map(JSONShape)
    /// An object: members that must be there, and members that may.
    case object([String: JSONShape], optional: [String: JSONShape] = [:])
    case anything

    /// What is wrong with a value, a line each with its place.
    func faults(_ value: JSONValue, at place: String = "$") -> [String] {
        switch (self, value) {
        case (.anything, _), (.text, .string): []
        case (.word(let words), .string(let text)) where words.contains(text): []
        case (.whole, .number(let text)) where Int64(text) != nil: []
        case (.number, .number(let text)) where Double(text) != nil: []
        case (.length, .number(let text)) where (Double(text) ?? -1) >= 0: []
        case (.digits, .string(let text)) where Int64(text).map { String($0) } == text: []
        case (.hexadecimal(let count), .string(let text))
        where text.utf8.count == count && text.utf8.contains { $0 != UInt8(ascii: "0") }
            && text.utf8.allSatisfy { Byte.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }:
            []
        case (.list(let shape), .array(let items)):
            items.enumerated().flatMap { shape.faults($0.element, at: "\(place)[\($0.offset)]") }
        case (.map(let shape), .object(let members)):
            members.flatMap { shape.faults($0.value, at: "\(place).\($0.key)") }
        case (.object(let required, let optional), .object(let members)):
            required.keys.filter { key in !members.contains { $0.key == key } }.sorted().map { "\(place): no \($0)" }
                + members.flatMap { member in
                    (required[member.key] ?? optional[member.key])?.faults(member.value, at: "\(place).\(member.key)")
                        ?? ["\(place): nobody knows \(member.key)"]
                }
        default: ["\(place): not \(self): \(value.json.prefix(60))"]
        }
    }
}
