/// Commands of the script that change something (The rules, "At run time").
extension Model {
    func noteAction(_ text: String) { note("action", "\"action\":\"\(quoted(text))\"") }

    func refuse(_ text: String, _ reason: String) { refuse(text, [reason]) }

    /// Refuses a command for one of these reasons.
    private func refuse(_ text: String, _ reasons: [String]) {
        trace.append(
            TraceLine(reasons.map { line("refused", "\"action\":\"\(quoted(text))\",\"reason\":\"\($0)\"") }))
    }

    /// The one character in a script that JSON writes in another way.
    func quoted(_ text: String) -> String {
        text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
    }

    /// Carries out a command now.
    func carryOut(_ command: Command) {
        let text = text(command)
        switch command {
        case .launch, .background, .foreground, .memoryWarning, .interrupt, .openURL, .fire:
            actions.append(Action(command: command, text: text, givenAt: now))
        case .terminate:
            if process == nil, let refusal = stateRefusal(command) { return refuse(text, refusal) }
            noteAction(text)
            actions.append(Action(command: command, text: text, givenAt: now))
        case .crash:
            if process == nil, let refusal = stateRefusal(command) { return refuse(text, refusal) }
            noteAction(text)
            endProcess(isCrash: true)
        case .post(let key): post(key, text)
        case .pause(let name): pauseTask(name, text, isPaused: true)
        case .resume(let name): pauseTask(name, text, isPaused: false)
        case .pauseLane(let lane): pauseLane(lane, text, isPaused: true)
        case .resumeLane(let lane): pauseLane(lane, text, isPaused: false)
        case .destroy(let name): destroy(name, text)
        case .inject(let task), .schedule(let task): inject(task, text)
        case .start(let name): startSequence(name, text)
        case .cancel(let name): cancel(name, text)
        case .addStep(let step, let sequence): add(step, to: sequence, text)
        case .injectSequence(let sequence): inject(sequence, text)
        case .queueStart, .queueStop, .queueEmpty, .queueRetry, .queueDiscard, .queueLimit: queue(command, text)
        case .queueRemove(let id), .queueCancel(let id), .queuePause(let id), .queueResume(let id), .queueFirst(let id):
            oneJob(id, command, text)
        case .enqueue(let task): enqueue(task, text)
        case .tick, .advance, .waitDone, .waitLaunched, .waitIdle, .waitDrained, .expect, .note, .speed: break
        }
    }

    private func post(_ key: String, _ text: String) {
        if let refusal = stateRefusal(.post(key)) { return refuse(text, refusal) }
        noteAction(text)
        let heard = tasks.filter { $0.spec.notification == key }.sorted {
            ($0.spec.rank.rawValue, $0.index) < ($1.spec.rank.rawValue, $1.index)
        }
        release(heard, .post, delivery: nil, isOnce: false)
    }

    private func pauseTask(_ name: String, _ text: String, isPaused: Bool) {
        guard let task = known(name) else { return refuse(text, "no task has this name now") }
        noteAction(text)
        task.isPaused = isPaused
        judgeParking()
    }

    private func pauseLane(_ lane: String, _ text: String, isPaused: Bool) {
        noteAction(text)
        if isPaused { pausedLanes.insert(lane) } else { pausedLanes.remove(lane) }
        judgeParking()
    }

    private func destroy(_ name: String, _ text: String) {
        guard let task = known(name) else { return refuse(text, "no task has this name now") }
        noteAction(text)
        remove(task)
        destroyed.insert(name)
        cancelWaiting(task)
        for run in runs where isYetToStart(run) {
            for index in run.predecessors.indices where run.predecessors[index].name == name {
                guard case .unreleased = standing(run.predecessors[index]) else { continue }
                run.predecessors[index].isAbsent = true
                warnAbsent(name, of: run)
            }
        }
        settleWaits()
    }

    /// A task is gone: what waits is cancelled, what runs ends.
    func cancelWaiting(_ task: Known, besides own: Run? = nil) {
        for run in runs where run !== own && run.task === task && run.phase != .running && run.phase != .ended {
            if run.phase == .chain {
                run.step?.chain = nil
            } else {
                noteSkip(task.name, "destroyed")
            }
            end(run, Turn(kind: .cancelled, cause: "\(task.name) was cancelled"))
        }
    }

    /// Removes a task from every event.
    func remove(_ task: Known) {
        tasks.removeAll { $0 === task }
        laterClasses.removeAll { $0 === task }
    }

