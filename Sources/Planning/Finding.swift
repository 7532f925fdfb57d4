import SchedulerCore
import Text
import TraceAnalysis

/// Something about a launch or a scenario that deserves a look: the problem, the evidence, its cost and its remedy.
///
/// `check`, `advise`, the dashboard and `attach` show the same findings with the same ids and numbers.
public struct Finding: Hashable, Sendable {
    /// The kind of problem; the raw value is the name that `check --deny` accepts.
    public enum Kind: String, CaseIterable, Sendable {
        case narrowLane = "narrow-lane"
        case mainHog = "main-hog"
        case failing = "failing-task"
        case couldWait = "could-wait"
        case costlyEdge = "costly-dependency"
        case redundantDependency = "redundant-dependency"
        case latePredecessor = "late-predecessor"
        case neverRuns = "never-runs"
        case priorityInversion = "priority-inversion"
        case starvation = "lane-starvation"
        case timerDrift = "timer-drift"
        case jobWithoutHandler = "job-without-handler"
        case watchdog = "watchdog"
        case budget = "budget"
        case nearCritical = "near-critical"
    }

    /// What a finding is about; names are as in the scenario.
    public enum Subject: Hashable, Sendable {
        case launch
        case task(String)
        /// The task and the predecessor that it names.
        case edge(String, after: String)
        case lane(String)
        case job(String)

        /// The subject as part of an id.
        var text: String {
            switch self {
            case .launch: "launch"
            case .task(let name), .lane(let name), .job(let name): name
            case .edge(let name, let other): "\(name):\(other)"
            }
        }
    }

    /// The kind of problem.
    public let kind: Kind
    /// What it is about.
    public let subject: Subject
    /// Cause and evidence in one sentence without a full stop; names are cleaned.
    public let text: String
    /// The change that fixes it; nil if none is known.
    public let remedy: ScenarioChange?
    /// The remedy in a few words; nil without one.
    public let remedyTitle: String?
    /// What must be true in the app for the remedy to be correct; nil if nothing must. Names are cleaned.
    public let condition: String?
    /// The launch with the remedy, simulated; nil if there is no remedy or it was not tried.
    public let launch: Nanoseconds?
    /// What the finding costs in launch time: what its remedy saves; zero if that is nothing or unknown.
    public let cost: Nanoseconds

    /// Identifies the finding by kind and subject. The same in every run of a scenario.
    public var id: String { "\(kind.rawValue):\(subject.text)" }

    init(
        _ kind: Kind, _ subject: Subject, _ text: String, remedy: ScenarioChange? = nil, title: String? = nil,
        launch: Nanoseconds? = nil, cost: Nanoseconds = .zero, onlyIf condition: String? = nil
    ) {
        (self.kind, self.subject, self.text) = (kind, subject, text)
        (self.remedy, remedyTitle, self.launch, self.cost) = (remedy, title, launch, max(.zero, cost))
        self.condition = condition
    }
}

extension Finding {
    /// The finding, its remedy and the launch with it: the same line in `check`, `advise` and the dashboard.
    public var sentence: String {
        guard cost > .zero, let launch, let remedyTitle else { return text }
        let times = ShownTimes(launch + cost)
        return
            "\(text); \(change(remedyTitle)): launch \(times.text(launch)) (-\(times.text(from: launch, to: launch + cost)))"
    }
}

extension Finding {
    /// The sentence with the id that explains it, as every list of findings shows it.
    public var line: String { "\(sentence) [\(DisplayText.clean(id))]" }

    /// The remedy with its condition; the condition alone where it says what changes.
    private func change(_ title: String) -> String {
        guard let condition else { return title }
        switch remedy {
        case .dropEdge, .lane, .success: return "if \(condition)"
        case nil: return "\(title), if \(condition)"
        case .duration, .priority, .addEdge, .events, .blocks, .startupClass, .width, .order, .registration:
            return "\(title), if \(condition)"
        }
    }
}

extension Finding.Kind {
    /// Whether it is a mistake, as `check` reports them, and not only an opportunity.
    public var isLint: Bool {
        switch self {
        case .narrowLane, .redundantDependency, .latePredecessor, .neverRuns, .priorityInversion, .starvation,
            .timerDrift, .jobWithoutHandler, .watchdog, .budget:
            true
        case .mainHog, .failing, .couldWait, .costlyEdge, .nearCritical: false
        }
    }

    /// What the finding means and what to do about it, in a few sentences, for `check --explain`.
    public var explanation: String {
        switch self {
        case .narrowLane:
            "Tasks on the critical path are ready but wait for this lane. A wider lane runs more of them at once. "
                + "If another path is nearly as long, the launch gains less than the time that they waited."
        case .mainHog:
            "The task occupies lane main for a large part of the launch. Run it on another lane or after the launch, or make "
                + "it shorter."
        case .failing:
            "A task on the critical path fails and is tried again. The cost is the time that a launch saves if the "
                + "first attempt succeeds. Avoid the failure, shorten the delay, or let the first frame do without the "
                + "task."
        case .couldWait:
            "The task blocks an event of the launch, or goes before tasks that do, but no other task of that event needs it. Let "
                + "a later event or class 'afterLaunch' release it. If it blocks the event, and nothing that follows needs "
                + "it, you can also write 'blocks: false'."
        case .costlyEdge:
            "The launch would be shorter without this dependency. Drop it if the task does not need the other's result, or split "
                + "the task so that only a part of it waits."
        case .redundantDependency:
            "Another predecessor already waits for this one. Leave out the dependency: the order stays the same, and the graph "
                + "is easier to read."
        case .latePredecessor:
            "The predecessor is released only after the last release of the task, so the task is parked and runs late. Release "
                + "the task later or the predecessor earlier."
        case .neverRuns:
            "The task has no trigger and is not a step of a sequence. Give it a trigger, or remove it."
        case .priorityInversion:
            "The task waits for a predecessor of lower priority, which waited for its lane. Runs of higher priority start first "
                + "there, and the task waits for them, too. Give the predecessor at least the task's priority."
        case .starvation:
            "A run was ready, but runs that were released later started first in its lane. Raise its task's priority, lower "
                + "that of the others, or write 'order: criticalPath'."
        case .timerDrift:
            "Runs of the timer start after their tick because their lane is busy. Use another lane, or shorten the "
                + "runs in this one."
        case .jobWithoutHandler:
            "No handler runs jobs of this name, so they stay in the queue. Add a handler, or correct the name."
        case .watchdog:
            "The launch takes longer than the system allows, so a phone would kill the app. "
                + "'taskscope advise' lists fixes."
        case .budget:
            "The launch takes longer than the scenario's budget, so a replay fails. 'taskscope advise' lists fixes."
        case .nearCritical:
            "The task has little or no slack. If the critical path gets shorter, or this task longer, it bounds the launch next."
        }
    }
}
