import Planning
import SchedulerCore

/// One lesson of the tour: a scenario, a question about it, and what answers it.
enum Lesson: Int, CaseIterable, Hashable, Sendable {
    case launch = 1
    case criticalPath
    case waiting
    case time
    case advice
    case tangle

    /// In a few words.
    var title: String {
        switch self {
        case .launch: "a launch"
        case .criticalPath: "the critical path"
        case .waiting: "why it waited"
        case .time: "time goes both ways"
        case .advice: "what would shorten it"
        case .tangle: "a tangle of 60 tasks"
        }
    }

    /// What is to be done on the screen.
    var question: String {
        switch self {
        case .launch:
            "Three tasks run when this app is launched; their bars are planned. Launch it: press L, and wait until the "
                + "log says LAUNCH COMPLETE."
        case .criticalPath:
            "One chain of tasks determines the launch: CP in column SLACK marks it. One task could end later and delay "
                + "nothing. Go there with j and k, and press Enter."
        case .waiting:
            "Home starts late. Select it with j: the line below the table says what it waited for. The key u goes to "
                + "the dependency that finished last. Press Enter there."
        case .time:
            "Upload runs after the first frame. Launch with L, then pause time while Upload runs: Space pauses it, ] and [ "
                + "go from event to event, . and , take one step."
        case .advice:
            "The launch should take 400ms at most. WHY says what bounds it, TRY what helps; the key a lists all advice, "
                + "j and k try it on the bars, Enter applies it."
        case .tangle:
            "Sixty tasks, and the launch may take 420ms at most. One change is not enough: apply one, read WHY and "
                + "TRY again, and repeat. W tries changes of your own."
        }
    }

    /// The same if there is no screen.
    var plainQuestion: String {
        switch self {
        case .launch: "Three tasks run when this app is launched. Write launch, then advance 1s."
        case .criticalPath:
            "The launch is as long as one chain of tasks. One task is not on it. tasks lists them all; write answer NAME."
        case .waiting:
            "Home starts late. why Home says what it waited for. Which task finished last? Write answer NAME."
        case .time:
            "Upload runs after the first frame. Write launch, and go to an instant at which Upload runs: advance 100ms "
                + "moves on, goto 0s goes back, tasks says what runs."
        case .advice:
            "The launch should take 400ms at most. advice lists what would shorten it; try 1 applies the first of them."
        case .tangle:
            "Sixty tasks, and the launch may take 420ms at most. One change is not enough: advice, try 1, and again."
        }
    }

    /// A hint for a learner who is stuck.
    var hint: String {
        switch self {
        case .launch: "L is a capital letter: Shift and l. Capitals change the app, small letters the view"
        case .criticalPath: "only Images has a time in SLACK: it could end that much later"
        case .waiting: "press j until > is beside Home, the last task but one; then u, then Enter"
        case .time: "after L, ] goes to the first frame; then press . until the letter of Upload is R"
        case .advice: "press a and then Enter: the first line is the change that saves most"
        case .tangle: "a, Enter, and once more a, Enter; the status line has the launch time"
        }
    }

    /// The same if there is no screen.
    var plainHint: String {
        switch self {
        case .launch: "write launch, then advance 1s"
        case .criticalPath: "tasks says \"on the critical path\" of every task but one"
        case .waiting: "why Home lists what it waited for, in order; the last dependency is the answer"
        case .time: "write launch and goto 200ms; then advance 20ms until tasks says that Upload runs"
        case .advice: "write try 1: the first line of advice is the change that saves most"
        case .tangle: "write try 1, and once more try 1; status says the launch time"
        }
    }

    /// What the learner now knows.
    var lesson: String {
        switch self {
        case .launch: "The launch took 180ms up to the first frame, the sum of the three"
        case .criticalPath: "Images has 160ms to spare; making it faster would gain nothing"
        case .waiting: "Offers finished last in lane network, which runs one task at a time"
        case .time: "You see what happened then: nothing runs again, and , goes back as exactly as . goes forward"
        case .advice: "Each number was found by launching the changed scenario: each gain was simulated"
        case .tangle: ":save-scenario FILE would keep your changes; taskscope new starts a scenario of your own"
        }
    }

    /// The launch time that is to be reached; nil if the question is another one.
    var goal: Nanoseconds? {
        switch self {
        case .advice: .milliseconds(400)
        case .tangle: .milliseconds(420)
        case .launch, .criticalPath, .waiting, .time: nil
        }
    }

    /// The name that answers the question; nil if it is not a name.
    var answer: String? {
        switch self {
        case .criticalPath: "Images"
        case .waiting: "Offers"
        case .launch, .time, .advice, .tangle: nil
        }
    }

    /// The lesson after this one.
    var next: Lesson? { Lesson(rawValue: rawValue + 1) }
}

extension Lesson {
    /// Whether what the dashboard shows answers the question.
    func isSolved(by model: DashboardModel) -> Bool {
        if let goal { return model.plan.launchTime.map { $0 <= goal } ?? false }
        if let answer {
            guard case .details? = model.overlay, let task = model.view.selection else { return false }
            return model.scheduler.name(of: task).utf8.elementsEqual(answer.utf8)
        }
        guard !model.forecast.assumesLaunch else { return false }
        if self == .launch { return model.plan.firstFrame.map { $0 <= model.now } ?? false }
        guard !model.playback.isRunning, let task = model.scheduler.task(named: "Upload"),
            let run = model.plan.shownRun(of: task, at: model.now), let start = run.start
        else { return false }
        return start <= model.now && run.end.map { model.now < $0 } ?? true
    }

    /// What is wrong with a name that was given as the answer.
    func complaint(about name: String) -> String {
        self == .criticalPath
            ? "\(name) is on the critical path: if it ended later, so would the launch"
            : "\(name) was not the last task that Home waited for"
    }
}
