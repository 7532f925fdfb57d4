import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing
import Text
import TraceAnalysis
@testable import TraceImport

/// What a foreign trace does not state: assumed predecessors, waits behind them, what is left at the end.
@Suite struct AssumedPredecessorsTests {
    /// A launch of 1 s on thread main, thread io and a pool.
    private static func launch(_ runs: [RecordedLaunch.Run]) -> RecordedLaunch {
        var launch = RecordedLaunch(
            name: "app", source: "test",
            lanes: [.init("main"), .init("io"), .init("pool", isThread: false), .init("other", process: "other")],
            runs: runs, length: 1_000_000)
        launch.putInOrder()
        return launch
    }

    private static func run(
        _ name: String, _ lane: Int, _ start: Int64, _ end: Int64, part: Int = -1
    ) -> RecordedLaunch.Run {
        var run = RecordedLaunch.Run(name, lane: lane, start: start, end: end)
        run.part = part
        return run
    }

    /// `task start..end <- predecessors, ?assumed, +unknown wait`
    private static func explained(_ runs: [RecordedLaunch.Run]) -> [String] {
        var launch = launch(runs)
        launch.words = RecordedWords("boot")
        AssumedPredecessors.find(in: &launch)
        return launch.runs.map { run in
            "\(run.name) \(run.start)..\(run.end)" + run.after.map { " <- \(launch.runs[$0].name)" }.joined()
                + (run.assumed.map { " ?\(launch.runs[$0].name)" } ?? "") + (run.wait.map { " +\($0)" } ?? "")
        }
    }

    @Test func `a task is assumed to wait for the one that ended last before it, and the rest is a wait behind it`() {
        let found = Self.explained([
            Self.run("A", 0, 0, 100_000), Self.run("B", 1, 0, 400_000), Self.run("C", 2, 500_000, 1_000_000),
        ])
        #expect(found == ["A 0..100000", "B 0..400000", "C 500000..1000000 ?B +100000"])
    }

    @Test func `of two that ended at once in a pool and on a thread the pool is not nearer`() {
        let found = Self.explained([
            Self.run("A", 2, 0, 400_000), Self.run("B", 0, 10, 400_000), Self.run("C", 2, 500_000, 1_000_000),
        ])
        #expect(found.last == "C 500000..1000000 ?B +100000")
    }

    @Test func `what follows a span waits for the run of a thread that took up most of it`() {
        var span = Self.run("Span", 2, 0, 400_000)
        span.isSpan = true
        var launch = Self.launch([
            span, Self.run("Work", 1, 20_000, 395_000), Self.run("Next", 0, 500_000, 1_000_000),
        ])
        launch.isSliced = true
        AssumedPredecessors.find(in: &launch)
        let next = launch.runs.first { $0.name == "Next" }
        #expect(next?.assumed.map { launch.runs[$0].name } == "Work")
    }

    @Test func `a rest of less than a moment joins the task`() {
        let found = Self.explained([Self.run("A", 1, 0, 400_000), Self.run("B", 2, 401_500, 1_000_000)])
        #expect(found == ["A 0..400000", "B 400000..1000000 ?A"])
    }

    /// Thread io is free for the first 1,500 ns: in a replay, C would begin there, before B.
    @Test func `a thread that was free for a moment does not explain a wait for it`() {
        let found = Self.explained([
            Self.run("M", 0, 0, 1_000_000), Self.run("A", 2, 0, 1_500), Self.run("B", 1, 3_000, 10_000),
            Self.run("C", 1, 10_000, 12_000),
        ])
        #expect(found == ["A 0..1500", "M 0..1000000", "B 1500..10000 ?A", "C 10000..12000 ?B"])
    }

    @Test
    func `a device that came after udev had announced what is there waited for that, if the kernel did not make it`() {
        let found = Self.explained([
            Self.run("dev-sda.device", 2, 50_000, 500_000),
            Self.run("systemd-udev-trigger.service", 2, 100_000, 300_000),
            Self.run("net.device", 2, 400_000, 400_000), Self.run("dev-loop0.device", 2, 400_000, 400_000),
            Self.run("web.service", 2, 300_000, 1_000_000),
        ])
        #expect(found.contains("net.device 400000..400000 ?systemd-udev-trigger.service +100000"), "\(found)")
        #expect(found.contains("dev-loop0.device 400000..400000 +400000"), "\(found)")
        #expect(found.contains("dev-sda.device 50000..500000 +50000"), "it was waited for before: \(found)")
    }

    @Test func `nothing of a boot waits for a user's session, and no device for another one`() {
        let found = Self.explained([
            Self.run("net.service", 2, 0, 100_000), Self.run("disk.device", 2, 0, 300_000),
            Self.run("user@0.service", 2, 0, 500_000), Self.run("net.device", 2, 400_000, 400_000),
            Self.run("session-1.scope", 2, 500_500, 600_000), Self.run("online.target", 2, 900_000, 1_000_000),
        ])
        #expect(found.contains("net.device 400000..400000 +400000"), "\(found)")
        #expect(found.contains("session-1.scope 500000..600000 ?user@0.service"), "\(found)")
        // The device came long before, and nothing explains when.
        #expect(found.contains("online.target 900000..1000000 ?net.service +800000"), "\(found)")
    }

