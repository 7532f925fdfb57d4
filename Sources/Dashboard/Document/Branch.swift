import ScreenKit
import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// A course of events that was left for another one: kept as a whole to return to or compare with.
struct Branch: Sendable {
    /// What the user calls it: A, B, C …
    var name: String
    /// The session as it was left, its future included.
    var session: Session
    /// What happened on it, and what would have happened.
    var plan: Course
    /// The scenarios that changes on it replaced, the latest last.
    var earlier: [EarlierScenario] = []
    /// The launch planned when it was left; nil without one.
    var launch: LaunchLength?
    /// If it is a change being tried: what its launch leaves for later.
    var later: LaterTasks?
    /// If a talk tries it: the course without the change, as the talk has come to it; elsewhere that is the one shown.
    var before: Course?

    /// At most this many branches are kept; the oldest is dropped first.
    static let maximumCount = 16
    /// The name of the course before a change.
    static let beforeName = "before"
    /// The name of the course with a change that was undone.
    static let undoneName = "undone"
    /// Names that no branch can have.
    static let takenNames = [beforeName, undoneName]
}

extension Document {
    /// Keeps the course shown as a branch; what follows gets a name of its own.
    mutating func keepBranch() {
        branches.append(makeBranch(named: branchName))
        if branches.count > Branch.maximumCount { branches.removeFirst() }
        branchName = freeBranchName
    }

    /// The course shown, as a branch: its session to the end of what is known.
    func makeBranch(named name: String) -> Branch {
        var branch = course(of: session, named: name)
        branch.earlier = earlier
        return branch
    }

    /// What happened and will happen in a session, at least to an instant, with the critical path of its launch; without
    /// the commands that were given after its instant if it is to be seen beside the plan, which has none of them.
    func course(
        of session: Session, named name: String, through end: Instant = .zero, isPlan: Bool = false
    ) -> Branch {
        var whole = session
        while !isPlan, let next = whole.nextGiven { whole.advance(to: next.time) }
        var forecast = Forecast(session: whole)
        var plan = Course(taskCount: whole.simulation.scheduler.taskCount, laneCount: laneSpecs.count)
        plan.know(whole.simulation.scheduler)
        plan.renew(session: whole, keeping: 0, forecast: &forecast, through: max(self.plan.horizon, whole.now, end))
        _ = plan.showLaunch(
            at: now, happened: session.records.count, past: whole.knownRecords,
            simulation: forecast.simulation ?? whole.simulation,
            budget: whole.scenario.launchBudget)
        plan.foretold = []
        return Branch(name: name, session: session, plan: plan, launch: plan.completeLaunch)
    }

    private var freeBranchName: String {
        let used = Set(branches.map { $0.name } + [branchName])
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
        return letters.first { !used.contains($0) } ?? "\(branches.count + 1)"
    }
}

extension DashboardModel {
    /// Keeps the current course before a command given in its past starts another one; returns how to come back to it.
    @discardableResult
    mutating func keepBranch() -> String {
        let left = branchName
        document.keepBranch()
        forgetBefore()
        return
            "branch \(branchName) is new; \(left) is kept: \(key(of: .rows(.compare))) compares, :branch \(left) returns to it"
    }

    /// Forgets the course before the last change: nothing has been changed on this branch.
    private mutating func forgetBefore() {
        document.before = nil
        if view.comparison.map(Branch.takenNames.contains) == true { view.comparison = nil }
    }

    /// Whether there is a course to compare with.
    var canCompare: Bool { !branches.isEmpty || document.hasBefore || document.hasFile }

    /// `D`: compares with the course before the last change, then with each branch, latest first, then with none.
    mutating func compareNext() {
        guard canCompare else {
            say(
                "nothing to compare with yet; apply a change, or step back and give another command")
            return
        }
        let names = comparable
        let place = view.comparison.flatMap { names.firstIndex(of: $0) }
        let next = place.map { $0 + 1 } ?? 0
        view.comparison = next < names.count ? names[next] : nil
        say(
            compared.map { "compared with \(comparisonTitle(of: $0)): \(ScreenGlyph.ghost) shows its runs" }
                ?? "comparison off")
    }

    /// What can be compared with: the course before the last change, the branches, the latest first, and a file.
    var comparable: [String] {
        (document.before.map { [$0.name] } ?? []) + branches.reversed().map { $0.name }
            + (document.fromFile.map { [$0.name] } ?? [])
    }

