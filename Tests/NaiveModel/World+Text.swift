/// The world as the files that the program reads.
extension World {
    /// The scenario as YAML, without the script.
    package var yaml: String {
        var text = "clock: {interval: \(tick)ms\(isExternal ? ", source: external" : "")"
        if epoch != World().epoch { text += ", start: \(epoch)" }
        if catchUp != .once { text += ", catchUp: \(catchUp.rawValue)" }
        text += grace == 5000 ? "}\n" : ", grace: \(grace)ms}\n"
        if !lanes.isEmpty {
            text += "lanes: {"
            text += lanes.map { "\($0.name): {width: \($0.width), gap: \($0.gap)ms}" }.joined(separator: ", ") + "}\n"
        }
        text += limitsText
        if let launchBudget { text += "budgets: {launch: \(launchBudget)ms}\n" }
        if afterLaunchDelay > 0 { text += "afterLaunchDelay: \(afterLaunchDelay)ms\n" }
        if suspendAfter != 5000 { text += "suspendAfter: \(suspendAfter)ms\n" }
        if isCriticalPath { text += "order: criticalPath\n" }
        text += tasks.isEmpty ? "tasks: []\n" : "tasks:\n"
        for task in tasks { text += "  - {\(task.fields(epoch))}\n" }
        if !classes.isEmpty { text += "classes:\n" }
        for list in classes { text += "  \(list.kind.rawValue): \(World.list(list.names))\n" }
        if !sequences.isEmpty { text += "sequences:\n" }
        for sequence in sequences { text += "  - {\(sequence.fields)}\n" }
        return text + jobs.text + recordedText
    }

    private var recordedText: String {
        var text = recorded.isEmpty ? "" : "recorded:\n"
        for isJob in [false, true] {
            let all = recorded.filter { $0.isJob == isJob }
            if !all.isEmpty { text += isJob ? "  jobs:\n" : "  tasks:\n" }
            var names: [String] = []
            for one in all where !names.contains(one.name) { names.append(one.name) }
            for name in names {
                text += "    \(name): \(World.list(all.filter { $0.name == name }.map { "\"\($0.text)\"" }))\n"
            }
        }
        return text
    }

    private var limitsText: String {
        var limits: [String] = []
        if launchLimit != 20_000 { limits.append("launch: \(launchLimit)ms") }
        if backgroundLimit != 5000 { limits.append("background: \(backgroundLimit)ms") }
        if terminateLimit != 5000 { limits.append("terminate: \(terminateLimit)ms") }
        if isEnforced { limits.append("enforce: true") }
        return limits.isEmpty ? "" : "limits: {\(limits.joined(separator: ", "))}\n"
    }

    /// The script, one command a line.
    package var scriptText: String {
        script.map { line in
            switch line.time {
            case .none: line.command.text(epoch)
            case .at(let time): "at \(time)ms \(line.command.text(epoch))"
            case .after(let time): "+\(time)ms \(line.command.text(epoch))"
            }
        }.joined(separator: "\n") + "\n"
    }

    static func date(_ time: Int, _ epoch: Int) -> String {
        let total = epoch * 1000 + time
        let rest = String(1000 + total % 1000).dropFirst()
        return "\(total / 1000).\(rest)"
    }

    static func list(_ words: [String]) -> String { "[\(words.joined(separator: ", "))]" }

    static func length(_ duration: Int?) -> String { duration.map { "\($0)ms" } ?? "never" }
}

extension World.Recorded {
    var text: String {
        let number = attempt == 1 ? "\(run)" : "\(run)/\(attempt)"
        return "\(number) \(World.length(duration))" + (outcome == .success ? "" : " \(outcome.rawValue)")
    }
}

extension World.Recurrence {
    var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let days =
            switch days {
            case .hourly: "hourly"
            case .daily: "daily"
            case .weekdays: "weekdays"
            case .weekly(let day): "weekly \(["mon", "tue", "wed", "thu", "fri", "sat", "sun"][day - 1])"
            case .monthly(let day): "monthly \(day)"
            }
        let seconds = second % 60 == 0 ? "" : ":\(two(second % 60))"
        let hour = self.days == .hourly ? "" : two(second / 3600) + ":"
        return "\(days) \(hour)\(two(second / 60 % 60))\(seconds)"
    }
}

