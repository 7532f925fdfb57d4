import SchedulerCore
import SchedulerSimulation

/// Numbers: decimal, exact, or refused.
enum NumberText {
    /// The integer of `text`: digits without leading zeros, `-` allowed; nil for anything else, and out of range.
    static func integer<Number: FixedWidthInteger>(_ text: String) -> Number? {
        var digits = Array(text.utf8)[...]
        if digits.first == Byte.dash { digits.removeFirst() }
        guard let first = digits.first, digits.allSatisfy(Byte.isDigit), first != Byte.zero || digits.count == 1 else {
            return nil
        }
        return Number(text)
    }

    /// `text` times `scale` (a power of ten) where that is a whole number that fits; nil otherwise and for negative numbers.
    static func decimal(_ text: String, scale: Int) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let wholeText = parts.first, let whole: Int = integer(String(wholeText)), whole >= 0 else { return nil }
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: scale)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return scaled }
        guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(Byte.isDigit), parts[1].utf8.count <= 15,
            let numerator = Int(parts[1])
        else { return nil }
        let divisor = (0..<parts[1].utf8.count).reduce(1) { power, _ in power * 10 }
        let (product, productOverflow) = numerator.multipliedReportingOverflow(by: scale)
        guard !productOverflow, product % divisor == 0 else { return nil }
        let (sum, sumOverflow) = scaled.addingReportingOverflow(product / divisor)
        return sumOverflow ? nil : sum
    }
}

/// Outcomes: `success`, `fail`, `critical`, `fail 10%`.
enum OutcomeText {
    static func read(_ text: String) throws(TextProblem) -> OutcomeChance {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        let problem = TextProblem("\(quoted(text)) is not an outcome; write success, fail, critical or \"fail 10%\"")
        guard let outcome = words.first.flatMap({ outcome(String($0)) }), words.count <= 2 else { throw problem }
        guard words.count == 2 else { return .always(outcome) }
        guard outcome != .success, words[1].hasSuffix("%"),
            let perMillion = NumberText.decimal(String(words[1].dropLast()), scale: 10_000), perMillion <= 1_000_000
        else { throw problem }
        return .chance(outcome, perMillion: perMillion)
    }

    private static func outcome(_ word: String) -> Outcome? {
        [Outcome.success, .fail, .critical].first { "\($0)" == word }
    }
}

/// Lifecycle events by name.
public enum EventNames {
    /// The short names of PRODUCT, in bit order of their events.
    public static let short: [(name: String, event: LifecycleEvent)] = [
        ("launch", .didFinishLaunching), ("foreground", .willEnterForeground), ("background", .didEnterBackground),
        ("active", .didBecomeActive), ("memory", .didReceiveMemoryWarning), ("terminate", .willTerminate),
    ]

    /// The long name: the event as PRODUCT, section 2, lists it.
    public static func name(of event: LifecycleEvent) -> String { "\(event)" }

    /// The event with this long or short name.
    public static func event(named name: String) -> LifecycleEvent? { table[name] }

    /// Every long name, then every short one.
    public static let all: [String] = LifecycleEvent.allCases.map(name) + short.map(\.name)

    private static let table: [String: LifecycleEvent] = {
        var table: [String: LifecycleEvent] = [:]
        for event in LifecycleEvent.allCases { table[name(of: event)] = event }
        for (name, event) in short { table[name] = event }
        return table
    }()
}