    private func comparisonTitle(of branch: Branch) -> String {
        switch branch.name {
        case Branch.beforeName: "what was before the change"
        case Branch.undoneName: "the undone change"
        case document.fromFile?.name: DisplayText.clean(branch.name)
        default: "branch \(DisplayText.clean(branch.name))"
        }
    }

    /// The branch to compare with.
    var compared: Branch? {
        view.comparison.flatMap { name in
            if Branch.takenNames.contains(name) { return document.before }
            if let file = document.fromFile, file.name == name { return file }
            return branches.first { $0.name == name }
        }
    }

    /// `:branch` lists branches; `:branch NAME` goes to one; `:branch drop NAME`; `:branch name NAME` renames this one.
    mutating func branchCommand(_ argument: String) {
        let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.count) {
        case (nil, _):
            say(
                "this branch: \(branchName); kept: "
                    + (branches.isEmpty ? "none" : branches.map { $0.name }.joined(separator: ", ")))
        case ("drop", 2): dropBranch(words[1])
        case ("name", 2):
            guard !Branch.takenNames.contains(words[1]), !branches.contains(where: { $0.name == words[1] }) else {
                return warn("branch \(DisplayText.clean(words[1])) already exists")
            }
            document.branchName = words[1]
            say("this branch is now \(DisplayText.clean(words[1]))")
        case _: switchBranch(to: argument)
        }
    }

    private mutating func dropBranch(_ name: String) {
        guard let place = branches.firstIndex(where: { $0.name == name }) else { return unknownBranch(name) }
        document.branches.remove(at: place)
        if view.comparison == name {
            view.comparison = nil
        }
        say("branch \(DisplayText.clean(name)) dropped")
    }

    private mutating func unknownBranch(_ name: String) {
        warn("no branch \(DisplayText.clean(name)); :branch lists them")
    }

    private mutating func switchBranch(to name: String) {
        guard let place = branches.firstIndex(where: { $0.name == name }) else { return unknownBranch(name) }
        let instant = now
        let wanted = document.branches.remove(at: place)
        document.branches.append(document.makeBranch(named: branchName))
        (document.branchName, document.earlier) = (wanted.name, wanted.earlier)
        forgetBefore()
        if view.comparison == wanted.name { view.comparison = nil }
        replaceSession(wanted.session)
        if instant != now { move(to: instant) }
        say("on branch \(DisplayText.clean(branchName))")
    }

    /// Switches to another session and discards the old plan.
    mutating func replaceSession(_ session: Session) {
        let only = view.only?.map { scheduler.name(of: $0) }
        document.replace(with: session)
        names = CommandLanguage.names(of: session)
        facts = ScenarioFacts(of: session.scenario)
        jobHistory = JobHistory()
        // The same rows, if the other scenario has them.
        view.only = only.map { Set($0.compactMap { scheduler.task(named: $0) }) }
        if view.only?.isEmpty == true { view.only = nil }
        forgetFindings()
        observeSession()
        orderRows()
    }

    /// Whether a fold would hide a run of the compared course.
    func foldsGhosts(_ scale: TimeScale) -> Bool {
        guard let compared else { return false }
        return scale.folds.contains { fold in
            let (from, to) = (scale.instant(of: fold.cell), scale.instant(of: fold.cell + 1))
            return compared.plan.runs.contains { list in
                list.contains { run in
                    run.attempts.contains { $0.start < to && ($0.end ?? to) > from }
                }
            }
        }
    }

    /// Whether another course is drawn too, with the differences between the ends.
    var showsDelta: Bool { document.isTrying || view.comparison != nil }

    /// How much later in its launch a task's run ends than on the compared branch, or than without the changes being tried;
    /// nil if either run has no end.
    func delta(of task: TaskID) -> Nanoseconds? {
        let shown = tried?.before ?? plan
        let known = tried?.before.map { $0.shownRun(of: task, at: now) } ?? document.shownRun(of: task)
        guard let other = tried ?? compared, let run = known, let end = run.end,
            let twin = other.plan.run(of: task, number: run.number), let ended = twin.end
        else { return nil }
        // A launch that comes sooner ends sooner, which is no news about its runs.
        let launches = (shown.launchNumber(of: run), other.plan.launchNumber(of: twin))
        var later = (end - ended).count
        if let launch = launches.0, launch == launches.1 {
            later -= (shown.launches[launch].start - other.plan.launches[launch].start).count
        }
        return Nanoseconds(tried == nil ? later : -later)
    }
}
