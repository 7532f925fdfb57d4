import SchedulerCore
import SchedulerSimulation

extension DashboardModel {
    /// Takes one key: an open overlay has it first.
    mutating func handle(_ key: Key) -> [Request] {
        notice = nil
        if key == .control("c") { return [.quit(exitCode: 130)] }
        if key == .control("z") { return [.suspend] }
        if key == .control("l") { return [.redraw] }
        if let overlay { return handle(key, in: overlay) }
        let action = KeyMap.action(for: key, after: previousKey)
        previousKey = action == nil ? key : nil
        guard let action else {
            if key != .character("g") { notice = Notice(text: "no such key; ? shows them all") }
            return []
        }
        return perform(action)
    }

    private mutating func perform(_ action: KeyAction) -> [Request] {
        switch action {
        case .act, .fireList, .pauseOrResume, .destroy: changeWorld(action)
        case .runOrHold: isRunning.toggle()
        case .stepForward: stepTime(forward: true)
        case .stepBack: stepTime(forward: false)
        case .nextEvent: jumpToEvent(forward: true)
        case .previousEvent: jumpToEvent(forward: false)
        case .faster: changeSpeed(faster: true)
        case .slower: changeSpeed(faster: false)
        case .moveUp, .moveDown, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last: move(action)
        case .upstream, .downstream, .nextLint, .previousLint: jump(action)
        case .find: overlay = .prompt(Prompt(.find))
        case .filter: overlay = .prompt(Prompt(.filter, text: view.filter.text))
        case .findNext: find(forward: true, fromNext: true)
        case .findPrevious: find(forward: false, fromNext: true)
        case .panLeft, .panRight, .zoomIn, .zoomOut, .zoomFit, .zoomOne: changeScale(action)
        case .criticalOnly, .sort, .invertSort: changeRows(action)
        case .nextPane, .previousPane: view.pane = view.pane == .tasks ? .log : .tasks
        case .details: if view.selection != nil { overlay = .details(scroll: 0) }
        case .palette: overlay = .prompt(Prompt(.command, history: history))
        case .help: overlay = .help(Prompt(.help), scroll: 0)
        case .escape: stepOut()
        case .redraw: return [.redraw]
        case .quit: return [.quit(exitCode: 0)]
        case .interrupt: return [.quit(exitCode: 130)]
        case .suspend: return [.suspend]
        }
        return []
    }

    private mutating func changeWorld(_ action: KeyAction) {
        switch action {
        case .act(let act): perform(.action(act, url: nil), text: CommandLanguage.word(act))
        case .fireList: overlay = .events(selected: 0)
        case .pauseOrResume:
            guard let task = view.selection else { return }
            let name = scheduler.name(of: task)
            let isPaused = scheduler.snapshot(of: task).isPaused
            let written = CommandLanguage.written(name)
            if isPaused {
                perform(.resume(.task(name)), text: "resume \(written)")
            } else {
                perform(.pause(.task(name)), text: "pause \(written)")
            }
        case .destroy:
            guard let task = view.selection else { return }
            let name = scheduler.name(of: task)
            perform(.destroy(name), text: "destroy \(CommandLanguage.written(name))")
        case _: break
        }
    }

    private mutating func changeScale(_ action: KeyAction) {
        switch action {
        case .panLeft: pan(forward: false)
        case .panRight: pan(forward: true)
        case .zoomIn: zoom(finer: true)
        case .zoomOut: zoom(finer: false)
        case .zoomFit:
            view.zoom = .everything
            view.pannedTo = nil
            sessionChanged()
        case .zoomOne:
            view.zoom = .launch
            view.pannedTo = nil
            sessionChanged()
        case _: break
        }
    }

    private mutating func changeRows(_ action: KeyAction) {
        switch action {
        case .criticalOnly:
            view.criticalOnly.toggle()
            if view.criticalOnly, !plan.isCritical.contains(true) {
                view.criticalOnly = false
                notice = Notice(text: "no launch, so no critical path")
            }
        case .sort: view.sort = view.sort.next
        case .invertSort: view.isInverted.toggle()
        case _: break
        }
        orderRows()
    }

    /// Esc: one level out.
    private mutating func stepOut() {
        if view.criticalOnly {
            view.criticalOnly = false
            orderRows()
        } else if !view.filter.isEmpty {
            view.filter = RowFilter("")
            orderRows()
        } else if view.zoom != .launch || view.pannedTo != nil {
            changeScale(.zoomOne)
        } else if view.logOffset > 0 || view.pane == .log {
            view.logOffset = 0
            view.pane = .tasks
        } else {
            notice = Notice(text: "q quits")
        }
    }

    /// Carries out a command of the script language now; a refusal becomes a notice.
    mutating func perform(_ command: ScriptCommand, text: String) {
        let before = session.records.count
        let start = now
        session.perform(command, text: text)
        if case .action(.launch, _) = command { launched(since: before) }
        noticeRefusal(since: now >= start ? before : 0)
        view.logOffset = 0
        sessionChanged()
    }

    private mutating func launched(since before: Int) {
        let records = session.records
        let isRefused = records.dropFirst(before).contains { record in
            if case .refused = record.fact { return true }
            return false
        }
        guard !isRefused else { return }
        if !hasStarted && !options.isPaused { isRunning = true }
        hasStarted = true
    }

    private mutating func noticeRefusal(since before: Int) {
        for record in session.records.dropFirst(before) {
            guard case .refused(let id, let refusal) = record.fact else { continue }
            let texts = session.simulation.commandTexts
            let place = Int(id.index)
            let text = texts.indices.contains(place) ? TextColumns.clean(texts[place]) : "command"
            notice = Notice(text: "\(text): \(factText.refusal(refusal))", isAlarm: true)
        }
    }
}
