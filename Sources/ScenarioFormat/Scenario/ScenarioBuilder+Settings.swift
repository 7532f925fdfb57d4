import Text
import SchedulerCore
import SchedulerSimulation

/// Everything except tasks, sequences and the script.
extension ScenarioBuilder {
    mutating func readSettings(_ root: Fields<RootKey>) {
        if let node = root[.schema] { _ = integer(node, "schema", RootKey.schema.row.shape) as Int? }
        if let node = root[.name], let name = name(node, "name") { scenario.name = name.name }
        set(&scenario.seed, integer(root[.seed], "seed", RootKey.seed.row.shape))
        readLanes(root[.lanes])
        if let node = root[.clock], let clock = fields(node, ClockKey.self) { readClock(clock) }
        if let node = root[.limits], let limits = fields(node, LimitsKey.self) { readLimits(limits) }
        if let node = root[.budgets], let budgets = fields(node, BudgetsKey.self), let launch = budgets[.launch] {
            scenario.launchBudget = duration(launch, "budgets.launch")
        }
        set(&scenario.configuration.afterLaunchDelay, duration(root[.afterLaunchDelay], "afterLaunchDelay"))
        set(&scenario.configuration.suspendAfter, duration(root[.suspendAfter], "suspendAfter"))
        set(
            &scenario.configuration.order,
            choice(root[.order], "order", [("priority", .priority), ("criticalPath", .criticalPath)]))
    }

    private mutating func readClock(_ clock: Fields<ClockKey>) {
        if let node = clock[.interval], let interval = duration(node, "interval") {
            if interval.count > 0 {
                scenario.configuration.tick = interval
            } else {
                error(at: node.offset, "interval: the time between ticks must be more than 0")
            }
        }
        set(&scenario.epochStart, date(clock[.start], "start"))
        let ticks: Int? = integer(clock[.maximumInterval], "maximumInterval", ClockKey.maximumInterval.row.shape)
        set(&scenario.configuration.maximumInterval, ticks)
        set(&scenario.configuration.grace, duration(clock[.grace], "grace"))
        set(
            &scenario.configuration.clockSource,
            choice(clock[.source], "source", [("internal", .internal), ("external", .external)]))
        set(&scenario.catchUp, catchUp(clock[.catchUp]))
    }

    mutating func catchUp(_ node: YAMLNode?) -> CatchUp? {
        choice(node, "catchUp", CatchUp.allCases.map { ("\($0)", $0) })
    }

    private mutating func readLimits(_ limits: Fields<LimitsKey>) {
        set(&scenario.configuration.launchLimit, duration(limits[.launch], "limits.launch"))
        set(&scenario.configuration.backgroundLimit, duration(limits[.background], "limits.background"))
        set(&scenario.configuration.terminateLimit, duration(limits[.terminate], "limits.terminate"))
        set(&scenario.configuration.enforcesLimits, boolean(limits[.enforce], "enforce"))
    }

    private mutating func readLanes(_ node: YAMLNode?) {
        var declared: [(spec: LaneSpec, offset: Int)] = []
        switch node?.content {
        case nil, .empty: break
        case .mapping(let entries):
            if entries.count > 65535 {
                error(at: node?.offset ?? 0, "lanes: there are \(entries.count); the limit is 65535")
            }
            for entry in entries.prefix(65530) {
                if let problem = NameRule.problem(with: entry.key) { error(at: entry.keyOffset, "lanes: \(problem)") }
                declared.append((lane(entry), entry.keyOffset))
            }
        case .scalar, .sequence, .refused, .unread:
            hasUnreadLanes = true
            if let node { wrongLanes(node) }
        }
        let completed = SchedulerConfiguration(lanes: declared.map { $0.spec }).lanes
        scenario.configuration.lanes = completed
        for (index, lane) in completed.enumerated() { lanes[ByteName(lane.name)] = LaneID(index) }
        for (spec, offset) in declared {
            if let id = lanes[ByteName(spec.name)] { laneOffsets[id] = offset }
        }
    }

    /// Reports lanes that are no mapping; a list or a name is written as the mapping that it should be.
    private mutating func wrongLanes(_ node: YAMLNode) {
        let names = elements(node).compactMap { element -> String? in
            if case .scalar(let name) = element.content { plain(name) } else { nil }
        }
        guard !names.isEmpty else { return wrongKind(node, "lanes: expected names and widths") }
        error(at: node.offset, "write lanes: {\(names.map { "\($0): 1" }.joined(separator: ", "))}")
    }

    /// A name as a key: in quotes only if it needs them.
    func plain(_ name: String) -> String {
        name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ? name : quoted(name)
    }

    private mutating func lane(_ entry: YAMLEntry) -> LaneSpec {
        var spec = LaneSpec(name: entry.key)
        var widthNode: YAMLNode? = entry.value
        if case .mapping = entry.value.content, let lane = fields(entry.value, LaneKey.self) {
            widthNode = lane[.width]
            set(&spec.gap, duration(lane[.gap], "gap"))
        }
        if let node = widthNode, case .empty = node.content { widthNode = nil }
        guard let node = widthNode, let width: Int = integer(node, "width", .width) else { return spec }
        if entry.key == "main" && width != 1 {
            error(at: node.offset, "width: lane main always has width 1")
        } else {
            spec.width = width
        }
        return spec
    }
}
