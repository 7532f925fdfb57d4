/// Recurring dates: a time of day in UTC, on certain days, or a minute of every hour.
public struct Recurrence: Hashable, Stored {
    /// The days on which it recurs.
    public enum Days: Hashable, Stored {
        /// Every day, every hour.
        case hourly
        /// Every day.
        case daily
        /// Monday to Friday.
        case weekdays
        /// This day of the week, 1 (Monday) ... 7.
        case weekly(Int)
        /// This day of the month, 1 ... 31; a month without it is skipped.
        case monthly(Int)
    }

    /// The days.
    public var days: Days
    /// The second of the day, 0 ... 86399; of the hour, 0 ... 3599, if it recurs hourly.
    public var second: Int
    /// The date of t = 0 in nanoseconds since 1970-01-01T00:00:00Z.
    public var epoch: Int64

    /// Creates a recurrence.
    public init(_ days: Days, second: Int, epoch: Int64) {
        (self.days, self.second, self.epoch) = (days, second, epoch)
    }

    /// Whether its time of day and its day exist.
    public var isOnCalendar: Bool {
        guard (0..<86_400).contains(second) else { return false }
        switch days {
        case .hourly: return second < 3_600
        case .daily, .weekdays: return true
        case .weekly(let day): return (1...7).contains(day)
        case .monthly(let day): return (1...31).contains(day)
        }
    }

    private static let nanosecondsOfHour: Int64 = 3_600_000_000_000
    private static let nanosecondsOfDay: Int64 = 24 * nanosecondsOfHour
    /// A month without the 31st is followed by one that has it: no gap is longer.
    private static let longestGap: Int64 = 62

    /// The first of its dates at or after `instant`; nil if there is none. O(days until then), at most 62.
    public func first(from instant: Instant) -> Instant? {
        let (date, overflow) = epoch.addingReportingOverflow(instant.nanoseconds)
        guard !overflow else { return nil }
        let own = Int64(second) * 1_000_000_000
        if days == .hourly {
            let (moment, isFar) = instant.nanoseconds.addingReportingOverflow(
                Self.rest(own - date % Self.nanosecondsOfHour))
            return isFar ? nil : Instant(nanoseconds: moment)
        }
        let today = Self.floorDivide(date, Self.nanosecondsOfDay)
        for day in today...(today + Self.longestGap) where contains(day: day) {
            let (start, overflow) = day.multipliedReportingOverflow(by: Self.nanosecondsOfDay)
            let (moment, isLate) = start.addingReportingOverflow(own)
            let (time, isFar) = moment.subtractingReportingOverflow(epoch)
            if overflow || isLate || isFar { return nil }
            if moment >= date { return Instant(nanoseconds: time) }
        }
        return nil
    }

    /// Whether it recurs on this day, counted from 1970-01-01, a Thursday.
    private func contains(day: Int64) -> Bool {
        let weekday = Int(day + 3 - 7 * Self.floorDivide(day + 3, 7)) + 1
        switch days {
        case .hourly, .daily: return true
        case .weekdays: return weekday <= 5
        case .weekly(let wanted): return weekday == wanted
        case .monthly(let wanted): return Self.dayOfMonth(day) == wanted
        }
    }

    /// The day of the month (Hinnant, "chrono-compatible low-level date algorithms", 2013): years begin in March, and
    /// from then on every five months have 153 days.
    private static func dayOfMonth(_ day: Int64) -> Int {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        return Int(dayOfYear - (153 * month + 2) / 5) + 1
    }

    /// How far a length of time reaches into an hour.
    private static func rest(_ length: Int64) -> Int64 {
        length - nanosecondsOfHour * floorDivide(length, nanosecondsOfHour)
    }

    private static func floorDivide(_ value: Int64, _ by: Int64) -> Int64 {
        value >= 0 ? value / by : -((by - 1 - value) / by)
    }
}
