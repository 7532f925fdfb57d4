import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

/// What a lifecycle action does is said at once, from the plan that it makes.
extension DashboardModel {
    /// The most names in one of these sentences.
    private static let namedTasks = 3

    /// Why the app cannot be launched now; nil if it can, or if a queued end of the process comes first.
    var launchObstacle: String? {
        guard scheduler.launchedAt != nil,
            !scheduler.waitingActions.contains(where: { $0 == .terminate || $0 == .crash })
        else { return nil }
        let key = key(of: .world(.act(.terminate)))
        if isEnding { return "launch refused: the process is ending; launch again once it has ended" }
        let state = TriggerText.state(scheduler.state)
        return "launch refused: the app is already launched (\(state)); \(key) ends the process first"
    }

    /// Whether the end of the process is in progress, or waits its turn.
    var isEnding: Bool {
        scheduler.waitingActions.contains(.terminate) || scheduler.isDelivering && scheduler.finalState == .notRunning
    }

    /// The runs that an action given now waits for: those that hold an event and are not done.
    var holdingRuns: [TaskID] {
        (0..<scheduler.taskCount).map { TaskID($0) }.filter { task in
            guard scheduler.holdsEvents(task) else { return false }
            let snapshot = document.snapshot(of: task)
            switch snapshot.state {
            case .running, .retrying: return true
            case .waiting, .ready: return !snapshot.isParked
            case .idle, .stuck: return false
            }
        }
    }

    /// Says what an action that was just given does: what it waits for, what runs on it, how it ends.
    ///
    /// It begins in `state`, after runs that hold what is in progress: `holders`, nil if nothing is.
    mutating func sayConsequence(of action: LifecycleAction, in state: LifecycleState, after holders: [TaskID]?) {
        observeSession()
        let events = action.events(in: state)
        if holders != nil, events.isEmpty, action != .crash {
            let (over, then) = (overText(until: nil), TriggerText.state(state))
            return say("\(Self.word(action)): \(over), and is refused then: the app is \(then)")
        }
        switch action {
        case .background, .foreground, .memoryWarning, .terminate: break
        case .crash:
            let launch = "\(key(of: .world(.act(.launch)))) launches a new one"
            let parts = ["the process has ended", cancelledText(from: now), launch].compactMap { $0 }
            return say("crash: " + parts.joined(separator: "; "))
        case .launch, .interrupt, .openURL: return
        }
        var parts: [String] = []
        let delivery = holders == nil ? now : delivery(of: action, events)
        if let holders { parts.append(wait(for: holders, until: delivery)) }
        let tasks = (0..<scheduler.taskCount).map { TaskID($0) }.filter { task in
            let snapshot = document.snapshot(of: task)
            guard snapshot.exists, !snapshot.isPaused, case .events(let own) = snapshot.trigger else { return false }
            return events.contains { own.contains($0) } && !isPassedOver(task, from: delivery)
        }
        if action == .terminate, let cancelled = cancelledText(from: delivery ?? now) { parts.append(cancelled) }
        if tasks.isEmpty {
            if action == .memoryWarning || action == .background { parts.append("no task runs on it") }
        } else {
            parts.append(runText(of: tasks, from: delivery ?? now))
        }
        if let delivery {
            let skipped = (0..<scheduler.taskCount).map { TaskID($0) }.filter { task in
                guard case .events(let own) = scheduler.trigger(of: task) else { return false }
                return events.contains { own.contains($0) } && isSkipped(task, at: delivery)
            }
            if !skipped.isEmpty {
                let verb = skipped.count == 1 ? "is" : "are"
                parts.append("\(names(of: skipped)) \(verb) skipped, as an earlier run is not over")
            }
        }
        if let end = ending(of: action, from: delivery ?? now) { parts.append(end) }
        say("\(Self.word(action)): " + parts.joined(separator: "; "))
    }

    /// When the first of its events is delivered, for an action that waits its turn; nil if that is not planned.
    private func delivery(of action: LifecycleAction, _ events: [LifecycleEvent]) -> Instant? {
        if action != .terminate {
            let command = scheduler.waitingCommands.last
            return plan.commands.last { $0.command == command }?.time
        }
        // The record of its command is written when it is given.
        let index = plan.events.firstIndex { $0.time >= now && $0.event == .willTerminate }
        guard let last = index else { return nil }
        return plan.events[max(0, last - events.count + 1)].time
    }

