import SchedulerCore
import SchedulerSimulation
import Text

/// A first scenario from a few answers: commented text that reads without an error.
public struct ScenarioDraft: Sendable {
    /// The duration of a task until it is measured.
    private static let guess = "50ms"

    /// What the scenario is called.
    public var name: String
    /// The tasks of the launch, in their order.
    public var tasks: [String]
    /// The tasks that must run on the main thread.
    public var main: [String]
    /// The tasks that the first screen does not need.
    public var late: [String]
    /// For each task, the tasks that must succeed before it.
    public var dependencies: [(task: String, after: [String])]
    /// The longest launch that is acceptable, as a duration of the scenario format.
    public var budget: String?
    /// The file that the comments name.
    public var file: String

    /// A draft of `tasks`: each may run off the main thread, needs nothing and is needed by the first screen.
    public init(name: String, tasks: [String], file: String = "FILE") {
        self.name = name
        self.file = file
        self.tasks = tasks
        (main, late, dependencies) = ([], [], [])
    }

    /// The scenario file.
    public var text: String {
        """
        # \(comment(name)): what happens between the tap on the icon and the first screen.
        #
        #   taskscope \(comment(file))            open it in the dashboard; L launches
        #   taskscope check \(comment(file))      errors and findings
        #   taskscope replay \(comment(file))     the launch as text
        #
        # Every duration of \(Self.guess) is a guess: replace it with what you measure.
        schema: 1
        name: \(ScenarioWriter.quote(name))

        # Where tasks run, and how many at once. Lane main, the main thread, is always there.
        # blocks: true holds the first frame until the task is done, as every task on main does.
        lanes: {work: 2}
        \(budgetLines)
        tasks:
        \(tasks.isEmpty ? "  []" : tasks.map(line).joined(separator: "\n"))

        """
    }

    /// Names in `main`, `late` and `dependencies` that are not in `tasks`.
    public var unknownNames: [String] {
        (main + late + dependencies.flatMap { [$0.task] + $0.after }).filter { !tasks.contains($0) }
    }

    private var budgetLines: String {
        guard let budget else { return "" }
        return "\n# A longer launch fails `taskscope replay`: exit code 1.\nbudgets: {launch: \(budget)}\n"
    }

    private func line(_ task: String) -> String {
        var fields = ["name: \(ScenarioWriter.quote(task))"]
        if late.contains(task) {
            fields.append("class: afterLaunch")
        } else {
            fields.append("on: launch")
            if !main.contains(task) { fields.append("lane: work, blocks: true") }
        }
        let after = dependencies.filter { $0.task == task }.flatMap { $0.after }
        if !after.isEmpty { fields.append("after: [\(after.map(ScenarioWriter.quote).joined(separator: ", "))]") }
        fields.append("duration: \(Self.guess)")
        return "  - {\(fields.joined(separator: ", "))}"
    }

    /// The text without line breaks, which would end a comment.
    private func comment(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}

/// Where each thing is in a scenario file, for messages about it.
public struct ScenarioPlaces: Sendable {
    /// A place in the file.
    public struct Place: Hashable, Comparable, Sendable {
        /// The line, from 1.
        public var line: Int
        /// The column in characters (Unicode scalars), from 1.
        public var column: Int

        /// The beginning of the file.
        public static let start = Place(line: 1, column: 1)

        /// An earlier place is smaller.
        public static func < (left: Place, right: Place) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    private let source: SourceText?
    /// Tasks, then sequences, by name; a sequence has no place here.
    private var numbers: [ByteName: Int] = [:]
    private var tasks: [ScenarioTask] = []
    private var places: [TaskPlaces] = []
    private var lanes: [ByteName: Int] = [:]

    /// No place is known.
    init() { source = nil }

    init(_ builder: ScenarioBuilder) {
        source = builder.source
        (numbers, tasks, places) = (builder.numbers, builder.scenario.tasks, builder.taskPlaces)
        for (lane, offset) in builder.laneOffsets {
            lanes[ByteName(builder.scenario.configuration.lanes[lane.offset].name)] = offset
        }
    }

    /// Where a task is; nil if the file does not have it.
    public func task(_ name: String) -> Place? { number(of: name).flatMap { place(at: places[$0].offset) } }
    /// Where a lane is declared.
    public func lane(_ name: String) -> Place? { lanes[ByteName(name)].flatMap { place(at: $0) } }
    /// Where a task names a predecessor.
    public func edge(_ task: String, after predecessor: String) -> Place? {
        guard let number = number(of: task) else { return nil }
        let found = tasks[number].predecessors.firstIndex { $0.utf8.elementsEqual(predecessor.utf8) }
        return found.flatMap { place(at: Int(places[number].predecessors[$0])) }
    }

    private func number(of task: String) -> Int? { numbers[ByteName(task)].flatMap { $0 < tasks.count ? $0 : nil } }

    private func place(at offset: Int) -> Place? {
        source.map {
            let position = $0.position(of: offset)
            return Place(line: position.line, column: position.column)
        }
    }
}
