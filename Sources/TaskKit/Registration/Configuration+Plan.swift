import SchedulerCore
import TraceFormat

extension LiveScheduler.Configuration {
    /// The plan of a process with these tasks, sequences and workers. Throws if a setting is invalid or something cannot be
    /// registered. O(tasks + edges).
    package func plan(
        _ tasks: [LaunchTask], _ sequences: [TaskSequence], _ jobs: [JobWorker]
    ) throws(TaskKitError) -> ProcessPlan {
        try check()
        if jobs.contains(where: { $0.name.isEmpty && !$0.isCatchAll }) {
            throw .registration("a job worker has an empty name")
        }
        var plan = ProcessPlan(name: name, configuration: rules)
        plan.epoch = epoch ?? MonotonicClock.epochNow
        plan.tasks.reserveCapacity(tasks.count)
        for index in tasks.indices { plan.tasks.append(try tasks[index].registered(rules, plan.epoch)) }
        plan.sequences = sequences.map(\.spec)
        (plan.jobSettings, plan.jobNames) = (jobRules, jobs.map(\.name))
        plan.jobSettings.timeouts += jobs.compactMap(\.limit)
        return plan
    }

    /// What shows a profiler where bodies execute, on systems that have one.
    var bodyMarker: (any BodyMarker)? {
        #if canImport(os)
            marker ?? (signposts ? SignpostMarker() : nil)
        #else
            marker
        #endif
    }
}

extension LaunchTask {
    /// Its specification for the rules, with its lane and its date.
    func registered(_ rules: SchedulerConfiguration, _ epoch: Int64) throws(TaskKitError) -> TaskSpec {
        guard laneName != nil || datesFrom1970 || body.isOnMain else { return spec }
        var spec = spec
        if datesFrom1970 {
            var trigger = TaskTrigger(spec.trigger)
            trigger.datesFrom1970 = true
            spec.trigger = trigger.dated(from: epoch)
        }
        if case .timer(let turns) = spec.trigger, turns.recurrence?.isOnCalendar == false {
            throw .registration("task \(spec.name): its time of day, weekday or day of the month does not exist")
        }
        if let laneName {
            guard let lane = rules.lane(named: laneName) else { throw .unknownLane(laneName, task: spec.name) }
            spec.lane = lane
        }
        if body.isOnMain, rules.lane(of: spec) != .main {
            throw .notOnMain(task: spec.name)
        }
        return spec
    }
}