    @Test
    func
        `the root file system, slices, swaps and paths of a boot wait for no unit that began before, and nothing for them`()
    {
        for name in ["-.mount", "a.slice", "a.swap", "a.path"] {
            let found = Self.explained([
                Self.run("unit files", 2, 0, 100_000), Self.run("b.mount", 2, 200_000, 300_000),
                Self.run(name, 2, 400_000, 450_000), Self.run("c.service", 2, 500_000, 1_000_000),
            ])
            #expect(found.contains("\(name) 400000..450000 ?unit files +300000"), "\(found)")
            let before = name == "-.mount" ? "-.mount +50000" : "b.mount +200000"
            #expect(found.contains("c.service 500000..1000000 ?\(before)"), "\(found)")
        }
    }

    @Test(
        "A mount of a boot waited for the device that was waited for, and came a moment before",
        arguments: [true, false])
    func mount(isAwaited: Bool) {
        let found = Self.explained([
            Self.run("dev-sda.device", 2, isAwaited ? 100_000 : 400_000, 400_000), Self.run("b.service", 2, 0, 401_000),
            Self.run("home.mount", 2, 401_500, 1_000_000),
        ])
        let words =
            isAwaited ? "home.mount 400000..1000000 ?dev-sda.device" : "home.mount 401000..1000000 ?b.service"
        #expect(found.contains(words), "\(found)")
    }

    @Test func `of those that ended in one moment the same part counts first, then the thread, then the process`() {
        let ended = [
            Self.run("Far", 3, 0, 400_000), Self.run("Near", 2, 0, 399_500), Self.run("Own", 1, 100_000, 399_000),
            Self.run("Sibling", 3, 0, 398_500, part: 7),
        ]
        let found = (0..<4).map { count in
            Self.explained(Array(ended.prefix(count + 1)) + [Self.run("T", 1, 400_000, 1_000_000, part: 7)]).last ?? ""
        }
        #expect(found.map { $0.split(separator: "?").last } == ["Far", "Near", "Own", "Sibling"])
    }

    @Test func `a thread that was busy since the task was released explains it`() {
        let found = Self.explained([
            Self.run("A", 0, 0, 300_000), Self.run("B", 0, 300_000, 600_000), Self.run("C", 2, 0, 590_000),
            Self.run("D", 0, 600_000, 1_000_000),
        ])
        #expect(found == ["A 0..300000", "C 0..590000", "B 300000..600000", "D 600000..1000000"])
    }

