/// The rules, written a second time: as slow and plain as can be, without a line of the program. Everything is found by
/// searching lists, and what waits, is parked or holds an event is judged from scratch whenever it is asked for.
///
/// Times are nanoseconds since the start of the replay.
package final class Model {
    let world: World
    var now = 0
    var trace: [TraceLine] = []
    var warnings = 0

    // The process and what happens to it.
    var state = State.notRunning
    var process: Process?
    var actions: [Action] = []
    var action: Action?
    var delivery: Delivery?
    var deliveries = 0

    // Tasks, runs and lanes of this process; while there is none, tasks are those of the next.
    var tasks: [Known] = []
    var registrations = 0
    /// The runs that have not ended, in the order of their release.
    var runs: [Run] = []
    var releases = 0
    var results: [String: Turn] = [:]
    var pausedLanes: Set<String> = []
    /// Until when places of lanes rest.
    var rests: [(lane: String, until: Int)] = []
    /// Startup tasks that are released behind the basic ones.
    var laterClasses: [Known] = []
    /// Names that were destroyed and have not come back.
    var destroyed: Set<String> = []
    var starts = 0
    /// Sequences whose next step will be released.
    var advancing: [Run] = []
    /// Timers whose turn is over and that have turns of a suspension to make up.
    var leftOver: [Known] = []
    /// How many times something was released together, and the last time for each name.
    var batches = 0
    var lastBatch: [String: Int] = [:]
    /// The teardown that was released last, while teardowns are being released.
    var teardown: Teardown?

    // What lasts for the whole replay.
    var runCounts: [String: Int] = [:]
    var jobs: JobTable
    var tally = Tally()
    var script: ScriptState
    /// With more lines than this it stops: a world may have work that never comes to an end.
    private let maximumLines: Int
    var isFull: Bool { trace.count > maximumLines }

    package init(_ world: World, maximumLines: Int) {
        self.world = world
        self.maximumLines = maximumLines
        jobs = JobTable(world.jobs)
        script = ScriptState(world.script)
        registerScenario()
        for job in world.jobs.enqueued where jobs.add(job.task, job.options, key: job.key, now: 0) != nil {
            warn("job", "a job of \(job.task) was not enqueued: one with the same unique key is in the queue")
        }
        for list in world.classes {
            for name in list.names where !world.tasks.contains(where: { $0.name == name }) {
                warn("classWithoutTask", "no run for \(name)")
            }
        }
    }

    /// The trace of the world: replays the script to its end, or until there are more than `maximumLines`.
    package static func trace(_ world: World, name: String, maximumLines: Int) -> [TraceLine] {
        let model = Model(world, maximumLines: maximumLines)
        model.replay()
        let tick = world.tick * 1_000_000
        let header = "{\"schema\":1,\"kind\":\"header\",\"name\":\"\(name)\",\"seed\":0,\"tick\":\(tick)}"
        return [TraceLine(header)] + model.trace
    }

    /// What lasts as long as a process.
    struct Process {
        var launchedAt: Int
        var delivered: Set<Event> = []
        var firstFrameAt: Int?
        var hasStuckLaunchRun = false
        var tick = 0
        /// The last tick whose time has come; those passed over in a suspension count here.
        var seenTick = 0
        var wasSuspendedSinceTick = false
        var suspensions: [(from: Int, to: Int)] = []
        var suspendAt: Int?
        /// A run was under way at some moment since the last tick.
        var ranSinceTick = false
        /// Work was done for which idle has not been fired.
        var hasWorked = false
        var mayStartIdle = true
        /// Tasks that tear down and have started, in the order of their first starts.
        var teardowns: [Known] = []
    }

    /// What the user, or `fire`, wants.
    struct Action {
        var command: Command
        var text: String
        var givenAt: Int
        var begunAt = 0
        var events: [Event] = []
        var isLaunch = false
        /// The limit was passed and reported.
        var isLate = false
        /// No command gave it: the clock found nothing running.
        var isIdle = false
    }

    /// Teardowns that are being released, one behind the other.
    struct Teardown {
        var last: Run?
    }

    /// An event that is not over.
    struct Delivery {
        var id: Int
        var batch = 0
        var event: Event
        var isFired: Bool
        var at: Int
        /// Its basic runs were done once, or parked: from then on they keep nothing back.
        var basicAreOver = false
    }

    /// A registered task or sequence.
    final class Known {
        let name: String
        let spec: World.Chore
        let sequence: World.Sequence?
        let index: Int
        var isPaused = false
        var timer: TimerTurns?
        /// The run of a sequence that stopped at a failure.
        var stopped: Run?
        var nextStep = 0
        var steps: [String]
        /// What it waits for since it was released as a teardown: nothing that it names itself.
        var teardownWaits: [String]?

        init(_ spec: World.Chore, _ sequence: World.Sequence?, index: Int) {
            name = spec.name
            self.spec = spec
            self.sequence = sequence
            steps = sequence?.steps ?? []
            self.index = index
        }
    }

    /// How a turn ended, and whose failure was the first cause.
    struct Turn {
        enum Kind { case success, failed, critical, timedOut, cancelled, skipped, missed }
        var kind: Kind
        var cause: String
    }

    /// One execution of a task.
    final class Run {
        enum Phase { case waiting, running, resting, chain, ended }
        enum Source { case event, tick, idle, post, step, start }
        let task: Known
        let number: Int
        let order: Int
        let source: Source
        let releasedAt: Int
        let lane: String
        var delivery: Int?
        var batch = 0
        /// It tears down what a run of its task has built up.
        var isTeardown = false
        /// What it prefers to come after was looked up, as it would have been ready without.
        var knowsPreferences = false
        var phase = Phase.waiting
        var predecessors: [Predecessor] = []
        /// What it waits for is known.
        var isLinked = false
        var readyAt: Int?
        var attempt = 0
        var startedAt = 0
        var startOrder = 0
        var endsAt: Int?
        var ending = World.Outcome.success
        var timesOutAt: Int?
        /// When the delay before the next attempt is over.
        var wakesAt = 0
        var isStuck = false
        var wasParked = false
        /// The sequence of which it is a step.
        var chain: Run?
        /// The step that a sequence waits for.
        var step: Run?
        var result: Turn?

        init(_ task: Known, number: Int, order: Int, source: Source, at time: Int) {
            self.task = task
            self.number = number
            self.order = order
            self.source = source
            releasedAt = time
            lane = task.lane
        }

        /// A tick released it, or idle.
        var isTurn: Bool { source == .tick || source == .idle }
    }

    /// What a run waits for: a certain run, or whichever turn of the task comes first.
    struct Predecessor {
        var name: String
        var needsSuccess: Bool
        /// The run that must end; nil: whichever turn ends first, or one that is still to come.
        var run: Run?
        /// The turn that the event will release by its class, never one before.
        var isToCome = false
        /// It counts as absent.
        var isAbsent = false
        /// It was done once, which stays so whatever comes later.
        var isDone = false
    }
}

