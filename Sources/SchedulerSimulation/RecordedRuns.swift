import SchedulerCore
import Text

/// Recorded runs: lengths and outcomes by name, run and attempt. If a scenario has them, they take precedence over
/// durations and outcomes, so that a replay repeats the recording to the nanosecond.
public struct RecordedRuns: Hashable, Sendable {
    /// One attempt of a run.
    public struct Attempt: Hashable, Sendable {
        /// The run's number by name, from 1; for a job, the job's number.
        public var run: Int64
        /// The attempt's number, from 1.
        public var attempt: Int32
        /// How long it took; nil: it never ends.
        public var length: Nanoseconds?
        /// How it ended.
        public var outcome: Outcome

        /// Creates an attempt.
        public init(run: Int64, attempt: Int32, length: Nanoseconds?, outcome: Outcome = .success) {
            (self.run, self.attempt, self.length, self.outcome) = (run, attempt, length, outcome)
        }
    }

    /// The attempts of one name, in the order in which they began.
    public struct Course: Hashable, Sendable {
        /// The task's name, or that of a job's task.
        public var name: String
        /// Its attempts.
        public var attempts: [Attempt]

        /// Creates a course.
        public init(name: String, attempts: [Attempt]) {
            (self.name, self.attempts) = (name, attempts)
        }
    }

    /// The runs of tasks.
    public var tasks: [Course]
    /// The runs of jobs.
    public var jobs: [Course]

    /// No recording.
    public init(tasks: [Course] = [], jobs: [Course] = []) {
        (self.tasks, self.jobs) = (tasks, jobs)
    }

    /// Whether it is empty.
    public var isEmpty: Bool { tasks.isEmpty && jobs.isEmpty }
}

/// Recorded runs, found by name, run and attempt.
final class RecordedRunIndex: Sendable {
    private struct Key: Hashable {
        var name: [UInt8]
        var run: Int64
        var attempt: Int32
    }
    typealias Entry = (length: Nanoseconds?, outcome: Outcome)

    private let tasks: [Key: Entry]
    private let jobs: [Key: Entry]

    /// The index; nil if there is nothing to find.
    init?(_ runs: RecordedRuns) {
        guard !runs.isEmpty else { return nil }
        tasks = Self.index(runs.tasks)
        jobs = Self.index(runs.jobs)
    }

    private static func index(_ courses: [RecordedRuns.Course]) -> [Key: Entry] {
        var found: [Key: Entry] = [:]
        for course in courses {
            let name = Array(course.name.utf8)
            for attempt in course.attempts {
                found[Key(name: name, run: attempt.run, attempt: attempt.attempt)] = (attempt.length, attempt.outcome)
            }
        }
        return found
    }

    /// The length and outcome of a task's attempt; nil if it was not recorded.
    func task(_ name: String, run: Int32, attempt: Int32) -> Entry? {
        tasks[Key(name: Array(name.utf8), run: Int64(run), attempt: attempt)]
    }

    /// The length and outcome of a job's run; nil if it was not recorded.
    func job(_ name: String, _ id: JobRunID) -> Entry? {
        jobs[Key(name: Array(name.utf8), run: id.job.number, attempt: id.attempt)]
    }
}

/// The formats of recordings, by the names of `--format` and of a scenario's `source`.
public enum ImportFormat: String, CaseIterable, Sendable {
    case ndjson, chrome, perfetto, otlp, xctrace, systemd, dot, cargo

    /// All names, with commas between them.
    public static var list: String { allCases.map { $0.rawValue }.joined(separator: ", ") }
}

/// What helps a build whose units waited for a free job.
public enum JobHelp: String, CaseIterable, Sendable {
    /// More jobs, or fewer crates or features.
    case jobs
    /// Only fewer crates or features: the processors were busy.
    case crates
}

/// The recording that a scenario repeats: what is known of it and no task says. Commands say the same of the scenario as of the
/// recording.
public struct RecordedSource: Hashable, Sendable {
    /// Its format.
    public var format: ImportFormat
    /// Its file, without folders; nil if it was no file.
    public var file: String?
    /// The file that stated the order of its units, without folders.
    public var order: String?
    /// What wrote it, as in `systemd-analyze`.
    public var tool: String?
    /// The package of the app on Android.
    public var package: String?
    /// The activity of it that was launched.
    public var activity: String?
    /// Whether it is a debuggable build; nil if the recording does not say.
    public var isDebuggable: Bool?
    /// What it is called, and what it lasts up to.
    public var words = RecordedWords.launch
    /// What bounds it as a whole, in one line.
    public var cause: String?
    /// What ran inside its longest slices, in one line.
    public var inside: String?
    /// What helps a build whose units waited for a free job; nil if none did.
    public var help: JobHelp?
    /// The features of a build's crates that have a library built: `openssl-sys vendored, libz-sys static`.
    public var features: String?

    /// How much later one of its tasks could end, if that is only the most, and why: `could end up to 2s later, as …`; nil if it
    /// says of all tasks what they waited for.
    public func couldEnd(_ slack: String) -> String? {
        format == .cargo ? "could end up to \(slack) later, as cargo does not name all that waited for it" : nil
    }

    /// A recording of which only the format is known.
    public init(_ format: ImportFormat) { self.format = format }
}
