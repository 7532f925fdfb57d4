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
}
