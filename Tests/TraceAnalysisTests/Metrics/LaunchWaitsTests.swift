import SchedulerCore
import Testing
import TraceFormat

@testable import TraceAnalysis

/// Waits for a lane that opens while the run waits.
@Suite struct LaunchWaitsTests {
    private static let late = LaneID(2)
    private func at(_ time: Int64) -> Instant { Instant(nanoseconds: time * 1_000_000) }

    /// A launch from 100 ms to 120 ms after an earlier one; First and Late wait in lane `afterLaunch` since 102 ms.
    private func trace(firstStart: Int64) -> Recorder {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "First", lane: 2)
        trace.add(10, .firstFrame(parked: 0))
        trace.start(12, "First", lane: 2)
        trace.finish(14, "First", ready: 0)
        trace.add(50, .state(.notRunning))
        trace.event(100, .willFinishLaunching)
        for name in ["First", "Late"] { trace.release(102, name, lane: 2) }
        trace.release(102, "Main")
        trace.start(102, "Main")
        trace.finish(120, "Main", ready: 102)
        trace.add(120, .firstFrame(parked: 0))
        trace.start(firstStart, "First", lane: 2)
        trace.finish(firstStart + 3, "First", ready: 102)
        trace.start(firstStart + 3, "Late", lane: 2)
        trace.finish(firstStart + 9, "Late", ready: 102)
        return trace
    }

    private func pieces(of task: String, _ trace: Recorder, launch: Int = 1, _ facts: LaunchFacts) throws -> [WaitPiece]
    {
        var names = trace.names
        names.lanes[2] = "afterLaunch"
        let measure = try #require(
            LaunchMeasure(
                title: "", names: names, timeline: Timeline(trace.records), number: launch, facts: facts))
        let waits = LaunchWaits(measure, written: { $0 })
        return waits.pieces(of: try #require(waits.run(of: trace.named(task))))
    }

    @Test("lane afterLaunch opens its delay after the first frame, and is then held")
    func delay() throws {
        let trace = trace(firstStart: 127)
        let facts = LaunchFacts(lanes: [], afterLaunchDelay: .milliseconds(5))
        #expect(
            try pieces(of: "Late", trace, facts) == [
                WaitPiece(.laneClosed(Self.late), at(102), at(125)), WaitPiece(.turn, at(125), at(127)),
                WaitPiece(.lane(Self.late, [trace.named("First")]), at(127), at(130)),
            ])
    }

    @Test("without a known delay it opens with its first run in this process", arguments: [121, 127])
    func firstRun(start: Int64) throws {
        let trace = trace(firstStart: start)
        #expect(
            try pieces(of: "Late", trace, .unknown) == [
                WaitPiece(.laneClosed(Self.late), at(102), at(start)),
                WaitPiece(.lane(Self.late, [trace.named("First")]), at(start), at(start + 3)),
            ])
    }

    @Test("without a known delay it is closed until the first frame at least")
    func noRunBefore() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        for name in ["Early", "Late"] { trace.release(0, name, lane: 2) }
        // Somebody started it before the lane opened.
        trace.start(3, "Early", lane: 2)
        trace.finish(4, "Early", ready: 0)
        trace.add(20, .firstFrame(parked: 0))
        trace.start(22, "Late", lane: 2)
        trace.finish(25, "Late", ready: 0)
        #expect(
            try pieces(of: "Late", trace, launch: 0, .unknown) == [
                WaitPiece(.laneClosed(Self.late), at(0), at(20)), WaitPiece(.turn, at(20), at(22)),
            ])
    }

    @Test("in a process without a first frame it stays closed")
    func neverOpened() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "Main")
        trace.start(0, "Main")
        trace.finish(10, "Main", ready: 0)
        trace.add(10, .firstFrame(parked: 0))
        trace.add(50, .state(.notRunning))
        trace.event(100, .willFinishLaunching)
        trace.release(100, "Late", lane: 2)
        trace.start(130, "Late", lane: 2)
        trace.finish(140, "Late", ready: 100)
        let facts = LaunchFacts(lanes: [], afterLaunchDelay: .zero)
        #expect(
            try pieces(of: "Late", trace, launch: 0, facts) == [
                WaitPiece(.laneClosed(Self.late), at(100), at(130))
            ])
    }

    @Test(
        "a lane that was paused before the run was ready is waited for until it is resumed",
        arguments: [
            "resume lane:io", "resume lane:async",
        ])
    func resumed(command: String) throws {
        var trace = Recorder()
        trace.command(0, "pause lane:io")
        trace.event(0, .willFinishLaunching)
        trace.release(2, "A", lane: 2)
        trace.release(3, "Other", lane: 2)
        trace.add(3, .park(trace.named("Other"), .lanePaused(LaneID(2))))
        trace.add(4, .park(trace.named("A"), .lanePaused(LaneID(2))))
        trace.command(8, command)
        trace.start(12, "A", lane: 2)
        trace.finish(15, "A", ready: 2)
        trace.add(20, .firstFrame(parked: 0))
        let measure = try #require(
            LaunchMeasure(title: "", names: trace.names, timeline: Timeline(trace.records), facts: .unknown))
        let waits = LaunchWaits(measure, written: { $0 })
        let end: Int64 = command == "resume lane:io" ? 8 : 12
        let whole = [
            WaitPiece(.lanePaused(LaneID(2)), at(2), at(end)), WaitPiece(.turn, at(end), at(12)),
        ]
        #expect(waits.pieces(of: try #require(waits.run(of: trace.named("A")))) == whole.filter { $0.length > .zero })
    }
}
