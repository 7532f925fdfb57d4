import SchedulerCore
import SchedulerSimulation
import Text

/// Durations as scenarios and scripts write them.
extension DurationText {
    /// The shortest exact text in one unit: `1500ms`, `40ms`, `0s`. Parsing it gives the same duration.
    public static func format(_ duration: Nanoseconds) -> String { written(nanoseconds: duration.count) }

    /// The duration of `text`; nil if it is not one, is finer than a nanosecond or longer than `Nanoseconds.limit`.
    public static func parse(_ text: String) -> Nanoseconds? { try? duration(text) }

    /// The duration of `text`, or what is wrong with it.
    static func duration(_ text: String) throws(TextProblem) -> Nanoseconds { Nanoseconds(try read(text)) }
}

/// Duration models as people write them: a duration, `1s..4s`, `300ms +- 50ms`, `never`, or a list of samples.
public enum DurationModelText {
    /// The model's text; samples are joined by commas, as `inject` takes them. Reading it gives the same model.
    public static func format(_ model: DurationModel) -> String {
        switch model {
        case .fixed(let duration): DurationText.format(duration)
        case .uniform(let low, let high): "\(DurationText.format(low))..\(DurationText.format(high))"
        case .around(let mean, let spread): "\(DurationText.format(mean)) +- \(DurationText.format(spread))"
        case .samples(let values): values.map(DurationText.format).joined(separator: ",")
        case .never: "never"
        }
    }

    /// The model of a text that is not a list; nil if it is not a model.
    public static func parse(_ text: String) -> DurationModel? { try? read(text) }

    /// The model of one scalar.
    static func read(_ text: String) throws(TextProblem) -> DurationModel {
        if text == "never" { return .never }
        if let (left, right) = split(text, "..") {
            let low = try DurationText.duration(left)
            let high = try DurationText.duration(right)
            guard low <= high else {
                throw TextProblem("\(quoted(text)) is a range from large to small; swap its ends")
            }
            return .uniform(low, high)
        }
        if let (left, right) = split(text, "+-") ?? split(text, "±") {
            return .around(try DurationText.duration(left), spread: try DurationText.duration(right))
        }
        return .fixed(try DurationText.duration(text))
    }

    private static func split(_ text: String, _ mark: String) -> (String, String)? {
        let bytes = Array(text.utf8)
        let wanted = Array(mark.utf8)
        guard bytes.count >= wanted.count,
            let start = (0...(bytes.count - wanted.count)).first(where: { bytes[$0...].starts(with: wanted) })
        else { return nil }
        return (trimmed(bytes[..<start]), trimmed(bytes[(start + wanted.count)...]))
    }
}

/// The text of `bytes` without spaces at its ends.
func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    var slice = bytes
    while let first = slice.first, first == Byte.space || first == Byte.tab { slice.removeFirst() }
    while let last = slice.last, last == Byte.space || last == Byte.tab { slice.removeLast() }
    return String(decoding: slice, as: UTF8.self)
}

/// Further attempts as a script writes them: `LIMIT[,DELAY[,FACTOR[,LONGEST]]]`, as in `3`, `3,100ms,2,1s`.
enum RetryText {
    static func format(_ retry: RetryPolicy) -> String {
        var words = ["\(retry.limit)"]
        let isBounded = retry.maximumDelay != .limit
        let grows = retry.backoffThousandths != 1000
        if retry.delay != .zero || grows || isBounded { words.append(DurationText.format(retry.delay)) }
        if grows || isBounded { words.append(Format.decimal(Int64(retry.backoffThousandths), unit: 1000)) }
        if isBounded { words.append(DurationText.format(retry.maximumDelay)) }
        return words.joined(separator: ",")
    }

