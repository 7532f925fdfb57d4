import Text
import SchedulerCore
import SchedulerSimulation

/// Tasks, class lists and sequences.
extension ScenarioBuilder {
    /// Takes the tasks out of `root`, one by one: with a million names, the tree and what is read of it do not fit into
    /// memory together.
    mutating func readTasks(_ root: inout Fields<RootKey>) {
        var nodes = list(root.take(.tasks), "tasks")
        guard nodes.count <= ScenarioReader.maximumTasks else {
            error(
                at: nodes[ScenarioReader.maximumTasks].offset,
                "there are \(nodes.count) tasks; the limit is \(ScenarioReader.maximumTasks)")
            return
        }
        tasks.reserveCapacity(nodes.count)
        nodes.reverse()
        while let node = nodes.popLast() {
            guard let fields = fields(node, TaskKey.self) else { continue }
            readTask(fields)
        }
    }

    private mutating func readTask(_ fields: Fields<TaskKey>) {
        guard let nameNode = fields[.name], let name = name(nameNode, "name") else {
            _ = draft(fields, NameReference(name: "", offset: fields.offset))
            return
        }
        var draft = draft(fields, name)
        draft.task.spec.after = draft.after.map { $0.name }
        draft.task.spec.follows = draft.follows.map { $0.name }
        draft.task.spec.prefers = draft.prefers.map { $0.name }
        let stated = Set((draft.after + draft.follows).map { ByteName($0.name) })
        draft.task.assumes = draft.assumes.map { $0.name }.filter { !stated.contains(ByteName($0)) }
        draft.task.spec.follows += draft.task.assumes
        addEdges(draft.predecessors.count, at: name.offset)
        declare(name, number: tasks.count)
        tasks.append(draft)
    }

    /// Remembers a name, or reports that it is taken.
    private mutating func declare(_ reference: NameReference, number: Int) {
        let key = ByteName(reference.name)
        guard let first = numbers[key] else {
            numbers[key] = number
            return
        }
        let offset = first < tasks.count ? tasks[first].offset : sequences[first - tasks.count].offset
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

    private mutating func draft(_ fields: Fields<TaskKey>, _ name: NameReference) -> TaskDraft {
        var draft = TaskDraft(task: ScenarioTask(spec: TaskSpec(name: name.name)), offset: name.offset)
        draft.task.spec.trigger = trigger(fields)
        draft.after = names(fields[.after], "after")
        draft.follows = names(fields[.follows], "follows")
        draft.prefers = names(fields[.prefers], "prefers")
        draft.assumes = names(fields[.assumes], "assumes")
        if let node = fields[.priority] { draft.task.spec.priority = priority(node) }
        if let node = fields[.lane] {
            draft.task.spec.lane = lane(node)
            draft.laneOffset = fields.keyOffset(.lane)
        }
        if let node = fields[.duration], let model = durationModel(node, "duration") { draft.task.duration = model }
        if let node = fields[.timeout] { draft.task.spec.timeout = duration(node, "timeout") }
        if let node = fields[.outcome], let model = outcome(node, "outcome") { draft.task.outcome = model }
        if let node = fields[.retry] {
            draft.task.spec.retry = retry(node)
            draft.retryOffset = fields.keyOffset(.retry)
        }
        if let node = fields[.blocks] { draft.task.spec.blocks = boolean(node, "blocks") }
        if let node = fields[.anchor], boolean(node, "anchor") == true { makeAnchor(&draft, fields) }
        if let node = fields[.teardown] { draft.task.spec.tearsDown = boolean(node, "teardown") ?? false }
        if let node = fields[.autoRemove] { draft.task.spec.autoRemove = boolean(node, "autoRemove") ?? false }
        if let node = fields[.group] { draft.task.group = text(node, "group") }
        if let node = fields[.notes] { draft.task.notes = text(node, "notes") }
        draft.task.spec.expected = draft.task.duration.expected ?? draft.task.spec.timeout ?? .zero
        return draft
    }

    /// A milestone: it runs on a lane that is always free, in no time.
    private mutating func makeAnchor(_ draft: inout TaskDraft, _ fields: Fields<TaskKey>) {
        for key in [TaskKey.duration, .outcome, .retry, .timeout, .lane] where fields.has(key) {
            error(at: fields.keyOffset(key), "\"\(key.rawValue)\" must be removed: an anchor does no work")
        }
        if lanes[ByteName(LaneSpec.anchors)] == nil {
            scenario.configuration.lanes.append(LaneSpec(name: LaneSpec.anchors, width: LaneSpec.maximumWidth))
            lanes[ByteName(LaneSpec.anchors)] = LaneID(scenario.configuration.lanes.count - 1)
        }
        draft.task.isAnchor = true
        draft.task.spec.lane = lanes[ByteName(LaneSpec.anchors)]
    }

    mutating func priority(_ node: YAMLNode) -> Priority {
        let text = choice(node, "priority", Priority.allCases.map { "\($0)" })
        return Priority.allCases.first { "\($0)" == text } ?? .default
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
        if let node = fields[.limit] { policy.limit = integer(node, "limit", RetryKey.limit.row.shape) ?? 0 }
        if let node = fields[.delay], let delay = duration(node, "delay") { policy.delay = delay }
        if let node = fields[.maximumDelay], let delay = duration(node, "maximumDelay") { policy.maximumDelay = delay }
        if let node = fields[.backoff], let factor = thousandths(node, "backoff", RetryKey.backoff.row.shape) {
            policy.backoffThousandths = factor
        }
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
        let ordered = members.map { tasks[$0] }
        for (place, draft) in zip(members.sorted(), ordered) {
            tasks[place] = draft
            numbers[ByteName(draft.task.spec.name)] = place
        }
    }

    /// The task's number; nil if there is none, or it has another trigger.
    private mutating func assign(_ key: ClassesKey, to reference: NameReference) -> Int? {
        guard let number = numbers[ByteName(reference.name)], number < tasks.count else {
            scenario.missingClassTasks.append(reference.name)
            warning(
                at: reference.offset, "class-without-task",
                "no run for \(DisplayText.clean(reference.name)): no task has this name; add one or remove it from the list"
            )
            return nil
        }
        let trigger = Trigger.startup(key.startupClass)
        switch tasks[number].task.spec.trigger {
        case .none: tasks[number].task.spec.trigger = trigger
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
            if let node = fields[.onFailure], let choice = choice(node, "onFailure", ["stop", "continue"]) {
                spec.continuesOnFailure = choice == "continue"
            }
            if let node = fields[.timeout] { spec.timeout = duration(node, "timeout") }
            if let node = fields[.blocks] { spec.blocks = boolean(node, "blocks") ?? false }
            addEdges(steps.count, at: fields.offset)
            guard let nameNode = fields[.name], let name = name(nameNode, "name") else { continue }
            spec.name = name.name
            declare(name, number: tasks.count + sequences.count)
            sequences.append(SequenceDraft(spec: spec, offset: name.offset, steps: steps))
        }
        if tasks.count + sequences.count > ScenarioReader.maximumTasks {
            error(
                at: root.keyOffset(.sequences),
                "there are \(tasks.count + sequences.count) tasks and sequences; the limit is \(ScenarioReader.maximumTasks)"
            )
        }
    }
}
