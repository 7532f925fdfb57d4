/// Commands of the script that change something (The rules, "At run time").
extension Model {
    func noteAction(_ text: String) { note("action", "\"action\":\"\(text)\"") }

    func refuse(_ text: String, _ reason: String) {
        note("refused", "\"action\":\"\(text)\",\"reason\":\"\(reason)\"")
    }

    /// Carries out a command now.
    func carryOut(_ command: Command) {
        let text = command.text
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
        case .queueStart, .queueStop, .queueEmpty, .queueRetry, .queueDiscard: queue(command, text)
        case .enqueue(let task): enqueue(task, text)
        case .tick, .advance, .waitDone, .waitLaunched, .waitIdle, .waitDrained, .expect: break
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
    func cancelWaiting(_ task: Known) {
        for run in runs where run.task === task && (run.phase == .waiting || run.phase == .resting) {
            noteSkip(task.name, "destroyed")
            end(run, Turn(kind: .cancelled, cause: "\(task.name) was cancelled"))
        }
    }

    /// Takes a task off every event.
    func remove(_ task: Known) {
        tasks.removeAll { $0 === task }
        laterClasses.removeAll { $0 === task }
    }

    private func inject(_ task: World.Chore, _ text: String) {
        if known(task.name) != nil { return refuse(text, "the name is in use") }
        if let once = task.on.sorted(by: { $0.rawValue < $1.rawValue }).first(where: {
            $0.isOnce && process?.delivered.contains($0) == true
        }) {
            return refuse(text, "\(once) has already been delivered in this process")
        }
        if let path = cycle(task) {
            return refuse(text, "the predecessors would form a cycle: " + path.joined(separator: " -> "))
        }
        noteAction(text)
        destroyed.remove(task.name)
        register(task, nil)
        if process != nil, task.isTimer, let known = known(task.name) { arm(known) }
    }

    /// The shortest way from a new task along predecessors back to it.
    private func cycle(_ task: World.Chore) -> [String]? {
        var paths = [[task.name]]
        var seen: Set<String> = []
        while !paths.isEmpty {
            let path = paths.removeFirst()
            let last = path[path.count - 1]
            let spec = last == task.name ? task : known(last)?.spec
            for name in (spec?.after ?? []) + (spec?.follows ?? []) {
                if name == task.name { return path + [name] }
                if seen.insert(name).inserted { paths.append(path + [name]) }
            }
        }
        return nil
    }
}
