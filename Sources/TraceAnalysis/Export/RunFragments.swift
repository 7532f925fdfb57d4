import SchedulerCore
import TraceFormat

/// How a format words what its attempts have in common.
protocol RunWording {
    /// What comes before the times of an attempt of a task.
    static func opening(task: String) -> String
    /// What comes after them.
    static func middle(task: String) -> String
    /// What comes after the rest; `known` is what a scenario says of the task, nil if there is no scenario.
    static func closing(known: TaskSpec?) -> String
    /// The lane.
    static func lane(_ name: String) -> String
    /// The event before the release, if there is one, and what comes before the time of the release.
    static func released(after event: LifecycleEvent?) -> String
}

/// The texts that attempts have in common, made once: writing an attempt is copying them with numbers between them.
struct RunFragmentTables {
    private var openings = FragmentTable()
    private var middles = FragmentTable()
    private var closings = FragmentTable()
    private var lanes = FragmentTable()
    private var events = FragmentTable()

    /// For tasks by their names; `known` is what a scenario says of them, none if there is no scenario.
    init<Wording: RunWording>(_: Wording.Type, tasks: [String], known: [TaskSpec], lanes names: [String]) {
        for (task, name) in tasks.enumerated() {
            openings.append(Array(Wording.opening(task: name).utf8))
            middles.append(Array(Wording.middle(task: name).utf8))
            closings.append(Array(Wording.closing(known: known.indices.contains(task) ? known[task] : nil).utf8))
        }
        for name in names { lanes.append(Array(Wording.lane(name).utf8)) }
        events.append(Array(Wording.released(after: nil).utf8))
        for event in LifecycleEvent.allCases { events.append(Array(Wording.released(after: event).utf8)) }
    }

    /// For one attempt whose task or lane has no name, or that reported an error: both are number 0.
    init<Wording: RunWording>(_ wording: Wording.Type, for attempt: Attempt, of recording: LaunchRecording) {
        let (names, task) = (recording.trace.names, attempt.task.offset)
        self.init(
            wording, tasks: [names.name(of: attempt.task)],
            known: recording.tasks.indices.contains(task) ? [recording.tasks[task]] : [],
            lanes: [names.name(of: attempt.lane)])
    }

    /// Opens the tables for as long as `body` writes.
    func withFragments(_ body: (RunFragments) -> Void) {
        let longest = openings.longest + middles.longest + closings.longest + lanes.longest
        let (taskCount, laneCount) = (openings.count, lanes.count)
        openings.withLines { openings in
            middles.withLines { middles in
                closings.withLines { closings in
                    lanes.withLines { lanes in
                        events.withLines { events in
                            body(
                                RunFragments(
                                    openings: openings, middles: middles, closings: closings, lanes: lanes,
                                    events: events, taskCount: taskCount, laneCount: laneCount, room: 1024 + longest))
                        }
                    }
                }
            }
        }
    }
}

/// The same as plain memory, so that writing an attempt counts no references.
struct RunFragments {
    /// By task: what comes before its times, after them, and after the rest.
    let openings: FragmentTable.Lines
    let middles: FragmentTable.Lines
    let closings: FragmentTable.Lines
    let lanes: FragmentTable.Lines
    /// None, then each event.
    let events: FragmentTable.Lines
    fileprivate let taskCount: Int
    fileprivate let laneCount: Int
    /// The longest attempt without what it waited for.
    let room: Int

    /// Whether the names of an attempt are among them.
    @inline(__always)
    func contains(_ attempt: Attempt) -> Bool { attempt.task.offset < taskCount && attempt.lane.offset < laneCount }
}

/// Attempts at places that are used again: none of them is moved while it is kept.
struct AttemptPool {
    /// An attempt, or the next free place.
    private struct Slot: BitwiseCopyable {
        var attempt: Attempt
        var nextFree: Int32 = -1
    }

    private var slots = PlainTable<Slot>()
    private var firstFree: Int32 = -1

    /// The attempt at a place that `keep` gave out; where it is ends with the next `keep`.
    @inline(__always)
    subscript(place: Int32) -> UnsafeMutablePointer<Attempt> {
        UnsafeMutableRawPointer(slots[Int(place)]).assumingMemoryBound(to: Attempt.self)
    }

    /// The place of a new attempt.
    @inline(__always)
    mutating func keep(_ attempt: Attempt) -> Int32 {
        let place = firstFree
        guard place >= 0 else {
            slots.append(Slot(attempt: attempt))
            return Int32(truncatingIfNeeded: slots.count - 1)
        }
        let slot = slots[Int(place)]
        firstFree = slot.pointee.nextFree
        slot.pointee.attempt = attempt
        return place
    }

    /// Gives a place free.
    @inline(__always)
    mutating func free(_ place: Int32) {
        slots[Int(place)].pointee.nextFree = firstFree
        firstFree = place
    }
}

/// Plain values side by side in memory that has one owner: to change one takes no question whether others share the memory.
/// A copy shares it, so only what has grown to its end may be copied.
struct PlainTable<Value: BitwiseCopyable> {
    private final class Room {
        let base: UnsafeMutablePointer<Value>

        init(count: Int) { base = .allocate(capacity: count) }

        deinit { base.deallocate() }
    }

    private var room: Room
    private var base: UnsafeMutablePointer<Value>
    private var capacity: Int
    private(set) var count = 0

    /// An empty table with room for so many values.
    init(capacity: Int = 64) {
        self.capacity = max(1, capacity)
        room = Room(count: self.capacity)
        base = room.base
    }

    /// A value, to be read or changed where it is; its place ends with the next `append`.
    @inline(__always)
    subscript(place: Int) -> UnsafeMutablePointer<Value> {
        precondition(place >= 0 && place < count)
        return base + place
    }

    /// Adds a value. O(1) amortised.
    @inline(__always)
    mutating func append(_ value: Value) {
        if count == capacity { grow() }
        (base + count).initialize(to: value)
        count += 1
    }

    private mutating func grow() {
        let larger = Room(count: 2 * capacity)
        larger.base.moveInitialize(from: base, count: count)
        (room, base, capacity) = (larger, larger.base, 2 * capacity)
    }
}
