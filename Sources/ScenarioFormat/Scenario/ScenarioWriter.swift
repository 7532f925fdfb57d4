import SchedulerCore
import SchedulerSimulation
import Text

/// Writes a scenario as its file format: `ScenarioReader` reads the same scenario from the text.
///
/// Defaults are left out. The comments of the original file and the line numbers of the script are lost.
public enum ScenarioWriter {
    /// The text of `scenario` with comments, lines ended by a line feed. O(tasks).
    public static func text(of scenario: Scenario, comments: ScenarioComments = ScenarioComments()) -> String {
        var lines = comments.head.map { $0.isEmpty ? "#" : "# \($0)" }
        lines += ["schema: 1", "name: \(quote(scenario.name))", "seed: \(scenario.seed)"]
        lines += source(scenario.source)
        lines += settings(of: scenario)
        if !scenario.missingClassTasks.isEmpty {
            lines.append("classes: {basic: \(list(scenario.missingClassTasks.map(quote)))}")
        }
        if !scenario.tasks.isEmpty {
            lines += ["", "tasks:"]
            let lanes = scenario.configuration.lanes.map { $0.name }
            for (index, task) in scenario.tasks.enumerated() {
                lines += (comments.tasks[index] ?? []).map { "  # \($0)" }
                lines.append("  - " + map(fields(of: task, lanes: lanes, scenario)))
            }
        }
        if !scenario.sequences.isEmpty {
            lines += ["", "sequences:"]
            lines += scenario.sequences.map { "  - " + map(fields(of: $0)) }
        }
        lines += jobs(of: scenario.jobs)
        lines += recorded(scenario.recorded)
        if let script = scenario.script, !script.isEmpty {
            let writer = ScriptWriter(scenario: scenario)
            lines += ["", "script: |"] + script.map { "  " + writer.text(of: $0) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Recurring dates, as the file writes them: `daily 03:00`.
    public static func text(of recurrence: Recurrence) -> String { RecurrenceText.format(recurrence) }

    typealias Field = (key: String, value: String)

    // MARK: Settings

    private static func settings(of scenario: Scenario) -> [String] {
        let (own, standard) = (scenario.configuration, SchedulerConfiguration())
        var clock: [Field] = [("interval", DurationText.format(own.tick))]
        clock.append(("start", DateText.format(epochNanoseconds: scenario.epochStart)))
        if own.maximumInterval != standard.maximumInterval {
            clock.append(("maximumInterval", "\(own.maximumInterval)"))
        }
        if own.grace != standard.grace { clock.append(("grace", DurationText.format(own.grace))) }
        if scenario.catchUp != .once { clock.append(("catchUp", "\(scenario.catchUp)")) }
        if own.clockSource == .external { clock.append(("source", "external")) }
        let lanes = own.lanes.map { lane -> Field in
            (
                quote(lane.name),
                lane.gap == .zero ? "\(lane.width)" : "{width: \(lane.width), gap: \(DurationText.format(lane.gap))}"
            )
        }
        var limits: [Field] = []
        for (key, value, usual) in [
            ("launch", own.launchLimit, standard.launchLimit),
            ("background", own.backgroundLimit, standard.backgroundLimit),
            ("terminate", own.terminateLimit, standard.terminateLimit),
        ] where value != usual { limits.append((key, DurationText.format(value))) }
        if own.enforcesLimits { limits.append(("enforce", "true")) }
        var lines = ["clock: \(map(clock))", "lanes: \(map(lanes))"]
        if !limits.isEmpty { lines.append("limits: \(map(limits))") }
        if let budget = scenario.launchBudget { lines.append("budgets: {launch: \(DurationText.format(budget))}") }
        if own.afterLaunchDelay != .zero {
            lines.append("afterLaunchDelay: \(DurationText.format(own.afterLaunchDelay))")
        }
        if own.suspendAfter != standard.suspendAfter {
            lines.append("suspendAfter: \(DurationText.format(own.suspendAfter))")
        }
        if own.order == .criticalPath { lines.append("order: criticalPath") }
        return lines
    }

    // MARK: Tasks

    private static func fields(of task: ScenarioTask, lanes: [String], _ scenario: Scenario) -> [Field] {
        let spec = task.spec
        var fields: [Field] = [("name", quote(spec.name))]
        fields += self.fields(of: spec.trigger, scenario)
        if spec.priority != .default { fields.append(("priority", "\(spec.priority)")) }
        if !spec.after.isEmpty { fields.append(("after", list(spec.after.map(quote)))) }
        if !task.statedFollows.isEmpty { fields.append(("follows", list(task.statedFollows.map(quote)))) }
        if !spec.prefers.isEmpty { fields.append(("prefers", list(spec.prefers.map(quote)))) }
        if !task.assumes.isEmpty { fields.append(("assumes", list(task.assumes.map(quote)))) }
        if task.isAnchor { fields.append(("anchor", "true")) }
        if let lane = spec.lane, !task.isAnchor, lanes.indices.contains(lane.offset) {
            fields.append(("lane", quote(lanes[lane.offset])))
        }
        if task.duration != .fixed(.zero) { fields.append(("duration", text(of: task.duration))) }
        if let timeout = spec.timeout { fields.append(("timeout", DurationText.format(timeout))) }
        if task.outcome != .success { fields.append(("outcome", text(of: task.outcome))) }
        if spec.retry != .none { fields.append(("retry", text(of: spec.retry))) }
        if let blocks = spec.blocks { fields.append(("blocks", "\(blocks)")) }
        if spec.tearsDown { fields.append(("teardown", "true")) }
        if spec.autoRemove { fields.append(("autoRemove", "true")) }
        if let group = task.group { fields.append(("group", quote(group))) }
        if let notes = task.notes { fields.append(("notes", quote(notes))) }
        return fields
    }

    private static func fields(of trigger: Trigger, _ scenario: Scenario) -> [Field] {
        switch trigger {
        case .none: return []
        case .events(let events): return [("on", list(events.events.map(EventNames.name)))]
        case .notification(let key): return [("notification", quote(key))]
        case .startup(let kind): return [("class", "\(kind)")]
        case .timer(let timer):
            var fields: [Field] = []
            if let recurrence = timer.recurrence { fields.append(("at", quote(RecurrenceText.format(recurrence)))) }
            if let date = timer.date {
                let (epoch, overflow) = scenario.epochStart.addingReportingOverflow(date.nanoseconds)
                fields.append(("at", DateText.format(epochNanoseconds: overflow ? .max : epoch)))
            }
            if let every = timer.every { fields.append(("every", DurationText.format(every))) }
            if case .times(let count) = timer.repetition, timer.every != nil || timer.recurrence != nil {
                fields.append(("times", "\(count)"))
            }
            if timer.runsWhenMissed, timer.date != nil || timer.recurrence != nil {
                fields.append(("whenMissed", "run"))
            }
            if timer.stopsOnFailure { fields.append(("onFailure", "stop")) }
            if timer.catchUp != scenario.catchUp { fields.append(("catchUp", "\(timer.catchUp)")) }
            return fields
        }
    }

    static func text(of model: DurationModel) -> String {
        if case .samples(let values) = model { return list(values.map(DurationText.format)) }
        return DurationModelText.format(model)
    }

    /// Outcomes as a scenario writes them: `[fail, success]`.
    package static func text(of model: OutcomeModel) -> String {
        guard case .attempts(let chances) = model else { return "success" }
        let words = chances.map { chance -> String in
            switch chance {
            case .always(let outcome): return "\(outcome)"
            case .chance(let outcome, let perMillion):
                return "\(outcome) \(Format.decimal(Int64(perMillion), unit: 10_000))%"
            }
        }
        return words.count == 1 ? words[0] : list(words)
    }

    /// A retry policy as a scenario writes it: `{limit: 2, delay: 40ms}`.
    package static func text(of retry: RetryPolicy) -> String {
        var fields: [Field] = [("limit", "\(retry.limit)")]
        if retry.delay != .zero { fields.append(("delay", DurationText.format(retry.delay))) }
        if retry.backoffThousandths != 1000 {
            fields.append(("backoff", decimal(retry.backoffThousandths)))
        }
        if retry.maximumDelay != .limit { fields.append(("maximumDelay", DurationText.format(retry.maximumDelay))) }
        return map(fields)
    }

    // MARK: Sequences and jobs

    private static func fields(of sequence: SequenceSpec) -> [Field] {
        var fields: [Field] = [("name", quote(sequence.name))]
        if !sequence.events.isEmpty { fields.append(("on", list(sequence.events.events.map(EventNames.name)))) }
        fields.append(("steps", list(sequence.steps.map(quote))))
        if sequence.continuesOnFailure { fields.append(("onFailure", "continue")) }
        if let timeout = sequence.timeout { fields.append(("timeout", DurationText.format(timeout))) }
        if sequence.blocks { fields.append(("blocks", "true")) }
        return fields
    }

    // MARK: Text

    static func map(_ fields: [Field]) -> String {
        "{" + fields.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    }

    private static func list(_ values: [String]) -> String {
        values.count == 1 ? values[0] : "[" + values.joined(separator: ", ") + "]"
    }

    /// A scalar: plain if nothing in it could be taken for something else; otherwise in double quotes.
    static func quote(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first?.isLetter == true && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-./ ".unicodeScalars.contains($0)
            }
        return isPlain ? text : JSONText.quote(text)
    }
}

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
