import Planning
import Text
import SchedulerCore
import SchedulerSimulation
import TraceFormat

extension DashboardModel {
    /// Takes one key: quitting and redrawing work in every state; other keys go to an open overlay first. The key of
    /// the palette closes an overlay, so that no letter of a command is taken for a key of a list.
    mutating func handle(_ key: Key) -> [Request] {
        if let request = options.keys.action(for: key, after: nil)?.requestInEveryState { return [request] }
        notice = nil
        lastKey = key
        outlook.opensAdvice = false
        resting = resting.map { ($0.task, .zero) }
        if hasOverlay, let overlay {
            guard options.keys.action(for: key, after: nil) == .palette, !overlay.part.takesText else {
                return overlay.part.take(key, &self)
            }
            _ = overlay.part.take(.escape, &self)
        }
        let action = options.keys.action(for: key, after: previousKey)
        if action != .quit { asksToQuit = false }
        if action != .move(.down), action != .move(.last) { asksForLanes = false }
        previousKey = action == nil ? key : nil
        guard let action else {
            if key != .character("g") { notice = Notice(text: "this key does nothing; ? shows all keys") }
            return []
        }
        return perform(action)
    }

    private mutating func perform(_ action: KeyAction) -> [Request] {
        switch action {
        case .world(let change): changeWorld(change)
        case .time(let step): changeTime(step)
        case .move(let movement): move(movement)
        case .jump(let target): jump(target)
        case .search(let search): self.search(search)
        case .scale(let change): changeScale(change)
        case .rows(let change): changeRows(change)
        case .otherPane(let forward): focus(view.pane.next(forward: forward))
        case .pane(let number): choose(number)
        case .zoomPane: zoomPane()
        case .layout:
            view.split = view.split.next
            notice = Notice(text: "layout: \(view.split.rawValue)")
            sessionChanged()
        case .hops:
            view.hops = (view.hops ?? .two).next
            notice = Notice(text: "graph: \(view.hops?.rawValue ?? "")")
        case .details: open()
        case .advice: openAdvice()
        case .palette: overlay = .prompt(Prompt(.command, history: history))
        case .export:
            var prompt = Prompt(.command, text: "export ", history: history)
            complete(&prompt)
            overlay = .prompt(prompt)
        case .copy: return copySelection()
        case .mouse:
            usesMouse.toggle()
            notice = Notice(text: usesMouse ? "mouse on" : "mouse off: the terminal selects text")
            return [.mouse(enabled: usesMouse)]
        case .help: overlay = .help(HelpList())
        case .escape: stepOut()
        case .quit: return quit()
        case .redraw, .interrupt, .suspend: return [action.requestInEveryState].compactMap { $0 }
        }
        return []
    }

    /// A digit: tries the change of TRY with this number; if there is none, opens the pane.
    private mutating func choose(_ number: Int) {
        if hasTry(number) { return openAdvice(at: number - 1) }
        if awaitsTry(number) {
            let all = outlook.headline.tries.isEmpty ? "" : "; \(key(of: .advice)) lists those found so far"
            notice = Notice(text: "not all changes have been tried yet, so TRY has no numbers\(all)")
            return
        }
        if let pane = Pane(rawValue: number) { focus(pane) }
    }

    /// Whether TRY may soon have a change under this number, so that its key is not a pane's.
    func awaitsTry(_ number: Int) -> Bool {
        outlook.isSeeking && layout.headlineRow != nil && number <= Headline.shownTries
    }

    /// Whether TRY shows a change under this number. It does once all changes have been tried: what is found later would
    /// give the numbers to other changes while somebody reads them.
    func hasTry(_ number: Int) -> Bool {
        layout.headlineRow != nil && number <= Headline.shownTries && number <= outlook.headline.tries.count
            && !outlook.isSeeking
    }

    /// Quits; if there are unsaved changes, the first time only warns.
    mutating func quit() -> [Request] {
        guard hasUnsavedChanges, !asksToQuit else { return [.quit(exitCode: 0)] }
        asksToQuit = true
        let key = options.keys.shown(of: .quit) ?? ":quit"
        notice = Notice(text: "the changes are not saved: :save-scenario FILE saves them, \(key) again quits")
        return []
    }

    private mutating func changeWorld(_ change: KeyAction.World) {
        switch change {
        case .act(let act): perform(.order(.action(act)), text: ReasonText.verb(of: act))
        case .fireList: overlay = .events(EventList())
        case .whatIf: openWhatIf()
        case .undo: undo()
        case .pauseOrResume:
            if case .lane(let lane) = view.selected { return pauseOrResume(lane) }
            guard let task = view.selection else {
                notice = Notice(text: "select a task or a lane to pause it")
                return
            }
            let name = scheduler.name(of: task)
            let isPaused = scheduler.snapshot(of: task).isPaused
            let written = CommandLanguage.written(name)
            if isPaused {
                perform(.order(.resumeTask(name)), text: "resume \(written)")
            } else {
                perform(.order(.pauseTask(name)), text: "pause \(written)")
                noticePause(DisplayText.clean(name), scheduler.snapshot(of: task).isPaused)
            }
        case .destroy:
            guard let task = view.selection else {
                notice = Notice(text: "select a task to destroy it")
                return
            }
            let name = scheduler.name(of: task)
            perform(.order(.destroy(name)), text: "destroy \(CommandLanguage.written(name))")
        }
    }

    /// Says that something was paused, which little on the screen shows before its run is due.
    mutating func noticePause(_ name: String, _ isPaused: Bool) {
        guard notice == nil, isPaused else { return }
        notice = Notice(text: "\(name) is paused: it starts no run until \(key(of: .world(.pauseOrResume))) resumes it")
    }

