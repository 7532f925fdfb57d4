import Text
import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// What `E` offers.
    enum Fireable: Hashable, Sendable {
        case post(String), tick, event(LifecycleEvent)
    }

    /// Keys of notifications that `E` offers at most.
    static let maximumPosts = 200

    /// What can be fired alone, the scenario's own first: its notifications, the tick of an external clock, the events
    /// that its tasks run on, then the others, last those that no app has given a meaning. O(tasks).
    var fireable: [Fireable] {
        let scheduler = scheduler
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

    /// Takes a key while an overlay is open.
    mutating func handle(_ key: Key, in open: Overlay) -> [Request] {
        switch open {
        case .prompt(var prompt): return type(key, into: &prompt)
        case .help(var prompt, let scroll):
            overlay = helpAfter(key, &prompt, scroll)
        case .events(let selected): choose(key, selected)
        case .details(let scroll): overlay = detailsAfter(key, scroll)
        case .whatIf(let form): handle(key, in: form)
        case .advice(let selected): chooseAdvice(key, selected)
        }
        return []
    }

    /// The wheel scrolls an overlay, a click closes it.
    mutating func handle(_ event: MouseEvent, in open: Overlay) {
        let key: Key
        switch event.kind {
        case .scrollUp: key = .up
        case .scrollDown: key = .down
        case .press: key = .escape
        case .doublePress, .drag, .release: return
        }
        if case .prompt = open { return }
        _ = handle(key, in: open)
    }

    /// Text pasted: into an open prompt, else nowhere; it is never a command.
    mutating func paste(_ text: String) {
        let line = String(text.prefix { !$0.isNewline })
        switch overlay {
        case .prompt(var prompt):
            prompt.insert(line)
            overlay = .prompt(prompt)
        case .help(var prompt, _):
            prompt.insert(line)
            overlay = .help(prompt, scroll: 0)
        case .whatIf(var form):
            form.paste(line)
            overlay = .whatIf(form)
        case .events, .details, .advice, nil:
            notice = Notice(text: "paste works only in a prompt: press : to open one")
        }
    }

    private mutating func type(_ key: Key, into prompt: inout Prompt) -> [Request] {
        switch prompt.take(key) {
        case .editing: overlay = .prompt(prompt)
        case .cancelled: overlay = nil
        case .complete:
            if prompt.purpose == .command { complete(&prompt) }
            if prompt.purpose == .kinds { completeKinds(&prompt) }
            overlay = .prompt(prompt)
        case .accepted(let line):
            overlay = nil
            return accept(line, for: prompt.purpose)
        }
        return []
    }

    private mutating func accept(_ line: String, for purpose: Prompt.Purpose) -> [Request] {
        switch purpose {
        case .command: return carryOut(line)
        case .find:
            if !line.isEmpty { view.search = line }
            find(forward: true, fromNext: line.isEmpty)
        case .filter:
            view.filter = RowFilter(line)
            orderRows()
            if let word = view.filter.problem {
                notice = Notice(
                    text: "unknown filter \(TextColumns.clean(word)): \(RowFilter.fields)", isAlarm: true)
            } else if order.tasks.isEmpty {
                notice = Notice(text: "no task matches the filter; Esc clears it")
            }
        case .kinds:
            let words = line.split(separator: " ").map { $0.lowercased() }
            if let wrong = words.first(where: { word in !LogFormat.kinds.contains { $0.lowercased().hasPrefix(word) } })
            {
                notice = Notice(
                    text: "unknown kind of line \(TextColumns.clean(wrong)); Tab lists the kinds",
                    isAlarm: true)
                return []
            }
            view.logKinds = words
            view.logOffset = 0
        case .help: break
        }
        return []
    }

    /// The letters of the rows on the screen.
    private var shownStates: [StateLetter] {
        let top = firstRow(height: layout.table.rows)
        var letters: [StateLetter] = []
        for row in top..<max(top, min(order.rows.count, top + layout.table.rows)) {
            guard let task = rowKey(row).task else { continue }
            let letter = stateLetter(task)
            if !letters.contains(letter) { letters.append(letter) }
        }
        return letters
    }

    /// The lines of the help that hold what was typed.
    func helpLines(_ prompt: Prompt) -> [HelpText.Line] {
        HelpText(
            keys: options.keys, width: columns - 5, isASCII: options.isASCII,
            states: prompt.line.isEmpty ? shownStates : []
        ).lines(with: prompt.line)
    }

    private func helpAfter(_ key: Key, _ prompt: inout Prompt, _ scroll: Int) -> Overlay? {
        let page = max(1, rows - 6)
        let last = max(0, helpLines(prompt).count - max(0, rows - 2))
        switch key {
        case .up: return .help(prompt, scroll: max(0, scroll - 1))
        case .down: return .help(prompt, scroll: min(last, scroll + 1))
        case .pageUp: return .help(prompt, scroll: max(0, scroll - page))
        case .pageDown: return .help(prompt, scroll: min(last, scroll + page))
        case .home: return .help(prompt, scroll: 0)
        case .end: return .help(prompt, scroll: last)
        case .character("?") where prompt.text.isEmpty: return nil
        case .character("q") where prompt.text.isEmpty: return nil
        case .character, .control, .left, .right, .enter, .escape, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            break
        }
        switch prompt.take(key) {
        case .editing, .complete: return .help(prompt, scroll: 0)
        case .cancelled, .accepted: return nil
        }
    }

    private mutating func choose(_ key: Key, _ selected: Int) {
        let list = fireable
        let count = list.count
        switch key {
        case .up, .character("k"): overlay = .events(selected: max(0, selected - 1))
        case .down, .character("j"): overlay = .events(selected: min(count - 1, selected + 1))
        case .home: overlay = .events(selected: 0)
        case .end: overlay = .events(selected: count - 1)
        case .escape, .character("q"), .character("E"): overlay = nil
        case .enter:
            overlay = nil
            guard list.indices.contains(selected) else { return }
            switch list[selected] {
            case .post(let key): perform(.order(.post(key)), text: "post \(CommandLanguage.written(key))")
            case .tick: perform(.tick(1), text: "tick")
            case .event(let event): perform(.order(.fire(EventSet(event))), text: "fire \(event)")
            }
        case .character, .control, .left, .right, .pageUp, .pageDown, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            break
        }
    }

    private func detailsAfter(_ key: Key, _ scroll: Int) -> Overlay? {
        switch key {
        case .up, .character("k"): .details(scroll: max(0, scroll - 1))
        case .down, .character("j"): .details(scroll: scroll + 1)
        case .pageUp: .details(scroll: max(0, scroll - rows))
        case .pageDown: .details(scroll: scroll + rows)
        case .enter, .escape, .character("q"): nil
        case .character, .control, .left, .right, .home, .end, .tab, .backTab, .backspace, .delete, .insert, .function:
            .details(scroll: scroll)
        }
    }
}
