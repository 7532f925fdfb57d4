import Planning
import SchedulerCore
import Testing

@testable import Dashboard

/// `f` in the log: which kinds there are, how Tab completes them, and what is there if no line is left.
@Suite struct LogFilterTests {
    /// The shop during its launch, with the focus on the log.
    private func inLog() throws -> DashboardModel {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 1s\n3")
        return model
    }

    @Test func `the line of an expectation does not repeat its kind`() throws {
        var model = try inLog()
        model.type(":expect RootView ran 1\n")
        model.expectShown("expect  RootView ran 1")
        model.expectNotShown("expect  expect")
    }

    @Test(arguments: [("nope", "nope"), ("event nope", "nope"), ("job,park", "job,park"), ("a\u{202E}b", "a<U+202E>b")])
    func `an unknown kind is refused, and the filter stays`(typed: String, wrong: String) throws {
        var model = try inLog()
        model.type("fpark\nf")
        _ = model.handle(.key(.control("u")))
        model.type("\(typed)\n")
        #expect(model.notice?.isAlarm == true)
        #expect(model.notice?.text == "unknown line kind \(wrong); Tab lists the kinds")
        #expect(model.view.logKinds == ["park"])
    }

    @Test(
        arguments: [
            ("event", ["event"]), ("PARK ev", ["park", "ev"]), ("Failed", ["failed"]), ("s", ["s"]), ("", []),
        ] as [(String, [String])])
    func `the beginning of a kind will do, whatever its case`(typed: String, wanted: [String]) throws {
        var model = try inLog()
        model.type("f\(typed)\n")
        #expect(model.notice == nil)
        #expect(model.view.logKinds == wanted)
    }

    @Test(
        arguments: [
            ("ev", "event ", []), ("st", "st", ["state", "start"]), ("F", "F", ["frame", "FAILED"]),
            ("fa", "FAILED ", []), ("event sk", "event skip ", []),
            ("event S", "event S", ["state", "start", "skip", "seq"]),
            ("zzz", "zzz", []), ("", "", LogFormat.kinds), ("park ", "park ", LogFormat.kinds),
        ] as [(String, String, [String])])
    func `Tab completes the last word, or shows what there is`(typed: String, line: String, offers: [String]) throws {
        var model = try inLog()
        model.type("f\(typed)")
        _ = model.handle(.key(.tab))
        guard case .prompt(let prompt) = model.overlay else {
            Issue.record("no prompt")
            return
        }
        #expect(prompt.line == line)
        #expect(prompt.offers == offers)
    }

    @Test(arguments: [(80, 24), (160, 48)])
    func `a log that the filter leaves empty says so, and Esc shows all`(columns: Int, rows: Int) throws {
        var model = try dashboard(columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
        model.type("3fjob\n")
        model.expectShown("nothing has happened yet")
        model.type("L:goto 1s\n")
        model.expectShown("no lines of these kinds; Esc shows all")
        _ = model.handle(.key(.escape))
        #expect(model.view.logKinds == [])
        model.expectShown("RootView")
    }

    @Test func `every kind that a line can have is in the list, and no other`() throws {
        var model = try inLog()
        model.type(":expect state inactive\n")
        let waits = model.waits
        let format = LogFormat(
            text: model.factText, simulation: model.session.simulation, plan: model.plan, waits: waits, showsTicks: true
        )
        var kinds: [String] = []
        var fact = LogFilterTests.after(nil)
        while let one = fact {
            if let line = format.line(TraceRecord(model.now, one)) { kinds.append(line.kind) }
            fact = LogFilterTests.after(one)
        }
        #expect(kinds.count == LogFormat.kinds.count)
        #expect(Set(kinds) == Set(LogFormat.kinds))
    }

    /// A fact of each case that has a line of its own, one after the other; nil at both ends. A new case does not compile
    /// until it has a place here.
    private static func after(_ fact: TraceRecord.Fact?) -> TraceRecord.Fact? {
        guard let fact else { return .action(CommandID(0)) }
        let task = TaskID(0)
        switch fact {
        case .action: return .refused(CommandID(0), .nameInUse)
        case .refused: return .event(.didBecomeActive)
        case .event: return .state(.active)
        case .state: return .firstFrame(parked: 0)
        case .firstFrame: return .tick(1)
        case .tick: return .release(task, run: 1, lane: .main)
        case .release: return .start(task, run: 1, attempt: 1, lane: .main)
        case .start: return .finish(task, run: 1, attempt: 1, .success, ready: .zero, .none)
        case .finish(_, _, _, .success, _, _): return .finish(task, run: 1, attempt: 1, .fail, ready: .zero, .timeout)
        case .finish(_, _, _, .fail, _, _):
            return .finish(task, run: 1, attempt: 1, .cancelled, ready: .zero, .processEnded)
        case .finish: return .skip(task, .overrun)
        case .skip: return .miss(task, .suspended)
        case .miss: return .park(task, .paused)
        case .park: return .job(1, task, .jobDidFail, attempt: 1, willRetry: true)
        case .job: return .queue(.didStart)
        case .queue: return .sequence(task, .failed, step: task, .stuck)
        case .sequence: return .expect(0)
        case .expect: return .warning(.stuck(task))
        case .warning: return nil
        }
    }
}
