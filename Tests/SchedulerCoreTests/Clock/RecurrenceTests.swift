import Testing

@testable import SchedulerCore

@Suite struct RecurrenceTests {
    private static let day: Int64 = 86_400

    /// The days, the second of the day, from when, and the date that comes first: both in seconds since 1970.
    static let rows: [(Recurrence.Days, Int, Int64, Int64)] = [
        (.daily, 10_800, 0, 10_800), (.daily, 10_800, 10_800, 10_800), (.daily, 10_800, 10_801, day + 10_800),
        (.daily, 0, -1, 0), (.daily, 3_600, -2 * day, -2 * day + 3_600),
        // 1970-01-01 was a Thursday.
        (.weekdays, 0, 1, day), (.weekdays, 0, day + 1, 4 * day), (.weekly(4), 0, 0, 0),
        (.weekly(1), 60, 0, 4 * day + 60),
        (.weekly(7), 0, 4 * day, 10 * day),
        // 1970-02-01 is day 31, 1970-03-31 day 89; 2000-02-29 is day 11016.
        (.monthly(31), 0, 31 * day, 89 * day), (.monthly(1), 0, 1, 31 * day),
        (.monthly(29), 0, 10_988 * day, 11_016 * day),
        (.hourly, 1_800, 0, 1_800), (.hourly, 1_800, 1_801, 5_400), (.hourly, 1_800, 5_400, 5_400),
        (.hourly, 0, -1, 0), (.hourly, 5, -7_200, -7_195),
    ]

    @Test(arguments: rows)
    func `the first date from an instant on`(days: Recurrence.Days, second: Int, from: Int64, first: Int64) {
        let recurrence = Recurrence(days, second: second, epoch: 0)
        #expect(recurrence.first(from: .zero + .seconds(from)) == .zero + .seconds(first))
    }

    @Test(arguments: rows)
    func `t = 0 may be any date`(days: Recurrence.Days, second: Int, from: Int64, first: Int64) {
        let start: Int64 = 978_307_200
        let recurrence = Recurrence(days, second: second, epoch: start * 1_000_000_000)
        #expect(recurrence.first(from: .zero + .seconds(from - start)) == .zero + .seconds(first - start))
    }

    @Test func `at the end of time there is none`() {
        #expect(Recurrence(.daily, second: 0, epoch: .max).first(from: .zero + .seconds(1)) == nil)
        // The next day can be counted from 1970, but not from t = 0, ten days before.
        let early = Recurrence(.daily, second: 0, epoch: -864_000_000_000_000)
        #expect(early.first(from: Instant(nanoseconds: .max)) == nil)
        #expect(Recurrence(.hourly, second: 0, epoch: 0).first(from: Instant(nanoseconds: .max)) == nil)
        #expect(Recurrence(.monthly(31), second: 0, epoch: 0).first(from: Instant(nanoseconds: .max)) == nil)
    }
}