    /// `waits until the launch is over at 490ms`; of several actions that wait, each waits for the one before it.
    private func overText(until delivery: Instant?) -> String {
        let ahead = scheduler.waitingActions.dropLast().last
        let what =
            ahead.map { Self.word($0) } ?? (scheduler.firstFrameAt == nil ? "the launch" : "the event under way")
        return "waits until \(what) is over" + (delivery.map { " at \(TimeText.text($0 - .zero))" } ?? "")
    }

    /// `waits until the launch is over at 490ms, for Settings and later runs`.
    private func wait(for holders: [TaskID], until delivery: Instant?) -> String {
        let over = overText(until: delivery)
        guard let delivery else { return over + (holders.isEmpty ? "" : ", for \(names(of: holders))") }
        // Behind the instant shown, the plan may have tasks that were added later.
        let hasLater = plan.runs.prefix(scheduler.taskCount).enumerated().contains { offset, runs in
            scheduler.holdsEvents(TaskID(offset)) && !holders.contains(TaskID(offset))
                && runs.contains { run in run.start.map { $0 > now && $0 < delivery } ?? false }
        }
        let waits = [holders.isEmpty ? nil : names(of: holders), hasLater ? "later runs" : nil].compactMap { $0 }
        return over + (waits.isEmpty ? "" : ", for \(waits.joined(separator: " and "))")
    }

    /// Whether the plan has no run of a task from an instant on that is neither skipped nor cancelled.
    private func isPassedOver(_ task: TaskID, from instant: Instant?) -> Bool {
        guard let instant, plan.runs.indices.contains(task.offset) else { return false }
        if isSkipped(task, at: instant) { return true }
        let runs = plan.runs[task.offset].filter { $0.released >= instant }
        // What an event passed over in a process that has ended is not paused any more.
        if runs.isEmpty { return instant <= now && scheduler.state == .notRunning }
        // What the end of the process cancels as it starts does not run, either.
        return runs.allSatisfy { $0.skipped != nil || $0.attempts.last?.outcome == .cancelled }
    }

    /// Whether a turn is skipped at an instant, as a run of an earlier one is not over.
    private func isSkipped(_ task: TaskID, at instant: Instant) -> Bool {
        plan.marks(of: task).contains { $0.kind == .skipped && $0.reason == .overrun && $0.time == instant }
    }

