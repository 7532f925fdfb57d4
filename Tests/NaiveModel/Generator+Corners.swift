/// Cases in which rules meet that random choices seldom bring together.
extension Generator {
    mutating func addCorner(_ world: inout World) {
        switch number(0...4) {
        case 0: addTeardowns(&world)
        case 1: addLateBasic(&world)
        case 2: addStepsOfClasses(&world)
        case 3: addLongTimer(&world)
        default: addPreferences(&world)
        }
    }

    /// Several tasks that tear down, on any lanes.
    private mutating func addTeardowns(_ world: inout World) {
        for index in world.tasks.indices where !world.tasks[index].isAnchor && chance(70) {
            world.tasks[index].tearsDown = true
            if chance(30) { world.tasks[index].rank = pick(World.Rank.allCases) }
            if chance(30) { world.tasks[index].blocks = chance(30) }
        }
    }

    /// Basic tasks beside other runs of main, while something else makes the event last.
    private mutating func addLateBasic(_ world: inout World) {
        let count = world.tasks.count
        for index in world.tasks.indices where world.tasks[index].on == [.didFinishLaunching] && chance(50) {
            world.tasks[index].lane = nil
        }
        var basic = World.Chore(name: "T\(count)", kind: .basic)
        basic.rank = pick(World.Rank.allCases)
        basic.duration = pick([0, 50, 100, 300])
        if chance(40) { basic.after = [pick(world.tasks).name] }
        var long = World.Chore(name: "T\(count + 1)", on: [.didFinishLaunching], lane: "async")
        long.duration = pick([700, 1500])
        long.blocks = true
        world.tasks += [basic, long]
        if chance(50) {
            world.tasks.append(World.Chore(name: "T\(count + 2)", kind: pick([.sync, .async]), duration: 300))
        }
    }

    /// Tasks of classes that are steps before their event.
    private mutating func addStepsOfClasses(_ world: inout World) {
        let steps = world.tasks.filter { $0.kind == .sync || $0.kind == .async }.map(\.name)
        guard !steps.isEmpty else { return addPreferences(&world) }
        let name = "S\(world.sequences.count)"
        let last = world.tasks.indices.last { index in
            let task = world.tasks[index]
            return task.kind == nil && task.on.isEmpty && !task.isTimer && task.notification == nil && !task.isAnchor
        }
        if let last, chance(50) { world.tasks[last].kind = .basic }
        world.sequences.append(
            World.Sequence(
                name: name, on: [pick([.willFinishLaunching, .didFinishLaunching])], steps: steps, goesOn: chance(50),
                blocks: chance(60)))
    }

    /// A timer whose runs are in the way of others.
    private mutating func addLongTimer(_ world: inout World) {
        var timer = World.Chore(name: "T\(world.tasks.count)", every: world.tick, rank: .high)
        timer.times = number(1...4)
        timer.duration = pick([50, 100, 1500, 3000])
        timer.stopsOnFailure = chance(30)
        if chance(30) { timer.lane = pick(["async", "main"]) }
        world.tasks.append(timer)
        for index in world.tasks.indices.dropLast() where chance(30) && !world.tasks[index].isTimer {
            if world.tasks[index].after.isEmpty { world.tasks[index].after = [timer.name] }
        }
        if chance(40) {
            world.sequences.append(
                World.Sequence(name: "S\(world.sequences.count)", on: [.didFinishLaunching], steps: [timer.name]))
        }
    }

    /// Preferences among all tasks.
    private mutating func addPreferences(_ world: inout World) {
        for index in world.tasks.indices.dropFirst() where chance(60) {
            let before = world.tasks[..<index].map(\.name).filter {
                !waits($0, for: world.tasks[index].name, in: world)
            }
            guard !before.isEmpty else { continue }
            let name = pick(before)
            if !(world.tasks[index].after + world.tasks[index].follows + world.tasks[index].prefers).contains(name) {
                world.tasks[index].prefers.append(name)
            }
        }
    }

    /// Whether a task waits for another one, itself or through others.
    private func waits(_ name: String, for other: String, in world: World) -> Bool {
        var open = [name]
        var seen: [String] = []
        while let next = open.popLast() {
            if next == other { return true }
            seen.append(next)
            let task = world.tasks.first { $0.name == next }
            let steps = world.sequences.first { $0.name == next }?.steps ?? []
            for before in (task?.after ?? []) + (task?.follows ?? []) + (task?.prefers ?? []) + steps
            where !seen.contains(before) { open.append(before) }
        }
        return false
    }
}
