/// Makes a differing world smaller for as long as it still differs: drops lines, tasks, edges and fields.
package struct Shrinker {
    private let differs: (World) -> Bool

    package init(differs: @escaping (World) -> Bool) { self.differs = differs }

    /// The smallest world that dropping one thing at a time leads to.
    package func shrunk(_ world: World) -> World {
        var best = world
        var isShrinking = true
        while isShrinking {
            isShrinking = false
            for smaller in Self.smaller(best) where differs(smaller) {
                best = smaller
                isShrinking = true
                break
            }
        }
        return best
    }

    /// Every world with one thing less.
    static func smaller(_ world: World) -> [World] {
        var found: [World] = []
        func add(_ change: (inout World) -> Void) {
            var copy = world
            change(&copy)
            if copy != world { found.append(copy) }
        }
        for index in world.script.indices where world.script.count > 1 { add { $0.script.remove(at: index) } }
        for index in world.tasks.indices { add { $0.dropTask(index) } }
        for index in world.sequences.indices { add { $0.dropSequence(index) } }
        add { $0.jobs = World.Jobs() }
        for index in world.jobs.enqueued.indices { add { $0.jobs.enqueued.remove(at: index) } }
        for index in world.jobs.handlers.indices { add { $0.jobs.handlers.remove(at: index) } }
        add { $0.recorded = [] }
        for index in world.recorded.indices { add { $0.recorded.remove(at: index) } }
        for index in world.classes.indices {
            add { $0.classes.remove(at: index) }
            for name in world.classes[index].names.indices where world.classes[index].names.count > 1 {
                add { $0.classes[index].names.remove(at: name) }
            }
        }
        settings(world, add)
        for index in world.tasks.indices {
            fields(of: world.tasks[index]) { change in add { change(&$0.tasks[index]) } }
        }
        for index in world.sequences.indices {
            for step in world.sequences[index].steps.indices { add { $0.sequences[index].steps.remove(at: step) } }
            add { $0.sequences[index].goesOn = false }
            add { $0.sequences[index].timeout = nil }
            add { $0.sequences[index].blocks = false }
            add { $0.sequences[index].on = [] }
        }
        for index in world.script.indices { line(world.script[index]) { line in add { $0.script[index] = line } } }
        return found
    }

    private static func settings(_ world: World, _ add: ((inout World) -> Void) -> Void) {
        let plain = World()
        add { $0.tick = plain.tick }
        add { $0.isExternal = false }
        add { $0.grace = plain.grace }
        add { $0.epoch = plain.epoch }
        add { $0.catchUp = .once }
        add { world in
            let used = world.tasks.compactMap(\.lane)
            world.lanes.removeAll { !used.contains($0.name) }
        }
        for index in world.lanes.indices {
            add { $0.lanes[index].gap = 0 }
            add { $0.lanes[index].width = 1 }
        }
        add { $0.launchLimit = plain.launchLimit }
        add { $0.launchBudget = nil }
        add { $0.backgroundLimit = plain.backgroundLimit }
        add { $0.terminateLimit = plain.terminateLimit }
        add { $0.isEnforced = false }
        add { $0.afterLaunchDelay = 0 }
        add { $0.suspendAfter = plain.suspendAfter }
        add { $0.isCriticalPath = false }
        let jobs = World.Jobs()
        add { $0.jobs.retryLimit = jobs.retryLimit }
        add { $0.jobs.startsOnActive = true }
        add { $0.jobs.stopsOnResign = true }
        add { $0.jobs.failedStaysAtHead = false }
        add { $0.jobs.delay = 0 }
        add { $0.jobs.backoff = 1 }
        add { $0.jobs.maximumDelay = nil }
        add { $0.jobs.anyHandler = nil }
        add {
            $0.jobs.queues = []
            for index in $0.jobs.handlers.indices { $0.jobs.handlers[index].options.queue = nil }
            for index in $0.jobs.enqueued.indices { $0.jobs.enqueued[index].options.queue = nil }
        }
        for index in world.jobs.handlers.indices {
            add { $0.jobs.handlers[index].options = World.JobOptions() }
            add { $0.jobs.handlers[index].outcomes = [.success] }
            add { $0.jobs.handlers[index].duration = 0 }
            add { $0.jobs.handlers[index].replaces = false }
            add { ($0.jobs.handlers[index].isUnique, $0.jobs.handlers[index].replaces) = (false, false) }
            add { $0.jobs.handlers[index].timeout = nil }
        }
        for index in world.jobs.enqueued.indices {
            add { $0.jobs.enqueued[index].options = World.JobOptions() }
            add { $0.jobs.enqueued[index].key = nil }
        }
    }

    private static func fields(of task: World.Chore, _ add: (@escaping (inout World.Chore) -> Void) -> Void) {
        for index in task.after.indices { add { $0.after.remove(at: index) } }
        for index in task.follows.indices { add { $0.follows.remove(at: index) } }
        for index in task.prefers.indices { add { $0.prefers.remove(at: index) } }
        add { $0.isAnchor = false }
        add { $0.tearsDown = false }
        add { $0.stopsOnFailure = false }
        for index in task.on.indices where task.on.count > 1 { add { $0.on.remove(at: index) } }
        add { $0.rank = .normal }
        add { $0.lane = nil }
        add { $0.timeout = nil }
        add { $0.retry = nil }
        add { $0.retry?.delay = 0 }
        add { $0.retry?.backoff = 1 }
        add { $0.retry?.maximumDelay = nil }
        add { $0.outcomes = [.success] }
        add { if $0.outcomes.count > 1 { $0.outcomes = [.fail] } }
        add { $0.blocks = nil }
        add { $0.autoRemove = false }
        add { $0.runsWhenMissed = false }
        add { $0.catchUp = nil }
        add { if $0.every != nil { $0.at = nil } }
        add { $0.times = nil }
        add { if $0.duration != nil { $0.duration = 0 } }
        add { if let duration = $0.duration, duration > 100 { $0.duration = 100 } }
        add {
            $0.kind = nil
            $0.notification = nil
            $0.every = nil
            $0.at = nil
            $0.recurrence = nil
            $0.stopsOnFailure = false
            $0.times = nil
            $0.runsWhenMissed = false
            $0.catchUp = nil
            $0.on = [.didFinishLaunching]
        }
    }

    private static func line(_ line: World.Line, _ add: (World.Line) -> Void) {
        var line = line
        switch line.time {
        case .none: break
        case .at, .after: add(World.Line(command: line.command))
        }
        switch line.command {
        case .fire(let events) where events.count > 1:
            for event in events { add(World.Line(time: line.time, command: .fire([event]))) }
        case .tick(let count) where count > 1: add(World.Line(time: line.time, command: .tick(1)))
        case .advance(let length) where length > 1000: add(World.Line(time: line.time, command: .advance(1000)))
        case .inject(let task):
            fields(of: task) { change in
                var smaller = task
                change(&smaller)
                line.command = .inject(smaller)
                add(line)
            }
        case .schedule(let task):
            fields(of: task) { change in
                var smaller = task
                change(&smaller)
                line.command = .schedule(smaller)
                add(line)
            }
        default: break
        }
    }
}

