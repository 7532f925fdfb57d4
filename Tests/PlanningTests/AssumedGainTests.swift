import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Planning

/// What a change gives if an assumption is true, and if it is not.
@Suite struct AssumedGainTests {
    private static let text = """
        lanes: {io: 3}
        tasks:
          - {name: Read, on: launch, lane: io, blocks: true, duration: 40ms}
          - {name: Parse, on: launch, lane: io, blocks: true, assumes: Read, duration: 30ms}
          - {name: Ads, on: launch, lane: io, blocks: true, duration: 50ms}

        """

    private static func gain(_ text: String = text) throws -> (AssumedGain, Scenario) {
        let scenario = try ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario
        return (AssumedGain(try PlannedLaunch(of: scenario)), scenario)
    }

    private static func shorter(_ task: Int) -> ScenarioChange { .duration(TaskID(task), .fixed(.milliseconds(10))) }

    @Test func `without the assumption the task begins when it did, whatever becomes of the other`() throws {
        let (gain, scenario) = try Self.gain()
        #expect(LaunchTrial(of: scenario).time() == .milliseconds(70))
        #expect(LaunchTrial(of: scenario).time(with: [Self.shorter(0)]) == .milliseconds(50))
        #expect(gain.timeWithout([Self.shorter(0)]) == .milliseconds(70))
        #expect(gain.timeWithout([Self.shorter(1)]) == .milliseconds(50))
        #expect(gain.condition(behind: TaskID(0)) == "Parse really waits for Read")
        #expect(gain.condition(behind: TaskID(1)) == "")
    }

