import SchedulerCore
import TestSupport
import Testing
import TraceFormat
import TraceImport

/// Our own traces come back to the same launch: every run begins and ends in the same nanosecond.
@Suite struct RoundTripTests {
    @Test("a recorded launch of random tasks, failed ones too, is repeated exactly", arguments: 0..<25 as Range<UInt64>)
    func ndjson(seed: UInt64) throws {
        var cases = CaseGenerator(seed: seed &* 7919)
        var found = 0
        while found < 8 {
            let recording = try Recording(cases.scenario(tasks: 14))
            guard let time = recording.time else { continue }
            found += 1
            let imported = try Imported(bytes: recording.bytes)
            #expect(imported.time == time, "\(imported.text)")
            #expect(imported.launch.length == time.count)
            let again = try Recording(imported.scenario)
            #expect(again.launchRuns == recording.launchRuns, "\(imported.text)")
        }
    }

    @Test func `a long trace reads and writes without a change`() throws {
        let records = 200_000
        var trace = Trace(
            header: TraceHeader(name: "long"), names: TraceNames(tasks: ["A", "B"]), records: [], end: nil)
        trace.records.reserveCapacity(records)
        for index in 0..<records / 2 {
            let (time, run) = (Instant(nanoseconds: Int64(index) * 1000), Int32(index / 2 + 1))
            let task = TaskID(index % 2)
            trace.records.append(TraceRecord(time, .release(task, run: run, lane: .main)))
            trace.records.append(TraceRecord(time, .start(task, run: run, attempt: 1, lane: .main)))
        }
        let bytes = TraceWriter.bytes(of: trace)
        let read = try TraceReader.read(bytes)
        #expect(read.records.count == records)
        #expect(TraceWriter.bytes(of: read) == bytes)
    }
}