extension World {
    fileprivate mutating func dropTask(_ index: Int) { dropName(tasks.remove(at: index).name) }

    fileprivate mutating func dropSequence(_ index: Int) { dropName(sequences.remove(at: index).name) }

    /// Removes a name from everything that names it, commands included.
    private mutating func dropName(_ name: String) {
        for index in tasks.indices {
            tasks[index].after.removeAll { $0 == name }
            tasks[index].follows.removeAll { $0 == name }
            tasks[index].prefers.removeAll { $0 == name }
        }
        for index in classes.indices { classes[index].names.removeAll { $0 == name } }
        classes.removeAll { $0.names.isEmpty }
        recorded.removeAll { !$0.isJob && $0.name == name }
        for index in sequences.indices { sequences[index].steps.removeAll { $0 == name } }
        script.removeAll { $0.command.names(name) }
        if script.isEmpty { script = [Line(command: .launch)] }
    }
}

extension Command {
    fileprivate func names(_ name: String) -> Bool {
        switch self {
        case .waitDone(let other), .pause(let other), .resume(let other), .destroy(let other), .start(let other),
            .cancel(let other):
            other == name
        case .inject(let task), .schedule(let task):
            (task.after + task.follows + task.prefers).contains(name)
        case .addStep(let step, let sequence): step == name || sequence == name
        case .injectSequence(let sequence): sequence.steps.contains(name)
        case .expect(let claim): claim.text.contains(name)
        default: false
        }
    }
}
