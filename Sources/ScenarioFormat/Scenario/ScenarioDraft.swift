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
