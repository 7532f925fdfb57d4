import SchedulerCore
import Testing
import TraceFormat

@testable import TraceAnalysis

/// Slack where the plan's lanes and the tasks that hold an event bound it.
@Suite struct SlackTests {
    /// A launch of 20 ms on main, beside which A and B run one after the other in lane io; only B holds the first frame.
    private func slackOfA(gap: Int64, width: Int = 1) throws -> Nanoseconds? {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "Main")
        for name in ["A", "B"] { trace.release(0, name, lane: 2) }
        trace.start(0, "Main")
        trace.start(0, "A", lane: 2)
        trace.finish(5, "A", ready: 0)
        trace.start(10, "B", lane: 2)
        trace.finish(15, "B", ready: 0)
        trace.finish(20, "Main", ready: 0)
        trace.add(20, .firstFrame(parked: 0))
        let lanes = [
            LaneSpec(name: "main"), LaneSpec(name: "async"),
            LaneSpec(name: "io", width: width, gap: .milliseconds(gap)),
        ]
        let holds = trace.names.tasks.map { $0 != "A" }
        return try slack("A", of: trace, LaunchFacts(lanes: lanes, holds: holds))
    }

    private func slack(_ name: String, of trace: Recorder, _ facts: LaunchFacts) throws -> Nanoseconds? {
        let timeline = Timeline(trace.records)
        let path = try #require(CriticalPath(of: timeline, process: 0, facts: facts))
        let run = try #require(timeline.runs.firstIndex { $0.task == trace.named(name) })
        return path.slack(ofRun: run)
    }

    @Test(
        "what follows in the lane may begin the lane's gap after it, or as soon as it did",
        arguments: [
            // B may begin at 15 ms, A's end is bound to the gap before that.
            (gap: 0, slack: 10), (gap: 3, slack: 7), (gap: 5, slack: 5), (gap: 9, slack: 5),
        ])
    func gap(gap: Int64, slack: Int64) throws {
        #expect(try slackOfA(gap: gap) == .milliseconds(slack))
    }

    @Test("in a lane with a place to spare, what ended earlier gave nobody its place")
    func width() throws {
        #expect(try slackOfA(gap: 0, width: 1) == .milliseconds(10))
        #expect(try slackOfA(gap: 0, width: 2) == nil)
    }

    @Test("a lane whose width is not known is as wide as the runs that were seen at once")
    func seenWidth() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "Main")
        for name in ["A", "B", "C", "D"] { trace.release(0, name, lane: 2) }
        trace.start(0, "Main")
        // Never more than two at once: C takes over the place of A, D that of C.
        trace.start(0, "A", lane: 2)
        trace.finish(2, "A", ready: 0)
        trace.start(2, "B", lane: 2)
        trace.start(3, "C", lane: 2)
        trace.finish(4, "C", ready: 0)
        trace.finish(6, "B", ready: 0)
        trace.start(6, "D", lane: 2)
        trace.finish(8, "D", ready: 0)
        trace.finish(20, "Main", ready: 0)
        trace.add(20, .firstFrame(parked: 0))
        let facts = LaunchFacts(lanes: [], holds: trace.names.tasks.map { ["Main", "B", "C", "D"].contains($0) })
        #expect(try slack("D", of: trace, facts) == .milliseconds(12))
        #expect(try slack("C", of: trace, facts) == .milliseconds(16))
        // C took the last place, and could wait until B has left one.
        #expect(try slack("A", of: trace, facts) == nil)
    }

    @Test("in a wide lane, only what ended before the last place was taken is bound by who took it")
    func lastPlace() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        for name in ["A", "B", "C", "D"] { trace.release(0, name, lane: 2) }
        trace.start(0, "A", lane: 2)
        trace.start(0, "B", lane: 2)
        trace.finish(5, "A", ready: 0)
        // C and D could have done with the place of B.
        trace.start(10, "C", lane: 2)
        trace.finish(15, "C", ready: 10)
        trace.finish(16, "B", ready: 0)
        trace.start(18, "D", lane: 2)
        trace.finish(20, "D", ready: 18)
        trace.add(20, .firstFrame(parked: 0))
        let lanes = [LaneSpec(name: "main"), LaneSpec(name: "async"), LaneSpec(name: "io", width: 2)]
        let facts = LaunchFacts(lanes: lanes, holds: trace.names.tasks.map { $0 == "D" })
        // C ends at 15 ms and has nothing to lose; A would delay only C.
        for name in ["A", "B", "C"] { #expect(try slack(name, of: trace, facts) == nil, "\(name)") }
        let all = LaunchFacts(lanes: lanes, holds: trace.names.tasks.map { $0 != "A" })
        #expect(try slack("A", of: trace, all) == .milliseconds(10))
    }

    @Test("a retry waits for its lane: the chain leads to who held it, and what came before the failure has time")
    func retry() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        for name in ["Y", "X"] { trace.release(0, name, lane: 2) }
        trace.start(0, "Y", lane: 2)
        trace.start(0, "X", lane: 2)
        trace.finish(10, "X", ready: 0, .fail)
        // Z takes the place that X leaves until its retry at 30 ms.
        trace.release(10, "Z", lane: 2)
        trace.start(10, "Z", lane: 2)
        trace.finish(50, "Y", ready: 0)
        trace.start(50, "X", lane: 2, attempt: 2)
        trace.finish(60, "Z", ready: 10)
        trace.finish(70, "X", ready: 0, attempt: 2)
        trace.add(70, .firstFrame(parked: 0))
        let lanes = [LaneSpec(name: "main"), LaneSpec(name: "async"), LaneSpec(name: "io", width: 2)]
        let policy = RetryPolicy(limit: 1, delay: .milliseconds(20))
        let facts = LaunchFacts(
            lanes: lanes, dependencies: trace.names.tasks.map { _ in [] }, holds: trace.names.tasks.map { _ in true },
            retries: [trace.named("X"): policy])
        let path = try #require(CriticalPath(of: Timeline(trace.records), process: 0, facts: facts))
        #expect(path.links.map { $0.task } == [trace.named("Y"), trace.named("X")])
        #expect(path.links.map { $0.length } == [.milliseconds(50), .milliseconds(20)])
        #expect(path.links.last?.why == .lane(LaneID(2), trace.named("Y")))
        #expect(try slack("Y", of: trace, facts) == .zero)
        // Without the wait for the lane, X needs 50 ms from its start.
        #expect(path.boundWithUnlimitedLanes == .milliseconds(60))
    }

    @Test("a start that finds a second place free in the lane does not limit who has the first")
    func secondPlace() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        for name in ["Fonts", "Search", "Calendar"] { trace.release(0, name, lane: 2) }
        trace.release(0, "Home")
        trace.start(0, "Fonts", lane: 2)
        trace.finish(60, "Fonts", ready: 0)
        trace.start(240, "Search", lane: 2)
        trace.finish(300, "Search", ready: 240)
        trace.start(450, "Calendar", lane: 2)
        trace.finish(535, "Calendar", ready: 450)
        trace.start(535, "Home")
        trace.finish(630, "Home", ready: 535)
        trace.add(630, .firstFrame(parked: 0))
        let lanes = [LaneSpec(name: "main"), LaneSpec(name: "async"), LaneSpec(name: "cpu", width: 2)]
        var after: [[LaunchFacts.Dependency]] = trace.names.tasks.map { _ in [] }
        after[trace.named("Home").offset] = ["Fonts", "Search", "Calendar"].map { name in
            LaunchFacts.Dependency(task: trace.named(name), kind: .after)
        }
        let facts = LaunchFacts(lanes: lanes, dependencies: after, holds: trace.names.tasks.map { _ in true })
        // Search may begin 235 ms later, but Calendar would have the other place then.
        #expect(try slack("Search", of: trace, facts) == .milliseconds(235))
        #expect(try slack("Fonts", of: trace, facts) == .milliseconds(475))
    }

    @Test("what needs a run has no place of the lane beside it when that ends later")
    func successorInTheLane() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        for name in ["Account", "Regions"] { trace.release(0, name, lane: 2) }
        trace.start(0, "Account", lane: 2)
        trace.start(0, "Regions", lane: 2)
        trace.finish(90, "Regions", ready: 0, .fail)
        trace.finish(130, "Account", ready: 0)
        trace.release(130, "Podcasts", lane: 2)
        trace.start(130, "Podcasts", lane: 2)
        trace.start(150, "Regions", lane: 2, attempt: 2)
        trace.finish(250, "Podcasts", ready: 130)
        trace.finish(300, "Regions", ready: 0, attempt: 2)
        trace.add(300, .firstFrame(parked: 0))
        let lanes = [LaneSpec(name: "main"), LaneSpec(name: "async"), LaneSpec(name: "net", width: 2)]
        var after: [[LaunchFacts.Dependency]] = trace.names.tasks.map { _ in [] }
        after[trace.named("Podcasts").offset] = [.init(task: trace.named("Account"), kind: .after)]
        let facts = LaunchFacts(
            lanes: lanes, dependencies: after, holds: trace.names.tasks.map { $0 == "Regions" },
            retries: [trace.named("Regions"): RetryPolicy(limit: 1, delay: .milliseconds(60))])
        // Until Account ends, Podcasts does not run: Regions finds a place, however long that takes.
        #expect(try slack("Account", of: trace, facts) == nil)
    }

    @Test("what has the lane between two attempts leaves no time before the first of them")
    func laneBetweenAttempts() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "Permissions")
        trace.release(0, "Profile", lane: 2)
        trace.start(0, "Permissions")
        trace.start(0, "Profile", lane: 2)
        trace.finish(20, "Permissions", ready: 0)
        trace.finish(80, "Profile", ready: 0)
        trace.event(80, .didFinishLaunching)
        for name in ["Pairing", "Firmware"] { trace.release(80, name, lane: 3) }
        trace.start(80, "Pairing", lane: 3)
        trace.finish(260, "Pairing", ready: 80, .fail)
        // Until 90 ms after the retry is due.
        trace.start(260, "Firmware", lane: 3)
        trace.finish(410, "Firmware", ready: 80)
        trace.start(410, "Pairing", lane: 3, attempt: 2)
        trace.finish(590, "Pairing", ready: 80, attempt: 2)
        trace.add(590, .firstFrame(parked: 0))
        let lanes = ["main", "async", "io", "radio"].map { LaneSpec(name: $0) }
        let policy = RetryPolicy(limit: 1, delay: .milliseconds(60))
        var after: [[LaunchFacts.Dependency]] = trace.names.tasks.map { _ in [] }
        after[trace.named("Pairing").offset] = [LaunchFacts.Dependency(task: trace.named("Permissions"), kind: .after)]
        let facts = LaunchFacts(
            lanes: lanes, dependencies: after, holds: trace.names.tasks.map { _ in true },
            retries: [trace.named("Pairing"): policy])
        let slacks = try ["Permissions", "Profile", "Pairing", "Firmware"].map { try slack($0, of: trace, facts) }
        #expect(slacks == [.milliseconds(60), .zero, .zero, .zero])
    }

    @Test(
        "what blocks an event before the last has the time that was left before that event", arguments: [true, false])
    func blocking(isHolding: Bool) throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "Main")
        trace.release(0, "Block", lane: 2)
        trace.start(0, "Main")
        trace.start(0, "Block", lane: 2)
        trace.finish(6, "Block", ready: 0)
        trace.finish(10, "Main", ready: 0)
        trace.event(10, .didFinishLaunching)
        // Nothing waits for the event that it holds, but the next one does.
        trace.event(10, .reserved1)
        trace.release(10, "View")
        trace.start(10, "View")
        trace.finish(20, "View", ready: 10)
        trace.event(20, .didBecomeActive)
        trace.add(20, .firstFrame(parked: 0))
        let facts = LaunchFacts(lanes: [], holds: trace.names.tasks.map { $0 != "Block" || isHolding })
        #expect(try slack("Block", of: trace, facts) == (isHolding ? .milliseconds(4) : nil))
    }

    @Test("what blocks the last event has the time that was left before the first frame", arguments: [true, false])
    func lastBlocking(isHolding: Bool) throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "Main")
        trace.release(0, "Block", lane: 2)
        trace.start(0, "Main")
        trace.start(0, "Block", lane: 2)
        trace.finish(6, "Block", ready: 0)
        trace.finish(20, "Main", ready: 0)
        trace.add(20, .firstFrame(parked: 0))
        let facts = LaunchFacts(lanes: [], holds: trace.names.tasks.map { $0 != "Block" || isHolding })
        #expect(try slack("Block", of: trace, facts) == (isHolding ? .milliseconds(14) : nil))
    }
}
