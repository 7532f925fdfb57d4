import Foundation
import Testing

@testable import SchedulerCore

/// What another process may send as a state: only one that a scheduler can be in is continued from.
@Suite struct CheckpointTests {
    /// What is changed in a state, by its place in what is encoded.
    struct Change: CustomTestStringConvertible, Sendable {
        var place: String
        /// As JSON.
        var value: String
        var testDescription: String { "\(place): \(value)" }
    }

    /// One run has ended, one executes, one waits for it, one for its lane; a timer is armed and a job is in the queue.
    private func scheduler() throws -> Scheduler {
        let launch = Trigger.events(EventSet(.didFinishLaunching))
        let tasks = [
            TaskSpec(name: "Ended", trigger: launch, lane: LaneID(1)),
            TaskSpec(name: "Runs", trigger: launch, lane: LaneID(1)),
            TaskSpec(name: "Waits", trigger: launch, after: ["Runs"], lane: LaneID(1)),
            TaskSpec(name: "Ready", trigger: launch, lane: LaneID(1)),
            TaskSpec(name: "Timer", trigger: .timer(TimerTrigger(every: .seconds(60))), lane: LaneID(1)),
        ]
        return try Scheduler(
            configuration: SchedulerConfiguration(lanes: [LaneSpec(name: "io", width: 1)]), tasks: tasks,
            jobs: JobQueue(handlers: ["Upload"]))
    }

    /// Its state with these changes.
    private func state(_ changes: [Change]) throws -> Scheduler.Checkpoint {
        var scheduler = try scheduler()
        func settle() { repeat { scheduler.handle(.advance, at: .zero) } while scheduler.nextDeadline <= .zero }
        scheduler.handle(.command(.action(.launch), CommandID(0)), at: .zero)
        settle()
        scheduler.handle(.runFinished(RunID(slot: 0, sequence: 0), .success), at: .zero)
        settle()
        scheduler.handle(.command(.queue(.stop), CommandID(1)), at: .zero)
        scheduler.handle(.command(.enqueue(JobSpec(task: "Upload")), CommandID(2)), at: .zero)
        settle()
        var json = try JSONSerialization.jsonObject(
            with: JSONEncoder().encode(scheduler.checkpoint(before: CommandID(3))))
        for change in changes {
            let value = try JSONSerialization.jsonObject(with: Data(change.value.utf8), options: .fragmentsAllowed)
            json = try set(change.place.split(separator: ".")[...], of: json, to: value)
        }
        return try JSONDecoder().decode(
            Scheduler.Checkpoint.self, from: JSONSerialization.data(withJSONObject: json))
    }

