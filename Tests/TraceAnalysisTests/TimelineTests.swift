import SchedulerCore
import Testing
import TraceAnalysis
import TraceFormat

@Suite struct TimelineTests {
    @Test("a run's times are kept apart: own, dependency wait, lane wait")
    func waits() throws {
        let shop = Recorder.shop()
        let timeline = Timeline(shop.records)
        let session = try #require(timeline.runs.first { $0.task == shop.named("Session") })
        #expect(session.own == .milliseconds(30) && session.dependencyWait == .milliseconds(110))
        #expect(session.laneWait == .zero && session.wait == .milliseconds(110))
        let database = try #require(timeline.runs.first { $0.task == shop.named("Database") })
        #expect(database.own == .milliseconds(60) && database.laneWait == .milliseconds(50))
        #expect(timeline.processes.map(\.launchTime) == [.milliseconds(200)])
        #expect(timeline.state == .active && timeline.counts.started == 8 && timeline.counts.ended[.success] == 8)
    }

    @Test("a retried run is one span with its earlier attempts beside it")
    func retries() {
        var trace = Recorder()
        trace.release(0, "Login")
        trace.start(0, "Login")
        trace.finish(10, "Login", ready: 0, .fail)
        trace.start(30, "Login", attempt: 2)
        trace.finish(40, "Login", ready: 0)
        let timeline = Timeline(trace.records)
        #expect(timeline.runs.count == 1 && timeline.runs[0].own == .milliseconds(40))
        #expect(timeline.runs[0].attempts == 2 && timeline.runs[0].outcome == .success)
        #expect(timeline.earlierAttempts.map(\.outcome) == [.fail])
        #expect(timeline.counts.failed == 0 && timeline.counts.ended[.success] == 1 && timeline.counts.retried == 1)
    }

    @Test("a skip ends the waiting run, an overrun does not")
    func skips() {
        var trace = Recorder()
        trace.release(0, "A")
        let task = trace.task("A")
        trace.add(1, .skip(task, .overrun))
        trace.add(2, .park(task, .laneClosed(.main)))
        trace.add(3, .skip(task, .predecessor(trace.task("B"), .failed)))
        trace.add(4, .miss(task, .suspended))
        let timeline = Timeline(trace.records)
        #expect(timeline.runs[0].skipped == Instant(nanoseconds: 3_000_000) && timeline.runs[0].parkings == 1)
        #expect(timeline.marks.map(\.kind) == [.skip, .park, .skip, .miss])
        #expect(timeline.marks.map(\.run) == [nil, 0, 0, nil])
        #expect(timeline.counts.skipped == 2 && timeline.counts.missed == 1 && timeline.counts.parked == 1)
    }

    @Test("records that do not fit together change nothing and never trap")
    func nonsense() {
        var timeline = Timeline()
        let task = TaskID(3)
        timeline.append(TraceRecord(.zero, .firstFrame(parked: 0)))
        timeline.append(TraceRecord(.zero, .finish(task, run: 1, attempt: 1, .fail, ready: .zero, .none)))
        timeline.append(TraceRecord(.zero, .start(task, run: 2, attempt: 1, lane: .main)))
        timeline.append(TraceRecord(.zero, .park(TaskID(-1), .paused)))
        timeline.append(TraceRecord(.zero, .release(TaskID(-1), run: 1, lane: .main)))
        #expect(timeline.runs.isEmpty && timeline.counts.started == 0 && timeline.processes.isEmpty)
    }

    @Test("the runs of a task are found last one first")
    func chains() {
        var trace = Recorder()
        for time in [0, 10, 20] as [Int64] {
            trace.release(time, "A")
            trace.start(time, "A")
            trace.finish(time + 1, "A", ready: time)
            trace.release(time + 2, "B")
            trace.start(time + 2, "B")
            trace.finish(time + 3, "B", ready: time)
        }
        let timeline = Timeline(trace.records)
        #expect(Array(timeline.runIndexes(of: trace.named("A"))) == [4, 2, 0])
        #expect(Array(timeline.runIndexes(of: TaskID(99))).isEmpty)
    }
}
