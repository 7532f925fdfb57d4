import Text
import SchedulerCore
import SchedulerSimulation

/// The job queue's part of a scenario: rules, named queues, handlers, and what is in the queue at the start.
extension ScenarioBuilder {
    mutating func readJobs(_ root: Fields<RootKey>) {
        guard let node = root[.jobs], let jobs = fields(node, JobsKey.self) else { return }
        if let limit: Int = integer(jobs[.retryLimit], "retryLimit", JobsKey.retryLimit.row.shape) {
            scenario.jobs.settings.retryLimit = limit
        }
        if let value = boolean(jobs[.startOnActive], "startOnActive") { scenario.jobs.settings.startsOnActive = value }
        if let value = boolean(jobs[.stopOnResign], "stopOnResign") { scenario.jobs.settings.stopsOnResign = value }
        if let place = choice(jobs[.failed], "failed", ["back", "head"]) {
            scenario.jobs.settings.failedStaysAtHead = place == "head"
        }
        readPauses(jobs)
        readQueues(jobs[.queues])
        readHandlers(jobs[.handlers])
        if let node = jobs[.anyHandler] { scenario.jobs.anyHandler = behaviour(of: "", node) }
        for element in list(jobs[.enqueue], "enqueue") { readInitialJob(element) }
    }

    private mutating func readPauses(_ jobs: Fields<JobsKey>) {
        if let delay = duration(jobs[.delay], "delay") { scenario.jobs.settings.delay = delay }
        if let delay = duration(jobs[.maximumDelay], "maximumDelay") { scenario.jobs.settings.maximumDelay = delay }
        if let factor = thousandths(jobs[.backoff], "backoff", JobsKey.backoff.row.shape) {
            scenario.jobs.settings.backoffThousandths = factor
        }
        if let share = thousandths(jobs[.jitter], "jitter", JobsKey.jitter.row.shape) {
            scenario.jobs.settings.jitterThousandths = share
        }
    }

    private mutating func readQueues(_ node: YAMLNode?) {
        guard let node else { return }
        guard case .mapping(let entries) = node.content else {
            if case .empty = node.content { return }
            return wrongKind(node, "queues: expected names and their widths")
        }
        var queues: [JobQueueSpec] = []
        for entry in entries {
            if let problem = NameRule.problem(with: entry.key) { error(at: entry.keyOffset, "queues: \(problem)") }
            guard let width: Int = integer(entry.value, "queues", .width) else { continue }
            queues.append(JobQueueSpec(name: entry.key, width: width))
        }
        if !queues.contains(where: { $0.name == JobSpec.defaultQueue }) {
            queues.insert(JobQueueSpec(name: JobSpec.defaultQueue), at: 0)
        }
        scenario.jobs.settings.queues = queues
    }

    private mutating func readHandlers(_ node: YAMLNode?) {
        guard let node else { return }
        guard case .mapping(let entries) = node.content else {
            if case .empty = node.content { return }
            return wrongKind(node, "handlers: expected names, each with keys and values")
        }
        for entry in entries {
            if let problem = NameRule.problem(with: entry.key) { error(at: entry.keyOffset, "handlers: \(problem)") }
            scenario.jobs.behaviours.append(behaviour(of: entry.key, entry.value))
        }
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
        if let value = boolean(handler[.unique], "unique") { behaviour.options.isUnique = value }
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
        if let priority { options.priority = self.priority(priority) }
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
