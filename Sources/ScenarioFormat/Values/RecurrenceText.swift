import Text
import SchedulerCore

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