extension Model.Known {
    var isSyncOrAsync: Bool { spec.kind == .sync || spec.kind == .async }

    var lane: String {
        if spec.isAnchor { return "anchors" }
        if let lane = spec.lane { return lane }
        switch spec.kind {
        case .async: return "async"
        case .afterLaunch: return "afterLaunch"
        case .basic, .sync, nil: return "main"
        }
    }
}

/// A line of the trace; where the rules leave open which of several reasons is named, one form for each.
package struct TraceLine: Hashable, Sendable {
    package var forms: [String]

    init(_ text: String) { forms = [text] }
    init(_ forms: [String]) { self.forms = forms }
}

extension Model {
    /// Writes a record.
    func note(_ kind: String, _ members: String = "") {
        trace.append(TraceLine(line(kind, members)))
    }

    func line(_ kind: String, _ members: String) -> String {
        "{\"t\":\(now),\"kind\":\"\(kind)\"\(members.isEmpty ? "" : ",")\(members)}"
    }

    func warn(_ code: String, _ message: String) { warn(code, [message]) }

    func warn(_ code: String, _ messages: [String]) {
        warnings += 1
        trace.append(TraceLine(messages.map { line("warning", "\"code\":\"\(code)\",\"message\":\"\($0)\"") }))
    }

    /// A length of time in the largest unit in which it is a whole number.
    func length(_ time: Int) -> String {
        if time % 1_000_000_000 == 0 { return "\(time / 1_000_000_000)s" }
        return time % 1_000_000 == 0 ? "\(time / 1_000_000)ms" : "\(time)ns"
    }

    /// A command as it is written.
    func text(_ command: Command) -> String { command.text(world.epoch) }

    func known(_ name: String) -> Known? { tasks.first { $0.name == name } }

    /// All lanes in the order in which they start runs.
    var lanes: [World.Lane] {
        var lanes = [world.lanes.first { $0.name == "main" } ?? World.Lane(name: "main")]
        lanes += world.lanes.filter { $0.name != "main" }
        for name in ["async", "afterLaunch"] where !lanes.contains(where: { $0.name == name }) {
            lanes.append(World.Lane(name: name))
        }
        if world.tasks.contains(where: { $0.isAnchor }) { lanes.append(World.Lane(name: "anchors", width: 65_535)) }
        return lanes
    }

    func registerScenario() {
        tasks = []
        registrations = 0
        for task in listedTasks { register(task, nil) }
        for sequence in world.sequences {
            var task = World.Chore(name: sequence.name)
            task.on = sequence.on
            task.blocks = nil
            register(task, sequence)
        }
    }

    /// The tasks in the order of their registration: those of a list take the list's order among their own places.
    private var listedTasks: [World.Chore] {
        var tasks = world.tasks
        for list in world.classes {
            let names = list.names.filter { name in tasks.contains { $0.name == name } }
            let places = tasks.indices.filter { names.contains(tasks[$0].name) }
            let members = names.compactMap { name in tasks.first { $0.name == name } }
            for (place, member) in zip(places, members) {
                tasks[place] = member
                tasks[place].kind = list.kind
            }
        }
        return tasks
    }

    func register(_ task: World.Chore, _ sequence: World.Sequence?) {
        tasks.append(Known(task, sequence, index: registrations))
        registrations += 1
    }
}
