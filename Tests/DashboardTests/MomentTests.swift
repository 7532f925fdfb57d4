import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// One line says what happens at the instant shown, and what comes next.
@Suite struct MomentTests {
    private let scene = """
        name: Courier
        lanes: {net: 1, disk: 1}
        tasks:
          - {name: Settings, on: launch, lane: disk, duration: 100ms}
          - {name: Flags, on: launch, lane: net, after: [Settings], duration: 200ms}
          - {name: Login, on: launch, after: [Flags], duration: 50ms, blocks: true}
        """

    private func model(_ columns: Int, _ rows: Int) throws -> DashboardModel {
        try dashboard(scene, columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
    }

    @Test(arguments: [(80, 24), (100, 50), (160, 48)])
    func `what happens now and next`(columns: Int, rows: Int) throws {
        var model = try model(columns, rows)
        model.expectShown("nothing has happened yet   L launches; the bars are the plan")
        model.type("L:goto 100ms\n")
        // What comes next is worth more than who waits, but not than that somebody does.
        let (waits, next) = columns == 80 ? (", 1 waits", "at 300ms") : (", Login waits", "next at 300ms (in 200ms)")
        model.expectShown("now Settings ends, Flags starts\(waits)   \(next): Flags ends, Login starts")
        model.type(":goto 130ms\n")
        let distance = columns == 80 ? "" : " (in 170ms)"
        model.expectShown("now Flags runs, Login waits   next at 300ms\(distance): Flags ends, Login starts")
    }

    @Test func `going back shows what was first shown there`() throws {
        var model = try model(80, 24)
        model.type("L")
        var seen: [(Instant, String)] = []
        for _ in 0..<5 {
            // The key line offers more where there is a future.
            seen.append((model.now, model.lines.dropLast().joined(separator: "\n")))
            model.type(".")
        }
        for (time, screen) in seen.dropFirst().reversed() {
            while model.now > time { model.type(",") }
            #expect(model.lines.dropLast().joined(separator: "\n") == screen)
        }
    }

    @Test func `what goes on beside what ends is said, and the next timer however far it is`() throws {
        let tasks = """
            lanes: {io: 2}
            tasks:
              - {name: Short, on: launch, lane: io, duration: 20ms}
              - {name: Long, on: launch, lane: io, duration: 50ms}
              - {name: Beat, every: 30s, duration: 1ms}
            """
        var model = try dashboard(tasks, options: DashboardOptions(isPaused: true))
        model.type("L:goto 20ms\n")
        model.expectShown("now Short ends, Long runs   next at 50ms (in 30ms): Long ends")
        model.type(":goto 2.5s\n")
        model.expectShown("now nothing runs   next at 30s (in 27.5s): Beat is due")
    }

    @Test func `where nothing starts next, the next start is said, too`() throws {
        let tasks = """
            lanes: {io: 1, net: 1}
            tasks:
              - {name: Keys, on: launch, lane: io, duration: 30ms}
              - {name: Feed, on: launch, lane: net, duration: 80ms}
              - {name: Home, on: launch, after: [Keys, Feed], duration: 20ms}
            """
        var model = try dashboard(tasks, options: DashboardOptions(isPaused: true))
        model.type("L:goto 10ms\n")
        model.expectShown("now Keys, Feed run, Home waits   next at 30ms: Keys ends, Home starts at 80ms")
        model.type(":goto 80ms\n")
        model.expectShown("now Feed ends, Home starts   next at 100ms: the launch is complete +2")
        let several = """
            lanes: {io: 3}
            tasks:
              - {name: Keys, on: willFinishLaunching, lane: io, duration: 10ms}
              - {name: Crash, on: willFinishLaunching, duration: 30ms}
              - {name: A, on: launch, lane: io, duration: 20ms}
              - {name: B, on: launch, lane: io, duration: 20ms}
              - {name: C, on: launch, lane: io, duration: 20ms}
              - {name: D, on: launch, duration: 20ms}
            """
        model = try dashboard(several, columns: 120, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto 5ms\n")
        model.expectShown("next at 10ms (in 5ms): Keys ends, D, A, B, C start at 30ms")
    }

    @Test func `what ends when another task starts is counted as that`() throws {
        let tasks = """
            lanes: {radio: 1, maps: 1}
            tasks:
              - {name: PairingAntenna, on: launch, lane: radio, duration: 50ms}
              - {name: TilesOfMap, on: launch, lane: maps, duration: 80ms}
              - {name: TelemetryOfDrone, on: launch, lane: radio, after: PairingAntenna, duration: 30ms}
            """
        var model = try dashboard(tasks, options: DashboardOptions(isPaused: true))
        model.type("L:goto 10ms\n")
        model.expectShown("1 waits   at 50ms: TelemetryOfDrone starts, 1 ends")
    }

    @Test func `as many names as fit`() throws {
        var tasks = "tasks:\n"
        for number in 1...9 { tasks += "  - {name: AnyLongName\(number), on: launch, lane: async, duration: 50ms}\n" }
        var model = try dashboard(tasks, options: DashboardOptions(isPaused: true))
        model.type("L")
        model.expectShown(" +")
        let line = try #require(model.lines.first { $0.contains("next at 50ms") }, "\(model.screen)")
        #expect(line.contains("AnyLongName"))
    }

    @Test func `the end of the launch is said before it comes, and a failure is no end`() throws {
        let text = """
            lanes: {net: 1, io: 3}
            tasks:
              - {name: Flaky, on: launch, lane: net, duration: 30ms, retry: {limit: 1, delay: 20ms}, outcome: [fail, success]}
              - {name: Home, on: launch, after: [Flaky], duration: 40ms}
              - {name: One, on: active, lane: io, duration: 40ms}
              - {name: Two, on: active, lane: io, duration: 40ms}
              - {name: Three, on: active, lane: io, duration: 40ms}
            """
        var model = try dashboard(text, columns: 100, rows: 32, options: DashboardOptions(isPaused: true))
        model.type("L:goto 10ms\n")
        model.expectShown("next at 30ms (in 20ms): Flaky fails, Flaky starts at 50ms")
        model.type(":goto 30ms\n")
        model.expectShown("now Flaky fails")
        model.type(":goto 100ms\n")
        model.expectShown("next at 120ms: the launch is complete, Home ends, One, Two +1 start, active comes")
        model = try dashboard(text, columns: 62, rows: 32, options: DashboardOptions(isPaused: true))
        model.type("L:goto 100ms\n")
        model.expectShown("next at 120ms: the launch is complete +")
    }
}
