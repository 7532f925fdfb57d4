import SchedulerCore
import Text

/// The JSON Schema (draft 2020-12) of scenario files, for editors; generated from the table that the reader checks keys against.
public enum ScenarioSchema {
    /// The schema's text, the same in every process.
    public static let json: String = {
        let head: [JSONValue.Member] = [
            .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            .init("title", .string("taskscope scenario")),
        ]
        return JSONValue.object(head + object(RootKey.table)).lines() + "\n"
    }()

    private static func object(_ table: ObjectKeys) -> [JSONValue.Member] {
        let properties = table.rows.map { row in
            JSONValue.Member(row.key, .object([.init("description", .string(row.summary))] + schema(row.shape)))
        }
        var result: [JSONValue.Member] = [
            type("object"), .init("additionalProperties", .bool(false)), .init("properties", .object(properties)),
        ]
        if !table.required.isEmpty { result.append(.init("required", strings(table.required))) }
        return result
    }

    private static func schema(_ shape: Shape) -> [JSONValue.Member] {
        switch shape {
        case .text: [type("string")]
        case .name: [.init("type", strings(["string", "number", "boolean"]))]
        case .integer(let minimum, let maximum):
            [
                type("integer"), .init("minimum", .number(minimum)),
                .init("maximum", maximum.map { .number($0) } ?? .number(UInt64.max)),
            ]
        case .decimal(let range):
            [
                type("number"), .init("minimum", .number(range.lowerBound)),
                .init("maximum", .number(range.upperBound)),
            ]
        case .boolean: [type("boolean")]
        case .duration: pattern("^(0|(\(quantity))+)$")
        case .durationModel:
            [
                .init("anyOf", .array([.object([scalar]), .object(schema(.list(.duration)))])),
                .init(
                    "pattern", .string("^(never|0|(\(quantity))+( *(\\.\\.|\\+-|±) *(0|(\(quantity))+))?)$")),
            ]
        case .outcome: pattern("^(success|(fail|critical)( +[0-9]+(\\.[0-9]+)?%)?)$")
        case .date: [scalar]
        case .event: [.init("enum", strings(EventNames.all))]
        case .json: []
        case .choice(let values): [.init("enum", strings(values))]
        case .object(let table): object(table)
        case .list(let element): [type("array"), .init("items", .object(schema(element)))]
        case .map(let value): [type("object"), .init("additionalProperties", .object(schema(value)))]
        case .either(let shapes): [.init("anyOf", .array(shapes.map { .object(schema($0)) }))]
        }
    }

    private static let quantity = "[0-9]+(\\.[0-9]+)?(h|min|m|s|ms|us|ns)"

    /// A string, or the number that YAML makes of it without quotes; a pattern constrains only strings.
    private static let scalar = JSONValue.Member("type", strings(["string", "number"]))

    private static func type(_ name: String) -> JSONValue.Member { .init("type", .string(name)) }

    private static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

    private static func pattern(_ text: String) -> [JSONValue.Member] { [scalar, .init("pattern", .string(text))] }
}
