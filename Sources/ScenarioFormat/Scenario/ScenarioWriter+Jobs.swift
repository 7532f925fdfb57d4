import Text
import SchedulerCore
import SchedulerSimulation

/// The job queue's part of a written scenario.
extension ScenarioWriter {
    static func jobs(of jobs: JobsSpec) -> [String] {
        guard jobs != JobsSpec() else { return [] }
        let (rules, usual) = (jobs.settings, JobSettings())
        var lines = ["", "jobs:", "  retryLimit: \(rules.retryLimit)"]
        if !rules.startsOnActive { lines.append("  startOnActive: false") }
        if !rules.stopsOnResign { lines.append("  stopOnResign: false") }
        if rules.failedStaysAtHead { lines.append("  failed: head") }
        if rules.delay != usual.delay { lines.append("  delay: \(DurationText.format(rules.delay))") }
        if rules.backoffThousandths != usual.backoffThousandths {
            lines.append("  backoff: \(decimal(rules.backoffThousandths))")
        }
        if rules.maximumDelay != usual.maximumDelay {
            lines.append("  maximumDelay: \(DurationText.format(rules.maximumDelay))")
        }
        if rules.jitterThousandths != 0 { lines.append("  jitter: \(decimal(rules.jitterThousandths))") }
        if rules.queues != usual.queues {
            lines.append("  queues: " + map(rules.queues.map { (key: quote($0.name), value: "\($0.width)") }))
        }
        if !jobs.behaviours.isEmpty { lines.append("  handlers:") }
        for behaviour in jobs.behaviours {
            lines.append("    \(quote(behaviour.task)): \(map(fields(of: behaviour)))")
        }
        if let behaviour = jobs.anyHandler { lines.append("  anyHandler: \(map(fields(of: behaviour)))") }
        if !jobs.initial.isEmpty { lines.append("  enqueue:") }
        for job in jobs.initial {
            lines.append("    - " + map([("task", quote(job.task)), ("data", job.data)] + fields(of: job.options)))
        }
        return lines
    }

    private static func fields(of behaviour: JobsSpec.Behaviour) -> [Field] {
        var fields: [Field] = [("duration", text(of: behaviour.duration)), ("outcome", text(of: behaviour.outcome))]
        if let limit = behaviour.timeout { fields.append(("timeout", DurationText.format(limit))) }
        return fields + self.fields(of: behaviour.options)
    }

    private static func fields(of options: JobsSpec.Options) -> [Field] {
        var fields: [Field] = []
        if let queue = options.queue { fields.append(("queue", quote(queue))) }
        if let priority = options.priority { fields.append(("priority", "\(priority)")) }
        if let delay = options.runAfter { fields.append(("runAfter", DurationText.format(delay))) }
        if let end = options.expires { fields.append(("expires", DurationText.format(end))) }
        if let key = options.key { fields.append(("key", quote(key))) }
        if options.isUnique { fields.append(("unique", "true")) }
        if options.replaces { fields.append(("replaces", "true")) }
        return fields
    }

    /// Thousandths as a number with three decimals.
    private static func decimal(_ thousandths: Int) -> String {
        "\(thousandths / 1000)." + String("\(1000 + thousandths % 1000)".dropFirst())
    }
}
