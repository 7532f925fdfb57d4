import SchedulerSimulation
import TraceAnalysis
import Planning
import SchedulerCore

/// One lesson of the tour: a scenario, a question about it, and what answers it.
enum Lesson: Int, CaseIterable, Hashable, Sendable {
    case launch = 1
    case criticalPath
    case waiting
    case time
    case advice
    case lifecycle
    case pausing
    case stage
    case tangle

    /// In a few words.
    var title: String {
        switch self {
        case .launch: "a launch"
        case .criticalPath: "the critical path"
        case .waiting: "why it waited"
        case .time: "time goes both ways"
        case .advice: "what would shorten it"
        case .lifecycle: "away and back"
        case .pausing: "what if it never answers"
        case .stage: "show it to a room"
        case .tangle: "a tangle of 60 tasks"
        }
    }

    /// What to do on the screen.
    var question: String {
        switch self {
        case .launch:
            "Three tasks run when this app is launched; the bars show the plan. Launch it: press L, and wait until the "
                + "log says LAUNCH COMPLETE."
        case .criticalPath:
            "One chain of tasks determines the launch; CP in column SLACK marks it. One task could end later and delay "
                + "nothing. Select it with j and k, then press Enter."
        case .waiting:
            "Home starts late. Select it with j: the line below the table says what it waited for. Press u to go to "
                + "the dependency that finished last, then press Enter."
        case .time:
            "Upload runs after the first frame. Launch with L, then pause while Upload is running: Space pauses, ] "
                + "and [ go to the next and previous event, . and , to where "
                + "something happens."
        case .advice:
            "The launch should take 400ms at most. WHY says what bounds it, TRY what helps. Press a for all advice: "
                + "j and k preview a change on the bars, Enter applies it."
        case .lifecycle:
            "Refresh runs when the app comes back to the foreground. Launch with L, send the app away with B, press Space "
                + "until SaveCart is done, then F and Space."
        case .pausing:
            "Lane network may never answer. Go to it below the tasks with G, then j, pause it with p and launch with L. "
                + "The first row says what the launch is complete without."
        case .stage:
            "A script shows a launch to a room: type :highlight Home, then :note Home waits for the feed. :write FILE "
                + "keeps what you typed, taskscope --present FILE shows it."
        case .tangle:
            "Sixty tasks, and the launch may take 420ms at most. One change is not enough: apply one, read WHY and "
                + "TRY again, and repeat. W tries changes of your own."
        }
    }

    /// The question for lines of text.
    var plainQuestion: String {
        switch self {
        case .launch: "Three tasks run when this app is launched. Type launch, then advance 1s."
        case .criticalPath:
            "One chain of tasks determines the launch. One task is not on it. tasks lists all tasks; type answer NAME."
        case .waiting:
            "Home starts late. why Home says what it waited for. Which task finished last? Type answer NAME."
        case .time:
            "Upload runs after the first frame. Type launch, then go to an instant at which Upload runs: advance 100ms "
                + "moves forward, goto 0s goes back, tasks shows what is running."
        case .advice:
            "The launch should take 400ms at most. advice lists what would shorten it; try 1 applies the first change."
        case .lifecycle:
            "Refresh runs when the app comes back. Type launch, background, advance 1s, then foreground and advance 1s."
        case .pausing:
            "Lane network may never answer. Type pause lane:network, then launch and advance 1s; status says what the "
                + "launch is complete without."
        case .stage:
            "A script shows a launch to a room. Type highlight Home, then note Home waits for the feed; write FILE keeps it."
        case .tangle:
            "Sixty tasks, and the launch may take 420ms at most. One change is not enough: repeat advice and try 1."
        }
    }

    /// A hint for a learner who is stuck.
    var hint: String {
        switch self {
        case .launch: "L is a capital letter: Shift and l. Capitals change the app, lowercase letters the view"
        case .criticalPath: "only Images has a time in SLACK: it could end that much later"
        case .waiting: "press j until > is beside Home, the second to last task; then u, then Enter"
        case .time: "after L, ] goes to the first frame; then press . until the letter of Upload is R"
        case .advice: "press a, then Enter: the first line is the change that saves the most"
        case .lifecycle: "L, B, Space; once SaveCart has the letter D: F, Space"
        case .pausing: "G, j, j, j, then p: the row of lane network says paused; then L"
        case .stage: "the colon opens the command line; Enter carries the command out"
        case .tangle: "press a, Enter, and again; the first row shows how far the launch is from its budget"
        }
    }

