import Text
import SchedulerCore
import SchedulerSimulation

/// The job queue's part of a scenario: rules, named queues, handlers, and what is in the queue at the start.
extension ScenarioBuilder {
    mutating func readJobs(_ root: Fields<RootKey>) {
        guard let node = root[.jobs], let jobs = fields(node, JobsKey.self) else { return }
        let retryLimit: Int? = integer(jobs[.retryLimit], "retryLimit", JobsKey.retryLimit.row.shape)
        set(&scenario.jobs.settings.retryLimit, retryLimit)
        set(&scenario.jobs.settings.startsOnActive, boolean(jobs[.startOnActive], "startOnActive"))
        set(&scenario.jobs.settings.stopsOnResign, boolean(jobs[.stopOnResign], "stopOnResign"))
        let staysAtHead = choice(jobs[.failed], "failed", [("back", false), ("head", true)])
        set(&scenario.jobs.settings.failedStaysAtHead, staysAtHead)
        readPauses(jobs)
        readQueues(jobs[.queues])
        for entry in entries(jobs[.handlers], "handlers", "names, each with keys and values") {
            scenario.jobs.behaviours.append(behaviour(of: entry.key, entry.value))
        }
        if let node = jobs[.anyHandler] { scenario.jobs.anyHandler = behaviour(of: "", node) }
        for element in list(jobs[.enqueue], "enqueue") { readInitialJob(element) }
    }

    private mutating func readPauses(_ jobs: Fields<JobsKey>) {
        set(&scenario.jobs.settings.delay, duration(jobs[.delay], "delay"))
        set(&scenario.jobs.settings.maximumDelay, duration(jobs[.maximumDelay], "maximumDelay"))
        let factor = thousandths(jobs[.backoff], "backoff", JobsKey.backoff.row.shape)
        set(&scenario.jobs.settings.backoffThousandths, factor)
        set(&scenario.jobs.settings.jitterThousandths, thousandths(jobs[.jitter], "jitter", JobsKey.jitter.row.shape))
    }

    private mutating func readQueues(_ node: YAMLNode?) {
        var queues: [JobQueueSpec] = []
        for entry in entries(node, "queues", "names and their widths") {
            guard let width: Int = integer(entry.value, "queues", .width) else { continue }
            queues.append(JobQueueSpec(name: entry.key, width: width))
        }
        if !queues.contains(where: { $0.name == JobSpec.defaultQueue }) {
            queues.insert(JobQueueSpec(name: JobSpec.defaultQueue), at: 0)
        }
        scenario.jobs.settings.queues = queues
    }

    /// How the jobs of a handler behave.
    private mutating func behaviour(of task: String, _ node: YAMLNode) -> JobsSpec.Behaviour {
        var behaviour = JobsSpec.Behaviour(task: task, duration: .fixed(.zero), outcome: .success)
        if case .empty = node.content { return behaviour }
        guard let handler = fields(node, JobBehaviourKey.self) else { return behaviour }
        if let node = handler[.duration], let model = durationModel(node, "duration") { behaviour.duration = model }
        if let node = handler[.outcome], let model = outcome(node, "outcome") { behaviour.outcome = model }
        behaviour.timeout = duration(handler[.timeout], "timeout")
        behaviour.options = options(
            queue: handler[.queue], priority: handler[.priority], runAfter: handler[.runAfter],
            expires: handler[.expires])
        set(&behaviour.options.isUnique, boolean(handler[.unique], "unique"))
        if let node = handler[.replaces], let value = boolean(node, "replaces") {
            behaviour.options.replaces = value
            if value, !behaviour.options.isUnique { error(at: node.offset, "replaces: needs unique: true") }
        }
        return behaviour
    }

    private mutating func readInitialJob(_ node: YAMLNode) {
        guard let job = fields(node, EnqueueKey.self), let taskNode = job[.task], let task = name(taskNode, "task")
        else {
            return
        }
        let data = job[.data].map(json) ?? "{}"
        var initial = JobsSpec.Initial(task: task.name, data: data)
        initial.options = options(
            queue: job[.queue], priority: job[.priority], runAfter: job[.runAfter], expires: job[.expires])
        if let node = job[.key], let key = text(node, "key") {
            if scenario.jobs.initial.contains(where: { $0.options.key.map { $0.utf8.elementsEqual(key.utf8) } ?? false }
            ) {
                error(at: node.offset, "key: \(quoted(key)) is already used by another job")
            }
            initial.options.key = key
        }
        scenario.jobs.initial.append(initial)
    }

    private mutating func options(
        queue: YAMLNode?, priority: YAMLNode?, runAfter: YAMLNode?, expires: YAMLNode?
    ) -> JobsSpec.Options {
        var options = JobsSpec.Options()
        if let queue, let name = name(queue, "queue") {
            let known = scenario.jobs.settings.queues.map { $0.name }
            if known.contains(where: { $0.utf8.elementsEqual(name.name.utf8) }) {
                options.queue = name.name
            } else {
                let hint = report.nearest.hint(for: name.name, among: known)
                error(at: queue.offset, "queue: unknown queue \(quoted(name.name))\(hint)")
            }
        }
        if priority != nil { options.priority = self.priority(priority) }
        options.runAfter = duration(runAfter, "runAfter")
        options.expires = duration(expires, "expires")
        return options
    }

    private func isNumber(_ text: String) -> Bool {
        guard case .number = try? JSONValue(parsing: Array(text.utf8)) else { return false }
        return text.utf8.allSatisfy { $0 > Byte.space }
    }

    /// A value of the file as JSON: numbers, true, false and null as JSON writes them, everything else text.
    private func json(_ node: YAMLNode) -> String {
        switch node.content {
        case .empty, .refused, .unread: return "null"
        case .scalar(let text):
            let isLiteral = ["true", "false", "null"].contains(text) || isNumber(text)
            return node.style == .plain && isLiteral ? text : JSONText.quote(text)
        case .sequence(let elements): return "[" + elements.map(json).joined(separator: ",") + "]"
        case .mapping(let entries):
            return "{" + entries.map { "\(JSONText.quote($0.key)):\(json($0.value))" }.joined(separator: ",") + "}"
        }
    }
}
