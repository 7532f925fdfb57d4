import Text
import SchedulerCore
import TraceFormat

/// What an export writes: a trace, and what is known about the scenario that it came from.
public struct LaunchRecording: Sendable {
    /// Why the launch takes this long and what would shorten it, in sentences; names in them are cleaned.
    public struct Outlook: Hashable, Sendable {
        /// Why, without a full stop.
        public var why: String
        /// What would shorten it, the best first.
        public var tries: [String]
        /// Everything that deserves a look.
        public var findings: [String]

        /// Creates an outlook.
        public init(why: String, tries: [String] = [], findings: [String] = []) {
            (self.why, self.tries, self.findings) = (why, tries, findings)
        }
    }

    /// What happened.
    public var trace: Trace
    /// What is known about its launches besides the records.
    public var facts: LaunchFacts
    /// The tasks by `TaskID`, sequences as tasks without predecessors; empty if only the trace is known.
    public var tasks: [TaskSpec]
    /// What a task is only assumed to wait for.
    public var assumed: [TaskID: [TaskID]] = [:]
    /// What a launch of another program's trace is called; nil for one of ours.
    public var recorded: RecordedWords?
    /// Recorded spans that no thread ran.
    public var spans: Set<TaskID> = []
    /// The threads of a recorded launch, by the tasks that ran on them.
    public var threads: [TaskID: LaneID] = [:]
    /// The date of t = 0 in nanoseconds since 1970; 0 if it is not known.
    public var epoch: Int64
    /// The tasks and their dependencies; nil: those of `tasks` and the trace.
    public var graph: TaskGraphDocument?
    /// The outlook on the launch; nil if there is none.
    public var outlook: Outlook?
    /// Shown before the line numbers of expectations.
    public var scriptFile: String
    /// The dashboard that a page contains; nil: the page is a summary.
    public var program: PageProgram?

    /// Creates a recording of a trace; everything else is unknown by default.
    public init(
        _ trace: Trace, facts: LaunchFacts = .unknown, tasks: [TaskSpec] = [], epoch: Int64 = 0,
        graph: TaskGraphDocument? = nil, outlook: Outlook? = nil, scriptFile: String = "script"
    ) {
        (self.trace, self.facts, self.tasks, self.epoch) = (trace, facts, tasks, epoch)
        (self.graph, self.outlook, self.scriptFile) = (graph, outlook, scriptFile)
    }

    /// The first launch that reached its first frame; nil if there is none.
    func launch(_ timeline: Timeline) -> LaunchMeasure? {
        var launch = LaunchMeasure(
            title: trace.header.name, names: trace.names, timeline: timeline, facts: facts)
        launch?.assumed = assumed
        launch?.spans = spans
        launch?.threads = threads
        launch?.recorded = recorded
        return launch
    }

    /// The graph of the tasks; without a scenario an edge leads from the run whose end made another one ready.
    func graphDocument() -> TaskGraphDocument {
        if let graph { return graph }
        var reader = SeenEdges(recording: self)
        var fold = AttemptFold(self)
        fold.run(&reader)
        return reader.document()
    }
}

/// The tasks that ran, and which one made which one ready.
private struct SeenEdges: AttemptReader {
    private let recording: LaunchRecording
    private var numbers: [Int32] = []
    private var nodes: [TaskGraphDocument.Node] = []
    private var edges: [TaskGraphDocument.Edge] = []
    private var seen: Set<TaskGraphDocument.Edge> = []
    private let critical: Set<TaskID>

    init(recording: LaunchRecording) {
        self.recording = recording
        let links = recording.launch(Timeline(recording.trace.records))?.path.links ?? []
        critical = Set(links.compactMap { $0.run == nil ? nil : $0.task })
    }

    mutating func take(_ attempt: Attempt, causes: [Attempt.Cause]) {
        guard attempt.attempt <= 1 else { return }
        let to = number(of: attempt.task)
        if nodes[to].detail.isEmpty {
            let own = attempt.isFinished ? TimeText.text(attempt.finished - attempt.started) : "unfinished"
            nodes[to].detail = "\(recording.trace.names.name(of: attempt.lane)) \(own)"
        }
        for cause in causes {
            let edge = TaskGraphDocument.Edge(
                from: number(of: cause.task), to: to, isFollows: cause.kind != .after,
                isPreference: cause.kind == .prefers)
            if edge.from != to, seen.insert(edge).inserted { edges.append(edge) }
        }
    }

    mutating func take(_ record: TraceRecord, number: Int, process: Int32) {}

    private mutating func number(of task: TaskID) -> Int {
        while numbers.count <= task.offset { numbers.append(-1) }
        if numbers[task.offset] < 0 {
            numbers[task.offset] = Int32(nodes.count)
            nodes.append(
                TaskGraphDocument.Node(
                    name: recording.trace.names.name(of: task), isCritical: critical.contains(task)))
        }
        return Int(numbers[task.offset])
    }

    func document() -> TaskGraphDocument {
        TaskGraphDocument(title: recording.trace.header.name, nodes: nodes, edges: edges)
    }
}
