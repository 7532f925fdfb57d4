/// Random scripts.
extension Generator {
    mutating func script(_ world: World) -> [World.Line] {
        (newTasks, newSequences) = ([], [])
        var lines = [World.Line(time: chance(10) ? .at(200) : .none, command: chance(93) ? .launch : .openURL)]
        if chance(12) {
            lines[0].time = .none
            lines.insert(World.Line(command: command(world, 0)), at: 0)
        }
        var clock = 200
        var hasWaited = false
        for index in 0..<pick([0, 1, 2, 3, 4, 6, 9]) {
            let command = command(world, index)
            var time = World.Time.none
            switch number(0...9) {
            case 0...3: break
            case 4...6: time = .after(pick([50, 100, 150, 300, 1000, 1500, 2500]))
            default:
                clock += pick([0, 50, 100, 500, 700, 1000, 3000])
                time = hasWaited || index == 0 ? .after(100) : .none
            }
            if case .waitDone = command { hasWaited = true }
            lines.append(World.Line(time: time, command: command))
        }
        if chance(50) { lines.append(World.Line(command: .advance(pick([1000, 2500, 6000])))) }
        if world.tick > 1000 || chance(1) { lines.append(World.Line(command: .advance(hours(world)))) }
        if chance(5) { lines.append(World.Line(command: chance(50) ? .note : .speed)) }
        if chance(20) { lines.append(World.Line(command: .expect(claim(world)))) }
        return lines
    }

    /// Hours or days in milliseconds, where the clock is slow enough for them.
    private mutating func hours(_ world: World) -> Int {
        (world.tick > 1000 ? pick([1, 5, 24, 30, 100, 800]) : 1) * 3_600_000
    }

    private mutating func anyName(_ world: World) -> String {
        let names = world.tasks.map(\.name) + world.sequences.map(\.name) + newTasks + newSequences
        return names.isEmpty ? "T0" : pick(names)
    }

    private mutating func command(_ world: World, _ index: Int) -> Command {
        switch number(0...61) {
        case 50, 51: return .cancel(anyName(world))
        case 52, 53:
            let chains = world.sequences.map(\.name) + newSequences
            return chains.isEmpty ? .cancel(anyName(world)) : .addStep(anyTask(world), to: pick(chains))
        case 54, 55:
            let sequence = injectedSequence(world, index)
            newSequences.append(sequence.name)
            return .injectSequence(sequence)
        case 56: return .queueLimit(number(0...3))
        case 57...60 where world.jobs != World.Jobs(): return oneJob()
        case 61 where world.tick > 1000: return .advance(hours(world))
        case 0...3: return .background
        case 4...8: return .foreground
        case 9, 10: return .memoryWarning
        case 11, 12: return .interrupt
        case 13: return .terminate
        case 14: return chance(50) ? .crash : .terminate
        case 15, 16: return .launch
        case 17: return .openURL
        case 18...20: return .fire(events())
        case 21: return .tick(number(1...3))
        case 22...25: return .advance(pick([50, 100, 1000, 2000, 6500]))
        case 26: return wait(world)
        case 27, 28: return .post(pick(["K", "L"]))
        case 29, 30: return .pause(anyName(world))
        case 31, 32: return .resume(anyName(world))
        case 33, 34: return .pauseLane(laneName(world))
        case 35, 36: return .resumeLane(laneName(world))
        case 37, 38: return .destroy(anyName(world))
        case 39, 40:
            let task = injected(world, index)
            newTasks.append(task.name)
            return .inject(task)
        case 41:
            let task = scheduled(world, index)
            newTasks.append(task.name)
            return .schedule(task)
        case 42, 43:
            let chains = world.sequences.map(\.name) + newSequences
            return chains.isEmpty ? .advance(100) : .start(pick(chains))
        case 44: return pick([.queueStart, .queueStop, .queueEmpty, .queueRetry(1), .queueDiscard(1)])
        case 45, 46: return .enqueue(pick(["J0", "J0", "J1", "J2"]))
        case 47: return .expect(claim(world))
        default: return .fire([pick([.reserved1, .didBecomeActive, .didReceiveMemoryWarning])])
        }
    }

    private mutating func oneJob() -> Command {
        let job = number(1...4)
        return pick([
            .queueRemove(job), .queueCancel(job), .queueCancel(job), .queuePause(job), .queuePause(job),
            .queueResume(job), .queueFirst(job), .queueFirst(job), .queueRetry(job), .queueDiscard(job),
        ])
    }

    private mutating func injectedSequence(_ world: World, _ index: Int) -> World.Sequence {
        var sequence = World.Sequence(name: chance(35) ? anyName(world) : "Y\(index)")
        for _ in 0..<number(1...3) {
            let step = anyTask(world)
            if step != sequence.name { sequence.steps.append(step) }
        }
        if sequence.steps.isEmpty { sequence.name = "Y\(index)" }
        if sequence.steps.isEmpty { sequence.steps = [anyTask(world)] }
        if chance(50) {
            sequence.on = [
                pick([.didBecomeActive, .didReceiveMemoryWarning, .reserved1, .didEnterBackground, .didFinishLaunching])
            ]
        }
        sequence.goesOn = chance(35)
        sequence.timeout = chance(20) ? pick([50, 100]) : nil
        sequence.blocks = chance(25)
        return sequence
    }