    static func read(_ words: [String]) throws(TextProblem) -> RetryPolicy {
        guard (1...4).contains(words.count), let limit: Int = NumberText.integer(words[0]),
            (0...RetryPolicy.maximumLimit).contains(limit)
        else { throw TextProblem("write a number of further attempts up to \(RetryPolicy.maximumLimit)", at: 0) }
        var retry = RetryPolicy(limit: limit)
        if words.count > 1 { retry.delay = try DurationText.duration(words[1]) }
        if words.count > 2 {
            guard let factor = NumberText.decimal(words[2], scale: 1000), (1000...1_000_000).contains(factor) else {
                throw TextProblem("\(quoted(words[2])) is not a factor from 1 to 1000", at: 0)
            }
            retry.backoffThousandths = factor
        }
        if words.count > 3 { retry.maximumDelay = try DurationText.duration(words[3]) }
        return retry
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
    /// The short names in The rules, in the bit order of their events.
    public static let short: [(name: String, event: LifecycleEvent)] = [
        ("launch", .didFinishLaunching), ("foreground", .willEnterForeground), ("background", .didEnterBackground),
        ("active", .didBecomeActive), ("memory", .didReceiveMemoryWarning), ("terminate", .willTerminate),
    ]

    /// The long name: the event as in The rules, "Lifecycle".
    public static func name(of event: LifecycleEvent) -> String { "\(event)" }

    /// The event with this long or short name.
    public static func event(named name: String) -> LifecycleEvent? { table[name] }

    /// Every long name, then every short one.
    public static let all: [String] = LifecycleEvent.allCases.map(name) + short.map { $0.name }

    private static let table: [String: LifecycleEvent] = {
        var table: [String: LifecycleEvent] = [:]
        for event in LifecycleEvent.allCases { table[name(of: event)] = event }
        for (name, event) in short { table[name] = event }
        return table
    }()
}

/// Recurring dates as the scenario format writes them, in UTC: `daily 03:00`, `weekdays 08:30:15`, `weekly mon 03:00`,
/// `monthly 1 03:00`, and `hourly 30` at a minute of every hour.
enum RecurrenceText {
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    static let complaint =
        "write hourly MM, daily HH:MM, weekdays HH:MM, weekly mon HH:MM or monthly 1 HH:MM, with :SS for seconds"

    /// Whether a text is meant as one: dates begin with a digit or a sign.
    static func isMeant(_ text: String) -> Bool {
        ["hourly", "daily", "weekdays", "weekly", "monthly"].contains { text.utf8.starts(with: $0.utf8) }
    }

    /// The recurrence in a text; nil if it has none.
    static func read(_ text: String, epoch: Int64) -> Recurrence? {
        let words = text.split(separator: " ").map { String($0) }
        let isHourly = words.first == "hourly"
        guard let last = words.last, let second = second((isHourly ? "00:" : "") + last) else { return nil }
        let days: Recurrence.Days
        switch (words.first, words.count) {
        case ("hourly", 2): days = .hourly
        case ("daily", 2): days = .daily
        case ("weekdays", 2): days = .weekdays
        case ("weekly", 3):
            guard let day = weekdays.firstIndex(of: words[1]) else { return nil }
            days = .weekly(day + 1)
        case ("monthly", 3):
            guard let day: Int = NumberText.integer(words[1]), (1...31).contains(day) else { return nil }
            days = .monthly(day)
        default: return nil
        }
        return Recurrence(days, second: second, epoch: epoch)
    }

    /// The text that `read` reads.
    static func format(_ recurrence: Recurrence) -> String {
        let days: String
        switch recurrence.days {
        case .hourly: days = "hourly"
        case .daily: days = "daily"
        case .weekdays: days = "weekdays"
        case .weekly(let day): days = "weekly \(weekdays[(max(1, day) - 1) % 7])"
        case .monthly(let day): days = "monthly \(day)"
        }
        let (minutes, seconds) = recurrence.second.quotientAndRemainder(dividingBy: 60)
        let hour = recurrence.days == .hourly ? "" : two(minutes / 60) + ":"
        let time = hour + two(minutes % 60)
        return "\(days) \(time)" + (seconds == 0 ? "" : ":\(two(seconds))")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// `HH:MM` or `HH:MM:SS` as a second of the day.
    private static func second(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return nil }
        var second = 0
        for (index, part) in parts.enumerated() {
            let digits = Array(part.utf8)
            guard digits.count == 2, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return nil
            }
            let number = Int(digits[0] - UInt8(ascii: "0")) * 10 + Int(digits[1] - UInt8(ascii: "0"))
            guard number < (index == 0 ? 24 : 60) else { return nil }
            second = second * 60 + number
        }
        return parts.count == 2 ? second * 60 : second
    }
}