    private mutating func changeTime(_ step: KeyAction.Time) {
        switch step {
        case .runOrHold: if showsProcess { followOrHold() } else { runOrHold() }
        case .stepForward: stepTime(forward: true)
        case .stepBack: stepTime(forward: false)
        case .nextEvent: jumpToEvent(forward: true)
        case .previousEvent: jumpToEvent(forward: false)
        case .faster: changeSpeed(faster: true)
        case .slower: changeSpeed(faster: false)
        }
    }

    private mutating func search(_ search: KeyAction.Search) {
        switch search {
        case .find: overlay = .prompt(Prompt(.find))
        case .filter where view.pane == .log:
            overlay = .prompt(Prompt(.kinds, text: view.logKinds.joined(separator: " ")))
        case .filter: overlay = .prompt(Prompt(.filter, text: view.filter.text))
        case .next: find(forward: true, fromNext: true)
        case .previous: find(forward: false, fromNext: true)
        }
    }

    private mutating func changeScale(_ change: KeyAction.Scale) {
        switch change {
        case .earlier where view.pane == .graph: jump(.upstream)
        case .later where view.pane == .graph: jump(.downstream)
        case .earlier: pan(forward: false)
        case .later: pan(forward: true)
        case .finer: zoom(finer: true)
        case .coarser: zoom(finer: false)
        case .everything:
            let isAgain = view.zoom == .everything && view.isFolded
            fit(.everything, isFolded: !isAgain)
            let count = scale(cells: timelineCells).folds.count
            if count > 0 { notice = Notice(text: "idle gaps folded: \(count); press again to unfold them") }
        case .launch: fit(.launch, isFolded: false)
        }
    }

    private mutating func changeRows(_ change: KeyAction.Rows) {
        let place = selectedPlace
        switch change {
        case .compare: return compareNext()
        case .criticalOnly:
            if plan.chain.isEmpty, !view.criticalOnly {
                notice = Notice(text: "no launch, so no critical path")
                return
            }
            return showCriticalPath(only: !view.criticalOnly)
        case .sort: view.sort = view.sort.next
        case .group: group(by: grouping.next)
        case .invertSort: view.isInverted.toggle()
        case .rails:
            view.showsRails = layout.column(.rails) == nil
            sessionChanged()
            return
        }
        orderRows(keeping: place)
    }

    /// Esc: closes or goes back.
    private mutating func stepOut() {
        if view.isZoomed {
            zoomPane()
        } else if view.pane == .log, !view.logKinds.isEmpty {
            view.logKinds = []
        } else if view.criticalOnly {
            showCriticalPath(only: false)
        } else if !view.filter.isEmpty {
            let place = selectedPlace
            view.filter = RowFilter("")
            orderRows(keeping: place)
        } else if view.comparison != nil {
            view.comparison = nil
            if view.isFolded { sessionChanged() }
            notice = Notice(text: "comparison off")
        } else if view.zoom != .launch || view.pannedTo != nil {
            changeScale(.launch)
        } else if view.logOffset > 0 || view.pane != .tasks || view.lowerPane != .log {
            (view.logOffset, view.lowerPane) = (0, .log)
            focus(.tasks)
        } else {
            notice = Notice(text: "q quits")
        }
    }

    /// Carries out a command of the script language now; a refusal becomes a notice.
    ///
    /// While a process is shown, sends the command there instead.
    mutating func perform(_ command: ScriptCommand, text: String) {
        if showsProcess { return ask(command, text: text) }
        let before = session.records.count
        let start = now
        let isBusy = scheduler.isDelivering
        document.forgetPlan(from: before)
        if let next = session.nextGiven, next.time == now, next.text == text {
            session.repeatGiven()
        } else {
            if session.hasFuture, session.nextGiven != nil || session.hasLaterCommands { keepBranch() }
            session.perform(command, text: text)
        }
        if case .order(.action(.launch), _) = command { launched(since: before) }
        if isBusy { noticeWait(of: command, text, since: before) }
        noticeRefusal(since: now >= start ? before : 0)
        view.logOffset = 0
        sessionChanged()
    }

    /// Shows a notice that an event waits until the current one is over.
    private mutating func noticeWait(of command: ScriptCommand, _ text: String, since before: Int) {
        switch command {
        case .order(.action, _), .order(.fire, _): break
        case .order, .inject, .tick, .advance, .wait, .expect, .note, .speed: return
        }
        let isDelivered = session.records.dropFirst(before).contains { record in
            switch record.fact {
            case .event, .refused: true
            case .action, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park, .job, .queue,
                .sequence, .expect, .warning:
                false
            }
        }
        guard !isDelivered else { return }
        let what = scheduler.launchedAt != nil && scheduler.firstFrameAt == nil ? "the launch" : "an event"
        notice = Notice(text: "\(DisplayText.clean(text)) is queued: \(what) is in progress")
    }

    private mutating func launched(since before: Int) {
        let records = session.records
        let isRefused = records.dropFirst(before).contains { record in
            if case .refused = record.fact { return true }
            return false
        }
        guard !isRefused else { return }
        if !playback.hasStarted && !options.isPaused { (playback.isRunning, playback.endsWithLaunch) = (true, true) }
        playback.hasStarted = true
    }

    mutating func noticeRefusal(since before: Int) {
        for record in session.records.dropFirst(before) {
            guard case .refused(let id, let refusal) = record.fact else { continue }
            document.updateNames()
            var names = traceNames
            names.messages = session.simulation.notices.map { DriverMessage($0.message, code: $0.code) }
            notice = Notice(
                text: FactText(names: names).refusal(refusal, of: id, in: session.simulation), isAlarm: true)
        }
    }
}