    @Test func `a change that changes nothing is absorbed by what bounds the launch meanwhile`() throws {
        let (gain, _) = try Self.gain()
        #expect(
            gain.absorber(of: TaskID(2))
                == "Ads could end 20ms later, and more in another order: meanwhile Read bounds the launch")
    }

    @Test func `a task beside the critical path with no time to spare is as long as it`() throws {
        let (gain, _) = try Self.gain(Self.text.replacing("50ms", with: "70ms"))
        let why = [1, 2].map { gain.absorber(of: TaskID($0)) ?? "" }
        let words = "is on the critical path, but something else then holds the launch as long"
        #expect(why.contains { $0.hasSuffix(words) })
        #expect(why.contains { $0.hasSuffix("has no time to spare, and the critical path beside it has none either") })
    }

    @Test func `a scenario without assumptions has one answer`() throws {
        let (gain, _) = try Self.gain(Self.text.replacing(" assumes: Read,", with: " follows: Read,"))
        #expect(gain.timeWithout([Self.shorter(0)]) == nil)
        #expect(gain.condition(behind: TaskID(0)) == "")
    }

    /// Ten ticks of an animation, one of which began after `Sync` by chance; `Draw` came after the last.
    @Test func `what ticks regularly is no condition: what came after the tick is`() throws {
        let ticks = (1...10).map { number in
            "  - {name: animation\(number > 1 ? " \(number)" : ""), on: launch, lane: io, blocks: true, "
                + "assumes: \(number < 10 ? "Clock \(number)" : "Sync"), duration: 1ms}\n"
        }
        let clocks = (1...9).map { number in
            "  - {name: Clock \(number), on: launch, lane: wide, blocks: true, duration: \(number * 8 + 1)ms}\n"
        }
        let text = """
            lanes: {io: 3, wide: 20}
            tasks:
              - {name: Sync, on: launch, lane: io, blocks: true, duration: 81ms}
              - {name: Draw, on: launch, lane: io, blocks: true, assumes: animation 10, duration: 9ms}

            """ + clocks.joined() + ticks.joined()
        let (gain, _) = try Self.gain(text)
        #expect(gain.condition(behind: TaskID(0)) == "Draw really waits for Sync")
        // A change to the tick itself rests on nothing before it.
        #expect(gain.condition(behind: TaskID(20)) == "Draw really waits for animation 10")
    }

    @Test func `more than two assumptions are named, and of many the first, with the command that shows the rest`()
        throws
    {
        let text = """
            lanes: {io: 3}
            tasks:
              - {name: A, on: launch, lane: io, blocks: true, duration: 9ms}
              - {name: B, on: launch, lane: io, blocks: true, assumes: A, duration: 9ms}
              - {name: C, on: launch, lane: io, blocks: true, assumes: B, duration: 9ms}
              - {name: D, on: launch, lane: io, blocks: true, assumes: C, duration: 9ms}

            """
        let (gain, _) = try Self.gain(text)
        #expect(gain.condition(behind: TaskID(0)) == "B really waits for A, C for B and D for C")
    }

    @Test func `a condition that was said is only meant by so`() throws {
        let text = """
            lanes: {io: 3}
            tasks:
              - {name: A, on: launch, lane: io, blocks: true, duration: 20ms}
              - {name: B, on: launch, lane: io, blocks: true, assumes: A, duration: 20ms}
              - {name: C, on: launch, lane: io, blocks: true, assumes: B, duration: 20ms}

            """
        let (gain, _) = try Self.gain(text)
        var said = SaidConditions()
        #expect(gain.text(of: [Self.shorter(1)], said: &said) == "-10ms if C really waits for B, else 0s")
        #expect(gain.text(of: [Self.shorter(1)], said: &said) == "-10ms if so, else 0s")
        #expect(gain.text(of: [Self.shorter(0)], said: &said) == "-10ms if so and B really waits for A, else 0s")
        #expect(gain.text(of: [Self.shorter(0)], said: &said) == "-10ms if so, else 0s")
        #expect(gain.text(of: [Self.shorter(2)], said: &said) == "-10ms")
    }

    @Test(
        "of many assumptions the weakest is named, and why it is",
        arguments: [
            (
                "follows: gap before C",
                "C really waits for B (the weakest: 4ms lie between them), B for A, D for C, E for D"
            ),
            (
                "assumes: B",
                "D really waits for C (the weakest: 1 more ended in that moment), B for A, C for B, E for D"
            ),
        ])
    func weakest(after: String, words: String) throws {
        let text = """
            lanes: {io: 9}
            tasks:
              - {name: A, on: launch, lane: io, blocks: true, duration: 9ms}
              - {name: B, on: launch, lane: io, blocks: true, assumes: A, duration: 9ms}
              - {name: gap before C, on: launch, lane: io, follows: B, duration: 4ms, group: gaps}
              - {name: C, on: launch, lane: io, blocks: true, assumes: B, \(after), duration: 9ms}
              - {name: X, on: launch, lane: io, duration: 27ms}
              - {name: D, on: launch, lane: io, blocks: true, assumes: C, duration: 9ms}
              - {name: E, on: launch, lane: io, blocks: true, assumes: D, duration: 9ms}
              - {name: F, on: launch, lane: io, blocks: true, assumes: E, duration: 9ms}

            """.replacing("assumes: B, assumes: B", with: "assumes: B")
        let (gain, _) = try Self.gain(text)
        #expect(
            gain.condition(behind: TaskID(0)) == words + " and 1 more link that critical-path --json marks assumed")
        let own = gain.condition(behind: TaskID(2))
        #expect(!own.contains("lie between"), "the wait that is changed is no reason to doubt its gain: \(own)")
    }

    @Test func `a wait for a free job ends when it did, if no job is free earlier`() throws {
        let wait = """
              - {name: free job for Parse, on: launch, lane: io, follows: Read, duration: 15ms, group: gaps}
              - {name: Parse, on: launch, lane: io, blocks: true, after: [Read, free job for Parse], duration: 30ms}

            """
        let parse = "  - {name: Parse, on: launch, lane: io, blocks: true, assumes: Read, duration: 30ms}\n"
        let (gain, scenario) = try Self.gain(Self.text.replacing(parse, with: wait))
        #expect(LaunchTrial(of: scenario).time() == .milliseconds(85))
        #expect(LaunchTrial(of: scenario).time(with: [Self.shorter(0)]) == .milliseconds(55))
        #expect(gain.timeWithout([Self.shorter(0)]) == .milliseconds(85))
        #expect(gain.condition(behind: TaskID(0)) == "a job is free that much earlier for Parse")
        #expect(
            gain.text(of: [Self.shorter(0)])
                == "-30ms if a job is free that much earlier for Parse, else 0s")
    }

    @Test func `a device of a boot comes no earlier because a unit is shorter`() throws {
        let text = """
            lanes: {units: 3}
            tasks:
              - {name: settle.service, on: launch, lane: units, blocks: true, duration: 50ms}
              - {name: dev-sda.device, on: launch, lane: units, blocks: true, assumes: early.service, duration: 10ms}
              - {name: early.service, on: launch, lane: units, blocks: true, duration: 30ms}
              - {name: home.mount, on: launch, lane: units, blocks: true, assumes: [settle.service, dev-sda.device], duration: 5ms}

            """
        let (gain, scenario) = try Self.gain(text)
        let change = ScenarioChange.duration(TaskID(2), .fixed(.milliseconds(10)))
        let both = [change, .duration(TaskID(0), .fixed(.zero))]
        #expect(LaunchTrial(of: scenario).time(with: both) == .milliseconds(25))
        let sole = ScenarioChange.duration(TaskID(0), .fixed(.zero))
        #expect(gain.time(with: [sole]) == .milliseconds(45))
        #expect(gain.text(of: [sole]) == "-10ms if home.mount really waits for settle.service, else 0s")
    }

    @Test func `a device that the kernel or a unit makes comes earlier with that`() throws {
        let text = """
            lanes: {units: 3}
            tasks:
              - {name: early.service, on: launch, lane: units, blocks: true, duration: 30ms}
              - {name: sys-module-fuse.device, on: launch, lane: units, blocks: true, assumes: early.service}
              - {name: home.mount, on: launch, lane: units, blocks: true, assumes: sys-module-fuse.device, duration: 5ms}

            """
        let (gain, _) = try Self.gain(text)
        #expect(gain.time(with: [Self.shorter(0)]) == .milliseconds(15))
        let (disk, _) = try Self.gain(text.replacing("sys-module-fuse", with: "dev-sda"))
        #expect(disk.time(with: [Self.shorter(0)]) == .milliseconds(35))
    }

    /// The wait lasts 50 ms, and what it may be for ended 5 ms before.
    @Test func `a unit that only waits may wait for what ended just before`() throws {
        let text = """
            lanes: {units: 3}
            tasks:
              - {name: systemd-udev-settle.service, on: launch, lane: units, blocks: true, duration: 50ms}
              - {name: raid.service, on: launch, lane: units, blocks: true, duration: 45ms}
              - {name: home.mount, on: launch, lane: units, blocks: true, after: systemd-udev-settle.service, duration: 5ms}

            """
        let scenario = try ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario
        let planned = try PlannedLaunch(of: scenario)
        #expect(planned.awaiting([TaskID(0)]) == nil)
        #expect(planned.awaiting([TaskID(2)]) == nil)
        let gain = AssumedGain(try #require(planned.awaiting([TaskID(1)])))
        let change = ScenarioChange.duration(TaskID(1), .fixed(.milliseconds(20)))
        #expect(
            gain.text(of: [change])
                == "-25ms if systemd-udev-settle.service really waits for raid.service, else 0s")
    }

    @Test func `the parts of a recorded launch of less than a second have two decimals more`() throws {
        let (gain, _) = try Self.gain(Self.text.replacing("40ms", with: "40.46ms"))
        #expect(gain.text(of: [Self.shorter(0)]) == "-20.46ms if Parse really waits for Read, else 0s")
    }

    @Test func `of a long chain the two ends are shown`() throws {
        let tasks = (1...40).map {
            "  - {name: T\($0), on: launch, duration: 1ms\($0 > 1 ? ", after: T\($0 - 1)" : "")}\n"
        }
        let text = "tasks:\n" + tasks.joined()
        let planned = try PlannedLaunch(of: ScenarioReader.load(bytes: Array(text.utf8), file: "a.yaml").scenario)
        #expect(planned.chainText.hasPrefix("T1 > T2 > ") && planned.chainText.hasSuffix(" > T39 > T40"))
        #expect(planned.chainText.contains("T8 > … (24 more) > T33"), "\(planned.chainText)")
    }
}
