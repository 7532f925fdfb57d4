import SchedulerCore

/// The JSON Schema (draft 2020-12) of scenario files, for editors; generated from the table that the reader checks keys against.
public enum ScenarioSchema {
    /// The schema's text, the same in every process.
    public static let json: String = {
        var root = object(RootKey.table)
        root.insert(
            contentsOf: [
                ("$schema", string("https://json-schema.org/draft/2020-12/schema")),
                ("title", string("taskscope scenario")),
            ], at: 0)
        return JSONValue.object(root).text(indent: 0) + "\n"
    }()

    private indirect enum JSONValue {
        case raw(String)
        case list([JSONValue])
        case object([(String, JSONValue)])

        func text(indent: Int) -> String {
            let inner = String(repeating: "  ", count: indent + 1)
            let outer = String(repeating: "  ", count: indent)
            switch self {
            case .raw(let text): return text
            case .list(let values): return "[" + values.map { $0.text(indent: indent) }.joined(separator: ", ") + "]"
            case .object(let pairs):
                if pairs.isEmpty { return "{}" }
                let rows = pairs.map { "\(inner)\(JSONText.quote($0.0)): \($0.1.text(indent: indent + 1))" }
                return "{\n" + rows.joined(separator: ",\n") + "\n\(outer)}"
            }
        }
    }

    private static func string(_ text: String) -> JSONValue { .raw(JSONText.quote(text)) }

    private static func object(_ table: KeyTable) -> [(String, JSONValue)] {
        let properties = table.rows.map { row in
            (row.key, JSONValue.object([("description", string(row.summary))] + schema(row.shape)))
        }
        var result: [(String, JSONValue)] = [
            ("type", string("object")), ("additionalProperties", .raw("false")), ("properties", .object(properties)),
        ]
        if !table.required.isEmpty { result.append(("required", .list(table.required.map(string)))) }
        return result
    }

    private static func schema(_ shape: Shape) -> [(String, JSONValue)] {
        switch shape {
        case .text: [("type", string("string"))]
        case .name: [("type", .list([string("string"), string("number"), string("boolean")]))]
        case .integer(let minimum, let maximum):
            [("type", string("integer")), ("minimum", .raw("\(minimum)"))]
                + (maximum.map { [("maximum", JSONValue.raw("\($0)"))] } ?? [])
        case .decimal: [("type", string("number")), ("minimum", .raw("1")), ("maximum", .raw("1000"))]
        case .boolean: [("type", string("boolean"))]
        case .duration: pattern("^(0|(\(quantity))+)$")
        case .durationModel:
            alternatives([.list(.duration)])
                + [
                    ("pattern", string("^(never|0|(\(quantity))+( *(\\.\\.|\\+-|±) *(0|(\(quantity))+))?)$"))
                ]
        case .outcome: pattern("^(success|(fail|critical)( +[0-9]+(\\.[0-9]+)?%)?)$")
        case .date: [("type", .list([string("string"), string("number")]))]
        case .event: [("enum", .list(EventNames.all.map(string)))]
        case .json: []
        case .choice(let values): [("enum", .list(values.map(string)))]
        case .object(let table): object(table)
        case .list(let element): [("type", string("array")), ("items", .object(schema(element)))]
        case .map(let value): [("type", string("object")), ("additionalProperties", .object(schema(value)))]
        case .either(let shapes): [("anyOf", .list(shapes.map { .object(schema($0)) }))]
        }
    }

    private static let quantity = "[0-9]+(\\.[0-9]+)?(h|m|s|ms|us|ns)"

    private static func pattern(_ text: String) -> [(String, JSONValue)] {
        [("type", .list([string("string"), string("number")])), ("pattern", string(text))]
    }

    /// A string or one of `shapes`; a pattern beside it binds strings only.
    private static func alternatives(_ shapes: [Shape]) -> [(String, JSONValue)] {
        [
            (
                "anyOf",
                .list(
                    [.object([("type", .list([string("string"), string("number")]))])]
                        + shapes.map { .object(schema($0)) })
            )
        ]
    }
}
