import Planning
import Text
import SchedulerCore
import SchedulerSimulation
import TraceFormat

extension DashboardModel {
    /// Takes one key: quitting and redrawing work in every state, except by a letter while text is typed; other keys go to
    /// an open overlay first. The key of the palette closes an overlay, so that no letter of a command is taken for a key
    /// of a list.
    mutating func handle(_ key: Key) -> [Request] {
        let isTyped = if case .character = key { overlay?.part.takesText == true } else { false }
        if !isTyped, let request = options.keys.action(for: key, after: nil)?.requestInEveryState { return [request] }
        (notice, happening) = (nil, nil)
        resting = resting.map { ($0.task, .zero) }
        // Space continues a presentation, unless it is text.
        if hasOverlay, options.isPresenting, key == .character(" "), overlay?.part.takesText == false {
            closeTrial()
        }
        if hasOverlay, let overlay, !overlay.part.passes(key) {
            guard options.keys.action(for: key, after: nil) == .palette, !overlay.part.takesText else {
                return overlay.part.take(key, &self)
            }
            _ = overlay.part.take(.escape, &self)
            // A form that asks before it drops its changes stays.
            if hasOverlay { return [] }
        }
        if direct(key) { return [] }
        let action = options.keys.action(for: key, after: previousKey)
        if asked == .quit || isQuitDoubted, !answersQuitting(action) { return [] }
        if case .move? = action {} else { outlook.opensAdvice = false }
        if action != asked { asked = nil }
        previousKey = action == nil ? key : nil
        guard let action else {
            // A room need not know of a key of the remote control that does nothing.
            if key != .character("g"), !options.isPresenting { say("this key does nothing; ? shows all keys") }
            return []
        }
        // How fast a talk plays is no question.
        if action != .time(.slower), action != .time(.faster) { beginQuestion() }
        let requests = perform(action)
        // What is opened to answer a question stays at its instant.
        if options.isPresenting, hasOverlay { playback.isRunning = false }
        return requests
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
        case .pane(let number):
            guard let pane = Pane(rawValue: number) else { break }
            focus(pane)
            // A stage has no panes beside the table: while a question is answered, the pane is all there is.
            if options.isPresenting { view.isZoomed = pane != .tasks }
        // A pane that answers takes half of the stage, or most of it.
        case .zoomPane where options.isPresenting && view.isZoomed: view.split = view.split == .half ? .normal : .half
        case .zoomPane: view.isZoomed.toggle()
        case .layout:
            view.split = view.split.next
            say("layout: \(view.split.rawValue)")
        case .hops:
            // The zoomed pane has the whole graph, too, before the first and after the last.
            view.hops = view.isZoomed ? view.hops.map { $0 == .all ? nil : $0.next } ?? .one : (view.hops ?? .two).next
            say("graph: \(view.hops?.rawValue ?? "the whole")")
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
            say(usesMouse ? "mouse on" : "mouse off: the terminal selects text")
            return [.mouse(enabled: usesMouse)]
        case .help: overlay = .help(HelpList())
        case .escape: stepOut()
        case .quit: return quit()
        case .redraw, .interrupt, .suspend: return [action.requestInEveryState].compactMap { $0 }
        }
        return []
    }

    /// Quits; if there are unsaved changes, the first time only warns.
    mutating func quit() -> [Request] {
        guard hasUnsavedChanges, !isConfirmed(.quit) else { return [.quit(exitCode: 0)] }
        askWhetherToQuit()
        return []
    }

    /// Whether a key after the question whether to quit is to be carried out: what is typed for the shell must neither change
    /// the session nor end it.
    private mutating func answersQuitting(_ action: KeyAction?) -> Bool {
        if action == .palette || action == .quit && !isQuitDoubted {
            isQuitDoubted = false
            return true
        }
        (asked, isQuitDoubted) = (action == .quit ? .quit : nil, action != .quit && action != .escape)
        if isQuitDoubted {
            say(
                "that key did nothing: \(options.keys.shown(of: .quit) ?? ":quit") asks again whether to quit, Esc stays"
            )
        } else if action == .quit {
            askWhetherToQuit()
        }
        return false
    }

    private mutating func askWhetherToQuit() {
        let key = options.keys.shown(of: .quit) ?? ":quit"
        say("the changes are not saved: :save-scenario FILE saves them, \(key) again quits, Esc stays")
    }

    private mutating func changeWorld(_ change: KeyAction.World) {
        switch change {
        case .act(.terminate) where isEnding: crash()
        // The script's own launch is the one that is meant.
        case .act(.launch) where scriptLaunchesNow && !options.isPresenting: if !playback.isRunning { runOrHold() }
        case .act(let act):
            perform(.order(.action(act)), text: ReasonText.verb(of: act))
            // Pressed twice, it ends the process at once.
            if act == .terminate, isEnding { asked = .world(change) }
        case .fireList: overlay = .events(EventList())
        case .whatIf: openWhatIf()
        case .undo: undo()
        case .pauseOrResume:
            if case .lane(let lane) = view.selected { return pauseOrResume(lane) }
            guard let task = view.selection else {
                return say("select a task or a lane to pause it")
            }
            let name = scheduler.name(of: task)
            let isPaused = scheduler.snapshot(of: task).isPaused
            let written = CommandLanguage.written(name)
            if isPaused {
                perform(.order(.resumeTask(name)), text: "resume \(written)")
            } else {
                perform(.order(.pauseTask(name)), text: "pause \(written)")
            }
        case .destroy:
            guard let task = view.selection else {
                return say("select a task to destroy it")
            }
            let name = scheduler.name(of: task)
            guard isConfirmed(.world(.destroy)) else {
                let key = key(of: .world(.destroy))
                return say("\(key) again destroys \(DisplayText.clean(name)): it is gone for the rest of the process")
            }
            perform(.order(.destroy(name)), text: "destroy \(CommandLanguage.written(name))")
        }
    }

    /// Whether the next line of the script launches the app at this instant.
    private var scriptLaunchesNow: Bool {
        guard !showsProcess, launchObstacle == nil, let line = session.simulation.script.linesToCome.first,
            case .at(let time) = line.timing, Instant.zero + time <= now,
            case .order(.action(.launch), _) = line.command
        else { return false }
        return true
    }

    /// Whether the last key asked the same, so that this one means it; if not, the next one will.
    mutating func isConfirmed(_ action: KeyAction) -> Bool {
        let isAgain = asked == action
        asked = isAgain ? nil : action
        return isAgain
    }

    /// A terminate waits its turn: once more ends the process at once.
    private mutating func crash() {
        guard isConfirmed(.world(.act(.terminate))) else {
            let key = key(of: .world(.act(.terminate)))
            let waits = scheduler.waitingActions.contains(.terminate)
            return say(
                (waits ? "terminate waits its turn; " : "the process is ending; ")
                    + "\(key) again ends it at once (crash)")
        }
        perform(.order(.action(.crash)), text: ReasonText.verb(of: .crash))
    }

    private mutating func changeTime(_ step: KeyAction.Time) {
        switch step {
        case .runOrHold: if showsProcess { followOrHold() } else { runOrHold() }
        case .stepForward: self.step(forward: true)
        case .stepBack: self.step(forward: false)
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
            overlay = .prompt(Prompt(.kinds, text: view.logKinds.joined(separator: " "), isSelected: true))
        case .filter: overlay = .prompt(Prompt(.filter, text: view.filter.text, isSelected: true))
        case .next: find(forward: true, fromNext: true)
        case .previous: find(forward: false, fromNext: true)
        }
    }

    private mutating func changeScale(_ change: KeyAction.Scale) {
        switch change {
        case .earlier where view.pane == .graph: if !enterGraph() { jump(.upstream) }
        case .later where view.pane == .graph: if !enterGraph() { jump(.downstream) }
        case .earlier: pan(forward: false)
        case .later: pan(forward: true)
        case .finer: zoom(finer: true)
        case .coarser: zoom(finer: false)
        case .everything:
            let isAgain = view.zoom == .everything && view.isFolded
            fit(.everything, isFolded: !isAgain)
            observeSession()
            let count = scale(cells: timelineCells).folds.count
            if count > 0 { say("idle gaps folded: \(count); press again to unfold them") }
        case .launch: fit(.launch, isFolded: false)
        }
    }

    private mutating func changeRows(_ change: KeyAction.Rows) {
        let place = selectedPlace
        switch change {
        case .compare: return compareNext()
        case .criticalOnly:
            if plan.chain.isEmpty, !view.criticalOnly {
                return say("no launch, so no critical path")
            }
            return showCriticalPath(only: !view.criticalOnly)
        case .sort: return sort(by: view.sort.next)
        case .group:
            // Groups that the scenario does not have are passed over.
            let next = grouping.next
            group(by: next == .group && !hasGroups ? next.next : next)
        case .invertSort: view.isInverted.toggle()
        case .rails:
            view.showsRails = layout.column(.rails) == nil
            return
        }
        orderRows(keeping: place)
        selectFirstUnlessChosen()
    }

    /// Sorts the rows; the first is selected unless a task was chosen by hand.
    mutating func sort(by sort: RowSort) {
        let place = selectedPlace
        // Another column begins in its own order, the longest first.
        (view.sort, view.isInverted) = (sort, false)
        orderRows(keeping: place)
        selectFirstUnlessChosen()
    }

    private mutating func selectFirstUnlessChosen() {
        guard !view.isChosen else { return }
        view.selected = order.rows.first
        followSelection()
    }

    /// Esc: closes or goes back.
    private mutating func stepOut() {
        if options.isPresenting {
            view.isZoomed = false
            returnToStop()
        } else if view.isZoomed {
            view.isZoomed = false
        } else if view.pane == .log, !view.logKinds.isEmpty {
            view.logKinds = []
        } else if view.only != nil {
            view.only = nil
            orderRows()
        } else if view.criticalOnly {
            showCriticalPath(only: false)
        } else if !view.filter.isEmpty {
            let place = selectedPlace
            view.filter = RowFilter("")
            orderRows(keeping: place)
        } else if view.comparison != nil {
            view.comparison = nil
            say("comparison off")
        } else if view.zoom != .launch || view.pannedTo != nil {
            changeScale(.launch)
        } else if view.logOffset > 0 || view.pane != .tasks || view.lowerPane != .log {
            (view.logOffset, view.lowerPane) = (0, .log)
            focus(.tasks)
        } else {
            say("q quits")
        }
    }

    /// Carries out a command of the script language now; a refusal becomes a notice.
    ///
    /// While a process is shown, sends the command there instead.
    mutating func perform(_ command: ScriptCommand, text: String) {
        if showsProcess { return ask(command, text: text) }
        if case .order(.action(.launch), _) = command, let launchObstacle { return warn(launchObstacle) }
        // While a talk plays on, its script would go on with a world that is not its own.
        if options.isPresenting { playback.isRunning = false }
        let before = session.records.count
        let start = now
        let isBusy = scheduler.isDelivering
        let (state, holders) = (scheduler.finalState, isBusy ? holdingRuns : nil)
        let next = session.nextGiven
        let isRepeated = next.map { $0.time == now && $0.text == text } ?? false
        let isFork = !isRepeated && session.hasFuture && (next != nil || session.hasLaterCommands)
        let whole = isFork ? document : nil
        var fork: String?
        document.forgetPlan(from: before)
        if isRepeated {
            session.repeatGiven()
        } else {
            if isFork { fork = keepBranch() }
            session.perform(command, text: text)
        }
        if case .order(.action(.launch), _) = command { launched(since: before) }
        if isBusy { noticeWait(of: command, text, since: before) }
        // What was queued behind a crash is refused; that is no answer to it.
        if command != .order(.action(.crash)) { noticeRefusal(since: now >= start ? before : 0) }
        if let whole, isRefusedAlone(since: before) {
            // What changed nothing begins no other course.
            document = whole
            return
        }
        view.logOffset = 0
        noticeResult(of: command)
        if case .order(.action(let action), _) = command, notice?.isAlarm != true {
            sayConsequence(of: action, in: state, after: holders)
        }
        // A talk returns to its stop by itself.
        guard let fork, !options.isPresenting, notice?.isAlarm != true else { return }
        say([notice?.text, fork].compactMap { $0 }.joined(separator: "; "))
    }

    private func isRefusedAlone(since before: Int) -> Bool {
        let records = session.records.dropFirst(before)
        return !records.isEmpty
            && records.allSatisfy { if case .refused = $0.fact { true } else { false } }
    }

    /// Shows a notice that an event waits until the current one is over.
    private mutating func noticeWait(of command: ScriptCommand, _ text: String, since before: Int) {
        switch command {
        case .order(.action(.launch), _) where scheduler.waitingActions.contains(.launch):
            return say("launch: waits until the process has ended")
        case .order(.action(.interrupt), _), .order(.action(.openURL), _), .order(.fire, _): break
        case .order, .inject, .tick, .advance, .wait, .expect, .note, .view: return
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
        say("\(DisplayText.clean(text)) is queued: \(what) is in progress")
    }

    private mutating func launched(since before: Int) {
        let records = session.records
        let isRefused = records.dropFirst(before).contains { record in
            if case .refused = record.fact { return true }
            return false
        }
        guard !isRefused else { return }
        if !options.isPaused, !options.isPresenting, !playback.isRunning {
            (playback.isRunning, playback.endsWithLaunch) = (true, true)
        }
    }

    mutating func noticeRefusal(since before: Int) {
        for record in session.records.dropFirst(before) {
            guard case .refused(let id, let refusal) = record.fact else { continue }
            document.updateNames()
            var names = traceNames
            names.messages = session.simulation.notices.map { DriverMessage($0.message, code: $0.code) }
            warn(
                FactText(names: names).refusal(refusal, of: id, in: session.simulation))
        }
    }
}
