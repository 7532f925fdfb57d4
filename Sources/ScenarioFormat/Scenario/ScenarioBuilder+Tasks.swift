import Text
import SchedulerCore
import SchedulerSimulation

/// Tasks, class lists and sequences.
extension ScenarioBuilder {
    mutating func readTasks(_ root: Fields<RootKey>) {
        let nodes = list(root[.tasks], "tasks")
        guard nodes.count <= ScenarioReader.maximumTasks else {
            error(
                at: nodes[ScenarioReader.maximumTasks].offset,
                "there are \(nodes.count) tasks; the limit is \(ScenarioReader.maximumTasks)")
            return
        }
        scenario.tasks.reserveCapacity(nodes.count)
        taskPlaces.reserveCapacity(nodes.count)
        for node in nodes {
            guard let fields = fields(element(node), TaskKey.self) else { continue }
            readTask(fields)
        }
    }

    private mutating func readTask(_ fields: Fields<TaskKey>) {
        guard let nameNode = fields[.name], let name = name(nameNode, "name") else {
            _ = read(fields, NameReference(name: "", offset: fields.offset))
            return
        }
        let (task, places) = read(fields, name)
        addEdges(places.predecessors.count, at: name.offset)
        declare(name, number: scenario.tasks.count)
        scenario.tasks.append(task)
        taskPlaces.append(places)
    }

    /// The predecessors of a task; what it states it does not assume.
    private mutating func readPredecessors(_ fields: Fields<TaskKey>, _ task: inout ScenarioTask) -> [Int32] {
        let after = names(fields[.after], "after")
        var follows = names(fields[.follows], "follows")
        var assumes = names(fields[.assumes], "assumes")
        if !assumes.isEmpty {
            let stated = Set((after + follows).map { ByteName($0.name) })
            assumes.removeAll { stated.contains(ByteName($0.name)) }
            task.assumes = assumes.map { $0.name }
            follows += assumes
        }
        let prefers = names(fields[.prefers], "prefers")
        task.spec.after = after.map { $0.name }
        task.spec.follows = follows.map { $0.name }
        task.spec.prefers = prefers.map { $0.name }
        // A file has at most 16 MiB.
        return [after, follows, prefers].flatMap { $0.map { Int32($0.offset) } }
    }

    /// Remembers a name, or reports that it is taken.
    private mutating func declare(_ reference: NameReference, number: Int) {
        let key = ByteName(reference.name)
        guard let first = numbers[key] else {
            numbers[key] = number
            return
        }
        let count = taskPlaces.count
        let offset = first < count ? taskPlaces[first].offset : sequences[first - count].offset
        let line = source.position(of: offset).line
        error(at: reference.offset, "duplicate name \(quoted(reference.name)), first on line \(line)")
    }

    private mutating func addEdges(_ count: Int, at offset: Int) {
        let limit = edgeLimit
        if edgeCount <= limit && edgeCount + count > limit {
            error(at: offset, "there are more than \(limit) dependencies and steps, which is the limit")
        }
        edgeCount += count
    }

    private mutating func read(_ fields: Fields<TaskKey>, _ name: NameReference) -> (ScenarioTask, TaskPlaces) {
        var task = ScenarioTask(spec: TaskSpec(name: name.name))
        var places = TaskPlaces(offset: name.offset)
        task.spec.trigger = trigger(fields)
        places.predecessors = readPredecessors(fields, &task)
        task.spec.priority = priority(fields[.priority])
        if let node = fields[.lane] {
            task.spec.lane = lane(node)
            places.laneOffset = fields.keyOffset(.lane)
        }
        if let node = fields[.duration], let model = durationModel(node, "duration") { task.duration = model }
        task.spec.timeout = duration(fields[.timeout], "timeout")
        if let node = fields[.outcome], let model = outcome(node, "outcome") { task.outcome = model }
        if let node = fields[.retry] {
            task.spec.retry = retry(node)
            places.retryOffset = fields.keyOffset(.retry)
        }
        task.spec.blocks = boolean(fields[.blocks], "blocks")
        if let node = fields[.anchor], boolean(node, "anchor") == true { makeAnchor(&task, fields) }
        task.spec.tearsDown = boolean(fields[.teardown], "teardown") ?? false
        task.spec.autoRemove = boolean(fields[.autoRemove], "autoRemove") ?? false
        task.group = text(fields[.group], "group")
        task.notes = text(fields[.notes], "notes")
        task.spec.expected = task.duration.expected ?? task.spec.timeout ?? .zero
        return (task, places)
    }

    /// A milestone: it runs on a lane that is always free, in no time.
    private mutating func makeAnchor(_ task: inout ScenarioTask, _ fields: Fields<TaskKey>) {
        for key in [TaskKey.duration, .outcome, .retry, .timeout, .lane] where fields.has(key) {
            error(
                at: fields.keyOffset(key), "\"\(key.rawValue)\" must be removed, or \"anchor\": an anchor does no work")
        }
        if lanes[ByteName(LaneSpec.anchors)] == nil {
            scenario.configuration.lanes.append(LaneSpec(name: LaneSpec.anchors, width: LaneSpec.maximumWidth))
            lanes[ByteName(LaneSpec.anchors)] = LaneID(scenario.configuration.lanes.count - 1)
        }
        task.isAnchor = true
        task.spec.lane = lanes[ByteName(LaneSpec.anchors)]
    }

