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
    /// All that deserves a look, what costs most first.
    public var findings: [Finding] = []
    /// Not all changes have been tried yet: a later answer may rank others higher.
    public var isPreliminary = false
    /// What TRY says if there is no change to offer.
    var advice = ""
    /// The launch that it is about; nil: none.
    var launch: Nanoseconds?

    /// What is found out about a launch.
    public init(_ outlook: LaunchOutlook) {
        why = outlook.why
        findings = Array(outlook.findings.prefix(Headline.maximumFindings))
        launch = outlook.time
        tries = outlook.tries.prefix(Headline.maximumTries).map {
            Try(title: $0.title, launch: $0.launch, gain: $0.shownGain, changes: $0.changes)
        }
        advice = outlook.time == nil ? "" : LaunchOutlook.nothingHelps
    }

    /// What is known at once.
    init(why: String = "", advice: String = "") { (self.why, self.advice) = (why, advice) }

    /// Changes that TRY shows at most, each with its key.
    static let shownTries = 3
    /// Changes that are listed at most.
    private static let maximumTries = 100
    /// Findings that are kept at most.
    private static let maximumFindings = 200
}
