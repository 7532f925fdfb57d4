import TestSupport
import Testing

@testable import NaiveModel

/// The program against the rules written a second time.
@Suite struct ComparisonTests {
    /// Worlds of one seed.
    static let count = 40

    @Test("Random worlds give the same trace, line by line", arguments: 1...Campaign.count(25))
    func worlds(seed: Int) {
        for number in 0..<Self.count {
            var generator = Generator(seed: UInt64(seed * 1_000_000 + number))
            guard let difference = Difference.first(in: generator.world()) else { continue }
            let smallest = Shrinker { Difference.first(in: $0) != nil }.shrunk(difference.world)
            Issue.record("\(Difference.first(in: smallest) ?? difference)")
        }
    }

    @Test("What waited for a turn that goes with its task follows that turn, before the sequence continues")
    func removedStep() {
        var world = World()
        var (step, after) = (World.Chore(name: "Step"), World.Chore(name: "After"))
        (step.on, step.duration, step.autoRemove) = ([.didBecomeActive], 100, true)
        (after.on, after.after) = ([.didBecomeActive], ["Step"])
        world.tasks = [step, after]
        var sequence = World.Sequence(name: "S")
        (sequence.on, sequence.steps) = ([.didFinishLaunching], ["Step"])
        world.sequences = [sequence]
        world.script = [World.Line(command: .openURL)]
        #expect(Difference.first(in: world) == nil)
    }

    @Test("What a basic task comes to wait for through a turn of a timer takes precedence over the others, too")
    func neededLater() {
        var world = World()
        world.tick = 100
        var tasks = ["Long", "Other", "Basic", "Timer"].map { World.Chore(name: $0) }
        (tasks[0].kind, tasks[0].duration) = (.basic, 500)
        tasks[1].on = [.didFinishLaunching]
        (tasks[2].kind, tasks[2].after) = (.basic, ["Timer"])
        (tasks[3].every, tasks[3].times, tasks[3].after) = (100, 1, ["Other"])
        world.tasks = tasks
        world.script = [World.Line(command: .launch)]
        let written = Difference.program(world) ?? []
        #expect(written.contains { $0.contains("\"kind\":\"firstFrame\"") })
        #expect(Difference.first(in: world) == nil)
    }

    @Test("A world whose work never ends is compared up to a bound")
    func endless() throws {
        // Whenever main may start again, a turn of Poll is ready, too, and takes precedence: Work waits forever.
        var world = World()
        world.lanes = [World.Lane(name: "main", width: 1, gap: 1000)]
        var (poll, work) = (World.Chore(name: "Poll"), World.Chore(name: "Work"))
        (poll.every, poll.rank) = (1000, .high)
        work.on = [.didBecomeActive]
        world.tasks = [poll, work]
        world.script = [
            World.Line(command: .launch), World.Line(time: .after(1500), command: .fire([.didBecomeActive])),
        ]
        let written = try #require(Difference.program(world, maximumRecords: 2_000))
        #expect(!Difference.isWhole(written))
        #expect((1_990..<2_100).contains(written.count))
        #expect(Difference.first(in: world, written) == nil)
        // A trace that breaks off earlier is not the same.
        let end = #"{"t":3000000000,"kind":"end","state":"active","launch":0,"runs":3,"warnings":0}"#
        #expect(Difference.first(in: world, Array(written.prefix(20)) + [end]) != nil)
    }
}
