import SchedulerCore
import Testing

@testable import Dashboard

/// Instants are typed as they are said.
@Suite struct PaletteTimeTests {
    @Test(arguments: ["400ms", "400", "goto 400", "goto 400ms", "goto \"400ms\"", "goto '400'", "0.4s"])
    func `a time goes to that instant`(typed: String) throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:\(typed)\n")
        #expect(model.now == .zero + .milliseconds(400), "\(model.notice?.text ?? "")")
    }

    @Test(
        arguments: [
            ("goto", "goto needs a time, as in :goto 400ms; 400 alone is milliseconds"),
            (
                "4 00",
                "\"4 00\" is not a duration; write 40ms, 1.5s, 2m or 1h; a number alone is milliseconds, as in :goto 400"
            ),
            (
                "goto! 400",
                "! stands only after a command that writes a file: write!, export!, save-scenario! or save-trace!"
            ),
            ("!ls", "! stands only after a command that writes a file: write!, export!, save-scenario! or save-trace!"),
        ])
    func `refusals say what is accepted`(typed: String, words: String) throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:\(typed)\n")
        #expect(model.notice?.text == words)
        #expect(model.now == .zero)
    }

    @Test func `before the launch a time launches the app and shows that instant`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type(":400\n")
        #expect(model.now == .zero + .milliseconds(400) && !model.playback.isRunning)
        #expect(model.notice?.text == "launched, to show 400ms; :0 goes back to the start")
        var running = try dashboard()
        running.type(":400\n")
        #expect(running.now == .zero + .milliseconds(400) && !running.playback.isRunning)
    }

    @Test func `without a launch a time that has passed is only shown`() throws {
        var late = try dashboard(options: DashboardOptions(isPaused: true))
        late.session.advance(to: .zero + .seconds(2))
        late.type(":400\n")
        #expect(late.now == .zero + .milliseconds(400) && late.session.records.isEmpty)
        #expect(late.scheduler.launchedAt == nil)
    }

    @Test func `a launch that is refused shows no other instant`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type(":0\n")
        #expect(model.now == .zero && model.session.records.isEmpty)
    }

    @Test func `a file's name may stand in quotes`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        guard case .writeFile(let path, _, _)? = model.carryOut("write \"my talk.scope\"").first else {
            return #expect(Bool(false))
        }
        #expect(path == "my talk.scope")
    }

    @Test func `what is said to happen at a time happens at that time`() throws {
        var model = try dashboard(shopDemo(), columns: 120, rows: 40, options: DashboardOptions(isPaused: true))
        model.type("L:142\n")
        model.expectShown("now Session ends, Recommendations starts")
        model.type(":142ms\n")
        model.expectShown("now Session ends, Recommendations starts")
    }
}
