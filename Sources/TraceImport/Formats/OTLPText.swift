import Text

/// OTLP 1.x as JSON: one object, or one on each line as collectors write them.
struct OTLPText {
    private var tokens: JSONTokens
    private var trace = OTLPTrace()

    private init(_ tokens: JSONTokens) {
        self.tokens = tokens
    }

    /// The launch in a file.
    static func read(_ window: ByteWindow, name: String) throws(ImportProblem) -> RecordedLaunch {
        var reader = OTLPText(JSONTokens(window))
        repeat {
            guard case .objectStart = try reader.tokens.next() else {
                throw reader.tokens.problem("expected an object")
            }
            try reader.readMembers("resourceSpans") { (reader) throws(ImportProblem) in try reader.readResource() }
        } while try reader.tokens.restartIfMore()
        guard let launch = reader.trace.launch(name: name) else { throw reader.tokens.problem("found no spans") }
        return launch
    }

    /// Reads an object's members; `body` reads each object in the list with this name, and `other` the value of another member.
    private mutating func readMembers(
        _ list: StaticString,
        other: (inout OTLPText) throws(ImportProblem) -> Void = { (reader) throws(ImportProblem) in
            try reader.tokens.skipValue()
        },
        _ body: (inout OTLPText) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        while case .key = try tokens.next() {
            guard tokens.isText(list) || tokens.isSnake(list) else {
                try other(&self)
                continue
            }
            guard case .arrayStart = try tokens.next() else { throw tokens.problem("expected a list") }
            while try isElementNext() { try body(&self) }
        }
    }

    /// Whether another object is in the list, which has been begun then.
    private mutating func isElementNext() throws(ImportProblem) -> Bool {
        switch try tokens.next() {
        case .arrayEnd: return false
        case .objectStart: return true
        case .objectEnd, .arrayStart, .key, .string, .number, .yes, .no, .null, .end:
            throw tokens.problem("expected an object")
        }
    }

    private mutating func readResource() throws(ImportProblem) {
        let first = trace.spanCount
        var service: String?
        try readMembers("scopeSpans") { (reader) throws(ImportProblem) in
            guard reader.tokens.isText("resource") else { return try reader.tokens.skipValue() }
            service = Self.service(try reader.tokens.value()["attributes"]?.elements ?? [])
        } _: { (reader) throws(ImportProblem) in
            try reader.readMembers("spans") { (reader) throws(ImportProblem) in try reader.readSpan() }
        }
        trace.endResource(from: first, service: service)
    }

    private static func service(_ attributes: [JSONValue]) -> String? {
        let value = attributes.last { $0["key"]?.string == "service.name" }?["value"]
        return (value?["stringValue"] ?? value?["string_value"])?.string
    }

    private mutating func readSpan() throws(ImportProblem) {
        var members: [JSONValue.Member] = []
        while case .key = try tokens.next() {
            let key = Self.camel(try tokens.text())
            members.append(JSONValue.Member(key, try tokens.value()))
        }
        let span = JSONValue.object(members)
        var read = OTLPTrace.Span()
        guard let start = span["startTimeUnixNano"]?.whole, let end = span["endTimeUnixNano"]?.whole else {
            throw tokens.problem("a span lacks its times in whole nanoseconds")
        }
        (read.start, read.end) = (start, end)
        (read.id, read.parent) = (span["spanId"]?.string ?? "", span["parentSpanId"]?.string ?? "")
        read.name = span["name"]?.string ?? read.name
        let code = span["status"]?["code"]
        read.isFailed = code?.whole == 2 || code?.string == "STATUS_CODE_ERROR"
        read.links = (span["links"]?.elements ?? []).compactMap { ($0["spanId"] ?? $0["span_id"])?.string }
        if let problem = trace.add(read) { throw tokens.problem(problem) }
    }

    /// A key as the specification writes it; some programs write `span_id`.
    private static func camel(_ key: String) -> String {
        guard key.utf8.contains(UInt8(ascii: "_")) else { return key }
        let words = key.split(separator: "_")
        return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
