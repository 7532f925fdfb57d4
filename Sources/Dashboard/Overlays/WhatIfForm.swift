import Text
import Planning
import SchedulerCore
import SchedulerSimulation

/// `W`: changes being tried on a task, with the resulting launch.
struct WhatIfForm: Hashable, Sendable {
    /// What can be changed.
    enum Field: CaseIterable, Hashable, Sendable {
        case duration, priority, lane, edge, event, blocks, width
    }
    /// The effect of a key.
    enum Result: Hashable, Sendable {
        case editing, apply, keep, ask, drop, useless
    }

    /// Changes that were being tried when the form was opened.
    struct Begun: Hashable, Sendable {
        var scenario: Scenario
        /// What they are, in a few words.
        var title: String
    }

    /// The changed task.
    let task: TaskID
    /// The scenario before the changes.
    let original: Scenario
    /// The scenario with the changes.
    private(set) var scenario: Scenario
    private(set) var field = Field.duration
    /// What was being tried when the form was opened: it goes on from there.
    private(set) var begun: Begun?
    /// The value being typed.
    private(set) var typed: Prompt?
    /// Whether the line still has the old value, which the first letter replaces.
    private var isOldValue = false
    /// Whether Esc was pressed on changes, so that once more drops them.
    private var isAsked = false
    /// What was wrong with the last change.
    private(set) var problem: String?
    /// The launch without and with the changes; nil if the scenario cannot be registered.
    let before: PlannedLaunch.Digest?
    private(set) var after: PlannedLaunch.Digest?
    /// The dependency of the task, or on it, that the changes leave with a predecessor that comes too late: the first task
    /// is parked until the second is released.
    private(set) var parking: Parking?

    /// A task that is parked until another one is released.
    struct Parking: Hashable, Sendable {
        var parked: TaskID
        var until: TaskID
    }

    /// A form without changes but those already tried; nil for tasks that are not in the scenario, such as injected ones.
    init?(_ task: TaskID, _ scenario: Scenario, begun: Begun? = nil) {
        guard scenario.tasks.indices.contains(task.offset) else { return nil }
        self.task = task
        self.begun = begun
        original = scenario
        self.scenario = begun?.scenario ?? scenario
        before = WhatIfForm.outlook(scenario).outlook
        after = begun.map { WhatIfForm.outlook($0.scenario).outlook } ?? before
        if begun != nil { parking = findParking() }
    }

    /// The form on a lane's width, for the first task of that lane; nil if it has none.
    init?(widthOf lane: LaneID, _ scenario: Scenario, begun: Begun? = nil) {
        let place = scenario.tasks.firstIndex { task in
            scenario.configuration.lane(of: task.spec) == lane
        }
        guard let place else { return nil }
        self.init(TaskID(place), scenario, begun: begun)
        field = .width
    }

    /// The task with the changes.
    var changed: ScenarioTask { scenario.tasks[task.offset] }
    /// Its lane.
    var lane: LaneID {
        scenario.configuration.lane(of: changed.spec)
    }
    /// Whether its event waits for it.
    var blocks: Bool { changed.spec.holdsEvent(in: lane) }
    /// Whether anything differs from the scenario.
    var hasChanges: Bool { scenario != original }
    /// Whether a field has another value than in the scenario.
    func isChanged(_ field: Field) -> Bool {
        let (old, lanes) = (original.tasks[task.offset], original.configuration.lanes)
        return switch field {
        case .duration: changed.duration != old.duration
        case .priority: changed.spec.priority != old.spec.priority
        case .lane: lane != original.configuration.lane(of: old.spec)
        case .edge: changed.statedPredecessors != old.statedPredecessors
        case .event: changed.spec.trigger != old.spec.trigger
        case .blocks: blocks != old.spec.holdsEvent(in: original.configuration.lane(of: old.spec))
        case .width: scenario.configuration.lanes[lane.offset].width != lanes[lane.offset].width
        }
    }
    /// Whether anything was changed in the form.
    private var isEdited: Bool { scenario != begun?.scenario ?? original }

