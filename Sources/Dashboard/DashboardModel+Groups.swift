import Text
import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// How rows are grouped now: as chosen; by default not at all, unless there are very many.
    var grouping: Grouping {
        if let chosen = view.grouping { return chosen }
        guard scheduler.taskCount > Grouping.closedFrom else { return .none }
        return hasGroups ? .group : .prefix
    }

    /// Whether the scenario names a group.
    var hasGroups: Bool { session.scenario.tasks.contains { $0.group != nil } }

    /// Groups the rows and shows a notice that says how.
    mutating func group(by grouping: Grouping) {
        view.grouping = grouping
        view.toggledGroups = []
        orderRows()
        let hasGroup = order.rows.contains { if case .group = $0 { true } else { false } }
        let how = hasGroup ? "; Enter closes and opens one" : ": no two tasks share one"
        say(grouping == .none ? "rows are not grouped" : "rows grouped by \(grouping.rawValue)\(how)")
    }

    /// Enter: shows the details of a task, opens or closes a group, explains a lane.
    mutating func open() {
        if view.pane.part.open(&self) { return }
        switch view.selected {
        case nil: say("nothing is selected")
        case .task(let task) where order.tree.fold(of: task) != nil: toggle(.task(task))
        case .task: overlay = .details(DetailsBox())
        case .group(let name): toggle(.group(name))
        case .lane(let lane): say("lane \(DisplayText.clean(laneName(lane))): p pauses or resumes it")
        }
    }

    /// Opens a closed group or sequence, or closes an open one.
    private mutating func toggle(_ row: RowKey) {
        view.toggledGroups.formSymmetricDifference([row])
        orderRows()
    }

    /// Opens the group and the sequences in which a task is hidden.
    mutating func reveal(_ task: TaskID) {
        guard order.row(of: task) == nil else { return }
        if let group = order.group(of: task), !group.isOpen {
            view.toggledGroups.formSymmetricDifference([.group(group.name)])
        }
        for sequence in order.tree.ancestors(of: task) where order.tree.fold(of: sequence) == .closed {
            view.toggledGroups.formSymmetricDifference([.task(sequence)])
        }
        orderRows()
    }

    /// Pauses or resumes a lane.
    mutating func pauseOrResume(_ lane: LaneID) {
        let name = laneName(lane)
        let written = "lane:" + CommandLanguage.written(name)
        if scheduler.snapshot(of: lane).isPaused {
            perform(.order(.resumeLane(name)), text: "resume \(written)")
        } else {
            perform(.order(.pauseLane(name)), text: "pause \(written)")
        }
    }

    /// A lane's name.
    func laneName(_ lane: LaneID) -> String { lane.offset < laneNames.count ? laneNames[lane.offset] : "?" }

    /// The group that the scenario gives a task.
    func scenarioGroup(of task: TaskID) -> String? {
        task.offset < session.scenario.tasks.count ? session.scenario.tasks[task.offset].group : nil
    }

    /// The groups of a task for a filter: the scenario's group, and the sequences that it is or is a step of.
    func filterGroups(of task: TaskID) -> [String] {
        let sequences = order.tree.ancestors(of: task) + (scheduler.steps(of: task).isEmpty ? [] : [task])
        return [scenarioGroup(of: task)].compactMap { $0 } + sequences.map { scheduler.name(of: $0) }
    }

    /// The names of the groups, and the number of each task's group; nil if it has none.
    func groups(by grouping: Grouping) -> (names: [String], number: (TaskID) -> Int?) {
        // For prefixes, the grouping of very many tasks, the closure captures no model.
        switch grouping {
        case .none: return ([], { _ in nil })
        case .group: return numbered { scenarioGroup(of: $0) }
        case .lane: return numbered { "lane " + laneName(scheduler.snapshot(of: $0).lane) }
        case .event: return numbered { DashboardModel.releaseGroup(scheduler.trigger(of: $0)) }
        case .prefix:
            let prefixes = facts.prefixes
            return (prefixes.texts, { prefixes.number(of: $0) })
        }
    }

    private static func releaseGroup(_ trigger: Trigger) -> String {
        switch trigger {
        case .none: "steps"
        case .events(let events): events.events.map(TriggerText.event).joined(separator: "|")
        case .timer: "timers"
        case .notification: "notifications"
        case .startup(let kind): "class \(kind)"
        }
    }

    private func numbered(_ name: (TaskID) -> String?) -> (names: [String], number: (TaskID) -> Int?) {
        var names: [String] = []
        var known: [String: Int32] = [:]
        let numbers = (0..<scheduler.taskCount).map { offset -> Int32 in
            guard let name = name(TaskID(offset)) else { return -1 }
            if let number = known[name] { return number }
            known[name] = Int32(names.count)
            names.append(name)
            return Int32(names.count - 1)
        }
        return (names, { numbers[$0.offset] < 0 ? nil : Int(numbers[$0.offset]) })
    }
}
