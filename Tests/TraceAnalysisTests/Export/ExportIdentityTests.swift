import SchedulerCore
import TestSupport
import Testing
import Text
import TraceAnalysis
import TraceFormat

/// Nothing of a trace is lost: from each of our own formats its very bytes come back.
@Suite struct ExportIdentityTests {
    private func check(_ trace: Trace, _ tasks: [TaskSpec] = []) throws {
        let recording = LaunchRecording(trace, tasks: tasks)
        let wanted = String(decoding: TraceWriter.bytes(of: trace), as: UTF8.self)
        let chrome = try #require(ExportFormat.chrome.bytes(of: recording))
        #expect(try RebuiltTrace(chrome: chrome).text == wanted)
        let otlp = try #require(ExportFormat.otlp.bytes(of: recording))
        #expect(try RebuiltTrace(otlp: otlp).text == wanted)
    }

    @Test("random records of every kind, of which few fit together", arguments: 0..<25 as Range<UInt64>)
    func randomRecords(seed: UInt64) throws {
        try check(randomTrace(seed: seed, count: 400))
    }

    @Test func `a launch by hand, with and without what a scenario knows`() throws {
        let shop = Recorder.shop()
        let trace = Trace(
            header: TraceHeader(name: "Shop", seed: .max), names: shop.names, records: shop.records, end: nil)
        try check(trace)
        try check(
            trace,
            trace.names.tasks.map { name in
                TaskSpec(
                    name: name, after: shop.predecessors(shop.named(name)).map { shop.names.name(of: $0) },
                    follows: ["Ghost"])
            })
    }

    @Test func `the error of a failed attempt`() throws {
        var recorder = Recorder()
        recorder.event(0, .willFinishLaunching)
        recorder.release(0, "Login")
        recorder.start(0, "Login")
        recorder.finish(5, "Login", ready: 0, .fail)
        recorder.start(9, "Login", attempt: 2)
        var names = recorder.names
        names.errors[AttemptID(TaskID(0), run: 1, attempt: 1)] = "no \"network\"\u{7}"
        try check(Trace(header: TraceHeader(name: ""), names: names, records: recorder.records, end: nil))
    }

    @Test func `an empty trace`() throws {
        try check(Trace(header: TraceHeader(name: "nothing"), names: TraceNames(), records: [], end: nil))
    }

    @Test func `times before zero and at the end of time`() throws {
        var records = [TraceRecord(Instant(nanoseconds: -1_500), .event(.willFinishLaunching))]
        records.append(TraceRecord(Instant(nanoseconds: -1), .release(TaskID(0), run: 1, lane: .main)))
        records.append(TraceRecord(Instant(nanoseconds: -1), .start(TaskID(0), run: 1, attempt: 1, lane: .main)))
        let end = TraceRecord.Fact.finish(
            TaskID(0), run: 1, attempt: 1, .success, ready: Instant(nanoseconds: -1), .none)
        records.append(TraceRecord(Instant(nanoseconds: 9_000_000_000_000_000_000), end))
        try check(
            Trace(header: TraceHeader(name: "far"), names: TraceNames(tasks: ["A"]), records: records, end: nil))
    }

    @Test func `without a scenario the run that made another one ready is its cause`() {
        let shop = Recorder.shop()
        var graph = Recorder()
        graph.event(0, .willFinishLaunching)
        for name in ["A", "B", "C"] { graph.release(0, name) }
        graph.start(0, "A")
        graph.finish(10, "A", ready: 0)
        graph.start(10, "C")
        graph.finish(20, "C", ready: 0)
        graph.start(20, "B")
        graph.finish(30, "B", ready: 10)
        let trace = Trace(header: TraceHeader(name: "G"), names: graph.names, records: graph.records, end: nil)
        let dot = ExportFormat.dot.bytes(of: LaunchRecording(trace)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(dot.split(separator: "\n").count { $0.contains("->") } == 1)
        #expect(dot.contains("n0 -> n2 [style=dashed"))
        #expect(!shop.records.isEmpty)
    }
}
