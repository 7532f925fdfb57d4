import Text
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// Findings in the scenario itself, independent of any launch.
extension FindingSearch {
    var scenarioFindings: [Finding] { unreachable + predecessors + redundant + unhandled }

    private var unreachable: [Finding] {
        var steps = Set<Int>()
        for sequence in scenario.sequences {
            for step in sequence.steps {
                if let task = planned.scheduler.task(named: step) { steps.insert(task.offset) }
            }
        }
        return scenario.tasks.enumerated().compactMap { number, task in
            guard case .none = task.spec.trigger, !steps.contains(number) else { return nil }
            return Finding(
                .neverRuns, .task(task.spec.name),
                "\(DisplayText.clean(task.spec.name)) has no trigger and is not a step of a sequence; "
                    + "give it on, every, at, notification or class")
        }
    }

    private var predecessors: [Finding] {
        var found: [Finding] = []
        let prompt = prompt
        for task in scenario.tasks {
            let spec = task.spec
            for name in spec.after + spec.follows {
                guard let id = planned.scheduler.task(named: name), id.offset < scenario.tasks.count else { continue }
                let priority = scenario.tasks[id.offset].spec.priority
                let isInverted = spec.priority <= .high && spec.priority < priority && !prompt[id.offset]
                let isLate = LaunchMoment.isLate(scenario.tasks[id.offset].spec.trigger, for: spec.trigger)
                guard isInverted || isLate else { continue }
                let (late, early) = (DisplayText.clean(spec.name), DisplayText.clean(name))
                if isInverted {
                    found.append(inversion(of: spec, by: id, priority))
                }
                if isLate {
                    found.append(
                        Finding(
                            .latePredecessor, .edge(spec.name, after: name),
                            "\(early) is released only after \(late), which stays parked until then; "
                                + "release \(late) later or \(early) earlier"))
                }
            }
        }
        return found
    }

    /// By task, whether it ran and never waited for its lane: no priority would have started it earlier. O(tasks + runs).
    private var prompt: [Bool] {
        var (hasRun, hasWaited) = (
            [Bool](repeating: false, count: scenario.tasks.count), [Bool](repeating: false, count: scenario.tasks.count)
        )
        for span in planned.timeline.runs where span.task.offset < hasRun.count {
            hasRun[span.task.offset] = true
            if span.laneWait != .zero { hasWaited[span.task.offset] = true }
        }
        return hasRun.indices.map { hasRun[$0] && !hasWaited[$0] }
    }

    /// A task that waits for one of lower priority. What was tried is proposed only if this launch gains from it.
    private func inversion(of spec: TaskSpec, by predecessor: TaskID, _ priority: Priority) -> Finding {
        let (subject, early) = (Finding.Subject.edge(spec.name, after: rawName(predecessor)), planned.name(predecessor))
        let text =
            "\(DisplayText.clean(spec.name)) (\(spec.priority.description)) waits for \(early) (\(priority.description))"
        let gaining = best { change in
            if case .priority(predecessor, let other) = change { other < priority } else { false }
        }
        if let gaining { return finding(.priorityInversion, subject, text, remedy: gaining) }
        if reprioritized.contains(predecessor) {
            return Finding(.priorityInversion, subject, "\(text); a higher priority for \(early) alone gains nothing")
        }
        return Finding(.priorityInversion, subject, text)
    }

    private var redundant: [Finding] {
        // What a build or a boot states of its order is no text of the user's.
        guard scenario.words.isLaunch else { return [] }
        return RedundantEdges(scenario, planned.scheduler).find(limit: Self.limit).map { edge in
            let task = scenario.tasks[edge.task.offset].spec.name
            let (implied, implying) = (rawName(edge.implied), DisplayText.clean(rawName(edge.implying)))
            return finding(
                .redundantDependency, .edge(task, after: implied),
                "\(DisplayText.clean(task)) waits for \(implying), which waits for \(DisplayText.clean(implied)) too; "
                    + "take \(DisplayText.clean(implied)) out of its `after`",
                remedy: .dropEdge(edge.task, after: implied))
        }
    }

    private var unhandled: [Finding] {
        var handled = Set<String>()
        for behaviour in scenario.jobs.behaviours { handled.insert(behaviour.task) }
        var names: [String] = []
        for job in scenario.jobs.initial { names.append(job.task) }
        for line in scenario.script ?? [] {
            if case .order(.enqueue(let job), _) = line.command { names.append(job.task) }
        }
        var seen = Set<String>()
        return names.filter { !handled.contains($0) && seen.insert($0).inserted }.map { name in
            Finding(
                .jobWithoutHandler, .job(name),
                "no handler runs jobs named \(DisplayText.clean(name)); "
                    + "add one, or they stay in the queue"
            )
        }
    }
}

/// When in a launch a trigger releases its task: a rank that grows with time. Timers, posts and steps have none.
package enum LaunchMoment: Int, Comparable {
    case willFinish, basicOrEvent, afterBasic, openURL, active, afterFirstFrame, later

    package static func < (left: LaunchMoment, right: LaunchMoment) -> Bool { left.rawValue < right.rawValue }

    /// Whether a predecessor is released only after the last release of a task, which is parked until then.
    package static func isLate(_ predecessor: Trigger, for task: Trigger) -> Bool {
        // To wait for what runs after the first frame is a way to run then, too, on another lane.
        guard predecessor != .startup(.afterLaunch), let first = first(of: predecessor), let last = last(of: task)
        else { return false }
        return first > last
    }

    /// Whether an event of the launch releases a task with this trigger.
    package static func isInLaunch(_ trigger: Trigger) -> Bool {
        first(of: trigger).map { $0 < .afterFirstFrame } ?? false
    }

    package static func first(of trigger: Trigger) -> LaunchMoment? { moments(trigger).min() }

    /// The first event of a trigger, in its full name; nil if no event releases.
    static func event(of trigger: Trigger) -> String? {
        if case .events(let events) = trigger { events.events.first?.description } else { nil }
    }

    /// The last release. Sync tasks are never late for a task on didFinishLaunching: they belong to the same event.
    private static func last(of trigger: Trigger) -> LaunchMoment? {
        guard let last = moments(trigger).max() else { return nil }
        return last == .basicOrEvent && trigger != .startup(.basic) ? .afterBasic : last
    }

    private static func moments(_ trigger: Trigger) -> [LaunchMoment] {
        switch trigger {
        case .none, .timer, .notification: []
        case .startup(.basic): [.basicOrEvent]
        case .startup(.sync), .startup(.async): [.afterBasic]
        case .startup(.afterLaunch): [.afterFirstFrame]
        case .events(let set): set.events.map { moment($0) }
        }
    }

    private static func moment(_ event: LifecycleEvent) -> LaunchMoment {
        switch event {
        case .willFinishLaunching: .willFinish
        case .didFinishLaunching: .basicOrEvent
        case .openURL: .openURL
        case .didBecomeActive: .active
        case .willEnterForeground, .didEnterBackground, .didReceiveMemoryWarning, .willTerminate, .willResignActive,
            .significantTimeChange, .willChangeStatusBarOrientation, .didChangeStatusBarOrientation,
            .backgroundRefreshStatusDidChange, .userDidTakeScreenshot, .reserved1, .reserved2, .idle:
            .later
        }
    }
}
