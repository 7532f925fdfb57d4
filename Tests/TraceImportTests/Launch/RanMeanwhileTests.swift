import ScenarioFormat
import SchedulerSimulation
import TestSupport
import Testing
@testable import TraceImport

/// Long waits during which something ran that went on behind them.
@Suite struct RanMeanwhileTests {
    private static let threads = ["main", "io", "net"]

    /// A trace of slices `(name, thread, start, length)` in microseconds, each alone on its thread.
    private static func imported(_ slices: [(name: String, thread: Int, start: Int, length: Int)]) throws -> Imported {
        let names = threads.enumerated().map {
            "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":\($0.offset + 1),\"args\":{\"name\":\"\($0.element)\"}}"
        }
        let events = slices.map {
            "{\"ph\":\"X\",\"name\":\"\($0.name)\",\"pid\":1,\"tid\":\($0.thread + 1),\"ts\":\($0.start),\"dur\":\($0.length)}"
        }
        return try Imported("[" + (names + events).joined(separator: ",") + "]")
    }

    @Test func `what ran during a long wait of the critical path, and beyond it, is divided at its end`() throws {
        let imported = try Self.imported([
            ("Boot", 0, 0, 1000), ("Evaluate", 0, 1000, 4000), ("Fetch", 1, 4500, 4000), ("Small", 0, 5000, 100),
        ])
        #expect(imported.time?.count == 8_500_000)
        #expect(
            try imported.schedule == [
                "Boot main 0..1000", "Evaluate main 1000..4500", "Evaluate 2 main 4500..5000 <- Evaluate",
                "Fetch io 4500..8500 <- Evaluate", "Small main 5000..5100",
            ])
        #expect(!imported.text.contains("name: gap"), "\(imported.text)")
        #expect(imported.text.contains("# It began while Evaluate ran, which may have started it."))
        #expect(imported.text.contains("name: Fetch, on: didFinishLaunching, assumes: Evaluate,"))
    }

    @Test func `what ended last before the end of the wait comes first`() throws {
        let imported = try Self.imported([
            ("Evaluate", 0, 0, 9000), ("Read", 1, 2000, 4000), ("Fetch", 2, 6000, 4000),
        ])
        #expect(
            try imported.schedule == [
                "Evaluate main 0..2000", "Evaluate 2 main 2000..9000 <- Evaluate", "Read io 2000..6000 <- Evaluate",
                "Fetch net 6000..10000 <- Read",
            ])
    }

    @Test func `behind a run that waited for its thread comes what held that, even if it states what it waited for`()
        throws
    {
        var launch = RecordedLaunch(
            name: "app", source: "test", lanes: [.init("main"), .init("io"), .init("pool", isThread: false)],
            runs: [
                .init("Boot", lane: 0, start: 0, end: 100_000), .init("Stated", lane: 2, start: 0, end: 350_000),
                .init("Evaluate", lane: 1, start: 0, end: 500_000),
                .init("Holder", lane: 0, start: 300_000, end: 600_000),
                .init("Last", lane: 0, start: 600_000, end: 1_000_000),
            ], length: 1_000_000)
        launch.isSliced = true
        launch.putInOrder()
        let stated = try #require(launch.runs.firstIndex { $0.name == "Stated" })
        launch.runs[4].after = [stated]
        AssumedPredecessors.find(in: &launch)
        #expect(launch.runs.filter { $0.name == "Evaluate" }.map { $0.end } == [300_000, 500_000])
    }

    @Test(
        "a short wait, and one during which most of the time nothing ran, stay waits",
        arguments: [(start: 4500, from: 0), (start: 8000, from: 7000)])
    func staysWait(start: Int, from: Int) throws {
        let imported = try Self.imported([
            ("Boot", 1, 0, 4000), ("Long", 0, from, start + 200 - from), ("Last", 2, start, 90_000),
        ])
        #expect(imported.text.contains("name: gap before Last"), "\(imported.text)")
    }

    @Test(
        "the launch takes as long as before, and no wait of its path covers a run", arguments: 0..<25 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<8 {
            var slices: [(name: String, thread: Int, start: Int, length: Int)] = []
            for thread in 0..<3 {
                var time = random.below(400)
                for number in 0..<1 + random.below(8) {
                    let length = 1 + random.below(400)
                    slices.append(("T\(thread).\(number)", thread, time, length))
                    time += length + random.below(2) * random.below(400)
                }
            }
            let imported = try Self.imported(slices)
            let length = imported.launch.length
            #expect(abs(try #require(imported.time).count - length) <= length / 200, "\(slices)\n\(imported.text)")
        }
    }
}
