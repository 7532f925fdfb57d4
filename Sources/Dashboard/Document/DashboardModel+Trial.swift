import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis
import TraceFormat

extension DashboardModel {
    /// Opens the form on the selected task.
    mutating func openWhatIf() {
        if showsProcess, let lateStart {
            return say("a change needs a process that is known from its start: \(lateStart)")
        }
        guard let form = formOfSelection else {
            return say("select a task or a lane of the scenario to try changes to it")
        }
        overlay = .whatIf(form)
    }

    /// The form goes on from what is being tried.
    private var formOfSelection: WhatIfForm? {
        let begun = tried.map { WhatIfForm.Begun(scenario: $0.session.scenario, title: $0.name) }
        return switch view.selected {
        case .task(let task): WhatIfForm(task, session.measuredScenario, begun: begun)
        case .lane(let lane): WhatIfForm(widthOf: lane, session.measuredScenario, begun: begun)
        case .group, nil: nil
        }
    }

    /// How many shown runs wait less or longer with the changes being tried: `5 runs wait less`; empty if none do.
    var changedWaitsText: String {
        guard let tried else { return "" }
        var (less, longer) = (0, 0)
        for offset in 0..<scheduler.taskCount {
            let task = TaskID(offset)
            guard let run = document.shownRun(of: task), let start = run.start,
                let twin = tried.plan.run(of: task, number: run.number), let started = twin.start
            else { continue }
            let (wait, other) = (start - run.released, started - twin.released)
            // What is only released earlier or later has not waited less or longer.
            if other < wait, started < start { less += 1 } else if other > wait, started > start { longer += 1 }
        }
        func wait(_ count: Int) -> String { "\(Format.count(count, "run")) \(count == 1 ? "waits" : "wait")" }
        let later = tried.later?.words(limit: 2)
        if less == 0 { return longer > 0 ? "\(wait(longer)) longer" : later ?? "" }
        return "\(wait(less)) less" + (longer > 0 ? ", \(longer) longer" : "") + (later.map { "; \($0)" } ?? "")
    }

    /// Shows the course with a change beside the present one, or no longer; where only the critical path is shown, it is that
    /// of both.
    mutating func showTrial(_ branch: Branch?) {
        document.tried = branch
        if branch == nil { view.triedRow = nil }
        if view.criticalOnly { orderRows() }
    }

    /// Finds what the change being tried leaves for later, once the present course is planned.
    mutating func noteLaterTasks() {
        guard var branch = tried, branch.later == nil, plan.firstFrame != nil else { return }
        let before = branch.before ?? plan
        branch.later = LaterTasks(before, without: branch.plan, timers: facts.timers) { scheduler.name(of: $0) }
        document.tried = branch
    }

    /// Closes a form or a list and stops drawing what it tried; a talk shows again what its script tries.
    mutating func closeTrial() {
        overlay = nil
        showTrial(nil)
        tryAsDirected()
    }

    /// Up to this many tasks, each change in a form plans everything again; beyond it, only the launch.
    private static let maximumTriedTasks = 5_000

    /// Plans the course with the form's changes, to be drawn in the table beside the current one.
    mutating func tryCourse(of form: WhatIfForm) {
        guard form.hasChanges else {
            showTrial(nil)
            return
        }
        if tried?.session.scenario != form.scenario { tryCourse(of: form.scenario, title: form.title) }
    }

    /// Plans the course of the same commands on another scenario, which `title` tells from the present one.
    mutating func tryCourse(of scenario: Scenario, title: String) {
        guard !session.isFollowing, scheduler.taskCount <= DashboardModel.maximumTriedTasks else {
            showTrial(nil)
            return
        }
        // What a talk has not come to yet is no part of the picture.
        switch CommandLanguage.session(scenario, repeating: session, endsAtCaption: true) {
        case .failure: showTrial(nil)
        case .success(let fresh):
            // The plan shown may not reach to the end of the timeline yet; what a change leaves for later ends behind the launch.
            let end = max(horizon(of: scale(cells: timelineCells)), foldLimit + document.plannedLaunch)
            var branch = document.course(of: fresh, named: title, through: end, isPlan: true)
            if options.isPresenting {
                let same = try? CommandLanguage.session(session.scenario, repeating: session, endsAtCaption: true).get()
                branch.before = same.map { document.course(of: $0, named: title, through: end, isPlan: true).plan }
            }
            showTrial(branch)
            noteLaterTasks()
        }
    }

