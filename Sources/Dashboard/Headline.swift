import Text
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// What the first screen shows at the top: what bounds the launch, and what would shorten it.
public struct Headline: Hashable, Sendable {
    /// The finding that costs most, as a sentence with its number.
    public var why = ""
    /// The best changes, best first; those with a condition come last.
    public var tries: [Advice] = []
    /// Pairs of changes that are better than either alone, best first.
    public var pairs: [Advice] = []
    /// How many there are, of which the best are kept.
    private(set) var pairCount = 0
    /// Everything that deserves a look, the costliest first.
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
        self.pairs = Array(pairs.prefix(Headline.maximumPairs))
        pairCount = pairs.count
        advice = outlook.time == nil ? "" : outlook.noAdvice
    }

    /// What is known without a search.
    init(why: String = "", advice: String = "") { (self.why, self.advice) = (why, advice) }

    /// The most changes that TRY shows.
    static let shownTries = 3
    /// The most changes that are listed.
    private static let maximumTries = 100
    /// The most pairs that are listed.
    private static let maximumPairs = 20
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
        case .lane where condition.hasSuffix(" and the first frame does not need it"):
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