    /// `Search, Outbox are cancelled, List is skipped`; nil if no task is.
    private func cancelledText(from instant: Instant) -> String? {
        let (cancelled, skipped) = tasksCancelled(from: instant)
        let parts = [(cancelled, "cancelled"), (skipped, "skipped")].filter { !$0.0.isEmpty }
        let words = parts.map { parts in
            let verb = instant > now ? "will be" : parts.0.count == 1 ? "is" : "are"
            return "\(names(of: parts.0)) \(verb) \(parts.1)"
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// The tasks of which a run that is released and not over by an instant never succeeds, and those whose run never begins.
    private func tasksCancelled(from instant: Instant) -> (cancelled: [TaskID], skipped: [TaskID]) {
        var (cancelled, skipped): ([TaskID], [TaskID]) = ([], [])
        for offset in plan.runs.indices {
            let runs = plan.runs[offset].filter { $0.released <= instant }
            if runs.contains(where: { $0.attempts.last?.outcome == .cancelled && ($0.end ?? .zero) >= instant }) {
                cancelled.append(TaskID(offset))
            } else if runs.contains(where: { run in run.skipped.map { $0 >= instant } ?? false }) {
                skipped.append(TaskID(offset))
            }
        }
        return (cancelled, skipped)
    }

    /// `Save runs, Bye later`.
    private func runText(of tasks: [TaskID], from delivery: Instant) -> String {
        let waiting = tasks.filter { task in
            guard task.offset < plan.runs.count else { return false }
            let run = plan.runs[task.offset].first { $0.released >= delivery }
            return run.flatMap { $0.start }.map { $0 > delivery } ?? (run != nil)
        }
        let others = tasks.filter { !waiting.contains($0) }
        if others.isEmpty || waiting.isEmpty {
            return "\(names(of: tasks)) \(tasks.count == 1 ? "runs" : "run")" + (others.isEmpty ? " later" : "")
        }
        return "\(names(of: others)) \(others.count == 1 ? "runs" : "run"), \(names(of: waiting)) later"
    }

    private func names(of tasks: [TaskID]) -> String {
        Format.list(tasks.map { DisplayText.clean(scheduler.name(of: $0)) }, limit: Self.namedTasks)
    }

    private static func word(_ action: LifecycleAction) -> String {
        action == .memoryWarning ? "memory warning" : ReasonText.verb(of: action)
    }

    /// When the state that an action leads to begins: `the process ends at 1.02s`; nil if it leads to none.
    private func ending(of action: LifecycleAction, from delivery: Instant) -> String? {
        let (state, words): (LifecycleState, String)
        switch action {
        case .terminate: (state, words) = (.notRunning, "the process ends")
        case .background: (state, words) = (.background, "the app is in the background")
        case .foreground: (state, words) = (.active, "the app is active")
        case .launch, .memoryWarning, .interrupt, .openURL, .crash: return nil
        }
        if scheduler.state == state, scheduler.waitingActions.isEmpty {
            let launch = key(of: .world(.act(.launch)))
            return action == .terminate ? "the process has ended; \(launch) launches a new one" : words
        }
        let mark = plan.states.first { $0.time > now && $0.time >= delivery && $0.state == state }
        return mark.map { "\(words) at \(TimeText.text($0.time - .zero))" } ?? words
    }

    /// A post that no task waits for says so, as does a paused or resumed task what follows, and an expectation whether it
    /// holds; an injected task is shown.
    mutating func noticeResult(of command: ScriptCommand) {
        switch command {
        case .order(.post(let key), _):
            if !session.simulation.hears(key), notice == nil { say(DisplayText.clean(Summary.words(unheard: key))) }
        case .order(.resumeTask(let name), _):
            if let task = scheduler.task(named: name) { noticeResumption(of: task) }
        case .order(.pauseTask(let name), _):
            guard let snapshot = scheduler.task(named: name).map({ scheduler.snapshot(of: $0) }) else { return }
            let hasEvents = if case .events = snapshot.trigger { true } else { false }
            noticePause(
                DisplayText.clean(name), snapshot.isPaused, isIdle: hasEvents && snapshot.state == .idle,
                isRunning: snapshot.state == .running)
        case .order(.pauseLane(let name), _):
            let place = laneNames.firstIndex { $0.utf8.elementsEqual(name.utf8) }
            let isPaused = place.map { scheduler.snapshot(of: LaneID($0)).isPaused } ?? false
            noticePause("lane \(DisplayText.clean(name))", isPaused)
        case .order(.destroy(let name), _):
            let isRunning = scheduler.task(named: name).map { scheduler.snapshot(of: $0).state == .running } ?? false
            say("\(DisplayText.clean(name)) is destroyed" + (isRunning ? ": this run goes on, no other starts" : ""))
        case .expect:
            guard let verdict = session.simulation.verdicts.last else { return }
            let (claim, actual) = (DisplayText.clean(verdict.claim), DisplayText.clean(verdict.actual))
            if verdict.holds { say("\(claim) holds: \(actual)") } else { warn("\(claim) does not hold: \(actual)") }
        case .order(.enqueue(let job), _) where !scheduler.jobs.isHandled(job.task):
            let name = DisplayText.clean(job.task)
            say("\(name) is queued, but has no handler: what can run is listed under jobs, handlers in the scenario")
        case .order(.enqueue(let job), _) where scheduler.state == .notRunning:
            say("\(DisplayText.clean(job.task)) is queued: it waits for a launch")
        case .order(.queue(let change), _) where scheduler.state == .notRunning && notice == nil:
            switch change {
            case .start: say("the job queue starts with the next launch")
            case .stop: say("the job queue stays stopped in the next launch")
            case .empty, .retry, .discard, .remove, .cancel, .pause, .resume, .first, .limit: break
            }
        case .inject(let task):
            guard let id = scheduler.task(named: task.spec.name) else { return }
            observeSession()
            reveal(id)
            if order.row(of: id) != nil { jump(to: .task(id)) }
        case .order, .tick, .advance, .wait, .note, .view: break
        }
    }

    /// Says that something was paused, which little on the screen shows before its run is due.
    private mutating func noticePause(_ name: String, _ isPaused: Bool, isIdle: Bool = false, isRunning: Bool = false) {
        guard notice == nil, isPaused else { return }
        let effect =
            isRunning ? "this run goes on, no other starts" : isIdle ? "it misses its events" : "it starts no run"
        say("\(name) is paused: \(effect) until \(key(of: .world(.pauseOrResume))) resumes it")
    }

    /// Says what a resumed task waits for now.
    private mutating func noticeResumption(of task: TaskID) {
        guard notice == nil else { return }
        observeSession()
        let name = DisplayText.clean(scheduler.name(of: task))
        let wait = PresentText(context: blankScreen.context, task: task).sentence
        let state = scheduler.snapshot(of: task).state
        let next = DetailsText(context: blankScreen.context, task: task).nextText
        say("\(name) is resumed: " + (wait.map { "it \($0)" } ?? (state == .running ? "it runs" : "it runs \(next)")))
    }
}
