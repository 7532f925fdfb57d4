/// Random worlds: every key and command of the rules, in combination. The same seed makes the same worlds everywhere.
package struct Generator {
    var state: UInt64
    /// The names that the script has made known so far.
    var newTasks: [String] = []
    var newSequences: [String] = []

    package init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
        if state == 0 { state = 1 }
    }

    mutating func bits() -> UInt64 {
        // xorshift64* (Vigna 2016).
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int((bits() >> 11) % UInt64(range.upperBound - range.lowerBound + 1))
    }

    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    mutating func pick<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }

    /// The next world.
    package mutating func world() -> World {
        var world = World()
        let size = pick([1, 2, 2, 3, 3, 4, 5, 7])
        settings(&world)
        for index in 0..<size { world.tasks.append(task(index, world)) }
        if chance(30) { sequences(&world) }
        if chance(40) { shuffle(&world.tasks) }
        if chance(20) { lists(&world) }
        if chance(25) { world.jobs = jobs() }
        if chance(8) { recordings(&world) }
        if chance(15) { addCorner(&world) }
        world.script = script(world)
        return world
    }

    private mutating func shuffle<T>(_ list: inout [T]) {
        for index in list.indices.dropFirst() { list.swapAt(index, number(0...index)) }
    }

    /// Classes as lists: of tasks without a trigger and of those that have the class already.
    private mutating func lists(_ world: inout World) {
        var free = world.tasks.filter { $0.on.isEmpty && !$0.isTimer && $0.notification == nil && !$0.isAnchor }
        shuffle(&free)
        for kind in World.Kind.allCases where chance(60) {
            var names: [String] = []
            for task in free where task.kind == kind || task.kind == nil && chance(50) { names.append(task.name) }
            free.removeAll { names.contains($0.name) }
            if chance(10) { names.append("Nobody") }
            if !names.isEmpty { world.classes.append(World.ClassList(kind: kind, names: names)) }
        }
    }

    /// Attempts that differ from the scenario's durations and outcomes.
    private mutating func recordings(_ world: inout World) {
        for _ in 0..<number(1...3) {
            let isJob = !world.jobs.handlers.isEmpty && chance(40)
            world.recorded.append(
                World.Recorded(
                    isJob: isJob, name: isJob ? pick(world.jobs.handlers).name : pick(world.tasks).name,
                    run: number(1...2), attempt: chance(70) ? 1 : 2,
                    duration: chance(10) ? nil : pick([0, 30, 100, 400]), outcome: pick([.success, .success, .fail])))
        }
    }

    private mutating func settings(_ world: inout World) {
        if chance(15) { world.tick = pick([100, 500]) }
        if chance(4) { world.tick = 3_600_000 }
        if chance(10) { world.epoch = pick([1_456_703_990, 1_483_228_795, 1_709_164_800]) }
        if chance(10) { world.catchUp = pick([.all, .none]) }
        if chance(10) { world.isExternal = true }
        if chance(10) { world.grace = pick([0, 1000, 10_000]) }
        if chance(35) { world.lanes.append(World.Lane(name: "main", width: 1, gap: chance(70) ? 100 : 0)) }
        if chance(50) {
            world.lanes.append(World.Lane(name: "io", width: number(1...3), gap: chance(30) ? pick([50, 300]) : 0))
        }
        if chance(10) { world.lanes.append(World.Lane(name: "async", width: number(1...2))) }
        if chance(10) { world.lanes.append(World.Lane(name: "afterLaunch", width: 1, gap: chance(50) ? 100 : 0)) }
        if chance(20) { world.launchLimit = pick([100, 300, 1000]) }
        if chance(50) { world.launchBudget = pick([100, 300, 1000]) }
        if chance(15) { world.backgroundLimit = pick([100, 300, 1000]) }
        if chance(15) { world.terminateLimit = pick([0, 100, 300]) }
        if chance(15) { world.isEnforced = true }
        if chance(20) { world.afterLaunchDelay = pick([100, 250, 3000]) }
        if chance(40) { world.suspendAfter = pick([0, 500, 1000, 2000]) }
        if chance(15) { world.isCriticalPath = true }
    }

    private mutating func task(_ index: Int, _ world: World) -> World.Chore {
        var task = World.Chore(name: "T\(index)")
        behave(&task)
        trigger(&task, world)
        task.rank = chance(40) ? pick(World.Rank.allCases) : .normal
        // Edges go from a lower name to a higher one, in either order of registration: the list is shuffled at the end.
        if index > 0 {
            for _ in 0..<pick([0, 0, 1, 1, 2]) { addUnique("T\(number(0...index - 1))", to: &task.after) }
            if chance(15) { addUnique("T\(number(0...index - 1))", to: &task.follows) }
            if chance(15) { addUnique("T\(number(0...index - 1))", to: &task.prefers) }
        }
        if chance(7) { makeAnchor(&task) }
        if chance(10) { task.tearsDown = true }
        if !task.isAnchor, task.kind == nil || chance(10) { task.lane = lane(world) }
        if chance(10) { task.blocks = chance(60) }
        if chance(8), !task.isTimer || chance(20) { task.autoRemove = true }
        return task
    }

    private func addUnique(_ name: String, to names: inout [String]) {
        if !names.contains(name) { names.append(name) }
    }

    private mutating func lane(_ world: World) -> String? {
        guard chance(35) else { return nil }
        return pick((world.lanes.contains { $0.name == "io" } ? ["io", "io"] : []) + ["async", "main", "afterLaunch"])
    }

    private func makeAnchor(_ task: inout World.Chore) {
        task.isAnchor = true
        (task.duration, task.outcomes, task.retry, task.timeout) = (0, [.success], nil, nil)
    }

    private mutating func behave(_ task: inout World.Chore) {
        switch number(0...11) {
        case 0...3: task.duration = 0
        case 4: task.duration = nil
        default: task.duration = pick([50, 100, 100, 150, 200, 300, 700, 1500, 2500])
        }
        if chance(12) { task.timeout = pick([0, 50, 100, 150, 400]) }
        if chance(20) {
            task.outcomes = pick([
                [.fail], [.fail], [.critical], [.fail, .success], [.fail, .fail, .success], [.success, .fail],
                [.fail, .critical],
            ])
        }
        if chance(15) {
            task.retry = World.Retry(
                limit: number(0...3), delay: pick([0, 0, 50, 100, 300, 1200]), backoff: number(1...3),
                maximumDelay: chance(30) ? pick([100, 500]) : nil)
        }
    }

    private mutating func trigger(_ task: inout World.Chore, _ world: World) {
        switch number(0...20) {
        case 20: recurring(&task, world)
        case 0...4: task.on = [.didFinishLaunching]
        case 5: task.on = [.willFinishLaunching]
        case 6, 7: task.on = [.didBecomeActive]
        case 8: task.on = [.didReceiveMemoryWarning]
        case 9: task.on = [pick([.didEnterBackground, .willResignActive, .willEnterForeground, .willTerminate])]
        case 10:
            task.on = [.didBecomeActive, pick([.didEnterBackground, .reserved1, .didFinishLaunching, .openURL])]
        case 11: task.on = chance(60) ? [.idle] : [.idle, .reserved1]
        case 12: task.on = [pick([.reserved1, .openURL, .significantTimeChange])]
        case 13, 14, 15: task.kind = pick(World.Kind.allCases)
        case 16: task.notification = pick(["K", "L"])
        case 17: timer(&task, world)
        case 18: dated(&task, world)
        default: break
        }
    }

    private mutating func timer(_ task: inout World.Chore, _ world: World) {
        task.every = world.tick * number(1...3)
        task.times = chance(60) || task.duration != 0 ? number(1...4) : nil
        task.catchUp = pick([nil, .once, .all, World.CatchUp.none])
        task.stopsOnFailure = chance(25)
    }

    /// Recurring dates: soon after t = 0, or with a clock of hours.
    private mutating func recurring(_ task: inout World.Chore, _ world: World) {
        task.recurrence = recurrence(world)
        if chance(50) || task.duration != 0 { task.times = number(1...3) }
        task.runsWhenMissed = chance(40)
        task.stopsOnFailure = chance(25)
    }

    mutating func recurrence(_ world: World) -> World.Recurrence {
        let second = (world.epoch + pick([0, 1, 2, 3, 4, 6, 7200, 50_000])) % 86_400
        if chance(15) { return World.Recurrence(days: .hourly, second: second % 3_600) }
        return World.Recurrence(
            days: pick([
                .daily, .daily, .weekdays, .weekly(number(1...7)), .monthly(pick([1, 2, 28, 29, 30, 31])),
            ]), second: second)
    }

    private mutating func dated(_ task: inout World.Chore, _ world: World) {
        task.at = pick([-7000, -5000, -1200, 0, 700, 1000, 2300, 3000, 4000, 5500])
        if chance(50) {
            task.every = world.tick * number(1...2)
            task.times = chance(70) || task.duration != 0 ? number(1...3) : nil
        }
        task.runsWhenMissed = chance(30)
        task.catchUp = pick([nil, .once, .all, World.CatchUp.none])
        task.stopsOnFailure = chance(25)
    }

    private mutating func sequences(_ world: inout World) {
        for index in 0..<pick([1, 1, 2]) {
            var sequence = World.Sequence(name: "S\(index)")
            if chance(70) {
                sequence.on = [
                    pick([
                        .didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning, .reserved1,
                        .didEnterBackground,
                    ])
                ]
            }
            let idle = world.tasks.filter { $0.on.isEmpty && $0.kind == nil && !$0.isTimer && $0.notification == nil }
            for _ in 0..<pick([0, 1, 2, 2, 3]) {
                let free = chance(70) ? idle : world.tasks
                if let step = free.isEmpty ? nil : pick(free) { sequence.steps.append(step.name) }
            }
            sequence.goesOn = chance(35)
            if chance(25) { sequence.timeout = pick([50, 100, 400]) }
            sequence.blocks = chance(25)
            world.sequences.append(sequence)
        }
        if chance(30) {
            // A task behind a sequence: the last one, if no sequence has it, or what waits for it, as a step.
            let last = world.tasks.count - 1
            let name = world.tasks[last].name
            if !world.sequences.contains(where: { $0.steps.contains(name) }) { world.tasks[last].after.append("S0") }
        }
    }

    private mutating func jobs() -> World.Jobs {
        var jobs = World.Jobs()
        jobs.retryLimit = number(0...4)
        jobs.startsOnActive = chance(85)
        jobs.stopsOnResign = chance(80)
        jobs.failedStaysAtHead = chance(30)
        jobs.delay = pick([0, 0, 0, 50, 400])
        jobs.backoff = number(1...2)
        if chance(20) { jobs.maximumDelay = 100 }
        if chance(40) { jobs.queues = [World.Lane(name: "wide", width: number(1...3)), World.Lane(name: "other")] }
        for name in ["J0", "J1"].prefix(number(1...2)) {
            var handler = World.Worker(name: name)
            jobs.handlers.append(behaviour(&handler, jobs))
        }
        if chance(25) {
            var handler = World.Worker(name: "")
            jobs.anyHandler = behaviour(&handler, jobs)
        }
        for _ in 0..<number(0...3) {
            let task = pick(["J0", "J1", "J2"])
            var job = World.Job(task: task, options: chance(30) ? options(jobs) : World.JobOptions())
            if chance(10), jobs.enqueued.allSatisfy({ $0.key == nil }) { job.key = "unique" }
            jobs.enqueued.append(job)
        }
        return jobs
    }

    private mutating func behaviour(_ handler: inout World.Worker, _ jobs: World.Jobs) -> World.Worker {
        handler.duration = chance(7) ? nil : pick([0, 50, 100, 300, 1500])
        if chance(40) { handler.outcomes = pick([[.fail], [.critical], [.fail, .success]]) }
        if chance(20) { handler.timeout = pick([0, 50, 100, 200]) }
        handler.options = options(jobs)
        handler.isUnique = chance(15)
        handler.replaces = handler.isUnique && chance(50)
        return handler
    }

    private mutating func options(_ jobs: World.Jobs) -> World.JobOptions {
        var options = World.JobOptions()
        if !jobs.queues.isEmpty, chance(50) { options.queue = pick(["wide", "wide", "other", "default"]) }
        if chance(30) { options.rank = pick(World.Rank.allCases) }
        if chance(15) { options.runAfter = pick([50, 400, 2500]) }
        if chance(15) { options.expires = pick([0, 50, 100, 400, 2500]) }
        return options
    }
}