extension World.Chore {
    func fields(_ epoch: Int) -> String {
        var fields = ["name: \(name)"]
        if !on.isEmpty { fields.append("on: \(World.list(on.map { "\($0)" }))") }
        if let kind { fields.append("class: \(kind.rawValue)") }
        if let notification { fields.append("notification: \(notification)") }
        if let every { fields.append("every: \(every)ms") }
        if let at { fields.append("at: \(World.date(at, epoch))") }
        if let recurrence { fields.append("at: \(recurrence.text)") }
        if let times { fields.append("times: \(times)") }
        if runsWhenMissed { fields.append("whenMissed: run") }
        if let catchUp { fields.append("catchUp: \(catchUp.rawValue)") }
        if stopsOnFailure { fields.append("onFailure: stop") }
        if rank != .normal { fields.append("priority: \(rank.word)") }
        if !after.isEmpty { fields.append("after: \(World.list(after))") }
        if !follows.isEmpty { fields.append("follows: \(World.list(follows))") }
        if !prefers.isEmpty { fields.append("prefers: \(World.list(prefers))") }
        if let lane { fields.append("lane: \(lane)") }
        if isAnchor { fields.append("anchor: true") }
        if tearsDown { fields.append("teardown: true") }
        if duration != 0 { fields.append("duration: \(World.length(duration))") }
        if let timeout { fields.append("timeout: \(timeout)ms") }
        if outcomes != [.success] { fields.append("outcome: \(World.list(outcomes.map(\.rawValue)))") }
        if let retry { fields.append("retry: {\(retry.fields)}") }
        if let blocks { fields.append("blocks: \(blocks)") }
        if autoRemove { fields.append("autoRemove: true") }
        return fields.joined(separator: ", ")
    }
}

extension World.Retry {
    /// As a script has them.
    var words: String {
        var words = ["\(limit)", "\(delay)ms", "\(backoff)"]
        if let maximumDelay { words.append("\(maximumDelay)ms") }
        return words.joined(separator: ",")
    }

    var fields: String {
        var fields = ["limit: \(limit)"]
        if delay > 0 { fields.append("delay: \(delay)ms") }
        if backoff != 1 { fields.append("backoff: \(backoff)") }
        if let maximumDelay { fields.append("maximumDelay: \(maximumDelay)ms") }
        return fields.joined(separator: ", ")
    }
}

extension World.Sequence {
    var fields: String {
        var fields = ["name: \(name)"]
        if !on.isEmpty { fields.append("on: \(World.list(on.map { "\($0)" }))") }
        fields.append("steps: \(World.list(steps))")
        if goesOn { fields.append("onFailure: continue") }
        if let timeout { fields.append("timeout: \(timeout)ms") }
        if blocks { fields.append("blocks: true") }
        return fields.joined(separator: ", ")
    }
}

extension World.Jobs {
    var text: String {
        guard self != World.Jobs() else { return "" }
        var text = "jobs:\n  retryLimit: \(retryLimit)\n"
        if !startsOnActive { text += "  startOnActive: false\n" }
        if !stopsOnResign { text += "  stopOnResign: false\n" }
        if failedStaysAtHead { text += "  failed: head\n" }
        if delay > 0 { text += "  delay: \(delay)ms\n" }
        if backoff != 1 { text += "  backoff: \(backoff)\n" }
        if let maximumDelay { text += "  maximumDelay: \(maximumDelay)ms\n" }
        if !queues.isEmpty {
            text += "  queues: {\(queues.map { "\($0.name): \($0.width)" }.joined(separator: ", "))}\n"
        }
        if !handlers.isEmpty { text += "  handlers:\n" }
        for handler in handlers { text += "    \(handler.name): {\(handler.fields)}\n" }
        if let anyHandler { text += "  anyHandler: {\(anyHandler.fields)}\n" }
        if !enqueued.isEmpty { text += "  enqueue:\n" }
        for job in enqueued {
            let key = job.key.map { ["key: \($0)"] } ?? []
            text += "    - {\((["task: \(job.task)"] + job.options.fields + key).joined(separator: ", "))}\n"
        }
        return text
    }
}

extension World.Worker {
    var fields: String {
        var fields = ["duration: \(World.length(duration))"]
        if outcomes != [.success] { fields.append("outcome: \(World.list(outcomes.map(\.rawValue)))") }
        if let timeout { fields.append("timeout: \(timeout)ms") }
        fields += options.fields
        if isUnique { fields.append("unique: true") }
        if replaces { fields.append("replaces: true") }
        return fields.joined(separator: ", ")
    }
}

extension World.JobOptions {
    var fields: [String] {
        var fields: [String] = []
        if let queue { fields.append("queue: \(queue)") }
        if let rank { fields.append("priority: \(rank.word)") }
        if let runAfter { fields.append("runAfter: \(runAfter)ms") }
        if let expires { fields.append("expires: \(expires)ms") }
        return fields
    }
}