    mutating func priority(_ node: YAMLNode?) -> Priority {
        choice(node, "priority", Priority.allCases.map { ("\($0)", $0) }) ?? .default
    }

    private mutating func lane(_ node: YAMLNode) -> LaneID? {
        guard let name = text(node, "lane") else { return nil }
        if let id = lanes[ByteName(name)] { return id }
        if hasUnreadLanes { return nil }
        var hint = report.nearest.hint(for: name, among: scenario.configuration.lanes.map { $0.name })
        if hint.isEmpty { hint = "; add lanes: {\(plain(name)): 1}, or use \(usualLanes)" }
        error(at: node.offset, "lane: unknown lane \(quoted(name))\(hint)")
        return nil
    }

    /// The lanes of the file, and main: `io, net or main`.
    private var usualLanes: String {
        let automatic = [LaneSpec.anchors] + SchedulerConfiguration(lanes: []).lanes.map { $0.name }
        let own = scenario.configuration.lanes.map { $0.name }.filter { !automatic.contains($0) }
        let shown = own.prefix(Self.listedLanes).map { DisplayText.clean($0) }
        return (shown.isEmpty ? "" : shown.joined(separator: ", ") + " or ") + "main"
    }

    /// How many lanes a message lists.
    private static let listedLanes = 5

    private mutating func retry(_ node: YAMLNode) -> RetryPolicy {
        if case .scalar(let text) = node.content, (NumberText.integer(text) as Int?) != nil {
            error(at: node.offset, "write retry: {limit: \(text)}")
            return .none
        }
        guard let fields = fields(node, RetryKey.self) else { return .none }
        var policy = RetryPolicy.none
        set(&policy.limit, integer(fields[.limit], "limit", RetryKey.limit.row.shape))
        set(&policy.delay, duration(fields[.delay], "delay"))
        set(&policy.maximumDelay, duration(fields[.maximumDelay], "maximumDelay"))
        set(&policy.backoffThousandths, thousandths(fields[.backoff], "backoff", RetryKey.backoff.row.shape))
        return policy
    }

    mutating func readClasses(_ root: Fields<RootKey>) {
        guard let node = root[.classes], let classes = fields(node, ClassesKey.self) else { return }
        for key in ClassesKey.allCases {
            guard let node = classes[key] else { continue }
            if case .empty = node.content { continue }
            readClass(key, names(node, key.rawValue))
        }
    }

    /// Gives the tasks of a list their class, and the list's order: they swap places among themselves, as tasks are
    /// released in the order of their registration.
    private mutating func readClass(_ key: ClassesKey, _ references: [NameReference]) {
        var places: [ByteName: Int] = [:]
        var members: [Int] = []
        for reference in references {
            if let first = places.updateValue(reference.offset, forKey: ByteName(reference.name)) {
                let line = source.position(of: first).line
                error(
                    at: reference.offset,
                    "\(key.rawValue): \(quoted(reference.name)) is listed twice, first on line \(line)")
                continue
            }
            if let number = assign(key, to: reference) { members.append(number) }
        }
        let ordered = members.map { (scenario.tasks[$0], taskPlaces[$0]) }
        for (number, member) in zip(members.sorted(), ordered) {
            (scenario.tasks[number], taskPlaces[number]) = member
            numbers[ByteName(member.0.spec.name)] = number
        }
    }

    /// The task's number; nil if there is none, or it has another trigger.
    private mutating func assign(_ key: ClassesKey, to reference: NameReference) -> Int? {
        guard let number = numbers[ByteName(reference.name)], number < scenario.tasks.count else {
            scenario.missingClassTasks.append(reference.name)
            warning(
                at: reference.offset, "class-without-task",
                "no run for \(DisplayText.clean(reference.name)): no task has this name; add one or remove it from the list"
            )
            return nil
        }
        let trigger = Trigger.startup(key.startupClass)
        switch scenario.tasks[number].spec.trigger {
        case .none: scenario.tasks[number].spec.trigger = trigger
        case trigger: return number
        case .startup, .events, .timer, .notification:
            error(
                at: reference.offset,
                "\(key.rawValue): \(quoted(reference.name)) already has another trigger; a task can have only one kind"
            )
            return nil
        }
        return number
    }

    mutating func readSequences(_ root: Fields<RootKey>) {
        for node in list(root[.sequences], "sequences") {
            guard let fields = fields(node, SequenceKey.self) else { continue }
            let steps = names(fields[.steps], "steps")
            var spec = SequenceSpec(name: "", steps: steps.map { $0.name })
            if let node = fields[.on] { spec.events = events(node, "on") }
            let goesOn = choice(fields[.onFailure], "onFailure", [("stop", false), ("continue", true)])
            set(&spec.continuesOnFailure, goesOn)
            spec.timeout = duration(fields[.timeout], "timeout")
            spec.blocks = boolean(fields[.blocks], "blocks") ?? false
            addEdges(steps.count, at: fields.offset)
            guard let nameNode = fields[.name], let name = name(nameNode, "name") else { continue }
            spec.name = name.name
            declare(name, number: scenario.tasks.count + sequences.count)
            sequences.append(SequenceDraft(spec: spec, offset: name.offset, steps: steps))
        }
        let count = scenario.tasks.count + sequences.count
        if count > ScenarioReader.maximumTasks {
            error(
                at: root.keyOffset(.sequences),
                "there are \(count) tasks and sequences; the limit is \(ScenarioReader.maximumTasks)")
        }
    }
}
