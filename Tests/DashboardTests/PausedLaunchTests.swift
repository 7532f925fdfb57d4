import SchedulerCore
import ScreenKit
import Testing

@testable import Dashboard

/// What the screen says while something is paused, and after a step back.
@Suite struct PausedLaunchTests {
    private static let text = """
        name: Mail
        lanes: {db: 1, net: 1}
        budgets: {launch: 200ms}
        tasks:
        - {name: Keys, on: launch, lane: db, duration: 50ms}
        - {name: Index, on: launch, lane: db, after: Keys, duration: 120ms}
        - {name: Front, on: launch, after: Keys, duration: 60ms}
        - {name: Inbox, on: launch, after: [Keys, Index], blocks: true, duration: 40ms}
        """

    @Test func `a paused lane lists what waits in it, and nothing planned starts a parked run`() throws {
        var model = try advised(Self.text, columns: 160, rows: 48)
        model.type("L:goto 20ms\n:pause lane:db\n:goto 60ms\n")
        model.view.selected = .lane(try #require(model.session.scenario.configuration.lane(named: "db")))
        model.expectShown("nothing runs, Index")
        let row = try #require(model.lines.first { $0.contains(" Index ") && $0.contains("didFinish") })
        #expect(row.contains(" .. "), "\(row)")
    }

    @Test func `the critical path of a launch that a pause ended is that of the commands`() throws {
        let text = """
            lanes: {net: 1, disk: 1}
            tasks:
              - {name: Crumbs, on: willFinishLaunching, duration: 20ms}
              - {name: Pantry, on: willFinishLaunching, lane: disk, duration: 110ms, blocks: true}
              - {name: Account, on: launch, lane: net, duration: 150ms}
              - {name: Stock, on: launch, lane: net, after: Account, duration: 130ms}
              - {name: Counter, on: launch, after: Stock, duration: 40ms, blocks: true}
            """
        var model = try advised(text)
        model.type("L:goto 150ms\n:pause Stock\n:goto 700ms\n")
        #expect(model.plan.launchLength?.time == .milliseconds(150))
        let names = model.plan.chain.map { model.scheduler.name(of: $0.task) }
        #expect(names.first == "Pantry" && !names.contains("Crumbs"), "\(names)")
    }

    @Test func `WHY and TRY of a launch that a pause cut short, though it is as long as before`() throws {
        var model = try advised(
            Self.text + "\n- {name: Badge, on: launch, lane: net, after: Keys, duration: 30ms}", columns: 160, rows: 40)
        model.type("L:goto 20ms\n")
        let before = model.plan.launchLength
        model.type(":pause lane:net\n")
        model.findNow()
        #expect(model.plan.launchLength?.time == before?.time && model.plan.launchLength?.parked == 1)
        model.expectShown("WHY complete without 1 parked task: lane net paused")
        model.expectShown("TRY only a launch with all of its tasks has advice: launch with nothing paused")
    }

    @Test func `WHY and the log count the same tasks that a pause passed over, and no turns of timers`() throws {
        let text = """
            clock: {interval: 50ms}
            tasks:
              - {name: Home, on: launch, duration: 300ms}
              - {name: Login, on: launch, duration: 50ms}
              - {name: Events, on: launch, after: Login, duration: 20ms}
              - {name: Legal, on: launch, duration: 20ms}
              - {name: Beat, every: 50ms, lane: async, duration: 120ms}
            """
        var model = try advised(text, columns: 200, rows: 40)
        model.type(":pause Login\n:pause Legal\nL:goto 310ms\n3z")
        model.findNow()
        model.expectShown("WHY complete without 3 missed or skipped tasks: Login paused")
        model.expectShown("LAUNCH COMPLETE in 300ms without 3 missed or skipped tasks")
        model.expectShown("launch 300ms without 3 missed or skipped tasks")
        #expect(model.plan.marks(of: TaskID(4)).contains { $0.kind == .skipped })
    }

    @Test func `what a lane shows of the past stays when a paused task is resumed`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Token, on: launch, lane: net, duration: 100ms}
              - {name: Cards, on: launch, lane: net, duration: 100ms}
              - {name: Main, on: launch, duration: 50ms}
            """
        var model = try advised(text, columns: 120, rows: 30)
        model.type("L:goto 20ms\n:pause Cards\n:goto 400ms\n:range 0s 1s\n")
        func past(_ model: DashboardModel) -> Substring? {
            let line = model.lines.first { $0.contains("lane net") }
            let cells = model.timelineCells
            return line?.suffix(cells).prefix(cells * 35 / 100)
        }
        let before = try #require(past(model))
        model.type(":resume Cards\n:goto 450ms\n")
        #expect(past(model) == before, "\(model.screen)")
    }

    @Test func `a sequence that was paused when its event came is not said to be injected`() throws {
        let text = """
            tasks:
              - {name: Tips, lane: async, duration: 30ms}
              - {name: Main, on: launch, duration: 50ms}
            sequences:
              - {name: Onboard, on: active, steps: [Tips]}
            """
        var model = try advised(text, columns: 120, rows: 30)
        model.type("L:goto 20ms\n:pause Onboard\n:goto 200ms\n:select Onboard\n")
        model.expectShown("it was paused when didBecomeActive came")
        model.expectNotShown("injected")
        model.type(":destroy Tips\n:goto 250ms\n:select Tips\n")
        model.expectShown("is destroyed")
    }

    @Test func `WHY names a pause beside what cost more`() throws {
        var model = try advised(Self.text, columns: 160, rows: 40)
        model.type("L:goto 20ms\n:pause lane:db\n:goto 60ms\n:resume lane:db\n:goto 500ms\n")
        model.findNow()
        model.expectShown("; lane db was paused for 10ms")
    }

    @Test func `a pause is drawn as one, apart from the wait for the lane before it`() throws {
        var model = try advised(Self.text, columns: 160, rows: 40)
        model.type("L:goto 20ms\n:pause lane:db\n:goto 90ms\n:resume lane:db\n:goto 500ms\n")
        let row = try #require(model.lines.first { $0.contains(" Index ") && $0.contains("didFinish") })
        #expect(row.contains("·╌") && row.contains("90ms dp"), "\(row)")
        model.type(":goto 30ms\n")
        let other = try #require(model.lines.first { $0.contains(" Index ") && $0.contains("didFinish") })
        #expect(!other.contains("╌██"), "\(other)")
    }

    @Test func `a pause without a planned end is drawn up to now`() throws {
        var model = try advised(Self.text, columns: 80, rows: 30)
        model.type("L:goto 20ms\n:pause lane:db\n:goto 90ms\n")
        let row = try #require(model.lines.first { $0.contains(" Index ") })
        #expect(row.contains("╌│") && !row.contains("│╌"), "\(row)")
        model.findNow()
        model.expectShown("launch with nothing paused ")
    }

    @Test func `each launch by key lets time run, unless it was asked not to`() throws {
        var model = try dashboard(Self.text, columns: 100, rows: 30)
        model.type("L")
        for _ in 0..<40 { _ = model.handle(.elapsed(.milliseconds(25))) }
        #expect(!model.playback.isRunning && model.scheduler.state == .active)
        model.type("TTL")
        #expect(model.playback.isRunning && model.scheduler.state == .inactive)
        var held = try dashboard(Self.text, columns: 100, rows: 30, options: DashboardOptions(isPaused: true))
        held.type("L")
        #expect(!held.playback.isRunning)
    }

    @Test func `running time stands at whole milliseconds at every speed`() throws {
        var model = try dashboard(Self.text, columns: 100, rows: 30)
        model.type("L<")
        var stops: Set<Int64> = []
        for _ in 0..<20 {
            _ = model.handle(.elapsed(Nanoseconds(16_666_667)))
            #expect(model.now.nanoseconds % 1_000_000 == 0)
            stops.insert(model.now.nanoseconds)
        }
        // None of the real time is lost.
        #expect(stops.count > 10 && model.now == .zero + .milliseconds(166))
    }

    @Test func `a job command before a launch says what becomes of it`() throws {
        var model = try dashboard(shopDemo(), columns: 100, rows: 30)
        model.type(":enqueue upload-order\n")
        #expect(model.notice?.text == "upload-order is queued: it waits for a launch")
        model.type(":queue stop\n")
        #expect(model.notice?.text == "the job queue stays stopped in the next launch")
    }

    @Test func `a lane lists what has no planned start apart`() throws {
        var model = try advised(Self.text, columns: 160, rows: 48)
        model.type("L:goto 20ms\n:pause lane:db\n:goto 60ms\n")
        model.view.selected = .lane(try #require(model.session.scenario.configuration.lane(named: "db")))
        model.expectShown("serves in this order: Keys; not planned: Index")
    }

    @Test func `a run that the end of the process cancels as it begins is no run of no length`() throws {
        var model = try advised(
            Self.text + "\n- {name: Save, on: background, lane: net, duration: 90ms}", columns: 100, rows: 40)
        model.type("L:goto 400ms\nB")
        model.type("T:goto 1s\n")
        model.type("/Save\n")
        let row = try #require(model.lines.first { $0.contains(" Save ") && $0.contains(" net ") })
        #expect(row.contains("x"), "\(row)")
        model.expectShown("was cancelled as it began")
    }

    @Test func `a launch with parked tasks is not compared with a whole one`() throws {
        var model = try advised(Self.text, columns: 160, rows: 40)
        model.type("L:goto 20ms\n:pause lane:db\n:goto 300ms\n:try Index on net\n")
        #expect(model.plan.launchLength?.parked != model.tried?.plan.launchLength?.parked)
        model.expectShown("if applied, not comparable")
    }

    @Test func `a step back says how many commands lie ahead, and a change is tried without them`() throws {
        var model = try advised(Self.text, columns: 160, rows: 40)
        model.type("L:goto 60ms\n:pause lane:db\n:goto 300ms\n:resume lane:db\n:goto 20ms\n")
        #expect(model.session.laterGivenCount == 2)
        model.expectShown(" Space run, repeats 2 commands")
        let launch = model.plan.launchLength
        model.type(":try Front takes 60ms\n")
        #expect(model.tried?.plan.launchLength == launch)
    }

    @Test func `a branch whose launch is complete without tasks is not said to be faster`() throws {
        var model = try advised(Self.text, columns: 160, rows: 48)
        model.type("L:goto 300ms\nM:goto 20ms\n:pause lane:db\nD")
        if model.compared == nil { model.type("D") }
        #expect(model.plan.launchLength?.parked == 2)
        model.expectShown("not comparable")
        model.type("/Inbox\n\n")
        model.expectShown("does not wait for it while it is parked (blocks: true)")
        model.expectShown("next run    when what parks it is over")
    }

    @Test func `of two queued actions, the second waits for the first`() throws {
        var model = try advised(
            Self.text + "\n- {name: Drop, on: memory, duration: 8ms}\n- {name: Save, on: background, duration: 9ms}")
        model.type("L:goto 20ms\nM")
        #expect(model.notice?.text.hasPrefix("memory warning: waits until the launch is over at 210ms, ") == true)
        model.type("B")
        #expect(model.notice?.text.hasPrefix("background: waits until memory warning is over at 218ms") == true)
    }

    @Test func `a launch that waits for the end of the process says so`() throws {
        var model = try advised(Self.text)
        model.type("L:goto 20ms\nTjL")
        #expect(model.notice?.text == "launch: waits until the process has ended")
    }

    @Test func `the budget has a mark on the ruler`() throws {
        let model = try advised(Self.text, columns: 100, rows: 30)
        let ruler = model.lines[3]
        #expect(ruler.contains("budget|"), "\(ruler)")
    }

    @Test func `why with a name selects the task and shows the pane`() throws {
        var model = try advised(Self.text, columns: 100, rows: 40)
        model.type(":why Inbox\n")
        #expect(model.view.selection == model.scheduler.task(named: "Inbox") && model.view.pane == .why)
        model.type(":why Inbix\n")
        #expect(model.notice?.text == "no task Inbix; did you mean Inbox?")
    }

    @Test func `while a change is tried, the pane explains the course with it`() throws {
        var model = try advised(Self.text, columns: 160, rows: 48)
        model.type("/Inbox\n")
        model.expectShown("will wait 170ms")
        model.type(":try Index duration 20ms\n4")
        model.expectShown("tried: Index takes 20ms")
        model.expectShown("will wait 110ms")
        model.expectShown("(didFinish) will wait 110ms, then run 40ms")
        model.type(":untry\n")
        model.expectShown("will wait 170ms")
        model.type("L:goto 30ms\n:try Index duration 20ms\n")
        model.expectShown("will run    110ms to 150ms")
    }

    @Test func `the graph draws the dependencies of a change`() throws {
        var model = try advised(Self.text, columns: 160, rows: 48)
        model.type("/Inbox\n")
        let before = try #require(model.graphView(model.layout)?.layers.layers.count)
        model.type(":try Inbox -after Index, Inbox -after Keys\n")
        let after = try #require(model.graphView(model.layout)?.layers.layers.count)
        #expect(before > 1 && after == 1)
    }

    @Test func `advice shows the first row that it moves`() throws {
        let tasks = (1...30).map { "- {name: T\($0), on: launch, lane: db, duration: 5ms}" }
        var model = try advised(
            "lanes: {db: 1, net: 1}\ntasks:\n" + tasks.joined(separator: "\n")
                + "\n- {name: Last, on: launch, lane: net, blocks: true, duration: 400ms}"
                + "\n- {name: Next, on: launch, lane: net, blocks: true, duration: 100ms}",
            columns: 80, rows: 24)
        model.type("a")
        let moved = try #require(
            model.order.tasks.first { model.delta(of: $0).map { $0 != .zero } ?? false })
        let row = try #require(model.order.row(of: moved))
        let top = model.firstRow(height: model.layout.table.rows)
        #expect((top..<top + model.layout.table.rows).contains(row))
        _ = model.handle(.key(.escape))
        #expect(model.view.triedRow == nil)
    }

    @Test func `a task that its event passed over says that it was paused`() throws {
        let tasks = """
            tasks:
              - {name: Keys, on: launch, duration: 20ms}
              - {name: Draft, on: background, blocks: true, duration: 30ms}
            """
        var model = try advised(tasks)
        model.type("L:goto 100ms\n/Draft\np")
        model.expectShown("Draft is paused: it misses its events until p resumes it")
        var ended = model
        ended.type("T")
        ended.expectShown("terminate: the process has ended")
        model.type("B")
        model.expectShown("background: no task runs on it")
        model.type(":goto 200ms\n4")
        model.expectShown("it was paused when didEnterBackground came")
    }
}
