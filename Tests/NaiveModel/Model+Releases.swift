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
        release(
            first, source, delivery: event == .idle ? nil : delivery?.id, isOnce: event.isOnce, batch: delivery?.batch)
        if hasBasic, let delivery, basicRuns(of: delivery).isEmpty { releaseLater(delivery) }
        if event == .willTerminate, let delivery, !delivery.isFired { releaseTeardowns(first, delivery) }
    }

    /// Releases what tears down, the one that started last first.
    private func releaseTeardowns(_ own: [Known], _ delivery: Delivery) {
        teardown = Teardown()
        for task in (process?.teardowns ?? []).reversed() where !task.spec.on.contains(.willTerminate) {
            release([task], .event, delivery: delivery.id, isOnce: false)
        }
        teardown = nil
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
        release(later, .event, delivery: delivery.id, isOnce: true, batch: delivery.batch)
    }

    /// The basic runs of the event that delay others: not parked, and waiting for none of its sync and async ones.
    func basicRuns(of delivery: Delivery) -> [Run] {
        let parked = parkedRuns()
        return runs.filter { run in
            run.task.spec.kind == .basic && run.delivery == delivery.id && parked[run.order] == nil
                && !awaited(by: [run]).contains { $0.delivery == delivery.id && $0.task.isSyncOrAsync }
        }
    }

    /// The runs, and all unfinished ones for which they wait as predecessors, those for which these wait, and so on.
    func awaited(by first: [Run]) -> [Run] {
        var found = first
        var index = 0
        while index < found.count {
            for run in waitedFor(found[index]) where !found.contains(where: { $0 === run }) { found.append(run) }
            index += 1
        }
        return found
    }

    /// The released predecessors that a run waits for.
    func waitedFor(_ run: Run) -> [Run] {
        guard run.attempt == 0 else { return [] }
        return run.predecessors.compactMap { if case .waiting(let other) = standing($0) { other } else { nil } }
    }

    /// Releases tasks together: they count as one event for each other's dependencies.
    func release(
        _ tasks: [Known], _ source: Run.Source, delivery: Int?, isOnce: Bool, batch: Int? = nil
    ) {
        var fresh: [Run] = []
        var together: [String] = []
        for task in tasks where self.tasks.contains(where: { $0 === task }) {
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
        link(fresh, together, batch: batch)
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
    /// an overrun or a sequence that continues; `batch`: the event's, for what it releases later.
    func link(_ fresh: [Run], _ together: [String] = [], batch: Int? = nil) {
        if batch == nil { batches += 1 }
        let batch = batch ?? batches
        for name in fresh.map(\.task.name) + together { lastBatch[name] = batch }
        for run in fresh {
            run.batch = batch
            run.isLinked = true
            if let before = teardown {
                run.isTeardown = true
                run.knowsPreferences = true
                run.predecessors = [before.last].compactMap { $0 }.map {
                    Predecessor(name: $0.task.name, needsSuccess: false, run: $0)
                }
                run.task.teardownWaits = run.predecessors.map(\.name)
                teardown?.last = run
                continue
            }
            let spec = run.task.spec
            // Once it was released as a teardown, it waits for what that waited for, whatever releases it again.
            let named =
                run.task.teardownWaits?.map { ($0, false) }
                ?? spec.after.map { ($0, true) } + spec.follows.map { ($0, false) }
            for (name, needsSuccess) in named {
                if let index = run.predecessors.firstIndex(where: { $0.name == name }) {
                    if needsSuccess { run.predecessors[index].needsSuccess = true }
                    continue
                }
                var predecessor = waitedFor(name, by: run)
                predecessor.needsSuccess = needsSuccess
                if known(name) == nil {
                    let isUnheardOf = results[name] == nil && !runs.contains { $0.task.name == name }
                    predecessor.isAbsent = isUnheardOf || destroyed.contains(name)
                }
                run.predecessors.append(predecessor)
            }
            for predecessor in run.predecessors where predecessor.isAbsent { warnAbsent(predecessor.name, of: run) }
        }
        settleWaits()
    }

    /// Which turn of a task a run waits for.
    private func waitedFor(_ name: String, by run: Run) -> Predecessor {
        var predecessor = Predecessor(name: name, needsSuccess: false)
        let open = runs.filter { $0.task.name == name && $0.phase != .ended && $0 !== run }
        if isToCome(name, for: run) {
            predecessor.isToCome = true
            predecessor.run = open.last(where: isYetToStart)
        } else if lastBatch[name] == run.batch {
            predecessor.run = open.last
        }
        return predecessor
    }

    /// Whether the event of a run will release this task by its class.
    private func isToCome(_ name: String, for run: Run) -> Bool {
        run.delivery != nil && run.delivery == delivery?.id && laterClasses.contains { $0.name == name }
    }

    /// A run that would be ready waits for those that it prefers to come after, if they are there or to come.
    private func lookUpPreferences(_ run: Run) {
        run.knowsPreferences = true
        for name in run.task.spec.prefers where known(name) != nil && run.task.teardownWaits == nil {
            if run.predecessors.contains(where: { $0.name == name }) { continue }
            var predecessor = waitedFor(name, by: run)
            if !predecessor.isToCome, predecessor.run == nil {
                predecessor.run = runs.first { $0.task.name == name && $0.phase != .ended }
                if predecessor.run == nil { continue }
            }
            run.predecessors.append(predecessor)
        }
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

        var isDone: Bool { if case .done = self { true } else { false } }
    }

    func standing(_ predecessor: Predecessor) -> Standing {
        if predecessor.isAbsent || predecessor.isDone { return .done }
        var result: Turn?
        if let run = predecessor.run {
            guard run.phase == .ended else { return .waiting(run) }
            result = run.result
        } else {
            if predecessor.isToCome, laterClasses.contains(where: { $0.name == predecessor.name }) {
                return .unreleased
            }
            result = results[predecessor.name]
        }
        guard let result else {
            let other = runs.first { $0.task.name == predecessor.name && $0.phase != .ended }
            return other.map { .waiting($0) } ?? .unreleased
        }
        if predecessor.needsSuccess, result.kind != .success { return .failed(cause: result.cause) }
        return .done
    }

    /// Follows the results of predecessors: skips what has a failed one, notes when the rest became ready.
    func settleWaits() {
        skipBehindFailures()
        judgeParking()
    }

    /// `ending` is a run whose end is yet to be told: what waits for it, too, waits on.
    func skipBehindFailures(besides ending: Run? = nil) {
        var isBusy = true
        while isBusy {
            isBusy = false
            for run in runs where isYetToStart(run) && run.isLinked {
                run.predecessors = run.predecessors.map { adopted($0, by: run) }
                if let ending, run.predecessors.contains(where: { $0.run === ending }) { continue }
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
                guard run.readyAt == nil, earlierRuns(run).isEmpty, standings.allSatisfy({ $0.isDone }) else {
                    continue
                }
                if !run.knowsPreferences { lookUpPreferences(run) }
                if run.predecessors.allSatisfy({ standing($0).isDone }) { run.readyAt = now }
            }
        }
    }

    /// A turn that was to come: the first one that is released is it.
    private func adopted(_ waited: Predecessor, by run: Run) -> Predecessor {
        guard waited.isToCome, waited.run == nil, !waited.isAbsent else { return waited }
        var predecessor = waited
        predecessor.run = runs.last {
            $0.task.name == waited.name && $0.phase != .ended && $0.order > run.order
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