    /// The changes in a few words; names are cleaned.
    var title: String {
        let start = begun?.scenario ?? original
        let (old, new) = (start.tasks[task.offset], changed)
        var changes: [ScenarioChange] = []
        if new.duration != old.duration { changes.append(.duration(task, new.duration)) }
        if new.spec.priority != old.spec.priority { changes.append(.priority(task, new.spec.priority)) }
        if new.spec.lane != old.spec.lane { changes.append(.lane(task, lane)) }
        let (earlier, later) = (old.statedPredecessors, new.statedPredecessors)
        for name in later where !earlier.contains(name) { changes.append(.addEdge(task, after: name)) }
        for name in earlier where !later.contains(name) { changes.append(.dropEdge(task, after: name)) }
        if new.spec.trigger != old.spec.trigger {
            switch new.spec.trigger {
            case .events(let events): changes.append(.events(task, events))
            case .startup(let startupClass): changes.append(.startupClass(task, startupClass))
            case .none, .timer, .notification: break
            }
        }
        if new.spec.blocks != old.spec.blocks { changes.append(.blocks(task, blocks)) }
        for offset in scenario.configuration.lanes.indices {
            let width = scenario.configuration.lanes[offset].width
            if width != start.configuration.lanes[offset].width { changes.append(.width(LaneID(offset), width)) }
        }
        return ((begun.map { [$0.title] } ?? []) + changes.map { $0.title(in: scenario) }).joined(separator: ", ")
    }

    /// Takes a key.
    mutating func take(_ key: Key) -> Result {
        problem = nil
        if var line = typed {
            if isOldValue, case .character = key { line = Prompt(.find) }
            isOldValue = false
            switch line.take(key) {
            case .editing: typed = line
            case .complete:
                complete(&line)
                typed = line
            case .cancelled: typed = nil
            case .accepted(let text):
                typed = nil
                accept(text)
            }
            return .editing
        }
        let wasAsked = isAsked
        isAsked = false
        // A letter with which a value of this field begins is typed, even if it is a key of the form; but what was changed
        // can be applied, kept and reset.
        if case .character(let glyph) = key, glyph.isLetter, beginsName(glyph), !(isEdited && "abr".contains(glyph)) {
            typed = Prompt(.find, text: String(glyph))
            return .editing
        }
        switch key {
        case .up, .character("k"), .backTab: step(-1)
        case .down, .character("j"), .tab: step(1)
        case .left, .character("h"), .character("-"): turn(-1)
        case .right, .character("l"), .character("+"): turn(1)
        case .enter: edit()
        case .character("a"): return .apply
        case .character("b"): return .keep
        case .character("r"):
            (scenario, after, begun, parking) = (original, before, nil, nil)
        case .escape, .character("q"), .character("W"):
            guard isEdited, !wasAsked else { return .drop }
            isAsked = true
            return .ask
        // What is none of the form's keys begins a value.
        case .character(let glyph) where glyph.isLetter || glyph.isNumber || glyph == "\"":
            typed = Prompt(.find, text: String(glyph))
        case .character: return .useless
        case .control, .home, .end, .pageUp, .pageDown, .backspace, .delete, .insert, .function: break
        }
        return .editing
    }

    /// Pasted text goes into an open line.
    mutating func paste(_ text: String) { typed?.insert(text) }

    private mutating func step(_ distance: Int) {
        let all = Field.allCases
        let place = (all.firstIndex(of: field) ?? 0) + distance
        field = all[(place + all.count) % all.count]
    }

    /// Whether a letter begins the name of a value that this field may have.
    private func beginsName(_ letter: Character) -> Bool {
        switch field {
        case .duration, .blocks, .width: false
        case .priority, .lane, .edge, .event:
            ChangeText(scenario).values(of: field, of: task).contains { value in
                value.lowercased().hasPrefix(letter.lowercased())
            }
        }
    }

    /// Enter: opens a line for a value.
    private mutating func edit() {
        isOldValue = field == .duration
        typed = Prompt(.find, text: isOldValue ? CommandLanguage.written(changed.duration) : "")
    }

    /// Tab: completes the last word of a value.
    private func complete(_ line: inout Prompt) {
        let head = line.line.lastIndex(of: ",").map { line.line[...$0] } ?? ""
        let word = line.line.dropFirst(head.count).lowercased()
        let found = ChangeText(scenario).values(of: field, of: task).filter { $0.lowercased().hasPrefix(word) }
        guard let first = found.first else { return }
        line.replace(with: head + found.dropFirst().reduce(first) { String($0.commonPrefix(with: $1)) })
        line.offers = found.count > 1 ? found.map { DisplayText.clean($0) } : []
    }

