import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A question about a launch: what bounds it, what deserves a look, what would shorten it.
public struct LaunchQuestion: Hashable, Sendable {
    /// The scenario, with the commands that led to the launch.
    public let scenario: Scenario
    /// Launches that reached their first frame before it.
    public let launch: Int
    /// The number of the question; answers to earlier ones are no longer wanted.
    public let number: Int

    /// The same question with another number.
    func numbered(_ number: Int) -> LaunchQuestion {
        LaunchQuestion(scenario: scenario, launch: launch, number: number)
    }

    /// The answer; nil if the scenario cannot be registered. Simulates a launch for each change that it tries.
    ///
    /// - Parameter progress: receives the number of changes tried; return false to stop with what was found so far.
    public func answer(progress: (Int) -> Bool = { _ in true }) -> Headline? {
        do throws(RegistrationError) {
            let outlook = try LaunchOutlook(of: scenario, number: launch, progress: progress)
            let pairs = outlook.pairs(progress: progress)
            return Headline(outlook, pairs: pairs?.advice ?? [])
        } catch {
            return nil
        }
    }
}

extension DashboardModel {
    /// With more tasks than this, the dashboard tries no changes in the background.
    static let maximumAdvisedTasks = 5_000

    /// The findings of the launch, the costliest first; empty until they are found.
    var findings: [Finding] { outlook.found?.findings ?? [] }

    /// How many findings there are, that the search is under way, or why there are none.
    var findingsHeading: String {
        if !findingsCount.isEmpty { return findingsCount + (findings.isEmpty ? "" : "   { } jump") }
        if outlook.isSeeking { return "looking for findings" }
        if session.scenario.tasks.count > DashboardModel.maximumAdvisedTasks {
            return "no findings here with more than \(Format.count(DashboardModel.maximumAdvisedTasks)) tasks: "
                + "run taskscope check"
        }
        return outlook.found == nil ? "no launch yet" : "no findings"
    }

    /// What is odd about the scenario's file; of a process, none is read.
    var fileLints: [String] { showsProcess ? [] : options.fileLints }

    /// `5 findings`, those about the file among them; with `so far` while they are looked for; empty without any.
    var findingsCount: String {
        guard outlook.found != nil, !findings.isEmpty || !fileLints.isEmpty else { return "" }
        return Format.count(findings.count + fileLints.count, "finding") + (outlook.isSeeking ? " so far" : "")
    }

    /// Requests findings if the present ones are about another launch than the one shown.
    mutating func seekFindings() {
        let wanted = AskedLaunch(launch: plan.shownLaunch, length: plan.launchLength)
        if isKnown, wanted != outlook.asked, outlook.found == nil || outlook.found?.launch != plan.launchLength {
            outlook.asked = wanted
            outlook.number += 1
            outlook.isSeeking = session.scenario.tasks.count <= DashboardModel.maximumAdvisedTasks
            if outlook.isSeeking { ask() }
        }
        outlook.headline = makeHeadline()
    }

    /// Asks for findings, unless they are known.
    private mutating func ask() {
        let question = question
        outlook.question = question
        if let known = outlook.answer(to: question) {
            (outlook.found, outlook.isSeeking) = (known, false)
        } else {
            outbox.append(.findAdvice(question))
        }
    }

    /// Whether the launch shown is more than a guess: of a process, only the past is known.
    private var isKnown: Bool { !session.isFollowing || plan.firstFrame.map { $0 <= now } ?? false }

    /// Forgets the findings, because the scenario or the course has changed.
    mutating func forgetFindings() {
        (outlook.found, outlook.asked) = (nil, nil)
        view.finding = nil
    }

    /// The question about the launch shown: the scenario as it is, or with the commands given before or during it.
    private var question: LaunchQuestion {
        var scenario = session.measuredScenario
        let playing = session.simulation.script
        if !playing.lines.isEmpty { scenario.script = playing.lines }
        let isUnder = plan.launchStart.map { $0 <= now && !forecast.assumesLaunch } ?? false
        if document.plannedInputs > 0, playing.isThrough, isUnder || forecast.assumesLaunch {
            let done = session.script() + (forecast.assumesLaunch ? "launch\n" : "")
            if case .success(let lines) = CommandLanguage.script(done, file: "", scenario: scenario) {
                scenario.script = lines
            }
        }
        let before = plan.launches.prefix(plan.shownLaunch ?? 0).count { $0.firstFrame != nil }
        return LaunchQuestion(scenario: scenario, launch: before, number: outlook.number)
    }

    /// Searches at once; for sessions without keys, where nobody waits.
    mutating func findNow() {
        guard outlook.isSeeking, let answer = question.answer() else { return }
        take(answer, number: outlook.number)
    }

    /// Takes over what was found, unless another launch is shown by now.
    mutating func take(_ headline: Headline, number: Int) {
        guard number == outlook.number else { return }
        outlook.isSeeking = headline.isPreliminary
        let chosen = chosenAdvice
        outlook.found = headline
        outlook.keep(headline)
        outlook.headline = makeHeadline()
        if let chosen { selectAgain(chosen) }
        guard outlook.opensAdvice else { return }
        outlook.opensAdvice = false
        notice = nil
        openAdvice()
    }

    /// What WHY and TRY say about the launch shown; before a launch, about the planned one.
    private func makeHeadline() -> Headline {
        guard plan.launchStart != nil else {
            let start = TimeText.text(session.beginning)
            return Headline(why: session.beginning > .zero ? "the launch was before \(start), unseen" : "no launch yet")
        }
        if let found = outlook.found, found.launch == plan.launchLength { return shown(found) }
        guard let time = plan.launchTime else {
            return Headline(why: "the launch has no first frame: it waits for a task that never ends")
        }
        if outlook.isSeeking {
            return Headline(why: "looking for what bounds the launch", advice: Self.seeking)
        }
        let length = Format.count(plan.chain.count, "task")
        let isLarge = session.scenario.tasks.count > DashboardModel.maximumAdvisedTasks
        return Headline(
            why: "the critical path, \(length), is the whole launch: \(TimeText.text(time))",
            advice: isLarge ? "too many tasks to try changes here; run taskscope advise" : "")
    }

    /// What was found so far; incomplete while the search is under way.
    private func shown(_ found: Headline) -> Headline {
        guard outlook.isSeeking else { return found }
        var shown = found
        shown.advice = Self.seeking
        shown.why = found.tries.isEmpty ? "looking for what bounds the launch" : "so far: \(found.why)"
        return shown
    }

    private static let seeking = "looking for changes that shorten it"

    /// Jumps to the next or previous finding in order of cost and shows its sentence; wraps around.
    mutating func jumpToFinding(forward: Bool) {
        let count = findings.count
        guard count > 0 else {
            return say(findingsHeading)
        }
        let place = view.finding.map { ($0 + (forward ? 1 : count - 1)) % count } ?? (forward ? 0 : count - 1)
        view.finding = place
        let finding = findings[place]
        if let key = row(of: finding) {
            if let task = key.task { reveal(task) }
            if row(of: key) != nil { jump(to: key) }
        }
        say("\(place + 1) of \(count): \(finding.sentence)")
    }

    /// The row that a finding is about; nil if it is about the launch or a job.
    private func row(of finding: Finding) -> RowKey? {
        switch finding.subject {
        case .task(let name), .edge(let name, _): scheduler.task(named: name).map { .task($0) }
        case .lane(let name): session.scenario.configuration.lane(named: name).map { .lane($0) }
        case .launch, .job: nil
        }
    }
}
