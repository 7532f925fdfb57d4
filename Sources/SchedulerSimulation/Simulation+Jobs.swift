import SchedulerCore

/// Jobs in virtual time: the handlers' durations and outcomes decide how runs end.
extension Simulation {
    static func queue(of scenario: Scenario) -> JobQueue {
        var settings = scenario.jobs.settings
        settings.seed = scenario.seed
        for behaviour in scenario.jobs.behaviours {
            if let limit = behaviour.timeout {
                settings.timeouts.append(JobTimeout(task: behaviour.task, limit: limit))
            }
        }
        if let limit = scenario.jobs.anyHandler?.timeout {
            settings.timeouts.append(JobTimeout(task: nil, limit: limit))
        }
        // The empty name, which no job has, stands for every other one.
        let everyOther = scenario.jobs.anyHandler == nil ? [] : [""]
        return JobQueue(settings: settings, handlers: scenario.jobs.behaviours.map { $0.task } + everyOther)
    }

    /// Fills the queue with what a store holds, and with the scenario's own rows if the store never held a job.
    mutating func fillQueue(_ own: JobsSpec, _ stored: StoredJobs?) {
        if let stored {
            scheduler.loadJobs(stored)
            guard stored.nextNumber <= 1 else { return }
        }
        for row in own.initial {
            do throws(Refusal) {
                _ = try scheduler.addJob(spec(row.task, row.data, row.options))
            } catch {
                warn("job", "a job of \(row.task) was not enqueued: one with the same unique key is in the queue")
            }
        }
    }

    /// The job to enqueue: with the handler's options, unless the job has its own.
    func spec(_ task: String, _ data: String, _ own: JobsSpec.Options = JobsSpec.Options()) -> JobSpec {
        let usual = jobBehaviour(task)?.options ?? JobsSpec.Options()
        var spec = JobSpec(task: task, data: data)
        if let queue = own.queue ?? usual.queue { spec.queue = queue }
        spec.priority = own.priority ?? usual.priority ?? .default
        spec.runAfter = (own.runAfter ?? usual.runAfter).map { now + $0 }
        spec.expiresAt = (own.expires ?? usual.expires).map { now + $0 }
        spec.uniqueKey = own.key ?? (usual.isUnique ? "\(task) \(data)" : nil)
        spec.replacesWaiting = usual.replaces
        return spec
    }

    mutating func begin(_ id: JobRunID, _ task: TaskID) {
        if let known = recorded(id, task) { return end(id, task, known) }
        guard let behaviour = jobBehaviour(scheduler.name(of: task)) else {
            return jobEnds.insert(JobRunEnd(id: id, task: task), at: now, .success)
        }
        let drawn = Behaviour(behaviour.duration, behaviour.outcome, behaviour.task).draw(
            seed: plan.seed, run: Int32(truncatingIfNeeded: id.job.number), attempt: id.attempt)
        end(id, task, drawn)
    }

    private mutating func end(_ id: JobRunID, _ task: TaskID, _ drawn: RecordedRunIndex.Entry) {
        if let length = drawn.length {
            jobEnds.insert(JobRunEnd(id: id, task: task), at: now + length, drawn.outcome)
        } else {
            hand(.jobHung(id))
        }
    }

    private func jobBehaviour(_ task: String) -> JobsSpec.Behaviour? {
        plan.jobs.behaviours.first { $0.task.utf8.elementsEqual(task.utf8) } ?? plan.jobs.anyHandler
    }
}

struct JobRunEnd: Hashable, Sendable {
    var id: JobRunID
    var task: TaskID
}
