import SchedulerCore
import SchedulerSimulation
import Testing
import TraceAnalysis

@testable import Dashboard

/// A run that failed and is to be tried again waits, first for its delay, then for its lane.
@Suite struct RetryTests {
    private let text = """
        lanes: {net: 1}
        tasks:
          - {name: Flaky, on: launch, lane: net, duration: 30ms, retry: {limit: 1, delay: 20ms}, outcome: [fail, success]}
          - {name: Long, on: launch, lane: net, duration: 100ms}
          - {name: Home, on: launch, after: [Flaky], duration: 10ms}
        """

    private func launched(to time: String) throws -> DashboardModel {
        var model = try dashboard(text, columns: 240, rows: 40, options: DashboardOptions(isPaused: true))
        model.type("L:goto \(time)\n:select Flaky\n")
        return model
    }

    private func row(_ name: String, of model: DashboardModel) throws -> String {
        try #require(model.lines.dropFirst(3).first { $0.contains(" \(name) ") })
    }

    @Test(
        arguments: [
            (time: "20ms", letter: "R", present: "60ms", next: " now "),
            (time: "40ms", letter: "W", present: "retry", next: " 130ms "),
            (time: "60ms", letter: "L", present: "net: Long", next: " 130ms "),
            (time: "140ms", letter: "R", present: "60ms", next: " now "),
        ])
    func `between its attempts it waits for its retry, then for its lane`(
        time: String, letter: String, present: String, next: String
    ) throws {
        let model = try launched(to: time)
        let row = try row("Flaky", of: model)
        #expect(row.hasPrefix(letter) && row.contains(present) && row.contains(next), "\(row)")
    }

    @Test func `the log and the details say what came between two attempts`() throws {
        var model = try launched(to: "170ms")
        model.type("3z")
        model.expectShown("start   Flaky  net  attempt 2  waited 100ms: 20ms for its retry + 80ms for lane net")
        model.expectShown("done    Flaky  attempt 2 ran 30ms")
        model.type("z1\n")
        model.expectShown("30ms-50ms  20ms for its retry")
        model.expectShown("50ms-130ms  80ms for lane net, held by Long")
    }

    @Test func `who waits at an instant includes what is to be tried again`() throws {
        var model = try launched(to: "60ms")
        model.expectShown("now Long runs, Flaky, Home wait")
        model.expectShown("waits 30ms so far, the last 10ms for lane net (Long runs, 70ms left)")
        model = try launched(to: "40ms")
        model.expectShown("waits 10ms so far for its retry")
    }

    @Test func `what a retry waited for stays with its run`() throws {
        var model = try dashboard(text, columns: 120, options: DashboardOptions(isPaused: true))
        model.type("L:goto 170ms\n:select Flaky\n")
        model.expectShown("did not wait; before attempt 2: 80ms for lane net (Long)")
        var between = try launched(to: "40ms")
        between.type("1\n")
        between.expectShown("next run    at 130ms: attempt 2, as planned")
    }

    @Test func `a retry that is due in a paused lane waits for the lane's pause`() throws {
        var model = try dashboard(text, columns: 120, options: DashboardOptions(isPaused: true))
        model.type("L:goto 40ms\n:select Flaky\n:pause lane:net\n:goto 300ms\n")
        model.expectShown("the last 170ms because lane net is paused")
        let held = try row("Flaky", of: model)
        #expect(held.contains("x") && held.contains("╌"), "\(held)")
        model.type(":resume lane:net\n:goto 400ms\n")
        let resumed = try row("Flaky", of: model)
        #expect(resumed.contains("╌"), "\(resumed)")
    }

    @Test func `who needs a task that is to fail waits for its retry, too`() throws {
        var model = try launched(to: "10ms")
        model.type(":select Home\n")
        model.expectShown("waits 10ms so far for Flaky (runs, 150ms left with its retry)")
    }

    @Test func `nothing ran in a lane before its first run began`() throws {
        let model = try dashboard(text, columns: 240, rows: 40, options: DashboardOptions(isPaused: true))
        let net = try #require(model.session.scenario.configuration.lane(named: "net"))
        let scale = TimeScale(start: .zero, step: .milliseconds(7), cells: 40)
        let cells = LaneActivity(plan: model.plan, lane: net).cells(on: scale, now: .zero + .milliseconds(3))
        #expect(cells.contains { $0.isBusy })
        let before = LaneActivity(plan: model.plan, lane: net).cells(on: scale, now: .zero)
        #expect(before.contains { $0.isBusy } && !before.contains { $0.hasRun })
        #expect(cells.map { $0.hasRun }.prefix(2) == [true, false])
    }

    @Test func `a lane counts a retry only while it waits`() throws {
        let model = try launched(to: "170ms")
        let net = try #require(model.session.scenario.configuration.lane(named: "net"))
        let waiting = LaneActivity(plan: model.plan, lane: net).cells(
            on: TimeScale(start: .zero, step: .milliseconds(10), cells: 14), now: model.now
        ).map { $0.queued }
        // Long waits until 30 ms, Flaky from 50 to 130 ms.
        #expect(waiting == [1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0])
    }

    @Test func `what waits for a run that is to be tried again waits for it, even if nothing starts it`() throws {
        var model = try launched(to: "60ms")
        model.type(":pause lane:net\n:goto 400ms\n:select Home\n")
        model.expectShown("waits 400ms so far for Flaky")
    }

    @Test func `the letters of a course are those of the session, at every instant`() throws {
        for text in [text, try shopDemo()] {
            var model = try dashboard(text, options: DashboardOptions(isPaused: true))
            model.type("L")
            for time in stride(from: 0, through: 1_000, by: 17) {
                model.type(":goto \(time)ms\n")
                let tasks = (0..<model.scheduler.taskCount).map { TaskID($0) }
                    .filter { !model.scheduler.standing(of: $0).isSequence && model.scheduler.standing(of: $0).exists }
                let letters = tasks.map { task in
                    StateLetter(task, in: model.plan, at: model.now, model.scheduler.standing(of: task))
                }
                for (task, letter) in zip(tasks, letters) {
                    let name = model.scheduler.name(of: task)
                    #expect(letter == model.stateLetter(task), "\(name) at \(time) ms")
                }
            }
        }
    }

    @Test func `a run that was tried again is as long as from its first start to its end, on every door`() throws {
        var model = try launched(to: "170ms")
        #expect(try row("Flaky", of: model).contains(" 160ms "))
        model.type(":select Flaky\n")
        model.expectShown("took 160ms in 2 attempts")
        var replay = try Replay(scenario(text))
        replay.run()
        let span = try #require(Timeline(replay.simulation.records).runs.first { $0.task == TaskID(0) })
        #expect(span.own == .milliseconds(160))
    }
}
