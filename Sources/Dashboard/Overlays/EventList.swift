import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Text

/// The list of events that can be fired, with the chosen one.
struct EventList: Hashable, Sendable {
    var selected = 0
}

extension EventList: OverlayKind {
    func take(_ key: Key, in model: inout DashboardModel) -> [Request] {
        let list = model.fireable
        let count = list.count
        switch key {
        case .up, .character("k"): model.overlay = .events(EventList(selected: max(0, selected - 1)))
        case .down, .character("j"): model.overlay = .events(EventList(selected: min(count - 1, selected + 1)))
        case .home: model.overlay = .events(EventList(selected: 0))
        case .end: model.overlay = .events(EventList(selected: count - 1))
        case .escape, .character("q"), .character("E"): model.overlay = nil
        case .enter:
            model.overlay = nil
            guard list.indices.contains(selected) else { return [] }
            switch list[selected] {
            case .post(let key): model.perform(.order(.post(key)), text: "post \(CommandLanguage.written(key))")
            case .tick: model.perform(.tick(1), text: "tick")
            case .event(let event): model.perform(.order(.fire(EventSet(event))), text: "fire \(event)")
            }
        case .character, .control, .left, .right, .pageUp, .pageDown, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            break
        }
        return []
    }

    func draw(on screen: inout Screen) { screen.drawEventList(selected) }
}

extension DashboardModel {
    /// What `E` offers.
    enum Fireable: Hashable, Sendable {
        case post(String), tick, event(LifecycleEvent)
    }

    /// The most notification keys that `E` offers.
    static let maximumPosts = 200

    /// What can be fired alone, the scenario's own first: its notifications, the tick of an external clock, the events
    /// that its tasks run on, then the others, and the reserved ones last. O(tasks).
    var fireable: [Fireable] {
        var keys: [String] = []
        var known: Set<String> = []
        var used: Set<LifecycleEvent> = []
        for offset in 0..<scheduler.taskCount {
            switch scheduler.trigger(of: TaskID(offset)) {
            case .notification(let key):
                if keys.count < DashboardModel.maximumPosts, known.insert(key).inserted { keys.append(key) }
            case .events(let events): used.formUnion(events.events)
            case .none, .timer, .startup: continue
            }
        }
        let events = LifecycleEvent.allCases.filter { !$0.isOncePerProcess }
        func rank(_ event: LifecycleEvent) -> Int {
            used.contains(event) ? 0 : event == .reserved1 || event == .reserved2 ? 2 : 1
        }
        let sorted = (0...2).flatMap { wanted in events.filter { rank($0) == wanted } }
        let isExternal = scheduler.configuration.clockSource == .external
        return keys.map { .post($0) } + (isExternal ? [.tick] : []) + sorted.map { .event($0) }
    }
}

extension Screen {
    fileprivate mutating func drawEventList(_ selected: Int) {
        let events = model.fireable
        let box = canvas.bounds.centred(columns: 44, rows: events.count + 2)
        canvas.box(box, title: "Fire an event", style: theme.dim)
        let inner = box.inner
        let top = max(0, min(selected - inner.rows / 2, events.count - inner.rows))
        for (place, event) in events.dropFirst(top).prefix(max(0, inner.rows)).enumerated() {
            let isSelected = top + place == selected
            canvas.put(
                " \(Screen.word(event))", column: inner.column, row: inner.row + place,
                width: inner.columns, style: isSelected ? theme.bar : theme.standard)
        }
        if box.rows > 1 {
            canvas.write(
                " Enter fire, Esc close ", column: box.column + 2, row: box.endRow - 1, limit: box.endColumn - 1,
                style: theme.dim)
        }
    }

    private static func word(_ choice: DashboardModel.Fireable) -> String {
        switch choice {
        case .post(let key): "post \(DisplayText.clean(key))"
        case .tick: "tick"
        case .event(let event): "\(event)"
        }
    }
}