    /// Devices appear one after another during a boot; a unit waits for the last of them, but they for what took time before.
    @Test func `a device does not wait for another one, a target waits for the last target`() {
        func found(_ first: String, _ second: String) -> [String] {
            Self.explained([
                Self.run("A", 2, 0, 100_000), Self.run(first, 2, 300_000, 300_000),
                Self.run(second, 2, 400_000, 400_000), Self.run("B", 2, 400_000, 1_000_000),
            ])
        }
        #expect(
            found("d.device", "e.device") == [
                "A 0..100000", "d.device 300000..300000 ?A +200000", "e.device 400000..400000 ?A +300000",
                "B 400000..1000000 ?e.device",
            ])
        #expect(found("d.target", "e.target")[2] == "e.target 400000..400000 ?d.target +100000")
    }

    /// In a launch of a minute, 1/500 is 120 ms.
    @Test func `recorded times stay as they are, and nothing is assumed to wait for what ended after it began`() {
        func launch() -> RecordedLaunch {
            RecordedLaunch(
                name: "boot", source: "test", lanes: [.init("main"), .init("units", isThread: false)],
                runs: [
                    Self.run("A", 1, 0, 20_050_000_000), Self.run("B", 1, 20_000_000_000, 20_100_000_000),
                    Self.run("C", 1, 20_150_000_000, 60_000_000_000), Self.run("D", 1, 20_180_000_000, 20_180_000_000),
                ], length: 60_000_000_000)
        }
        var found = launch()
        found.putInOrder()
        AssumedPredecessors.find(in: &found)
        #expect(found.runs.map { $0.name } == ["A", "B", "C", "D"])
        for (run, recorded) in zip(found.runs, launch().runs) {
            #expect((run.start, run.end) == (recorded.start, recorded.end), "\(run.name)")
        }
        #expect(found.runs.map { $0.assumed } == [nil, nil, 1, 1])
        #expect(found.runs.map { $0.wait } == [nil, 20_000_000_000, 50_000_000, 80_000_000])
    }

    @Test func `a gap begins with the launch only where nothing ended before`() throws {
        let launch = Self.launch([Self.run("Late", 1, 300_000, 1_000_000)])
        let text = TraceImport.scenario(repeating: launch, file: "f").text
        #expect(
            text.contains("{name: gap before Late, on: didFinishLaunching, lane: gaps, duration: 300us, group: gaps}"))
        #expect(text.contains("{name: Late, on: didFinishLaunching, after: gap before Late"))
    }

    @Test func `what is left behind the last task is the root's own`() throws {
        var launch = Self.launch([Self.run("A", 1, 0, 900_000)])
        launch.root = "GET /"
        let text = TraceImport.scenario(repeating: launch, file: "f").text
        #expect(text.contains("{name: GET /, on: didFinishLaunching, after: A, duration: 100us}"))
        #expect(!text.contains("name: gap"))
    }

    @Test func `where a source states all dependencies nothing is assumed besides`() {
        var launch = Self.launch([
            Self.run("A", 2, 0, 300_000), Self.run("Q", 2, 0, 350_000), Self.run("B", 2, 400_000, 1_000_000),
        ])
        launch.runs[2].after = [0]
        launch.runs[2].statesAll = true
        AssumedPredecessors.find(in: &launch)
        #expect(launch.runs[2].assumed == nil)
        #expect(launch.runs[2].wait == 100_000)
    }

    @Test("a replay takes as long as the trace, whatever ran when", arguments: 0..<25 as Range<UInt64>)
    func replays(seed: UInt64) throws {
        var random = SplitMix(seed: seed &+ 99)
        for _ in 0..<8 {
            var runs: [RecordedLaunch.Run] = []
            for number in 0..<(2 + random.below(14)) {
                let start = Int64(random.below(900)) * 1000
                runs.append(
                    Self.run("T\(number)", random.below(4), start, start + Int64(1 + random.below(200)) * 1000))
            }
            var launch = Self.launch(runs)
            launch.length = runs.map { $0.end }.max() ?? 0
            launch.events.didBecomeActive = launch.length
            launch.putInOrder()
            let text = TraceImport.scenario(repeating: launch, file: "f").text
            let scenario = try ScenarioReader.load(bytes: Array(text.utf8), file: "f.yaml").scenario
            let time = try #require(try Recording(scenario).time)
            #expect(abs(time.count - launch.length) <= launch.length / 200, "\(time) \(launch.length)\n\(text)")
        }
    }

    /// A Chrome trace of threads of two processes: slices in slices, some of them with arrows.
    private static func trace(_ random: inout SplitMix) -> String {
        var events: [String] = []
        for thread in 1...4 {
            var time = random.below(300)
            for number in 0..<1 + random.below(7) {
                let (name, length) = ("T\(thread).\(number)", 1 + random.below(400))
                let place = "\"pid\":\(thread % 2 + 1),\"tid\":\(thread)"
                events.append("{\"name\":\"\(name)\",\"ph\":\"X\",\"ts\":\(time),\"dur\":\(length),\(place)}")
                for part in 0..<random.below(3) {
                    events.append(
                        "{\"name\":\"\(name) part\",\"ph\":\"X\",\"ts\":\(time + length * part / 3),\"dur\":\(length / 4),\(place)}"
                    )
                }
                if random.below(4) == 0 {
                    let phase = random.below(2) == 0 ? "s" : "f"
                    events.append(
                        "{\"name\":\"a\",\"cat\":\"c\",\"ph\":\"\(phase)\",\"bp\":\"e\",\"id\":1,\"ts\":\(time),\(place)}"
                    )
                }
                time += length + random.below(3) * random.below(500)
            }
        }
        return "[\(events.joined(separator: ","))]"
    }

    /// A launch in which a task ended during a gap before another one: it could have waited for that. What a boot has apart from
    /// the rest could not.
    private static func covered(_ launch: RecordedLaunch) -> [String] {
        launch.runs.enumerated().flatMap { index, run -> [String] in
            let known = run.after + [run.assumed].compactMap { $0 }
            guard let wait = run.wait, !run.statesAll || known.isEmpty, !BootUnit.isApart(run.name) else { return [] }
            return launch.runs.prefix(index).filter { other in
                !other.isCut && other.end <= run.start && other.end > run.start - wait + launch.tolerance
            }.map { "\(run.name) \(run.start) waits \(wait), but \($0.name) ended at \($0.end)" }
        }
    }

    @Test(
        "what ran during a gap was still running when the task behind it began", arguments: 0..<25 as Range<UInt64>)
    func gapsCoverNoTask(seed: UInt64) throws {
        var random = SplitMix(seed: seed &+ 3)
        for _ in 0..<8 {
            let text = Self.trace(&random)
            var launch = try Imported(text).launch
            AssumedPredecessors.find(in: &launch)
            #expect(Self.covered(launch) == [], "\(text)")
            let gaps = try Imported(text).scenario.tasks.filter { $0.isGap }.count
            #expect(gaps <= launch.runs.count(where: { $0.wait != nil }) + 1)
        }
    }

    @Test("the same in the files that come with the project", arguments: ["systemd-plot.svg", "cargo-timings.html"])
    func gapsInDemos(file: String) throws {
        var launch = try Imported(bytes: DemoFile.read(file)).launch
        AssumedPredecessors.find(in: &launch)
        #expect(Self.covered(launch) == [])
    }
}