    /// The question for lines of text.
    var plainHint: String {
        switch self {
        case .launch: "type launch, then advance 1s"
        case .criticalPath: "tasks says \"on the critical path\" for every task but one"
        case .waiting: "why Home lists what it waited for, in order; the last dependency is the answer"
        case .time: "type launch and goto 200ms; then advance 20ms until tasks says that Upload runs"
        case .advice: "type try 1: the first line of advice is the change that saves the most"
        case .lifecycle: "after background, advance 1s lets SaveCart end; then foreground and advance 1s"
        case .pausing: "type pause lane:network, launch, advance 1s"
        case .stage: "type highlight Home, then note and a sentence of your own"
        case .tangle: "type try 1, and again; advice marks what keeps the budget, status shows the launch time"
        }
    }

    /// What the learner now knows.
    var lesson: String {
        switch self {
        case .launch: "The launch took 180ms to the first frame, the sum of the three tasks"
        case .criticalPath: "Images has 160ms to spare; making it faster would gain nothing"
        case .waiting: "Offers finished last in lane network, which runs one task at a time"
        case .time: "You see what happened at that time; nothing runs again. , steps back as exactly as . steps forward"
        case .advice: "Every gain is exact: taskscope simulated the launch with each change"
        case .lifecycle:
            "Each action delivers its events in order; the app was in the background once SaveCart had ended"
        case .pausing: "Parked tasks hold no first frame, and no budget is judged without them; p resumes the lane"
        case .stage: "A note is a caption and a stop; select, range, show, only and try direct the view, too"
        case .tangle: ":save-scenario FILE saves such changes; taskscope new starts a scenario of your own"
        }
    }

    /// The launch time to reach; nil if the question is about something else.
    var goal: Nanoseconds? {
        switch self {
        case .advice: .milliseconds(400)
        case .tangle: .milliseconds(420)
        case .launch, .criticalPath, .waiting, .time, .lifecycle, .pausing, .stage: nil
        }
    }

    /// The name that answers the question; nil if it is not a name.
    var answer: String? {
        switch self {
        case .criticalPath: "Images"
        case .waiting: "Offers"
        case .launch, .time, .advice, .lifecycle, .pausing, .stage, .tangle: nil
        }
    }

    /// The lesson after this one.
    var next: Lesson? { Lesson(rawValue: rawValue + 1) }
}

extension Lesson {
    /// Whether the dashboard's state answers the question.
    func isSolved(by model: DashboardModel) -> Bool {
        if let goal { return model.plan.launchLength?.keeps(goal) ?? false }
        if let answer {
            guard case .details? = model.overlay, let task = model.view.selection else { return false }
            return model.scheduler.name(of: task).utf8.elementsEqual(answer.utf8)
        }
        if self == .stage { return !model.stage.highlighted.isEmpty && !model.session.simulation.captions.isEmpty }
        guard !model.forecast.assumesLaunch else { return false }
        let isComplete = model.plan.firstFrame.map { $0 <= model.now } ?? false
        if self == .launch { return isComplete }
        if self == .pausing { return isComplete && (model.plan.launchLength?.parked ?? 0) > 0 }
        if self == .lifecycle {
            return model.scheduler.task(named: "Refresh").map { model.scheduler.snapshot(of: $0).runsEnded > 0 }
                ?? false
        }
        guard !model.playback.isRunning, let task = model.scheduler.task(named: "Upload"),
            let run = model.plan.shownRun(of: task, at: model.now), let start = run.start
        else { return false }
        return start <= model.now && run.end.map { model.now < $0 } ?? true
    }

    /// What is wrong with a name given as the answer.
    func complaint(about name: String) -> String {
        self == .criticalPath
            ? "\(name) is on the critical path: if it ended later, so would the launch"
            : "\(name) was not the last task to finish before Home"
    }
}