    /// Starts again with another scenario and repeats the commands up to the instant shown; later commands
    /// follow as time passes. The message names the change by `title`, and under which condition it is right; names in them
    /// are cleaned.
    mutating func restart(_ scenario: Scenario, title: String, condition: String? = nil, keepsBranch: Bool) {
        overlay = nil
        let instant = now
        let later = tried?.later?.words(limit: 2)
        let isFollowing = session.isFollowing
        let result =
            isFollowing
            ? CommandLanguage.session(scenario, script: session.script(), jobs: session.storedJobs)
            : CommandLanguage.session(scenario, repeating: session)
        switch result {
        case .failure(let problem): warn(problem.message)
        case .success(let fresh):
            if keepsBranch {
                keepBranch()
                document.earlier = []
            } else {
                document.keepEarlier(before: title)
            }
            if showsProcess { playback.isRunning = false }
            let left = branches.last?.name
            let before = plan.launchLength
            replaceSession(fresh)
            document.file.hasUnsavedChanges = true
            if isFollowing, instant != now {
                move(to: instant)
                observeSession()
            }
            if keepsBranch, let left { view.comparison = left }
            // What a change only moves past the end is said with it, unless that is its condition.
            let moved = condition == nil ? later.map { " (\($0))" } ?? "" : ""
            let change = title + moved + (condition.map { ", if \($0)" } ?? "")
            say(
                keepsBranch
                    ? "branch \(branchName) has the change \(change), \(left ?? "") is kept\(laterCommands): "
                        + ":branch \(left ?? "") goes back, \(key(of: .rows(.compare))) ends the comparison"
                    : "\(change)\(laterCommands)\(launchWords(since: before)): \(undoText), :save-scenario FILE saves")
        }
    }

    /// `, launch 899ms -> 415ms`.
    func launchWords(since before: LaunchLength?) -> String {
        guard let before, let after = plan.launchLength else { return "" }
        return before == after ? ", launch \(after.text) as before" : ", launch \(before.text) -> \(after.text)"
    }

    /// What happens to the commands given after the instant shown.
    var laterCommands: String {
        switch session.laterGivenCount {
        case 0: ""
        case 1: "; the later command is kept"
        case let count: "; the \(count) later commands are kept"
        }
    }
}

/// Comparing with the course of a file: a scenario, on which the same commands are repeated, or a recorded trace.
extension DashboardModel {
    /// Shows the runs of a file as ghosts, and how much later each of the session's runs ends. Returns what is wrong with
    /// the file; nil if nothing is.
    @discardableResult
    public mutating func compare(withFile path: String, _ text: String) -> String? {
        let isTrace = text.utf8.first == UInt8(ascii: "{")
        let (plan, names): (Course, [String])
        switch isTrace ? recordedCourse(text, path) : course(ofScenario: text, path) {
        case .failure(let problem):
            misread(problem.message)
            return problem.message
        case .success(let read): (plan, names) = (read.plan, read.names)
        }
        var places: [ByteName: TaskID] = [:]
        for (number, name) in names.enumerated() { places[ByteName(name)] = TaskID(number) }
        let tasks = (0..<scheduler.taskCount).map { places[ByteName(scheduler.name(of: TaskID($0)))] }
        let launch = plan.completeLaunch
        document.fromFile = Branch(name: path, session: session, plan: plan.renumbered(tasks), launch: launch)
        view.comparison = path
        let length = launch.map { ", launch \($0.text)" } ?? ", which has no launch"
        // On a stage, the title says so, and the last row says which stop it is.
        if !options.isPresenting {
            say("compared with \(DisplayText.clean(path))\(length): \(ScreenGlyph.ghost) shows its runs, Esc ends it")
        }
        return nil
    }

    private typealias NamedCourse = (plan: Course, names: [String])

    private func course(ofScenario text: String, _ path: String) -> Result<NamedCourse, CommandLanguage.Problem> {
        CommandLanguage.session(scenario: text, file: path, repeating: session).map { other in
            let count = other.simulation.scheduler.taskCount
            let names = (0..<count).map { other.simulation.scheduler.name(of: TaskID($0)) }
            return (document.course(of: other, named: path).plan, names)
        }
    }

    private func recordedCourse(_ text: String, _ path: String) -> Result<NamedCourse, CommandLanguage.Problem> {
        do throws(TraceError) {
            let trace = try TraceReader.read(Array(text.utf8))
            var plan = Course(taskCount: trace.names.tasks.count, laneCount: trace.names.lanes.count)
            for record in trace.records { plan.append(record) }
            return .success((plan, trace.names.tasks))
        } catch {
            return .failure(CommandLanguage.Problem(message: "\(DisplayText.clean(path)): \(error)"))
        }
    }
}

extension Course {
    /// The runs of other tasks under these numbers: task n has those of `tasks[n]`, none if that is nil.
    fileprivate func renumbered(_ tasks: [TaskID?]) -> Course {
        var course = Course(taskCount: tasks.count)
        for (number, task) in tasks.enumerated() {
            guard let task, runs.indices.contains(task.offset) else { continue }
            course.runs[number] = runs[task.offset]
        }
        (course.launches, course.shownLaunch, course.horizon) = (launches, shownLaunch, horizon)
        return course
    }
}