    /// Ends the attempt under way, which is not retried.
    private func cancel(_ name: String, _ text: String) {
        guard known(name) != nil else { return refuse(text, "no task has this name now") }
        guard let run = runs.first(where: { $0.task.name == name && $0.phase == .running }) else {
            return refuse(text, "no attempt of it is under way")
        }
        noteAction(text)
        cancelAttempt(run)
    }

    /// A further step, the last one, of a sequence.
    private func add(_ name: String, to sequence: String, _ text: String) {
        guard let chain = known(sequence), let step = known(name) else {
            return refuse(text, "no task has this name now")
        }
        guard chain.sequence != nil else { return refuse(text, "it is not a sequence") }
        guard step.sequence == nil else { return refuse(text, "a step is a task, not a sequence") }
        if let refusal = cycleRefusal({ $0 == sequence ? self.waitsOf($0) + [name] : self.waitsOf($0) }) {
            return refuse(text, refusal)
        }
        noteAction(text)
        chain.steps.append(name)
    }

    /// A sequence for the rest of the process.
    private func inject(_ sequence: World.Sequence, _ text: String) {
        if let refusal = refusal(of: sequence.name, sequence.on) { return refuse(text, refusal) }
        if tasks.contains(where: { $0.steps.contains(sequence.name) }) {
            return refuse(text, "a step is a task, not a sequence")
        }
        for name in sequence.steps {
            guard let step = known(name) else { return refuse(text, "no task has this name now") }
            if step.sequence != nil { return refuse(text, "a step is a task, not a sequence") }
        }
        if let refusal = cycleRefusal({ $0 == sequence.name ? sequence.steps : self.waitsOf($0) }) {
            return refuse(text, refusal)
        }
        noteAction(text)
        destroyed.remove(sequence.name)
        results[sequence.name] = nil
        var task = World.Chore(name: sequence.name)
        task.on = sequence.on
        register(task, sequence)
    }

    /// Why nothing can be injected under this name and on these events.
    private func refusal(of name: String, _ events: [Event]) -> String? {
        if known(name) != nil { return "the name is in use" }
        let once = events.sorted { $0.rawValue < $1.rawValue }.first {
            $0.isOnce && process?.delivered.contains($0) == true
        }
        return once.map { "\($0) has already been delivered in this process" }
    }

    private func inject(_ task: World.Chore, _ text: String) {
        let events = task.kind == nil ? task.on : [.didFinishLaunching]
        if let refusal = refusal(of: task.name, events) { return refuse(text, refusal) }
        let own = task.after + task.follows + task.prefers
        if let refusal = cycleRefusal({ $0 == task.name ? own : self.waitsOf($0) }) { return refuse(text, refusal) }
        noteAction(text)
        destroyed.remove(task.name)
        results[task.name] = nil
        register(task, nil)
        if process != nil, task.isTimer, let known = known(task.name) { arm(known) }
    }

    /// What a task waits for by what it is, a sequence for its steps.
    private func waitsOf(_ name: String) -> [String] {
        guard let task = known(name) else { return [] }
        if let waits = task.teardownWaits { return waits + task.steps }
        return task.spec.after + task.spec.follows + task.spec.prefers + task.steps
    }

    /// Why these would wait for each other, in every form: the shortest cycles from each of their members; nil if none
    /// would. Each name is followed by one that waits for it.
    private func cycleRefusal(_ waits: (String) -> [String]) -> [String]? {
        let all = allNames.flatMap { cycles(from: $0, waits) }
        guard let length = all.map(\.count).min() else { return nil }
        return all.filter { $0.count == length }.map {
            "the predecessors would form a cycle: " + $0.reversed().joined(separator: " -> ")
        }
    }

    /// Every name that may wait for another.
    private var allNames: [String] {
        let injected = world.script.compactMap { line in
            switch line.command {
            case .inject(let task), .schedule(let task): task.name
            case .injectSequence(let sequence): sequence.name
            default: nil
            }
        }
        return world.tasks.map(\.name) + world.sequences.map(\.name) + injected
    }

    /// All ways from a name along what it waits for back to it that are the shortest.
    private func cycles(from name: String, _ waits: (String) -> [String]) -> [[String]] {
        var paths = [[name]]
        while !paths.isEmpty {
            let longer = paths.flatMap { path in waits(path[path.count - 1]).map { path + [$0] } }
            let found = longer.filter { $0.last == name }
            if !found.isEmpty { return found }
            paths = longer.filter { Set($0).count == $0.count }
        }
        return []
    }
}