extension Command {
    /// The command as it is written.
    package func text(_ epoch: Int) -> String {
        switch self {
        case .launch, .background, .foreground, .terminate, .interrupt, .crash: "\(self)"
        case .memoryWarning: "memory-warning"
        case .openURL: "open-url app://x"
        case .fire(let events): "fire " + events.map { "\($0)" }.joined(separator: "|")
        case .tick(let count): "tick \(count)"
        case .advance(let time): "advance \(time)ms"
        case .waitDone(let name): "wait until \(name) done"
        case .waitLaunched: "wait until launched"
        case .waitIdle: "wait until idle"
        case .waitDrained: "wait until drained"
        case .post(let key): "post \(key)"
        case .pause(let name): "pause \(name)"
        case .resume(let name): "resume \(name)"
        case .pauseLane(let name): "pause lane:\(name)"
        case .resumeLane(let name): "resume lane:\(name)"
        case .destroy(let name): "destroy \(name)"
        case .inject(let task): task.injection
        case .schedule(let task): task.schedule(epoch)
        case .cancel(let name): "cancel \(name)"
        case .start(let name): "start \(name)"
        case .addStep(let step, let sequence): "add \(step) to \(sequence)"
        case .injectSequence(let sequence): sequence.injection
        case .queueStart: "queue start"
        case .queueStop: "queue stop"
        case .queueEmpty: "queue empty"
        case .queueRetry(let job): "queue retry \(job)"
        case .queueDiscard(let job): "queue discard \(job)"
        case .queueRemove(let job): "queue remove \(job)"
        case .queueCancel(let job): "queue cancel \(job)"
        case .queuePause(let job): "queue pause \(job)"
        case .queueResume(let job): "queue resume \(job)"
        case .queueFirst(let job): "queue first \(job)"
        case .queueLimit(let count): "queue limit \(count)"
        case .enqueue(let task): "enqueue \(task)"
        case .note: "note a caption"
        case .speed: "speed 2"
        case .expect(let claim): "expect \(claim.text)"
        }
    }
}

extension World.Chore {
    fileprivate var injection: String {
        var text = "inject \(name) "
        if let notification {
            text += "notification \(notification)"
        } else if let kind {
            text += "class \(kind.rawValue)"
        } else {
            text += on.isEmpty ? "step" : "on " + on.map { "\($0)" }.joined(separator: ",")
        }
        return text + options
    }

    fileprivate func schedule(_ epoch: Int) -> String {
        var text = "schedule \(name)"
        if let at { text += " at \(World.date(at, epoch))" }
        if let recurrence { text += " at \"\(recurrence.text)\"" }
        if let every { text += " every \(every)ms" }
        if let times { text += " times \(times)" }
        if runsWhenMissed { text += " when-missed run" }
        if let catchUp { text += " catch-up \(catchUp.rawValue)" }
        if stopsOnFailure { text += " on-failure stop" }
        return text + options
    }

    /// The options of every new task.
    private var options: String {
        var text = ""
        if rank != .normal { text += " priority \(rank.word)" }
        if !after.isEmpty { text += " after \(after.joined(separator: ","))" }
        if !follows.isEmpty { text += " follows \(follows.joined(separator: ","))" }
        if !prefers.isEmpty { text += " prefers \(prefers.joined(separator: ","))" }
        if let lane { text += " lane \(lane)" }
        if duration != 0 { text += " duration \(World.length(duration))" }
        if let timeout { text += " timeout \(timeout)ms" }
        if let retry { text += " retry \(retry.words)" }
        if let blocks { text += " blocks \(blocks)" }
        if tearsDown { text += " teardown" }
        return autoRemove ? text + " auto-remove" : text
    }
}

extension World.Sequence {
    fileprivate var injection: String {
        var text = "inject-sequence \(name) steps \(steps.joined(separator: ","))"
        if !on.isEmpty { text += " on " + on.map { "\($0)" }.joined(separator: ",") }
        if goesOn { text += " continue" }
        if let timeout { text += " timeout \(timeout)ms" }
        return blocks ? text + " blocks" : text
    }
}

extension Claim {
    var text: String {
        switch self {
        case .order(let names): "order " + names.joined(separator: " < ")
        case .ran(let name, let count): "\(name) ran \(count)"
        case .notRun(let name): "\(name) not run"
        case .failed(let name): "\(name) failed"
        case .skipped(let name): "\(name) skipped"
        case .missed(let name): "\(name) missed"
        case .state(let state): "state \(state)"
        case .launch(let limit): "launch <= \(limit)ms"
        case .budget(let isKept): isKept ? "in budget" : "over budget"
        case .queue(let count): "queue \(count)"
        case .queueIsRunning(let isRunning): isRunning ? "queue running" : "queue stopped"
        case .jobExists(let task, let exists): "queue \(exists ? "exists" : "absent") \(task)"
        case .jobIsActive(let task, let isActive): "queue \(isActive ? "active" : "inactive") \(task)"
        case .nextJob(let task, let job): "queue next \(task) \(job)"
        case .noWarnings: "no warnings"
        }
    }
}
