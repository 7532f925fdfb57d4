import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// By what rows are grouped now: as chosen, else not unless there are very many.
    var grouping: Grouping {
        if let chosen = view.grouping { return chosen }
        guard scheduler.taskCount > Grouping.closedFrom else { return .none }
        let isGrouped = session.scenario.tasks.contains { $0.group != nil }
        return isGrouped ? .group : .prefix
    }

    /// Groups rows; says by what.
    mutating func group(by grouping: Grouping) {
        view.grouping = grouping
        view.toggledGroups = []
        let word = grouping == .none ? "rows are not grouped" : "rows grouped by \(grouping.rawValue), Enter opens one"
        notice = Notice(text: word)
        orderRows()
    }

    /// Enter: details of a task, a group opened or closed, a lane explained.
    mutating func open() {
        switch view.pane {
        case .tasks, .why, .jobs: break
        case .graph:
            view.graphCentre = view.selection
            return
        case .log: return goToLogLine()
        }
        switch view.selected {
        case nil: notice = Notice(text: "nothing is selected")
        case .task(let task) where order.tree.fold(of: task) != nil: toggle(.task(task))
        case .task: overlay = .details(scroll: 0)
        case .group(let name): toggle(.group(name))
        case .lane(let lane): notice = Notice(text: "lane \(TextColumns.clean(laneName(lane))): p pauses or resumes it")
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

    /// Pauses a lane, or lets it go on.
    mutating func pauseOrResume(_ lane: LaneID) {
        let name = laneName(lane)
        let written = "lane:" + CommandLanguage.written(name)
        if scheduler.snapshot(of: lane).isPaused {
            perform(.resume(.lane(name)), text: "resume \(written)")
        } else {
            perform(.pause(.lane(name)), text: "pause \(written)")
        }
    }

    /// Counts what the headings of groups show; those on screen only would change while scrolling, so all.
    mutating func summarizeGroups() {
        guard !order.groups.isEmpty else {
            groupSummaries = [:]
            return
        }
        let scale = layout.timelineWidth > 0 ? scale(cells: timelineCells) : nil
        var fresh: [String: GroupSummary] = [:]
        for group in order.groups { fresh[group.name] = GroupSummary(of: group, in: self, scale: scale) }
        groupSummaries = fresh
    }

    /// A lane's name.
    func laneName(_ lane: LaneID) -> String { lane.offset < laneNames.count ? laneNames[lane.offset] : "?" }

    /// The group that the scenario gives a task.
    func scenarioGroup(of task: TaskID) -> String? {
        task.offset < session.scenario.tasks.count ? session.scenario.tasks[task.offset].group : nil
    }

    /// What a filter takes as the groups of a task: the scenario's, and the sequences it is a step of or is itself.
    func filterGroups(of task: TaskID) -> [String] {
        let sequences = order.tree.ancestors(of: task) + (scheduler.steps(of: task).isEmpty ? [] : [task])
        return [scenarioGroup(of: task)].compactMap { $0 } + sequences.map(scheduler.name)
    }

    /// The name of a task's group; nil where it stands alone.
    func group(of task: TaskID, by grouping: Grouping) -> String? {
        switch grouping {
        case .none: return nil
        case .group: return scenarioGroup(of: task)
        case .lane: return "lane " + laneName(scheduler.snapshot(of: task).lane)
        case .event:
            switch scheduler.snapshot(of: task).trigger {
            case .none: return "steps"
            case .events(let events): return events.events.map(TriggerText.event).joined(separator: "|")
            case .timer: return "timers"
            case .notification: return "notifications"
            case .startup(let kind): return "class \(kind)"
            }
        case .prefix: return prefixes.prefix(of: task)
        }
    }
}
