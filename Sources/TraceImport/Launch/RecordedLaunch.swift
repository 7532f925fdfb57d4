import SchedulerCore
import SchedulerSimulation
import Text

/// One launch as a source describes it: what ran when and on which lane, and what is known to have waited for what.
///
/// Times are whole nanoseconds since the launch began.
public struct RecordedLaunch: Sendable {
    /// Where runs execute.
    public struct Lane: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Whether its places are limited, as on a thread, so that a run may have waited. Otherwise it is as wide as it
        /// was seen, and nothing waits for it.
        public var isThread: Bool
        /// The process that it belongs to; empty if the source knows only one.
        public var process: String

        /// Creates a lane.
        public init(_ name: String, isThread: Bool = true, process: String = "") {
            (self.name, self.isThread, self.process) = (name, isThread, process)
        }
    }

    /// One attempt of a run that had several.
    public struct Attempt: Hashable, Sendable {
        /// When it began.
        public var start: Int64
        /// When it ended.
        public var end: Int64
        /// How it ended.
        public var outcome: Outcome
    }

    /// One run of a task.
    public struct Run: Hashable, Sendable {
        /// The task's name.
        public var name: String
        /// An index into `lanes`.
        public var lane: Int
        /// When it began.
        public var start: Int64
        /// When it ended; `Int64.max` if it never did.
        public var end: Int64
        /// Whether it takes no time in the source, as many units of a boot do.
        public let isInstant: Bool
        /// The launch's event that released it: 0 willFinishLaunching, 1 didFinishLaunching, 2 didBecomeActive.
        public var event = 1
        /// When it could have begun but for its lane; nil if the source does not say.
        public var ready: Int64?
        /// How it ended.
        public var outcome = Outcome.success
        /// Its attempts, if there were more than one.
        public var attempts: [Attempt] = []
        /// Its rank, if the source says.
        public var priority = Priority.default
        /// Runs that it waited for, as the source states, by index; each had ended when it began.
        public var after: [Int] = []
        /// The run that it probably waited for, by index: the source does not say so.
        public var assumed: Int?
        /// Whether the source does not list it and does not count what it waited for, so that what it came after is inferred.
        public var isInferred = false
        /// Whether it waited for nothing but the runs that the source names and its lane.
        public var statesAll = false
        /// Whether it was ready after them and waited for a free place, such as a job of cargo.
        public var isQueued = false
        /// How long it waited after all of them for nothing that is known; nil: not at all.
        public var wait: Int64?
        /// The same in all traces, if there are several.
        public var waits: [Int64] = []
        /// The number of what it is a part of; runs of one part probably wait for each other. -1: nothing.
        public var part = -1
        /// Whether no thread ran it: it began somewhere and ended somewhere, and was only under way in between.
        public var isSpan = false
        /// Whether it went on after the launch: it ended later than `end`.
        public var isCut = false
        /// Whether it waits for the first frame, as tasks of class afterLaunch do.
        public var isAfterLaunch = false
        /// Its lengths in all traces, if there are several.
        public var samples: [Int64] = []
        /// How this is known, or what is odd about it; one line for a comment.
        public var note: String?

        /// Creates a run.
        public init(_ name: String, lane: Int, start: Int64, end: Int64) {
            (self.name, self.lane, self.start, self.end, isInstant) = (name, lane, start, end, start == end)
        }
    }

    /// What the app, or the build, is called.
    public var name: String
    /// What it was read from, as in `Chrome trace`.
    public var source: String
    /// What it is called, and what it lasts up to.
    public var words = RecordedWords.launch
    /// The format that it was read from; nil if from none.
    public var format: ImportFormat?
    /// The file that it was read from, as the user named it; empty if none.
    public var file = ""
    /// The file that stated the order of its runs, without folders; nil if none did.
    public var order: String?
    /// The package of the app on Android; nil if the source does not name one.
    public var package: String?
    /// The activity of it that was launched; nil if the source does not name one.
    public var activity: String?
    /// Whether it is a debuggable build; nil if the source does not say.
    public var isDebuggable: Bool?
    /// Where runs took place; the first is lane `main`.
    public var lanes: [Lane]
    /// The runs, in the order in which they began.
    public var runs: [Run]
    /// When didFinishLaunching and didBecomeActive were delivered; 0 and the length if the source has no events.
    public var events: (didFinish: Int64, didBecomeActive: Int64)
    /// The launch time.
    public var length: Int64
    /// When the app had drawn the frame that it lasts up to, if the source says when the display showed that.
    var drawn: Int64?
    /// Whether the source is a scheduler of this kind, which says when runs were ready and keeps lanes to the nanosecond.
    public var isExact = false
    /// Whether the source says when the launch was over, so that it need not have waited for all that had ended by then.
    public var isEndStated = false
    /// Whether the runs are slices of threads, any of which may start others while it runs.
    public var isSliced = false
    /// What the launch itself is called in the source, such as a root span: what is left at its end is its own.
    public var root = ""
    /// Which task comes after which, if the source says only that and no times.
    public var edges: [(unit: String, after: String)] = []
    /// How far two times of the source may differ that mean the same instant, in nanoseconds.
    public var precision: Int64 = 100_000
    /// By how much its times may be rounded, in nanoseconds.
    public var rounding: Int64 = 0
    /// Said of a launch whose source does not say when its process started.
    static let unknownStart = "Counted from its first slice: the trace does not say when the process started."

    /// What bounds it as a whole, in one line; nil if nothing is known.
    public var cause: String?
    /// What ran inside its longest slices, in one line; nil if nothing is known.
    public var inside: String?
    /// What helps a build whose units waited for a free job; nil if none did.
    public var help: JobHelp?
    /// The features of its crates that have a library built, as `openssl-sys vendored`; nil if none has.
    public var features: String?
    /// What was left out and why, for the head of the file.
    public var notes: [String] = []

    /// Creates a launch from a source without events.
    public init(name: String, source: String, lanes: [Lane], runs: [Run], length: Int64) {
        (self.name, self.source, self.lanes, self.runs, self.length) = (name, source, lanes, runs, length)
        events = (0, length)
    }

    /// What a scenario that repeats it says of it; nil of one of our own launches, which a scenario repeats in full.
    func recordedSource(_ file: String) -> RecordedSource? {
        guard let format, !isExact else { return nil }
        var recorded = RecordedSource(format)
        let name = DisplayText.clean(Self.ownName(file))
        recorded.file = name.isEmpty || name == "<stdin>" ? nil : name
        (recorded.order, recorded.package) = (
            order.map { DisplayText.clean($0) }, package.map { DisplayText.clean($0) }
        )
        (recorded.activity, recorded.isDebuggable) = (activity.map { DisplayText.clean($0) }, isDebuggable)
        (recorded.tool, recorded.words) = (DisplayText.clean(source), words)
        recorded.cause = cause.map { DisplayText.clean($0) }
        recorded.inside = inside.map { DisplayText.clean($0) }
        (recorded.help, recorded.features) = (help, features)
        return recorded
    }

    /// A file's name without its folders.
    static func ownName(_ file: String) -> String { file.split(separator: "/").last.map { String($0) } ?? file }
}

/// A scenario that repeats what was recorded, with remarks about it.
public struct ImportedScenario: Sendable {
    /// The scenario's file, with comments.
    public var text: String
    /// The launch time that the source gives; a replay of the text should give the same.
    public var length: Int64
    /// The file that the launch of this time was read from; of several launches it is the median one.
    public var file: String
    /// What the launch is called, and what it lasts up to.
    public var words: RecordedWords
    /// What the user should know, for standard error; one line each, cleaned.
    public var remarks: [String]
}