    private mutating func laneName(_ world: World) -> String {
        pick(
            ["main", "async", "afterLaunch"] + (world.tasks.contains { $0.isAnchor } ? ["anchors"] : [])
                + (world.lanes.contains { $0.name == "io" } ? ["io", "io"] : []))
    }

    private mutating func events() -> [Event] {
        var events = [pick(Event.allCases)]
        if chance(40) {
            let other = pick(Event.allCases)
            if other != events[0] { events.append(other) }
        }
        return events
    }

    private mutating func wait(_ world: World) -> Command {
        switch number(0...5) {
        case 0: .waitLaunched
        case 1: .waitIdle
        case 2: .waitDrained
        default: .waitDone(anyName(world))
        }
    }

    private mutating func injected(_ world: World, _ index: Int) -> World.Chore {
        var task = World.Chore(name: chance(25) ? anyTask(world) : "X\(index)")
        task.on = [
            pick([
                .didBecomeActive, .didReceiveMemoryWarning, .reserved1, .didEnterBackground, .didFinishLaunching, .idle,
            ])
        ]
        if chance(20), task.on != [.reserved1] { task.on.append(.reserved1) }
        if chance(30) { task.rank = pick(World.Rank.allCases) }
        if chance(40) {
            let name = anyName(world)
            if name != task.name { task.after = [name] }
        }
        if chance(15) {
            let name = anyName(world)
            if name != task.name, !task.after.contains(name) { task.prefers = [name] }
        }
        task.lane = chance(30) ? laneName(world) : nil
        task.duration = pick([0, 50, 100, 300, 1500])
        task.autoRemove = chance(15)
        switch number(0...11) {
        case 0: (task.on, task.notification) = ([], pick(["K", "L"]))
        case 1, 2: (task.on, task.kind) = ([], pick(World.Kind.allCases))
        case 3: task.on = []
        default: break
        }
        furnish(&task, world)
        return task
    }

    /// The other options of a new task.
    private mutating func furnish(_ task: inout World.Chore, _ world: World) {
        if chance(6) { task.duration = nil }
        if chance(15) {
            let name = anyName(world)
            if name != task.name, !task.after.contains(name), !task.prefers.contains(name) { task.follows = [name] }
        }
        if chance(15) { task.timeout = pick([0, 50, 100, 400]) }
        if chance(10) {
            task.retry = World.Retry(
                limit: number(0...3), delay: pick([0, 50, 300]), backoff: number(1...2),
                maximumDelay: chance(30) ? 100 : nil)
        }
        if chance(10) { task.blocks = chance(60) }
        if chance(10) { task.tearsDown = true }
    }

    private mutating func anyTask(_ world: World) -> String {
        let names = world.tasks.map(\.name) + newTasks
        return names.isEmpty ? "T0" : pick(names)
    }

    private mutating func scheduled(_ world: World, _ index: Int) -> World.Chore {
        var task = World.Chore(name: chance(25) ? anyTask(world) : "X\(index)")
        turns(&task, world)
        if chance(20) { task.rank = pick(World.Rank.allCases) }
        if chance(25) {
            let name = anyName(world)
            if name != task.name { task.after = [name] }
        }
        if chance(15) {
            let name = anyName(world)
            if name != task.name, !task.after.contains(name) { task.prefers = [name] }
        }
        task.lane = chance(20) ? laneName(world) : nil
        task.autoRemove = chance(10)
        furnish(&task, world)
        return task
    }

    private mutating func turns(_ task: inout World.Chore, _ world: World) {
        task.runsWhenMissed = chance(25)
        task.stopsOnFailure = chance(20)
        if chance(20) {
            task.recurrence = recurrence(world)
            task.duration = pick([0, 0, 50, 100])
            task.times = number(1...3)
            return
        }
        task.duration = pick([0, 0, 50, 100])
        task.catchUp = pick([nil, .once, .all, World.CatchUp.none])
        if chance(15) {
            task.at = pick([-3000, 700, 2000, 4000])
            return
        }
        task.every = world.tick * number(1...2)
        if chance(30) { task.at = pick([-3000, 700, 2000, 4000]) }
        task.times = chance(80) || task.duration != 0 ? number(1...3) : nil
    }

    private mutating func claim(_ world: World) -> Claim {
        let name = anyName(world)
        switch number(0...14) {
        case 10: return .queueIsRunning(chance(50))
        case 11: return .jobExists(pick(["J0", "J1"]), chance(50))
        case 12: return .jobIsActive(pick(["J0", "J1"]), chance(50))
        case 13: return .nextJob(pick(["J0", "J1"]), number(1...3))
        case 14: return .budget(isKept: chance(50))
        case 0:
            let other = anyName(world)
            return name == other ? .ran(name, 1) : .order([name, other])
        case 1, 2: return .ran(name, number(0...2))
        case 3: return .notRun(name)
        case 4: return .failed(name)
        case 5: return .skipped(name)
        case 6: return .missed(name)
        case 7: return .state(pick(State.allCases))
        case 8: return chance(50) ? .launch(100) : .noWarnings
        default: return .queue(number(0...2))
        }
    }
}
