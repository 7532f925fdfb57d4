import Text
import Foundation
import ScenarioFormat
import TaskKitAnnotations
import Testing

/// What annotations of an executable and a library leave for the linker; the same in debug and release.
@Suite struct RightUseTests {
    private static let dates = "AnnotatedTasks/Dates.swift:"
    private static let recurrences = "AnnotatedTasks/Recurrences.swift:"

    /// The lines of the child, those about dates left aside.
    private func found() throws -> [[String]] {
        try all().filter { !$0[0].hasPrefix(Self.dates) && !$0[0].hasPrefix(Self.recurrences) }
    }

    private func all() throws -> [[String]] {
        try Child.withFolder { folder in
            let child = Child.products.appending(path: "AnnotatedChild").path
            let outcome = try Child.run(child, [], in: folder)
            #expect(outcome.code == 0)
            return outcome.output.split(separator: "\n").map {
                $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    @Test func `tasks of the executable and of a library are found, by file and line`() throws {
        #expect(
            try found().map { $0[0] } == [
                "AnnotatedChild/Tasks.swift:4", "AnnotatedChild/Tasks.swift:11", "AnnotatedChild/Tasks.swift:15",
                "AnnotatedChild/Tasks.swift:21", "AnnotatedTasks/Library.swift:4", "AnnotatedTasks/Library.swift:12",
                "AnnotatedTasks/Library.swift:18", "job",
            ])
    }

    @Test(arguments: [
        (0, ["first", "critical", "[]", "[]", "-", "0", "0", "true", "3000000", "main"]),
        (1, ["Heartbeat", "default", "[]", "[\"first\", \"inner task\"]", "-", "0", "0", "false", "0", "completion"]),
        (2, ["NewYear", "default", "[]", "[]", "-", "0", "0", "false", "0", "completion"]),
        (3, ["Step", "default", "[]", "[]", "-", "0", "0", "false", "0", "async"]),
        (4, ["InLibrary", "default", "[\"inner task\"]", "[]", "io", "0", "0", "false", "0", "sync"]),
        (5, ["inner task", "default", "[]", "[]", "-", "0", "2", "false", "0", "async"]),
        (6, ["Cleared", "low", "[]", "[]", "-", "1500000000", "0", "false", "0", "main"]),
    ])
    func `an annotation's arguments and the kind of run arrive`(row: Int, wanted: [String]) throws {
        let fields = try found()[row]
        #expect([fields[1]] + fields[3...] == wanted)
    }

    @Test func `the job handler is found by its name`() throws {
        #expect(try found().last == ["job", "nyancat"])
    }

    @Test(arguments: [
        (0, ["events", "rawValue: 17"]), (1, ["timer", "count: 30000000000", "times(5)", "catchUp: all"]),
        // 2027-01-01T00:00:00.25Z, counted from second 1 of 1970.
        (2, ["timer", "nanoseconds: 1798761599250000000", "forever", "runsWhenMissed: true"]), (3, ["none"]),
        (4, ["rawValue: 2"]), (5, ["startup(async)"]), (6, ["notification(\"CacheCleared\")"]),
    ])
    func `a trigger says when`(row: Int, parts: [String]) throws {
        let trigger = try found()[row][2]
        for part in parts { #expect(trigger.contains(part), "\(trigger)") }
    }

    @Test func `a date is read while compiling as scenario files read it`() throws {
        let dated = try all().filter { $0[0].hasPrefix(Self.dates) }
        #expect(dated.count == 10)
        for fields in dated {
            let wanted = try #require(DateText.parse(fields[1])) - 1_000_000_000
            #expect(fields[2].contains("nanoseconds: \(wanted))"), "\(fields[1])")
            #expect(fields[2].contains("Repetition.times(1)"))
        }
    }

    @Test func `a recurring date is read while compiling`() throws {
        let recurring = try all().filter { $0[0].hasPrefix(Self.recurrences) }
        let wanted = [
            ("daily 03:00", "Days.daily, second: 10800"), ("daily 23:59:58", "Days.daily, second: 86398"),
            ("weekdays 08:30:15", "Days.weekdays, second: 30615"),
            ("weekly mon 03:00", "Days.weekly(1), second: 10800"),
            ("weekly sun 00:00", "Days.weekly(7), second: 0"), ("monthly 1 03:00", "Days.monthly(1), second: 10800"),
            ("monthly 31 03:00", "Days.monthly(31), second: 10800"), ("hourly 30", "Days.hourly, second: 1800"),
            ("hourly 59:07", "Days.hourly, second: 3547"),
        ]
        #expect(recurring.map { $0[1] } == wanted.map(\.0))
        for (fields, wanted) in zip(recurring, wanted) {
            #expect(fields[2].contains("\(wanted.1),"), "\(fields[2])")
            let times = wanted.0 == "daily 03:00" ? "Repetition.times(3)" : "Repetition.forever"
            #expect(fields[2].contains(times), "\(fields[2])")
        }
    }

    @Test func `what is loaded later is found by a later call`() throws {
        let before = LinkedTasks.find().tasks.count
        LinkedTasks.link { LinkedTasks.add($0, LaunchTask("Later") {}, "Later.swift", 1) }
        let found = LinkedTasks.find()
        #expect(found.tasks.count == before + 1)
        #expect(zip(found.tasks, found.sites).contains { $0.name == "Later" && $1 == "Later.swift:1" })
    }
}
