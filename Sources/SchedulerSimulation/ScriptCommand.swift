import SchedulerCore

/// One command of the script language; the same for the palette, script files, recordings and the live socket.
public enum ScriptCommand: Hashable, Sendable {
    /// A command for the rules, and the context of its event: the URL of `open-url`, the payload of `post`.
    case order(Command, CommandContext? = nil)
    /// inject and schedule: a new task and how its runs behave; indirect, or every command would be as large as a task.
    indirect case inject(ScenarioTask)
    /// tick N
    case tick(Int)
    /// advance DURATION
    case advance(Nanoseconds)
    /// wait until …
    case wait(WaitCondition)
    /// expect …
    case expect(Expectation)
    /// note TEXT
    case note(String)
    /// What changes only the view.
    case view(ViewCommand)
}

/// What `wait until` waits for.
public enum WaitCondition: Hashable, Sendable {
    case done(String)
    case launched
    case idle
    case drained
}

/// What `expect` claims.
public enum Expectation: Hashable, Sendable {
    /// First starts in this order, two names or more.
    case order([String])
    /// This many ended runs.
    case ran(String, Int)
    /// No start.
    case notRun(String)
    case failed(String)
    case skipped(String)
    case missed(String)
    case state(LifecycleState)
    /// Launch time at most this.
    case launch(atMost: Nanoseconds)
    /// Whether the launch keeps the scenario's budget.
    case budget(isKept: Bool)
    /// Rows in the queue, without dead letters.
    case queue(Int)
    /// Whether the queue is running.
    case queueIsRunning(Bool)
    /// Whether a job of this task is in the queue.
    case jobExists(String, Bool)
    /// Whether a run of a job of this task is executing.
    case jobIsActive(String, Bool)
    /// This job is the first of its task to be served.
    case nextJob(String, JobID)
    case noWarnings
}

/// One line of a script.
public struct ScriptLine: Hashable, Sendable {
    /// When the line happens.
    public enum Timing: Hashable, Sendable {
        /// When the line before ends.
        case none
        /// `at DURATION`, from the start.
        case at(Nanoseconds)
        /// `+DURATION`, from the line before.
        case after(Nanoseconds)
    }

    /// When it happens.
    public var timing: Timing
    /// What happens.
    public var command: ScriptCommand
    /// The command as written, without time, comment and surrounding spaces: what the trace's `action` shows.
    public var text: String
    /// The line number in the file that holds the script, from 1.
    public var line: Int

    /// Creates a line.
    public init(timing: Timing = .none, command: ScriptCommand, text: String, line: Int = 0) {
        self.timing = timing
        self.command = command
        self.text = text
        self.line = line
    }
}

/// The context of an event, visible to the runs of that event only.
public enum CommandContext: Hashable, Sendable {
    /// The URL that was opened; also the launch option, if it launched the app.
    case url(String)
    /// A post's payload, as JSON.
    case payload(String)

    /// The URL or the payload.
    public var text: String {
        switch self {
        case .url(let text), .payload(let text): text
        }
    }
}

extension Simulation {
    /// The context of the event or post that released the task's run; nil if there is none, or no run is released.
    public func context(of task: TaskID) -> CommandContext? {
        scheduler.context(of: task).flatMap { contexts[$0] }
    }

    /// Keeps the context of the next command.
    mutating func keepContext(_ context: CommandContext?) {
        guard let context else { return }
        contexts.append(context, of: nextCommand)
    }
}

/// A command that changes only what a dashboard shows: replays ignore it, and no trace contains it.
public enum ViewCommand: Hashable, Sendable {
    /// A part of the screen.
    public enum Part: String, CaseIterable, Hashable, Sendable {
        case why, advice = "try", graph, log, lanes, all
    }

    /// Which rows are shown.
    public enum Rows: Hashable, Sendable {
        case all, critical
        /// Those of these tasks.
        case tasks([String])
    }

    /// speed X, in thousandths of real time.
    case speed(thousandths: Int)
    /// select NAME
    case select(String)
    /// select none
    case deselect
    /// range FROM TO
    case range(from: Nanoseconds, to: Nanoseconds)
    /// range all
    case wholeRange
    /// show PART
    case show(Part)
    /// hide PART
    case hide(Part)
    /// highlight NAME,… or none
    case highlight([String])
    /// only NAME,…, critical or all
    case only(Rows)
    /// try CHANGE
    case attempt(String)
    /// untry
    case withdraw
    /// compare NAME; nil: none
    case compare(String?)

    /// The slowest and the fastest speed, in thousandths of real time.
    public static let speeds: ClosedRange<Int> = 20...64_000
}
