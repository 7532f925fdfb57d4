/// Releases: what an event, a tick or a post releases, and what each run then waits for.
extension Model {
    /// Releases everything that is on an event.
    func release(with event: Event) {
        var first: [Known] = []
        for task in tasks {
            if task.spec.on.contains(event) {
                first.append(task)
            } else if event == .didFinishLaunching, let kind = task.spec.kind {
                if kind == .sync || kind == .async { laterClasses.append(task) } else { first.append(task) }
            }
        }
        let hasBasic = event == .didFinishLaunching && first.contains { $0.spec.kind == .basic }
        if !hasBasic {
            first += laterClasses
            laterClasses = []
            delivery?.basicAreOver = true
        }
        let source: Run.Source = event == .idle ? .idle : .event
        release(first, source, delivery: event == .idle ? nil : delivery?.id, isOnce: event.isOnce)
        if hasBasic, let delivery, basicRuns(of: delivery).isEmpty { releaseLater(delivery) }
        if event == .willTerminate, let delivery, !delivery.isFired { releaseTeardowns(first, delivery) }
    }

    /// Releases what tears down, the one that started last first.
    private func releaseTeardowns(_ own: [Known], _ delivery: Delivery) {
        var together = own.map(\.name)
        for task in (process?.teardowns ?? []).reversed() where !task.spec.on.contains(.willTerminate) {
            release([task], .event, delivery: delivery.id, isOnce: false, with: together)
            together.append(task.name)
        }
    }

    /// Releases sync and async tasks once the basic ones are done and main may start again.
    func releaseLaterClasses() -> Bool {
        guard let delivery, !delivery.basicAreOver, delivery.event == .didFinishLaunching else { return false }
        guard basicRuns(of: delivery).isEmpty else { return false }
        guard laterClasses.isEmpty || freePlaces(of: "main") > 0 || isStuck("main") else { return false }
        releaseLater(delivery)
        return true
    }

    private func releaseLater(_ delivery: Delivery) {
        self.delivery?.basicAreOver = true
        let later = laterClasses
        laterClasses = []
        let together = runs.filter { $0.delivery == delivery.id }.map(\.task.name)
        release(later, .event, delivery: delivery.id, isOnce: true, with: together)
    }

    /// The basic runs of the event that delay others: not parked, and waiting for no sync or async one.
    func basicRuns(of delivery: Delivery) -> [Run] {
        let parked = parkedRuns()
        return runs.filter { run in
            run.task.spec.kind == .basic && run.delivery == delivery.id && parked[run.order] == nil
                && !comesAfterLaterClass(run.task.spec)
                && !run.predecessors.contains {
                    $0.isWeak && $0.run.map { comesAfterLaterClass($0.task.spec) } ?? false
                }
        }
    }

    /// Whether a task waits for a sync or async one, itself or through others.
    private func comesAfterLaterClass(_ task: World.Chore) -> Bool {
        (task.after + task.follows).contains { name in
            guard let before = known(name)?.spec else { return false }
            return before.kind == .sync || before.kind == .async || comesAfterLaterClass(before)
        }
    }

    /// The runs, and all unfinished ones for which they wait as predecessors, those for which these wait, and so on.
    func awaited(by first: [Run]) -> [Run] {
        var found = first
        var index = 0
        while index < found.count {
            for predecessor in found[index].predecessors {
                if let run = predecessor.run, run.phase != .ended, !found.contains(where: { $0 === run }) {
                    found.append(run)
                }
            }
            index += 1
        }
        return found
    }

    /// Releases tasks together: they count as one event for each other's dependencies.
    func release(
        _ batch: [Known], _ source: Run.Source, delivery: Int?, isOnce: Bool, with others: [String] = []
    ) {
        var fresh: [Run] = []
        var together = others
        for task in batch where tasks.contains(where: { $0 === task }) {
            if task.isPaused {
                if isOnce { noteMiss(task.name, "paused") } else { noteSkip(task.name, "paused") }
                results[task.name] = Turn(
                    kind: isOnce ? .missed : .skipped,
                    cause: "\(task.name) was \(isOnce ? "missed" : "skipped")")
                skipBehindFailures()
                continue
            }
            if let stopped = task.stopped, !runs.contains(where: { $0.task === task && $0.phase != .ended }) {
                goOn(stopped, delivery: delivery)
                if let step = advance(stopped) { fresh.append(step) }
                together.append(task.name)
                continue
            }
            if runs.contains(where: { $0.task === task && isYetToStart($0) }) {
                noteSkip(task.name, "overrun")
                together.append(task.name)
                continue
            }
            fresh.append(newRun(task, source, delivery: delivery))
        }
        link(fresh, together)
    }

    /// It waits for its first start.
    func isYetToStart(_ run: Run) -> Bool { run.phase == .waiting && run.attempt == 0 }