    private func set(_ place: ArraySlice<Substring>, of json: Any, to value: Any) throws -> Any {
        guard let key = place.first else { return value }
        if var array = json as? [Any] {
            let index = try #require(Int(key))
            array[index] = try set(place.dropFirst(), of: array[index], to: value)
            return array
        }
        var object = try #require(json as? [String: Any])
        object[String(key)] = try set(place.dropFirst(), of: #require(object[String(key)]), to: value)
        return object
    }

    private func isContinuedFrom(_ changes: [Change]) throws -> Bool {
        var scheduler = try scheduler()
        return try scheduler.goOn(from: state(changes))
    }

    @Test(
        "A state is continued from, with its numbers at the ends of their ranges, too",
        arguments: [
            [], [Change(place: "nextCommand.index", value: "\(1 << 61)")],
            [Change(place: "jobs.nextNumber", value: "1")],
            [Change(place: "jobs.nextNumber", value: "\((1 << 62) + 1)")],
            [Change(place: "jobs.nextPlace", value: "\(-1 << 62)")],
            [Change(place: "runs.runs.runs.1.number", value: "0")],
            [Change(place: "runs.runs.runs.1.attempt", value: "\(Int16.max)")],
        ])
    func accepted(changes: [Change]) throws {
        #expect(try isContinuedFrom(changes))
    }

    @Test("A state that no scheduler can be in is refused", arguments: changes)
    func refused(change: Change) throws {
        #expect(try !isContinuedFrom([change]))
    }

    @Test("A run is in the queue of its own lane, once")
    func queues() throws {
        let queue = Change(place: "lanes.lanes.2.queue.elements", value: #"[{"rank": 2, "sequence": 3, "slot": 3}]"#)
        #expect(try !isContinuedFrom([queue]), "also in that of its lane")
        #expect(try !isContinuedFrom([queue, Change(place: "lanes.lanes.1.queue.elements", value: "[]")]))
    }

    private static let changes = [
        ("time.nanoseconds", ["-1", "\((1 << 61) + 1)"]), ("nextCommand.index", ["-1", "\((1 << 61) + 1)"]),
        // Tasks: Ended, Runs, Waits, Ready, Timer and the job's. The lanes are four.
        ("registry.rows.1.lane.index", ["4"]), ("registry.rows.1.policy", ["-2", "0"]),
        ("registry.rows.4.place", ["-1", "1"]), ("registry.nextRegistration", ["-1", "\(Int32.max / 2)"]),
        ("registry.eventLists.1.0", ["-1", "6"]), ("registry.eventLists", ["[]"]), ("registry.classList", ["[6]"]),
        ("registry.notificationList", ["[0]", "[6]"]),
        ("registry.nameTable", [#"["Ended", "Ended", "Waits", "Ready", "Timer", "Upload"]"#, #"["Ended"]"#]),
        // The first run has ended and left its slot; the others execute, wait and are ready.
        ("runs.runs.firstFree", ["-1", "1", "4"]), ("runs.runs.liveCount", ["2", "4"]),
        ("runs.runs.nextRelease", ["-1", "\((1 << 61) + 1)"]), ("runs.runs.runs.0.task", ["0", "1"]),
        ("runs.runs.runs.1.task", ["-1", "6", "2"]), ("runs.runs.runs.1.lane.index", ["4"]),
        ("runs.runs.runs.1.number", ["-1"]), ("runs.runs.runs.1.parks", ["-1", "\(Int32.max / 2)"]),
        ("runs.runs.runs.1.attempt", ["-1"]), ("runs.runs.runs.2.attempt", ["\(Int16.max)"]),
        ("runs.runs.runs.1.chain", ["0", "2", "4"]), ("runs.runs.runs.3.phase", ["1", "4"]),
        ("runs.turns.1.active", ["-1", "0", "2"]), ("runs.turns.1.pending", ["1", "2"]),
        ("runs.turns.3.pending", ["-1", "4"]), ("runs.turns.2.waits", ["0", "2"]),
        ("runs.histories.1.runs", ["-1"]), ("runs.histories.1.notRun", ["2", "\(-Int32.max / 2)"]),
        ("runs.turns.1.result", ["2"]), ("runs.waits.0.turn", ["0"]), ("runs.endless", ["[0]", "[4]"]),
        ("runs.unsaid", ["[0]"]), ("runs.lastBatch", ["-1", "\((1 << 61) + 1)"]),
        ("runs.workUnderWay", ["\(1 << 31)"]), ("runs.event.holders", ["\(1 << 31)"]),
        ("runs.event.basicRuns", ["\(1 << 31)"]),
        ("runs.graph.successors.elements.0.task", ["-1", "6", "3"]),
        ("runs.graph.successors.elements.0.place", ["-1", "1"]), ("runs.graph.dependencies.elements.0.source", ["0"]),
        ("runs.graph.dependencies.spans.2.count", ["-1", "2"]), ("runs.graph.dependencies.spans.2.first", ["-1", "1"]),
        ("runs.graph.successors.spans.1.count", ["0"]),
        // The third of the tasks waits for its lane.
        ("lanes.lanes", ["[]"]), ("lanes.lanes.1.width", ["0", "\(LaneSpec.maximumWidth + 1)"]),
        ("lanes.lanes.1.running", ["-1"]), ("lanes.lanes.1.resting", ["-1"]), ("lanes.lanes.1.stuck", ["-1"]),
        ("lanes.lanes.1.queue.elements.0.slot", ["0", "1", "2", "4"]), ("lanes.gatedRuns", ["[1]", "[3]"]),
        ("lanes.startable", ["[]", "[0, 0]", "[16]"]), ("lanes.runsUnderWay", ["-1"]), ("lanes.idleRuns", ["-1"]),
        ("clock.interval.count", ["1"]), ("clock.source", ["1"]), ("clock.launch.nanoseconds", ["-1", "1"]),
        ("clock.firstFrame.nanoseconds", ["-1", "1"]), ("clock.lastTick", ["-1"]), ("clock.nextTick", ["-1", "2"]),
        ("clock.tickTime.nanoseconds", ["999999999", "1000000001"]),
        ("timers.timers.0.task", ["-1", "6"]), ("timers.timers.0.ticks", ["-1"]), ("timers.timers.0.left", ["-2"]),
        ("timers.timers.0.backlog", ["-1"]), ("timers.timers.0.nextTick", ["-2"]), ("timers.leftOver", ["[1]"]),
        ("deadlines.nextInsertion", ["-1", "\((1 << 61) + 1)"]), ("deadlines.dead", ["-1"]),
        ("teardowns.started", ["[-1]", "[6]"]), ("sequences.advancing", ["[0]"]),
        // One job waits.
        ("jobs.nextNumber", ["0", "\((1 << 62) + 2)"]), ("jobs.nextPlace", ["\((1 << 62) + 1)"]),
        ("jobs.namedQueues.0.width", ["0"]), ("jobs.namedQueues.0.running", ["-1", "\(Int32.max)"]),
        ("jobs.namedQueues", ["[]"]), ("jobs.names", [#"["default", "other"]"#]),
        ("jobs.table.nextWait", ["-1", "\((1 << 61) + 1)"]), ("jobs.table.rows.1.job.id.number", ["2"]),
        ("jobs.table.rows.1.job.attempts", ["-1", "\((1 << 30) + 1)"]), ("jobs.table.rows.1.job.forgiven", ["1"]),
        ("jobs.table.rows.1.job.place", ["\((1 << 62) + 1)"]),
    ].flatMap { place, values in values.map { Change(place: place, value: $0) } }
}
