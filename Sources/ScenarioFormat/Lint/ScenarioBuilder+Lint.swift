import Text
import SchedulerCore
import SchedulerSimulation

/// The lints that need only the file, by the names that `--deny` takes; findings about its launch are in Planning.
public enum LintCode: String, CaseIterable, Sendable {
    case unusedLane = "unused-lane"
    case classWithoutTask = "class-without-task"
    case retryWithoutFailure = "retry-without-failure"
    case laneOpensEarly = "lane-opens-early"
    case unknownPreference = "unknown-preference"
    case assumption

    /// What the lint means and what to do about it, in a few sentences, for `check --explain`.
    public var explanation: String {
        switch self {
        case .unusedLane: "No task runs on the lane, and no script line names it. Remove the lane, or give it tasks."
        case .classWithoutTask:
            "A list of a startup class names a task that is not in the file. Add the task, or correct the name."
        case .retryWithoutFailure:
            "The task can neither fail nor time out, so 'retry' has no effect. Give it an outcome or a timeout, or "
                + "remove 'retry'."
        case .laneOpensEarly:
            "A task of class 'afterLaunch' waits for the first frame only on lane 'afterLaunch'. On another lane, it "
                + "runs during the launch. Remove its key 'lane' or, if the task need not wait, replace its class with 'on: launch'."
        case .unknownPreference:
            "The task prefers a task that is not in the file, so it waits for nothing. Add that task, or correct the "
                + "name."
        case .assumption:
            "A trace shows that the task began after the assumed predecessor had ended, but not that the task waited "
                + "for it. The times rest on this assumption. If it is true, write 'after' or 'follows'; otherwise "
                + "remove 'assumes'."
        }
    }
}

/// Lints: parts of a file that have no effect, or not the one that they seem to have. They need a scenario without errors. Linear time.
extension ScenarioBuilder {
    mutating func lint() {
        lintRetries()
        lintLanes()
        lintAfterLaunch()
        lintAssumptions()
    }

    /// Says of each assumption how many tasks begin when they do because of it.
    private mutating func lintAssumptions() {
        let counted = 200
        let tasks = scenario.tasks
        let assumed = tasks.indices.filter { !tasks[$0].assumes.isEmpty }.flatMap { number in
            references(tasks[number], taskPlaces[number]).filter { tasks[number].isAssumed($0.name) }
                .map { (number, $0) }
        }
        guard !assumed.isEmpty else { return }
        var successors = [[Int]](repeating: [], count: tasks.count)
        for (number, task) in tasks.enumerated() {
            for other in task.predecessors {
                if let other = numbers[ByteName(other)], other < tasks.count { successors[other].append(number) }
            }
        }
        for (place, (number, reference)) in assumed.enumerated() {
            var text = "\(quoted(tasks[number].spec.name)) probably waits for \(quoted(reference.name))"
            if place < counted {
                var reached = [Bool](repeating: false, count: tasks.count)
                var open = [number]
                reached[number] = true
                while let next = open.popLast() {
                    for successor in successors[next] where !reached[successor] {
                        reached[successor] = true
                        open.append(successor)
                    }
                }
                let count = reached.indices.count { reached[$0] && !tasks[$0].isGap }
                text += "; the times of \(Format.count(count, "task")) rest on it"
            }
            lint(at: reference.offset, .assumption, text)
        }
    }

    private mutating func lint(at offset: Int, _ code: LintCode, _ message: String) {
        warning(at: offset, code.rawValue, message)
    }

    private mutating func lintRetries() {
        for (task, places) in zip(scenario.tasks, taskPlaces) {
            guard let offset = places.retryOffset, task.spec.retry.limit > 0 else { continue }
            guard task.spec.timeout == nil, !task.outcome.canFail else { continue }
            lint(
                at: offset, .retryWithoutFailure,
                "\(quoted(task.spec.name)) is retried but cannot fail or time out; give it an outcome or a "
                    + "timeout, or drop retry")
        }
    }

    private mutating func lintLanes() {
        var isUsed = [Bool](repeating: false, count: scenario.configuration.lanes.count)
        for task in scenario.tasks {
            let spec = task.spec
            isUsed[scenario.configuration.lane(of: spec).offset] = true
        }
        for line in scenario.script ?? [] {
            if case .inject(let task) = line.command, let lane = task.spec.lane { isUsed[lane.offset] = true }
        }
        for (index, lane) in scenario.configuration.lanes.enumerated() {
            let isBuiltIn = ["main", "async", "afterLaunch"].contains(lane.name)
            if let offset = laneOffsets[LaneID(index)], !isBuiltIn, !isUsed[index] {
                lint(at: offset, .unusedLane, "no task uses lane \(quoted(lane.name)); use it or drop it")
            }
        }
    }
}

extension ScenarioBuilder {
    /// Only lane afterLaunch waits for the first frame.
    private mutating func lintAfterLaunch() {
        let configuration = scenario.configuration
        for (task, places) in zip(scenario.tasks, taskPlaces)
        where task.spec.trigger == .startup(.afterLaunch) {
            guard let offset = places.laneOffset, let lane = task.spec.lane,
                lane != configuration.afterLaunchLane
            else { continue }
            lint(
                at: offset, .laneOpensEarly,
                "\(quoted(task.spec.name)) has class afterLaunch, but lane "
                    + "\(quoted(configuration.lanes[lane.offset].name)) is open during the launch; drop lane to run it after the first frame"
            )
        }
    }
}

extension OutcomeModel {
    /// Whether an attempt may fail in a way that is retried.
    var canFail: Bool {
        switch self {
        case .attempts(let chances):
            chances.contains { chance in
                switch chance {
                case .always(let outcome): outcome == .fail
                case .chance(let outcome, let perMillion): outcome == .fail && perMillion > 0
                }
            }
        }
    }
}