    func newRun(_ task: Known, _ source: Run.Source, delivery: Int?) -> Run {
        let number = (runCounts[task.name] ?? 0) + 1
        runCounts[task.name] = number
        let run = Run(task, number: number, order: releases, source: source, at: now)
        releases += 1
        run.delivery = delivery
        runs.append(run)
        note("release", "\"task\":\"\(task.name)\",\"run\":\(number),\"lane\":\"\(run.lane)\"")
        return run
    }

    /// Says what each of the runs waits for, now that all of them are released; `together`: what else was on their event,
    /// an overrun or a sequence that continues.
    func link(_ fresh: [Run], _ together: [String] = []) {
        for run in fresh {
            run.isLinked = true
            let spec = run.task.spec
            let names = spec.after.map { ($0, true, false) } + spec.follows.map { ($0, false, false) }
            for (name, needsSuccess, isWeak) in names + spec.prefers.map({ ($0, false, true) }) {
                if let index = run.predecessors.firstIndex(where: { $0.name == name }) {
                    if needsSuccess { run.predecessors[index].needsSuccess = true }
                    continue
                }
                var predecessor = Predecessor(name: name, needsSuccess: needsSuccess, isWeak: isWeak)
                let isTogether = together.contains(name) || fresh.contains { $0.task.name == name }
                let open = runs.filter { $0.task.name == name && $0.phase != .ended && $0 !== run }
                if isWeak {
                    predecessor.run = isTogether ? open.last : open.first
                    if predecessor.run != nil, known(name) != nil { run.predecessors.append(predecessor) }
                    continue
                }
                if isTogether || laterClasses.contains(where: { $0.name == name }) {
                    predecessor.run = open.last
                } else if results[name] == nil {
                    predecessor.run = open.first
                }
                if known(name) == nil {
                    let isUnheardOf = predecessor.run == nil && results[name] == nil
                    predecessor.isAbsent = isUnheardOf || destroyed.contains(name)
                }
                run.predecessors.append(predecessor)
            }
            for predecessor in run.predecessors where predecessor.isAbsent { warnAbsent(predecessor.name, of: run) }
        }
        settleWaits()
    }

    func warnAbsent(_ name: String, of run: Run) {
        warn(
            "unknownPredecessor",
            "\(run.task.name) waits for \(name), which does not exist and is ignored")
    }

    /// The state of a predecessor.
    enum Standing {
        case done
        case failed(cause: String)
        case waiting(Run)
        case unreleased
    }

    func standing(_ predecessor: Predecessor) -> Standing {
        if predecessor.isAbsent || predecessor.isDone { return .done }
        var result: Turn?
        if let run = predecessor.run {
            guard run.phase == .ended else { return .waiting(run) }
            result = run.result
        } else {
            if laterClasses.contains(where: { $0.name == predecessor.name }) { return .unreleased }
            result = results[predecessor.name]
        }
        guard let result else { return .unreleased }
        if predecessor.needsSuccess, result.kind != .success { return .failed(cause: result.cause) }
        return .done
    }

    /// Follows the results of predecessors: skips what has a failed one, notes when the rest became ready.
    func settleWaits() {
        skipBehindFailures()
        judgeParking()
    }

    func skipBehindFailures() {
        var isBusy = true
        while isBusy {
            isBusy = false
            for run in runs where isYetToStart(run) && run.isLinked {
                run.predecessors = run.predecessors.map { adopted($0, by: run) }
                let standings = run.predecessors.map(standing)
                for (index, standing) in standings.enumerated() {
                    if case .done = standing { run.predecessors[index].isDone = true }
                }
                for case .failed(let cause) in standings {
                    noteSkip(run.task.name, cause)
                    end(run, Turn(kind: .skipped, cause: cause))
                    isBusy = true
                    break
                }
                if isBusy { break }
                let isDone = standings.allSatisfy { if case .done = $0 { true } else { false } }
                if isDone, run.readyAt == nil, earlierRuns(run).isEmpty { run.readyAt = now }
            }
        }
    }

    /// A predecessor that had not been released when its successor was: its first turn is what counts.
    private func adopted(_ waited: Predecessor, by run: Run) -> Predecessor {
        var predecessor = waited
        guard predecessor.run == nil, !predecessor.isAbsent else { return predecessor }
        if results[predecessor.name] == nil || laterClasses.contains(where: { $0.name == predecessor.name }) {
            predecessor.run = runs.last {
                $0.task.name == predecessor.name && $0.phase != .ended && $0.order > run.order
            }
        }
        return predecessor
    }

    func noteSkip(_ name: String, _ reason: String) {
        tally.skipped[name, default: 0] += 1
        note("skip", "\"task\":\"\(name)\",\"reason\":\"\(reason)\"")
    }

    func noteMiss(_ name: String, _ reason: String) {
        tally.missed[name, default: 0] += 1
        note("miss", "\"task\":\"\(name)\",\"reason\":\"\(reason)\"")
    }
}
