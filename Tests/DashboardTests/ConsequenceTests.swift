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
                "terminate: waits until the launch is over at 350ms, for Settings, Flags, Login; "
                    + "Save runs, Bye later; the process ends at 400ms"
            ),
            ("T", "1s", "terminate: Save runs, Bye later; the process ends at 1.05s"),
            ("B", "1s", "background: Save runs; the app is in the background"),
            ("M", "1s", "memory warning: Drop runs"),
            (
                "M", "120ms",
                "memory warning: waits until the launch is over at 350ms, for Flags, Login; "
                    + "Drop runs"
            ),
            ("L", "50ms", "launch refused: the app is already launched (INACTIVE); T ends the process first"),
            ("L", "1s", "launch refused: the app is already launched (ACTIVE); T ends the process first"),
        ])
    func said(key: String, time: String, words: String) throws {
        var model = try launched(to: time)
        model.type(key)
        #expect(model.notice?.text == words)
    }

    @Test func `of several queued actions, each says its own delivery, state and tasks`() throws {
        var model = try launched(to: "120ms")
        model.type("M")
        model.type("T")
        #expect(
            model.notice?.text
                == "terminate: waits until memory warning is over at 360ms, for Flags, Login and later runs; "
                + "Save runs, Bye later; the process ends at 410ms")
        model.type("F")
        #expect(
            model.notice?.text
                == "foreground: waits until terminate is over, and is refused then: the app is not running")
        model = try launched(to: "120ms")
        model.type("B")
        #expect(model.notice?.text.hasSuffix("; Save runs; the app is in the background at 350ms") == true)
        model.type("T")
        #expect(
            model.notice?.text
                == "terminate: waits until background is over at 380ms, for Flags, Login and later runs; "
                + "Bye runs; the process ends at 400ms")
        model = try launched(to: "120ms")
        model.type("B")
        model.type("F")
        #expect(model.notice?.text.hasSuffix("; the app is active at 380ms") == true)
    }

    @Test func `a second terminate ends the process while the first is in progress, too`() throws {
        var model = try launched(to: "1s")
        model.type("T:goto 1.01s\n")
        #expect(model.scheduler.waitingActions.isEmpty && model.scheduler.isDelivering)
        model.type("T")
        #expect(model.notice?.text == "the process is ending; T again ends it at once (crash)")
        model.type("T")
        #expect(model.scheduler.state == .notRunning)
        #expect(model.notice?.text == "crash: the process has ended; Save is cancelled; L launches a new one")
    }

    @Test func `a crash says what it cancels, not that what was queued is refused`() throws {
        var model = try launched(to: "120ms")
        model.type("T")
        model.type("T")
        let words = model.notice?.text ?? ""
        #expect(
            words.hasPrefix("crash: the process has ended; ") && words.hasSuffix("; L launches a new one"), "\(words)")
        #expect(words.contains("Flags is cancelled, Login is skipped"), "\(words)")
    }

    @Test func `a run that the end of the process passes over waited for what it waited for`() throws {
        var model = try dashboard(
            scene + "\n  - {name: Trim, class: afterLaunch, after: [Settings], duration: 300ms}"
                + "\n  - {name: Tail, class: afterLaunch, after: [Settings], duration: 30ms}", columns: 160, rows: 48,
            options: DashboardOptions(isPaused: true))
        model.type("L:goto 120ms\nT:goto 300ms\n/Trim\n")
        model.expectShown("waits 300ms so far, the last 200ms for lane")
        model.type(":goto 1s\n/Trim\n")
        model.expectShown("250ms for lane afterLaunch to open")
        // Behind it in the lane, Tail never starts.
        model.type("/Tail\n")
        let row = try #require(model.lines.first { $0.contains(" Tail ") && $0.contains("afterLaunch") })
        #expect(row.contains("··········░░░"), "\(row)")
        model.expectShown("100ms for Settings")
        // A new process does not change what was.
        model.type("L:goto 1.3s\n/Tail\n")
        let lane = try #require(model.lines.first { $0.contains("lane afterLaunch") })
        #expect(lane.contains("··········2222222"), "\(lane)")
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
        #expect(model.notice?.text == "background: no task runs on it; the app is in the background")
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

    @Test(
        arguments: [
            ("pause Flags", "50ms", "Flags is paused: it starts no run until p resumes it"),
            ("pause Settings", "50ms", "Settings is paused: this run goes on, no other starts until p resumes it"),
            ("pause Save", "50ms", "Save is paused: it misses its events until p resumes it"),
            ("pause lane:net", "50ms", "lane net is paused: it starts no run until p resumes it"),
            ("expect Settings ran 1", "1s", "Settings ran 1 holds: Settings ran 1"),
            ("expect Settings ran 2", "1s", "Settings ran 2 does not hold: Settings ran 1"),
        ])
    func typed(line: String, time: String, words: String) throws {
        var model = try launched(to: time)
        model.type(":\(line)\n")
        #expect(model.notice?.text == words)
    }

    @Test func `a command in the past says what it does, and that the old course is kept`() throws {
        var model = try launched(to: "1s")
        model.type("B:goto 50ms\n/Settings\np")
        #expect(
            model.notice?.text
                == "Settings is paused: this run goes on, no other starts until p resumes it; "
                + "branch B is new; A is kept: D compares, :branch A returns to it")
    }

    @Test func `a turn that is to be skipped does not run, and what is destroyed ends its run`() throws {
        let scene = """
            name: Rail
            lanes: {map: 1}
            tasks:
              - {name: Board, on: launch, duration: 20ms}
              - {name: Widget, on: active, lane: map, duration: 300ms}
            """
        var model = try dashboard(scene, options: DashboardOptions(isPaused: true))
        model.type("L:goto 50ms\nBFBF")
        #expect(
            model.notice?.text == "foreground: Widget is skipped, as an earlier run is not over; the app is active")
        model.type("/Widget\nXX")
        #expect(model.notice?.text == "Widget is destroyed: this run goes on, no other starts")
    }

    @Test(arguments: ["inject X on active", "schedule X every 1s", "inject-sequence X steps A,B"])
    func `an action before tasks were added says what it waits for`(addition: String) throws {
        let text = """
            tasks:
              - {name: A, on: launch, duration: 300ms}
              - {name: B, on: launch, after: [A], duration: 300ms}
            """
        func pressed(_ keys: String) throws -> DashboardModel {
            var model = try dashboard(text, columns: 120, rows: 34, options: DashboardOptions(isPaused: true))
            model.type(":launch\n:700ms\n:\(addition)\n:200ms\n\(keys)")
            return model
        }
        for key in ["B", "M", "T"] {
            let model = try pressed(key)
            #expect(model.notice?.text.contains("the launch is over at 600ms") == true, "\(key): \(model.screen)")
        }
        // No other key asks the rules of that instant about what they do not know yet.
        let keys = "EFLXpjkud[],.<>+-0=csSogrevzyx12345{}nNaDW"
        for first in keys {
            for second in ["", "\n", "B", "X"] {
                let model = try pressed("\(first)\(second)")
                #expect(!model.screen.isEmpty)
            }
        }
    }
}
