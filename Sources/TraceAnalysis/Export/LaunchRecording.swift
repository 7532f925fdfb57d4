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
        public var lints: [String]

        /// Creates an outlook.
        public init(why: String, tries: [String] = [], lints: [String] = []) {
            (self.why, self.tries, self.lints) = (why, tries, lints)
        }
    }

    /// What happened.
    public var trace: Trace
    /// Widths and gaps by `LaneID`; empty if only the trace is known.
    public var lanes: [LaneSpec]
    /// The tasks by `TaskID`, sequences as tasks without predecessors; empty if only the trace is known.
    public var tasks: [TaskSpec]
    /// The date of t = 0 in nanoseconds since 1970; 0 if it is not known.
    public var epoch: Int64
    /// How long the launch may take; nil if nothing says so.
    public var budget: Nanoseconds?
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
        _ trace: Trace, lanes: [LaneSpec] = [], tasks: [TaskSpec] = [], epoch: Int64 = 0, budget: Nanoseconds? = nil,
        graph: TaskGraphDocument? = nil, outlook: Outlook? = nil, scriptFile: String = "script"
    ) {
        (self.trace, self.lanes, self.tasks, self.epoch) = (trace, lanes, tasks, epoch)
        (self.budget, self.graph, self.outlook, self.scriptFile) = (budget, graph, outlook, scriptFile)
    }

    /// The predecessors of each task by `TaskID`, of every kind; nil if they are not known.
    var predecessors: [[TaskID]]? {
        guard !tasks.isEmpty else { return nil }
        var numbers: [ByteName: Int] = [:]
        for (number, task) in tasks.enumerated() { numbers[ByteName(task.name)] = number }
        return tasks.map { task in (task.after + task.follows).compactMap { numbers[ByteName($0)].map { TaskID($0) } } }
    }

    /// The first launch that reached its first frame; nil if there is none.
    func launch(_ timeline: Timeline) -> LaunchMeasure? {
        let (predecessors, tasks) = (predecessors, tasks)
        return LaunchMeasure(
            title: trace.header.name, names: trace.names, timeline: timeline, lanes: lanes, budget: budget,
            predecessors: predecessors.map { known in { known.indices.contains($0.offset) ? known[$0.offset] : [] } },
            holds: { tasks.indices.contains($0.offset) ? tasks[$0.offset].blocks : nil })
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
            let edge = TaskGraphDocument.Edge(from: number(of: cause.task), to: to, isFollows: cause.kind != .after)
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
