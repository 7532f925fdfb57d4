import Text
import Foundation
import Testing

@testable import ScenarioFormat

@Suite struct ScenarioSchemaTests {
    private func properties(_ object: Any?) throws -> [String: Any] {
        let schema = try #require(object as? [String: Any])
        #expect(schema["additionalProperties"] as? Bool == false)
        return try #require(schema["properties"] as? [String: Any])
    }

    private func keys(_ object: Any?) throws -> Set<String> { Set(try properties(object).keys) }

    @Test func `the schema is JSON and knows every key`() throws {
        let bytes = Array(ScenarioSchema.json.utf8)
        #expect(try JSONReader.end(ofValueIn: bytes, from: 0) == bytes.count - 1)
        let root = try JSONSerialization.jsonObject(with: Foundation.Data(bytes)) as? [String: Any]
        #expect(root?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        let top = try properties(root)
        #expect(Set(top.keys) == Set(RootKey.names))
        #expect(try keys(top["clock"]) == Set(ClockKey.names))
        #expect(try keys(top["limits"]) == Set(LimitsKey.names))
        #expect(try keys(top["classes"]) == Set(ClassesKey.names))
        let task = (top["tasks"] as? [String: Any])?["items"]
        #expect(try keys(task) == Set(TaskKey.names))
        #expect(try keys(properties(task)["retry"]) == Set(RetryKey.names))
        #expect(try keys((top["sequences"] as? [String: Any])?["items"]) == Set(SequenceKey.names))
        #expect(try keys(top["jobs"]) == Set(JobsKey.names))
    }

    @Test func `every key has a sentence`() {
        for row in RootKey.table.rows + TaskKey.table.rows + JobsKey.table.rows { #expect(row.summary.hasSuffix(".")) }
    }

    /// Where a number is in the schema, a file with it, and its shape.
    private static let numbers: [(path: [String], file: String, shape: Shape)] = [
        (["schema"], "schema: #", RootKey.schema.row.shape), (["seed"], "seed: #", RootKey.seed.row.shape),
        (["clock", "maximumInterval"], "clock: {maximumInterval: #}", ClockKey.maximumInterval.row.shape),
        (["lanes", "*"], "lanes: {io: #}", LaneKey.width.row.shape),
        (["lanes", "*", "width"], "lanes: {io: {width: #}}", LaneKey.width.row.shape),
        (["tasks", "*", "times"], "tasks: [{name: A, every: 1s, times: #}]", .positive),
        (
            ["tasks", "*", "retry", "limit"], "tasks: [{name: A, on: launch, retry: {limit: #}}]",
            RetryKey.limit.row.shape
        ),
        (
            ["tasks", "*", "retry", "backoff"], "tasks: [{name: A, on: launch, retry: {limit: 1, backoff: #}}]",
            RetryKey.backoff.row.shape
        ),
        (["jobs", "retryLimit"], "jobs: {retryLimit: #}", JobsKey.retryLimit.row.shape),
        (["jobs", "backoff"], "jobs: {backoff: #}", JobsKey.backoff.row.shape),
        (["jobs", "jitter"], "jobs: {jitter: #}", JobsKey.jitter.row.shape),
        (["jobs", "queues", "*"], "jobs: {queues: {slow: #}}", LaneKey.width.row.shape),
    ]

    @Test(arguments: numbers.indices) func `schema and program have the same limits`(row: Int) throws {
        let (path, file, shape) = Self.numbers[row]
        let schema = try #require(path.reduce(try JSONValue(parsing: Array(ScenarioSchema.json.utf8)), Self.member))
        for (number, isWithin) in try Self.limits(of: shape) {
            let text = file.replacing("#", with: number)
            #expect((ScenarioReader.read(text: text, file: "f.yaml").scenario != nil) == isWithin, "\(text)")
            #expect(Self.allows(schema, number) == isWithin, "\(path): \(number)")
        }
    }

    private static func member(_ schema: JSONValue?, _ key: String) -> JSONValue? {
        guard let schema else { return nil }
        if key != "*", let found = schema["properties"]?[key] { return found }
        if key == "*", let found = schema["items"] ?? schema["additionalProperties"] { return found }
        guard case .array(let choices)? = schema["anyOf"] else { return nil }
        return choices.lazy.compactMap { member($0, key) }.first
    }

    /// Each limit and one past it.
    private static func limits(of shape: Shape) throws -> [(String, isWithin: Bool)] {
        switch shape {
        case .integer(let minimum, let maximum):
            let most = maximum.map { UInt64($0) } ?? .max
            let past = most == .max ? "18446744073709551616" : String(most + 1)
            return [("\(minimum)", true), ("\(minimum - 1)", false), ("\(most)", true), (past, false)]
        case .decimal(let range):
            let before = range.lowerBound == 0 ? "-0.001" : "\(range.lowerBound - 1).999"
            return [
                ("\(range.lowerBound)", true), (before, false), ("\(range.upperBound)", true),
                ("\(range.upperBound).001", false),
            ]
        case _: throw CancellationError()
        }
    }

    /// Whether the schema of a number lets it pass; Decimal keeps 20 digits apart.
    private static func allows(_ schema: JSONValue, _ number: String) -> Bool {
        if case .array(let choices)? = schema["anyOf"] { return choices.contains { allows($0, number) } }
        guard case .string(let type)? = schema["type"], type == "integer" || type == "number",
            let value = Decimal(string: number), case .number(let minimum)? = schema["minimum"],
            case .number(let maximum)? = schema["maximum"], let least = Decimal(string: minimum),
            let most = Decimal(string: maximum)
        else { return false }
        return least <= value && value <= most
    }
}
