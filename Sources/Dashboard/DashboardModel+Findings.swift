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

    /// The findings of the launch, first what WHY names; empty until they are found.
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
        let passedOver =
            plan.firstFrame.map { plan.passedOver(inLaunchEnding: $0, trigger: { scheduler.trigger(of: $0) }) }
            ?? Course.PassedOver()
        let wanted = AskedLaunch(launch: plan.shownLaunch, length: plan.launchLength, passedOver: passedOver)
        let isOther =
            outlook.found?.launch != plan.launchLength || outlook.asked.map { $0.passedOver != passedOver } ?? true
        if isKnown, wanted != outlook.asked, outlook.found == nil || isOther {
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
        let isToCome = playing.nextTime != nil
        if document.plannedInputs > 0, isToCome || playing.isThrough && (isUnder || forecast.assumesLaunch) {
            let done = session.script() + (forecast.assumesLaunch ? "launch\n" : "")
            if case .success(let lines) = CommandLanguage.script(done, file: "", scenario: scenario) {
                scenario.script = lines + playing.linesToCome
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
        // Those about the file come last.
        let sentences = findings.map { $0.sentence } + fileLints
        let count = sentences.count
        guard count > 0, !findingsCount.isEmpty else {
            return say(findingsHeading)
        }
        let place = view.finding.map { ($0 + (forward ? 1 : count - 1)) % count } ?? (forward ? 0 : count - 1)
        view.finding = place
        if findings.indices.contains(place), let key = row(of: findings[place]) {
            if let task = key.task { reveal(task) }
            if row(of: key) != nil { jump(to: key) }
            centreGraph()
        }
        say("\(place + 1) of \(count): \(sentences[place])")
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

/// What was found out about the launch, and the question under way.
struct OutlookState: Sendable {
    /// What WHY and TRY say.
    var headline = Headline()
    /// What was found out about the scenario's launch; nil if nothing yet, or if nothing can be found.
    var found: Headline?
    /// The launch for which findings were last requested.
    var asked: AskedLaunch?
    /// The number of the last question.
    var number = 0
    var isSeeking = false
    /// The question asked last.
    var question: LaunchQuestion?
    /// Whole answers, the last one last: after an undo, or on another branch, the answer is known.
    private var answers: [(question: LaunchQuestion, answer: Headline)] = []
    /// At most this many are kept.
    private static let maximumAnswers = 8

    /// Whether the list of advice opens once there is some, because the last key asked for it.
    var opensAdvice = false

    /// Keeps the answer to the last question.
    mutating func keep(_ answer: Headline) {
        guard let question, !answer.isPreliminary else { return }
        answers.removeAll { $0.question == question.numbered($0.question.number) }
        answers.append((question, answer))
        if answers.count > Self.maximumAnswers { answers.removeFirst() }
    }

    /// The answer to a question, if it was asked before.
    func answer(to question: LaunchQuestion) -> Headline? {
        answers.last { $0.question == question.numbered($0.question.number) }?.answer
    }
}

/// A launch for which findings were requested.
struct AskedLaunch: Hashable, Sendable {
    var launch: Int?
    var length: LaunchLength?
    /// The tasks that it is without because a pause passed over them.
    var passedOver = Course.PassedOver()
}

/// What the first screen shows at the top: what bounds the launch, and what would shorten it.
public struct Headline: Hashable, Sendable {
    /// The finding that costs most, as a sentence with its number.
    public var why = ""
    /// The best changes, best first; those with a condition come last.
    public var tries: [Advice] = []
    /// The place in `tries` of the change to what `why` names; nil if there is none.
    private(set) var causePlace: Int?
    /// Pairs of changes that are better than either alone, best first.
    public var pairs: [Advice] = []
    /// How many there are, of which the best are kept.
    private(set) var pairCount = 0
    /// By place in `advised`: what a change leaves for later, in words; nil: nothing, or not sought.
    private(set) var later: [String?] = []
    /// Everything that deserves a look, first what `why` names.
    public var findings: [Finding] = []
    /// Not all changes have been tried yet: a later answer may rank others higher.
    public var isPreliminary = false
    /// What TRY says if it has no change to offer.
    var advice = ""
    /// The launch that it is about; nil: none.
    var launch: LaunchLength?

    /// The pair with the shortest launch.
    var bestPair: Advice? { pairs.min { $0.launch < $1.launch } }

    /// All advice: single changes, then pairs.
    var advised: [Advice] { tries + pairs }

    /// What was found out about a launch.
    public init(_ outlook: LaunchOutlook, pairs: [Advice] = []) {
        why = outlook.why
        findings = Array(outlook.findings.prefix(Headline.maximumFindings))
        launch = outlook.planned.length
        tries = Array(outlook.tries.prefix(Headline.maximumTries))
        causePlace = outlook.causePlace.flatMap { $0 < tries.count ? $0 : nil }
        self.pairs = Array(pairs.prefix(Headline.maximumPairs))
        pairCount = pairs.count
        advice = outlook.time == nil ? "" : outlook.noAdvice
        let sought = Headline.maximumLater / max(1, outlook.planned.scenario.tasks.count)
        later = advised.prefix(sought).map { outlook.later($0)?.words() }
    }

    /// What is known without a search.
    init(why: String = "", advice: String = "") { (self.why, self.advice) = (why, advice) }

    /// The most changes that TRY shows.
    static let shownTries = 3
    /// The most changes that are listed.
    private static let maximumTries = 100
    /// The most pairs that are listed.
    private static let maximumPairs = 20
    /// Of so many tasks of changed launches it is sought what comes later: a tenth of a second.
    private static let maximumLater = 20_000
    /// The most findings that are kept.
    private static let maximumFindings = 200
}

extension Advice {
    /// The change, or the condition that says it, and the launch: `network 3 wide, if its tasks may overlap: 415ms (-484)`,
    /// `if Parse does not need Feed: 375ms (-79)`.
    /// The longest first; the last ones lack the mark of the budget and the gain.
    var shortTexts: [String] {
        var texts = [shortText(times)]
        if meetsBudget { texts.append(shortText(plainTimes)) }
        texts.append(shortText(TimeText.text(launch)))
        // The condition in the words of `check` and `advise`, where they fit.
        if let condition, namesLane { texts.insert("\(title), if \(condition): \(times)", at: 0) }
        return texts
    }

    /// Whether it only makes a lane wider, or gives a task another one.
    private var namesLane: Bool {
        switch changes.count == 1 ? changes.first : nil {
        case .width, .lane: true
        default: false
        }
    }

    private func shortText(_ times: String) -> String {
        guard let condition else { return "\(title) \(times)" }
        switch changes.count == 1 ? changes.first : nil {
        // Two changes may have this condition.
        case .startupClass, .blocks: return "\(title), if the first frame does not need it: \(times)"
        case .events: return "\(title), if \(condition.hasPrefix("only ") ? condition : "it can wait"): \(times)"
        case .lane where condition.hasSuffix(" does not need it"):
            return "\(title), if it can run there and may end late: \(times)"
        case .lane: return "\(title), if it can run there: \(times)"
        case .order: return "\(title), if \(condition): \(times)"
        case .width: break
        case .none, .some: return "if \(condition): \(times)"
        }
        let brief = condition.hasPrefix("its ") ? "its tasks may overlap" : "durations stay"
        return "\(title), if \(brief): \(times)"
    }

    /// `190ms`, `190ms on a condition`.
    var launchOnCondition: String { TimeText.text(launch) + (condition == nil ? "" : " on a condition") }

    /// The change with its launch and its condition.
    var text: String { "\(title) \(times)" + (condition.map { "  if \($0)" } ?? "") }

    /// `415ms (-484)`, with a mark if it keeps the budget; a unit common to both is written once.
    private var times: String { times(meetsBudget ? " in budget" : "") }
    private var plainTimes: String { times("") }

    private func times(_ mark: String) -> String {
        let (launch, gain) = (TimeText.text(launch), TimeText.text(shownGain))
        let unit = String(gain.drop { $0.isNumber || $0 == "." })
        let isSame = launch.drop { $0.isNumber || $0 == "." } == unit
        return "\(launch)\(mark) (-\(isSame ? String(gain.dropLast(unit.count)) : gain))"
    }
}
