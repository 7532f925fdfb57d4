import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// What the first screen says before anything else: what bounds the launch, and what would shorten it.
public struct Headline: Hashable, Sendable {
    /// One change and the launch that it really gives.
    public struct Try: Hashable, Sendable {
        /// A few words: `network 3 wide`.
        public var title: String
        /// The launch with it.
        public var launch: Nanoseconds
        /// How much shorter that is, as the two are shown.
        public var gain: Nanoseconds
        /// What to change.
        public var changes: [ScenarioChange]

        /// `network 3 wide 415ms (-484)`; the unit stands once where both have the same.
        var text: String {
            let (launch, gain) = (TimeText.text(launch), TimeText.text(gain))
            let unit = String(gain.drop { $0.isNumber || $0 == "." })
            let isSame = launch.drop { $0.isNumber || $0 == "." } == unit
            return "\(title) \(launch) (-\(isSame ? String(gain.dropLast(unit.count)) : gain))"
        }
    }

    /// The finding that costs most, as a sentence with its number.
    public var why = ""
    /// The best changes, the best one first.
    public var tries: [Try] = []
    /// What TRY says where there is no change to offer.
    var advice = ""
    /// The launch that it is about; nil: none.
    var launch: Nanoseconds?

    /// What is found out about a launch.
    public init(_ outlook: LaunchOutlook) {
        why = outlook.why
        launch = outlook.time
        tries = outlook.tries.prefix(Headline.maximumTries).map {
            Try(title: $0.title, launch: $0.launch, gain: $0.shownGain, changes: $0.changes)
        }
        advice = outlook.time == nil ? "" : LaunchOutlook.nothingHelps
    }

    /// What can be said at once.
    init(why: String = "", advice: String = "") { (self.why, self.advice) = (why, advice) }

    /// Changes that are listed at most.
    private static let maximumTries = 100
}

extension DashboardModel {
    /// Of scenarios with more tasks no changes are tried.
    static let maximumAdvisedTasks = 5_000

    /// Asks the surroundings to find what would shorten the launch, beside the screen.
    mutating func askForAdvice() {
        found = nil
        adviceNumber += 1
        isSeekingAdvice = !session.isFollowing && session.scenario.tasks.count <= DashboardModel.maximumAdvisedTasks
        if isSeekingAdvice { outbox.append(.findAdvice(session.scenario, number: adviceNumber)) }
    }

    /// Takes what was found, unless it is about another scenario by now.
    mutating func take(_ headline: Headline, number: Int) {
        guard number == adviceNumber else { return }
        isSeekingAdvice = false
        found = headline
        self.headline = makeHeadline()
        guard opensAdvice else { return }
        opensAdvice = false
        notice = nil
        openAdvice()
    }

    /// The headline of the launch shown, of the planned one before a launch: what was found out about it, until then and of
    /// other launches what the plan tells.
    func makeHeadline() -> Headline {
        guard plan.launchStart != nil else { return Headline(why: "nothing launches the app yet") }
        if let found, found.launch == plan.launchTime { return found }
        guard let time = plan.launchTime else {
            return Headline(why: "the launch has no first frame: a task that it waits for never ends")
        }
        let seeking = isSeekingAdvice ? "finding what would shorten it" : ""
        guard let (lane, count, waited) = narrowestLane, waited > .zero else {
            let path = plan.chain.isEmpty ? "no task" : "the longest chain of dependencies"
            return Headline(why: "\(path), \(TimeText.text(time)), is the launch", advice: seeking)
        }
        let name = TextColumns.clean(laneName(lane))
        let width = laneSpecs.indices.contains(lane.offset) ? laneSpecs[lane.offset].width : 1
        let share = LaneActivity(plan: plan, lane: lane).busyShare(width: width).map { " is busy \($0)% of the launch" }
        let tasks = count == 1 ? "1 critical task waits for it" : "\(count) critical tasks take turns in it"
        return Headline(why: "lane \(name)\(share ?? ""): \(tasks)", advice: seeking)
    }

    /// The lane in which tasks of the critical path waited longest, how many of them ran in it, and for how long.
    private var narrowestLane: (lane: LaneID, count: Int, waited: Nanoseconds)? {
        var waits = [Nanoseconds](repeating: .zero, count: laneSpecs.count)
        var counts = [Int](repeating: 0, count: laneSpecs.count)
        for link in plan.chain where waits.indices.contains(link.run.lane.offset) {
            waits[link.run.lane.offset] = waits[link.run.lane.offset] + link.run.laneWait(until: plan.horizon)
            counts[link.run.lane.offset] += 1
        }
        guard let most = waits.indices.max(by: { waits[$0] < waits[$1] }) else { return nil }
        return (LaneID(most), counts[most], waits[most])
    }
}
