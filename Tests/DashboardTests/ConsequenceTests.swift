import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// What an action does is said at once, and what cannot be done is refused at once.
@Suite struct ConsequenceTests {
    private let scene = """
        name: Courier
        lanes: {net: 1, disk: 1}
        tasks:
          - {name: Settings, on: launch, lane: disk, duration: 100ms, blocks: true}
          - {name: Flags, on: launch, lane: net, after: [Settings], duration: 200ms, blocks: true}
          - {name: Login, on: launch, after: [Flags], duration: 50ms}
          - {name: Save, on: background, duration: 30ms}
          - {name: Bye, on: terminate, duration: 20ms}
          - {name: Drop, on: memory, duration: 10ms}
        """

    private func launched(to time: String) throws -> DashboardModel {
        var model = try dashboard(scene, options: DashboardOptions(isPaused: true))
        model.type("L:goto \(time)\n")
        return model
    }

    @Test(
        arguments: [
            (
                "T", "50ms",
                "terminate: waits until the launch is over at 350ms: for Settings, Flags, Login, then for later runs, "
                    + "then Save, Bye run, "
                    + "the process ends at 400ms"
            ),
            ("T", "1s", "terminate: Save, Bye run, the process ends at 1.05s"),
            ("B", "1s", "background: Save runs, the app is in the background"),
            ("M", "1s", "memory warning: Drop runs"),
            (
                "M", "120ms",
                "memory warning: waits until the launch is over at 350ms: for Flags, Login, then for later runs, "
                    + "then Drop runs"
            ),
            ("L", "50ms", "launch refused: the app is already launched (INACTIVE); T ends the process first"),
            ("L", "1s", "launch refused: the app is already launched (ACTIVE); T ends the process first"),
        ])
    func said(key: String, time: String, words: String) throws {
        var model = try launched(to: time)
        model.type(key)
        #expect(model.notice?.text == words)
    }

    @Test func `a refused launch is no part of the session`() throws {
        var model = try launched(to: "1s")
        let count = model.session.records.count
        model.type("L")
        #expect(model.session.records.count == count && model.notice?.isAlarm == true)
        model.type("T:goto 2s\nL")
        #expect(model.scheduler.state != .notRunning)
    }

    @Test func `what has no task says so`() throws {
        var model = try dashboard(
            "tasks: [{name: A, on: launch, duration: 10ms}]", options: DashboardOptions(isPaused: true))
        model.type("L:goto 1s\nM")
        #expect(model.notice?.text == "memory warning: no task runs on it")
        model.type("B")
        #expect(model.notice?.text == "background: no task runs on it, the app is in the background")
        model.type("F")
        #expect(model.notice?.text == "foreground: the app is active")
        model.type("T")
        #expect(model.notice?.text == "terminate: the process has ended; L launches a new one")
    }

    @Test func `a task that is resumed says what it waits for now`() throws {
        var model = try launched(to: "50ms")
        model.type("/Flags\npp")
        #expect(model.notice?.text == "Flags is resumed: it waits 50ms so far for Settings (runs, 50ms left)")
    }
}
