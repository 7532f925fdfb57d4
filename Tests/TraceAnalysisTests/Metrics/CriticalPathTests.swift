import SchedulerCore
import Testing
import TraceFormat

@testable import TraceAnalysis

@Suite struct CriticalPathTests {
    /// The chain as text: `Crash 0-10 event`.
    private static func chain(_ path: CriticalPath, _ trace: Recorder) -> [String] {
        path.links.map { link in
            let why =
                switch link.why {
                case .dependency(let task): "after \(trace.names.name(of: task))"
                case .lane(let lane, let task):
                    "lane \(trace.names.name(of: lane)) \(trace.names.name(of: task))"
                case .event(let event): "\(event)"
                case .release(let task): "released by \(trace.names.name(of: task))"
                case .laneGap(let lane, let task):
                    "gap of \(trace.names.name(of: lane)) \(trace.names.name(of: task))"
                case .paused(let lane): "paused \(lane.map { trace.names.name(of: $0) } ?? "")"
                case .clock: "clock"
                case .gap: "gap"
                }
            let name = link.task.map { trace.names.name(of: $0) } ?? "-"
            return "\(name) \(link.from.nanoseconds / 1_000_000)-\(link.to.nanoseconds / 1_000_000) \(why)"
        }
    }

    private static func slack(_ name: String, _ path: CriticalPath, _ trace: Recorder) -> Nanoseconds? {
        let index = Timeline(trace.records).runs.firstIndex { $0.task == trace.named(name) }
        return index.flatMap { path.slack(ofRun: $0) }
    }

    @Test("the chain counts lane waits and has no gaps", arguments: [true, false])
    func shop(knowsPredecessors: Bool) throws {
        let shop = Recorder.shop()
        let facts = knowsPredecessors ? shop.facts : .unknown
        let path = try #require(CriticalPath(of: Timeline(shop.records), process: 0, facts: facts))
        #expect(
            Self.chain(path, shop) == [
                "Crash 0-10 willFinishLaunching", "Logger 10-20 after Crash", "Remote 20-70 didFinishLaunching",
                "Database 70-130 lane async Remote", "Session 130-160 after Database", "推送 160-200 after Session",
            ])
        #expect(path.launchTime == .milliseconds(200))
        #expect(path.boundWithUnlimitedLanes == .milliseconds(150))
        #expect(path.work == .milliseconds(10 + 10 + 50 + 60 + 30 + 30 + 40 + 110))
    }

    @Test("slack is how much later a run could have ended")
    func slack() throws {
        let shop = Recorder.shop()
        let timeline = Timeline(shop.records)
        let path = try #require(CriticalPath(of: timeline, process: 0, facts: shop.facts))
        for name in ["Crash", "Logger", "Remote", "Database", "Session", "推送"] {
            #expect(Self.slack(name, path, shop) == .zero)
        }
        #expect(Self.slack("Router", path, shop) == .milliseconds(80))
        #expect(Self.slack("Prefetch", path, shop) == nil)
    }

    @Test("time that nothing used is a gap; a lane's gap counts for the slack")
    func gaps() throws {
        var trace = Recorder()
        trace.event(5, .willFinishLaunching)
        trace.release(5, "A")
        trace.release(5, "B")
        trace.start(5, "A")
        trace.finish(10, "A", ready: 5)
        trace.start(13, "B")
        trace.finish(20, "B", ready: 5)
        trace.event(25, .didBecomeActive)
        trace.add(30, .firstFrame(parked: 0))
        let timeline = Timeline(trace.records)
        let lanes = [LaneSpec(name: "main", gap: .milliseconds(3))]
        let path = try #require(CriticalPath(of: timeline, process: 0, facts: LaunchFacts(lanes: lanes)))
        #expect(
            Self.chain(path, trace) == [
                "A 5-10 willFinishLaunching", "- 10-13 gap of main A", "B 13-20 lane main A", "- 20-30 gap",
            ])
        #expect(Self.slack("A", path, trace) == .zero)
    }

    @Test("two places of one lane: the freed place binds, the other one has slack")
    func wideLane() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        for name in ["A", "B", "C"] { trace.release(0, name, lane: 2) }
        trace.release(0, "Root")
        trace.start(0, "A", lane: 2)
        trace.start(0, "B", lane: 2)
        trace.finish(10, "A", ready: 0)
        trace.start(10, "C", lane: 2)
        trace.finish(15, "B", ready: 0)
        trace.finish(30, "C", ready: 0)
        trace.start(30, "Root")
        trace.finish(40, "Root", ready: 30)
        trace.add(40, .firstFrame(parked: 0))
        let (root, others) = (trace.named("Root"), ["B", "C"].map(trace.named))
        let timeline = Timeline(trace.records)
        let lists = trace.names.tasks.indices.map { TaskID($0) == root ? trace.after(others) : [] }
        let path = try #require(
            CriticalPath(of: timeline, process: 0, facts: LaunchFacts(lanes: [], dependencies: lists)))
        #expect(
            Self.chain(path, trace) == [
                "A 0-10 willFinishLaunching", "C 10-30 lane io A", "Root 30-40 after C",
            ])
        #expect(Self.slack("B", path, trace) == .milliseconds(15))
        #expect(path.boundWithUnlimitedLanes == .milliseconds(30))
    }

    @Test("what took no time frees no place", arguments: [(0, "B 10-20 lane main A"), (3, "B 10-20 lane main Mark")])
    func passing(gap: Int64, second: String) throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        for name in ["A", "Mark", "B"] { trace.release(0, name) }
        trace.start(0, "A")
        trace.finish(10, "A", ready: 0)
        trace.start(10, "Mark")
        trace.finish(10, "Mark", ready: 0)
        trace.start(10, "B")
        trace.finish(20, "B", ready: 0)
        trace.add(20, .firstFrame(parked: 0))
        let lanes = [LaneSpec(name: "main", gap: .milliseconds(gap))]
        let path = try #require(CriticalPath(of: Timeline(trace.records), process: 0, facts: LaunchFacts(lanes: lanes)))
        #expect(Self.chain(path, trace).last == second)
        #expect(path.isCritical(0) && path.isCritical(2))
    }

    @Test("async tasks wait for the last basic one")
    func classes() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.event(0, .didFinishLaunching)
        trace.release(0, "Basic")
        trace.start(0, "Basic")
        trace.finish(10, "Basic", ready: 0)
        trace.release(10, "Sync")
        trace.start(10, "Sync")
        trace.finish(25, "Sync", ready: 10)
        trace.event(25, .didBecomeActive)
        trace.add(25, .firstFrame(parked: 0))
        let path = try #require(CriticalPath(of: Timeline(trace.records), process: 0, facts: .unknown))
        #expect(
            Self.chain(path, trace) == ["Basic 0-10 didFinishLaunching", "Sync 10-25 released by Basic"])
        #expect(path.boundWithUnlimitedLanes == .milliseconds(25))
    }

    @Test("no first frame, no critical path; an empty launch has an empty one")
    func edges() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        #expect(CriticalPath(of: Timeline(trace.records), process: 0, facts: .unknown) == nil)
        #expect(CriticalPath(of: Timeline(), process: 0, facts: .unknown) == nil)
        trace.add(0, .firstFrame(parked: 0))
        let path = try #require(CriticalPath(of: Timeline(trace.records), process: 0, facts: .unknown))
        #expect(path.links.isEmpty && path.launchTime == .zero)
    }
}
