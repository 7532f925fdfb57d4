/// Recurring dates (The rules, "Timers and dates"): found by going through the days, one by one.
extension Model {
    /// A day of the calendar.
    private struct Day {
        /// Days since 1970-01-01.
        var number = 0
        var year = 1970
        var month = 1
        var day = 1
        /// 1 is Monday.
        var weekday = 4

        mutating func goOn() {
            number += 1
            day += 1
            weekday = weekday == 7 ? 1 : weekday + 1
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    /// The first date of a recurrence that is not before `time`.
    func first(of recurrence: World.Recurrence, from time: Int) -> Int {
        var day = Day()
        if recurrence.days == .hourly {
            var date = (recurrence.second - world.epoch) * 1_000_000_000
            while date < time { date += 3_600_000_000_000 }
            return date
        }
        while true {
            let date = (day.number * 86_400 + recurrence.second - world.epoch) * 1_000_000_000
            if date >= time, contains(recurrence, day) { return date }
            day.goOn()
        }
    }

    private func contains(_ recurrence: World.Recurrence, _ day: Day) -> Bool {
        switch recurrence.days {
        case .hourly, .daily: true
        case .weekdays: day.weekday < 6
        case .weekly(let weekday): day.weekday == weekday
        case .monthly(let number): day.day == number
        }
    }
}