    /// Left and Right: the next value.
    private mutating func turn(_ distance: Int) {
        switch field {
        case .duration:
            guard let length = changed.duration.expected else { return edit() }
            // Steps by a tenth of what it was, in whole milliseconds: back is where it came from.
            let whole = original.tasks[task.offset].duration.expected ?? length
            let more = length.count + Int64(distance) * max(1, whole.count / 10_000_000) * 1_000_000
            make(.duration(task, .fixed(Nanoseconds(max(0, more)))))
        case .priority:
            let all = Priority.allCases
            let place = Int(changed.spec.priority.rawValue) - distance
            if all.indices.contains(place) { make(.priority(task, all[place])) }
        case .lane:
            let count = scenario.configuration.lanes.count
            make(.lane(task, LaneID((lane.offset + distance + count) % count)))
        case .edge: edit()
        case .event: turnEvent(distance)
        case .blocks: make(.blocks(task, !blocks))
        case .width:
            if lane == .main {
                problem = "lane main always has width 1"
            } else {
                make(.width(lane, scenario.configuration.lanes[lane.offset].width + distance))
            }
        }
    }

    /// A typed value, as `what-if` reads it.
    private mutating func accept(_ text: String) {
        let value = CommandLanguage.trimmed(text)
        guard !value.isEmpty else { return }
        do throws(WrongChange) {
            make(try ChangeText(scenario).change(field, of: task, to: value))
        } catch {
            problem = DisplayText.clean(error.message)
        }
    }

    /// The events of a launch, then the startup classes, for a task that one of them releases.
    private mutating func turnEvent(_ distance: Int) {
        let trigger = changed.spec.trigger
        switch trigger {
        case .events, .startup: break
        case .none, .timer, .notification:
            problem = "no event of a launch releases this task"
            return
        }
        let events: [LifecycleEvent] = [.willFinishLaunching, .didFinishLaunching, .didBecomeActive]
        var all = events.map { Trigger.events(EventSet($0)) } + StartupClass.allCases.map { Trigger.startup($0) }
        let old = original.tasks[task.offset].spec.trigger
        if !all.contains(old) { all.append(old) }
        let next = all[all.firstIndex(of: trigger).map { ($0 + distance + all.count) % all.count } ?? 0]
        switch next {
        case .events(let events):
            if case .startup = trigger {
                make(.events(task, events), onOwnLane: true)
            } else {
                make(.events(task, events))
            }
        case .startup(let startupClass): make(.startupClass(task, startupClass), onOwnLane: next == old)
        case .none, .timer, .notification: break
        }
    }

    /// Makes a change if the scenario can be registered with it; a class takes the task off its lane, what undoes that gives
    /// it back.
    private mutating func make(_ change: ScenarioChange, onOwnLane: Bool = false) {
        problem = change.refusal(in: scenario)
        guard problem == nil else { return }
        var next = change.applied(to: scenario)
        if onOwnLane { next.tasks[task.offset].spec.lane = original.tasks[task.offset].spec.lane }
        let (outlook, fault) = WhatIfForm.outlook(next)
        if let fault {
            problem = fault
        } else {
            scenario = next
            after = outlook
            parking = findParking()
        }
    }

    /// O(tasks + their dependencies).
    private func findParking() -> Parking? {
        func isLate(_ other: ScenarioTask, for one: ScenarioTask) -> Bool {
            LaunchMoment.isLate(other.spec.trigger, for: one.spec.trigger)
                && (one.spec.after.contains(other.spec.name) || one.spec.follows.contains(other.spec.name))
        }
        func isParked(_ one: Int, until other: Int) -> Bool {
            isLate(scenario.tasks[other], for: scenario.tasks[one])
                && !isLate(original.tasks[other], for: original.tasks[one])
        }
        for other in scenario.tasks.indices where other != task.offset {
            if isParked(task.offset, until: other) { return Parking(parked: task, until: TaskID(other)) }
            if isParked(other, until: task.offset) { return Parking(parked: TaskID(other), until: task) }
        }
        return nil
    }

    private static func outlook(_ scenario: Scenario) -> (outlook: PlannedLaunch.Digest?, problem: String?) {
        do throws(RegistrationError) {
            return (try PlannedLaunch(of: scenario).digest, nil)
        } catch {
            if case .cycle(let names, _) = error {
                return (nil, "a cycle: " + CycleText.path(names.map { DisplayText.clean($0) }))
            }
            return (nil, DisplayText.clean("\(error)"))
        }
    }
}
