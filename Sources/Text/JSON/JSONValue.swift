/// A JSON value; the members of an object keep their order, and a number keeps its text.
public indirect enum JSONValue: Hashable, Sendable {
    /// A key and its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public var key: String
        /// Its value.
        public var value: JSONValue

        /// The value of a key.
        public init(_ key: String, _ value: JSONValue) {
            (self.key, self.value) = (key, value)
        }
    }

    case null
    case bool(Bool)
    /// The number as it is written, without loss.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// Parses the only value in `bytes`; spaces around it are allowed.
    public init(parsing bytes: [UInt8]) throws(TextProblem) {
        var reader = JSONReader(bytes)
        self = try reader.value()
        reader.skipBlanks()
        guard reader.position == bytes.count else {
            throw TextProblem("unexpected text after the JSON value", at: reader.position)
        }
    }

    /// A whole number.
    public static func number(_ number: some BinaryInteger) -> JSONValue { .number(String(number)) }

    /// A text, or null.
    public static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A list of texts.
    public static func texts(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }

    /// The member of an object; nil if there is none, or this is not an object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The value as JSON, on one line and without spaces.
    public var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): JSONText.quote(text)
        case .array(let values): "[" + values.map { $0.text }.joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(JSONText.quote($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
        }
    }

    /// Writes an object on one line in which the elements of one long list are made one by one: neither they nor their
    /// text are ever all there.
    public static func write(
        _ before: [Member], list key: String, of elements: some Sequence<JSONValue>, _ after: [Member],
        to write: (String) -> Void
    ) {
        var text = JSONValue.object(before + [Member(key, .array([]))]).text
        text.removeLast(2)
        for (place, element) in elements.enumerated() {
            if place > 0 { text += "," }
            text += element.text
            guard text.utf8.count >= portion else { continue }
            write(text)
            text.removeAll(keepingCapacity: true)
        }
        text += "]"
        for member in after { text += ",\(JSONText.quote(member.key)):\(member.value.text)" }
        write(text + "}")
    }

    /// About how many bytes are written at once.
    private static let portion = 1 << 16

    /// The value as readable JSON: a line for each member of an object, indented by `indent` steps of two spaces.
    public func lines(indent: Int = 0) -> String {
        switch self {
        case .array(let values): return "[" + values.map { $0.lines(indent: indent) }.joined(separator: ", ") + "]"
        case .object(let members) where !members.isEmpty:
            let inner = String(repeating: "  ", count: indent + 1)
            let rows = members.map { "\(inner)\(JSONText.quote($0.key)): \($0.value.lines(indent: indent + 1))" }
            return "{\n" + rows.joined(separator: ",\n") + "\n" + String(repeating: "  ", count: indent) + "}"
        case .object, .null, .bool, .number, .string: return text
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object whose members keep the order in which they are written; those that are nil are left out.
    public init(dictionaryLiteral members: (String, JSONValue?)...) {
        self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }
}
