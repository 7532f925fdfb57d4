import Text

/// Whole values, for the small parts of a file.
extension JSONTokens {
    /// The value that is next.
    mutating func value() throws(ImportProblem) -> JSONValue {
        try value(from: try next())
    }

    /// The value that begins with a token.
    mutating func value(from token: Token) throws(ImportProblem) -> JSONValue {
        guard depth <= JSONReader.maximumDepth else {
            throw problem("JSON is nested deeper than \(JSONReader.maximumDepth) levels")
        }
        switch token {
        case .string: return .string(try text())
        case .number:
            // Dates in nanoseconds and seeds are larger than any time.
            guard withRaw({ (try? JSONValue(parsing: Array($0))) != nil }) else {
                throw problem("this is not a JSON number")
            }
            return .number(try text())
        case .yes: return .bool(true)
        case .no: return .bool(false)
        case .null: return .null
        case .arrayStart:
            var values: [JSONValue] = []
            while true {
                let token = try next()
                if case .arrayEnd = token { return .array(values) }
                values.append(try value(from: token))
            }
        case .objectStart:
            var members: [JSONValue.Member] = []
            while case .key = try next() {
                let key = try text()
                members.append(JSONValue.Member(key, try value()))
            }
            return .object(members)
        case .objectEnd, .arrayEnd, .key, .end: throw problem("expected a JSON value")
        }
    }

    /// The last number in whole units of `scale` a one; negative and other wrong ones are a problem.
    @inline(__always)
    mutating func count(
        _ what: StaticString, scale: Int64, isSigned: Bool = false
    ) throws(ImportProblem) -> Int64 {
        guard let count = withRaw({ ExactDecimal.read($0, scale: scale) }) else {
            throw problem("\(what): not a number, or too large")
        }
        guard count >= 0 || isSigned else { throw problem("\(what): less than 0") }
        return count
    }
}

extension JSONValue {
    /// The text of a string.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// A whole number, written as a number or as a string.
    var whole: Int64? {
        switch self {
        case .number(let text), .string(let text): NumberText.integer(text)
        case .null, .bool, .array, .object: nil
        }
    }

    /// The elements of an array.
    var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }

    /// A number in whole units of `scale` a one; nil if it is not a number.
    func count(scale: Int64) -> Int64? {
        switch self {
        case .number(let text), .string(let text):
            Array(text.utf8).withUnsafeBufferPointer { ExactDecimal.read($0, scale: scale) }
        case .null, .bool, .array, .object: nil
        }
    }
}
