import ScenarioFormat
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

    /// The third attempt waits for its lane, after a pause as long as the others.
    @Test func `a retry that waited for its lane, too, had no longer pause`() throws {
        let text = """
            name: pauses
            lanes:
              main: 1
              io: 1
            tasks:
              - { name: Seed, on: didFinishLaunching, duration: 55ms }
              - { name: Other, on: didFinishLaunching, lane: io, duration: 500ms, after: Seed }
              - name: Retry
                on: didFinishLaunching
                lane: io
                blocks: true
                duration: 20ms
                retry: { limit: 3, delay: 30ms }
                outcome: [fail, fail, fail, success]

            """
        let recording = try Recording(try ScenarioReader.load(bytes: Array(text.utf8), file: "s.yaml").scenario)
        let imported = try Imported(bytes: recording.bytes)
        #expect(imported.time == .milliseconds(640))
        #expect(try Recording(imported.scenario).launchRuns == recording.launchRuns)
        #expect(imported.text.contains("retry: {limit: 3, delay: 30ms}"), "\(imported.text)")
    }

    @Test(arguments: [
        "delay: 30ms, backoff: 2", "delay: 30ms, backoff: 2, maximumDelay: 60ms", "delay: 30ms", "delay: 0s",
    ])
    func `the pauses between attempts come back as their policy`(_ policy: String) throws {
        let text = """
            name: pauses
            tasks:
              - name: Retry
                on: didFinishLaunching
                duration: 20ms
                retry: { limit: 4, \(policy) }
                outcome: [fail, fail, fail, fail, success]

            """
        let recording = try Recording(try ScenarioReader.load(bytes: Array(text.utf8), file: "s.yaml").scenario)
        let imported = try Imported(bytes: recording.bytes)
        #expect(imported.scenario.tasks[0].spec.retry == recording.scenario.tasks[0].spec.retry)
        #expect(imported.time == recording.time)
    }

    /// All of it begins at 0: First makes Second ready after didFinishLaunching was delivered.
    @Test func `a run that began after a later event of the same instant does not come first in its lane`() throws {
        let text = """
            name: instant
            lanes:
              main: 1
              io: 1
            tasks:
              - { name: First, on: didFinishLaunching, lane: io, duration: 0s }
              - { name: Second, on: willFinishLaunching, lane: io, duration: 20ms, follows: First }
              - { name: Show, on: didFinishLaunching, duration: 20ms, after: Second, blocks: true }

            """
        let recording = try Recording(try ScenarioReader.load(bytes: Array(text.utf8), file: "s.yaml").scenario)
        let imported = try Imported(bytes: recording.bytes)
        #expect(try Recording(imported.scenario).launchRuns == recording.launchRuns, "\(imported.text)")
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
