import SimulatedApps
import Testing
import TraceImport

/// Edges that many traces show and none states.
@Suite struct InferenceTests {
    /// B starts after A and C have ended; the last of them is now one, now the other. On their threads nothing is in the way.
    private static func launch(_ number: Int, late: Int64 = 10_000) -> RecordedLaunch {
        let (long, short) = (Int64(30_000_000 + number * 700_000), Int64(40_000_000 - number * 500_000))
        let start = max(long, short) + late
        return RecordedLaunch(
            name: "app", source: "test", lanes: [.init("main"), .init("one"), .init("two"), .init("three")],
            runs: [
                .init("Free", lane: 0, start: 0, end: 5_000_000),
                .init("A", lane: 1, start: 0, end: long), .init("C", lane: 2, start: 0, end: short),
                .init("B", lane: 3, start: start, end: start + 20_000_000),
            ], length: start + 20_000_000)
    }

    @Test func `a task that begins right after the last of two has both as predecessors`() {
        let found = EdgeInference.infer((0..<16).map { Self.launch($0) })
        #expect(found.map { $0.task } == ["B"])
        #expect(Set(found[0].after.map { $0.name }) == ["A", "C"])
        #expect(found[0].support == 16 && found[0].waits == 16 && found[0].reaches(thousandths: 1000))
    }

    @Test func `seven traces are no evidence, and one with another order is evidence against an edge`() {
        #expect(EdgeInference.infer((0..<7).map { Self.launch($0) }).isEmpty)
        var launches = (0..<16).map { Self.launch($0) }
        launches[3].runs[3].start = 1_000_000
        #expect(EdgeInference.infer(launches).isEmpty)
    }

    @Test func `support is reported, and accepted only from the given share on`() throws {
        let launches = (0..<16).map { Self.launch($0, late: $0 < 2 ? 8_000_000 : 10_000) }
        let told = try #require(TraceImport.scenario(of: launches, file: "t"))
        #expect(
            told.remarks.contains {
                $0.hasPrefix("likely, but not added: B began right after") && $0.contains("in 14 of 16")
            })
        #expect(!told.text.contains("after: [A, C") && !told.text.contains("after: [C, A"))
        let strict = try #require(TraceImport.scenario(of: launches, file: "t", thousandths: 950))
        #expect(strict.remarks == told.remarks)
        let taken = try #require(TraceImport.scenario(of: launches, file: "t", thousandths: 850))
        #expect(taken.text.contains("after: [A, C]") || taken.text.contains("after: [C, A]"))
        #expect(taken.text.contains("# Inferred: right after"))
    }

    @Test func `durations of several traces become samples`() throws {
        let launches = (0..<3).map { Self.launch($0) }
        let scenario = try #require(TraceImport.scenario(of: launches, file: "t"))
        #expect(
            scenario.text.contains("name: A, on: didFinishLaunching, lane: one, duration: [30ms, 30700us, 31400us]"))
    }

    @Test func `of very many traces the shortest and the longest duration are among the samples`() throws {
        let launches = (0..<250).map { number in
            let end = Int64(30_000_000 + number * 1_000_000)
            return RecordedLaunch(
                name: "app", source: "test", lanes: [.init("main")], runs: [.init("A", lane: 0, start: 0, end: end)],
                length: end)
        }
        let text = try #require(TraceImport.scenario(of: launches, file: "t")).text
        #expect(text.contains("duration: [30ms, ") && text.contains(", 279ms]"))
    }

    @Test("edges of simulated apps are found, and hardly any false one", arguments: 0..<6 as Range<UInt64>)
    func precision(seed: UInt64) throws {
        var score = InferenceScore()
        for app in 0..<2 { try score.add(SimulatedApp(seed: 1000 + seed * 2 + UInt64(app)), traces: 20) }
        #expect(score.wrong.count * 10 <= max(10, score.inferred), "\(score.wrong)")
    }
}
