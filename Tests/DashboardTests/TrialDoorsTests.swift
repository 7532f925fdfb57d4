import ScreenKit
import SchedulerCore
import Testing

@testable import Dashboard

/// Changes that are tried, seen from where they are chosen.
@Suite struct TrialDoorsTests {
    private static let text = """
        name: Mail
        lanes: {db: 1}
        tasks:
        - {name: Keys, on: launch, lane: db, duration: 50ms}
        - {name: Index, on: launch, lane: db, after: Keys, duration: 120ms}
        - {name: Front, on: launch, after: Keys, duration: 60ms}
        - {name: Inbox, on: launch, after: [Keys, Index], blocks: true, duration: 40ms}
        """

    @Test func `what a change leaves for later is said beside the launch and in the list of advice`() throws {
        var model = try advised(Self.text, columns: 160, rows: 48)
        model.type(":try Index class afterLaunch\n")
        model.expectShown("launch 210ms -> 110ms if applied, then over only after the first frame: Index, Inbox")
        for (columns, words) in [
            (100, "after the first frame: Index, Inbox"), (80, "after the first frame: Index, Inbox"),
        ] {
            _ = model.handle(.resize(columns: columns, rows: 24))
            model.expectShown(words)
        }
        _ = model.handle(.resize(columns: 160, rows: 48))
        model.type(":untry\na")
        while model.chosenAdvice?.title != "Index after launch" {
            let before = model.chosenAdvice
            _ = model.handle(.key(.down))
            guard model.chosenAdvice != before else { break }
        }
        model.expectShown("then over only after the first frame: Index")
    }

    @Test func `on a lane W opens on its width`() throws {
        var model = try advised(Self.text)
        model.view.selected = .lane(try #require(model.session.scenario.configuration.lane(named: "db")))
        model.type("W")
        model.expectShown("What if: Keys")
        model.expectShown("lane width  db 1")
        model.type("l")
        model.expectShown("lane width  db 1 -> 2")
    }

    @Test func `W goes through the events of a launch and the classes`() throws {
        var model = try advised(Self.text)
        model.type("/Keys\nW")
        for _ in 0..<4 { _ = model.handle(.key(.down)) }
        var seen: [String] = []
        for _ in 0..<7 {
            model.type("l")
            seen.append(model.lines.first { $0.hasPrefix(" > on") } ?? "")
        }
        for word in ["active", "basic", "sync", "async", "afterLaunch", "willFinish"] {
            #expect(seen.contains { $0.contains(word) }, "\(word): \(seen)")
        }
    }

    @Test(arguments: [("wait", "by wait"), ("own time", "by own time"), ("name", "by name")])
    func `sort chooses a column by its word`(word: String, shown: String) throws {
        var model = try advised(Self.text)
        model.type(":sort \(word)\n")
        model.expectShown(shown)
        model.type(":sort size\n")
        #expect(model.notice?.text == "sort needs one of order, name, start, own time, wait, slack")
    }
}

/// What the table draws while a change is tried.
@Suite struct TrialRowTests {
    private static let text = """
        lanes: {net: 1}
        tasks:
          - {name: Feed, on: launch, lane: net, duration: 50ms}
          - {name: Mail, on: launch, lane: net, duration: 50ms}
          - {name: Home, on: launch, duration: 400ms}
        """

    @Test func `a pause stays a pause`() throws {
        var model = try dashboard(Self.text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 10ms\n:pause lane:net\n:goto 150ms\n:resume lane:net\n:goto 400ms\n/Mail\n")
        func mail() throws -> String { try #require(model.lines.first { $0.contains("> Mail ") }) }
        let count = try mail().count { $0 == ScreenGlyph.pauseWait }
        model.type("W")
        _ = model.handle(.key(.right))
        #expect(model.tried != nil)
        #expect(try count > 1 && mail().contains(ScreenGlyph.pauseWait), "\(model.screen)")
    }

    @Test func `a wait for a lane is seen where the task ran before`() throws {
        var model = try dashboard(Self.text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 400ms\n:try Mail priority high\n")
        let feed = try #require(model.lines.first { $0.contains(" Feed ") })
        #expect(model.tried != nil && feed.contains(ScreenGlyph.laneWait), "\(feed)")
    }
}

/// A task with several runs.
@Suite struct EarlierRunTests {
    private static let text = """
        lanes: {io: 1}
        tasks:
        - {name: Crash, on: willFinishLaunching, priority: critical, duration: 9ms}
        - {name: Cache, on: willFinishLaunching, lane: io, duration: 75ms}
        - {name: Tiles, on: didFinishLaunching, after: [Cache], duration: 30ms}
        sequences:
        - {name: Migration, on: willFinishLaunching, steps: [Cache]}
        """

    @Test func `the run that was waited for explains the wait, and a later run says which it is`() throws {
        var model = try dashboard(Self.text, options: DashboardOptions(isPaused: true))
        model.type(":300\n/Tiles\n")
        model.expectNotShown("Cache waited")
        model.type("/Cache\n")
        model.expectShown("Cache (willFinish) run 2 waited")
    }

    @Test func `a wait for a lane is one, whoever holds it`() throws {
        let text = """
            lanes: {api: 1}
            tasks:
            - {name: Token, on: launch, lane: api, duration: 120ms}
            - {name: Trips, on: launch, after: Token, lane: api, duration: 200ms}
            - {name: Weather, on: launch, after: Token, lane: api, priority: high, duration: 150ms}
            - {name: Tests, on: launch, after: Token, lane: api, priority: high, duration: 160ms}
            """
        var model = try dashboard(text, columns: 100, rows: 24, options: DashboardOptions(isPaused: true))
        model.type(":400\n/Trips\n")
        model.expectShown("waits 400ms so far, the last 280ms for lane api (Tests runs, 30ms left)")
    }

    @Test func `where not all fits, what begins is named before what ends`() throws {
        let text = """
            tasks:
            - {name: FrontPageWithAllSections, on: launch, duration: 100ms}
            - {name: AnalyticsOfAllSections, on: active, duration: 60ms}
            - {name: Prefetching, class: afterLaunch, duration: 60ms}
            """
        var model = try dashboard(text, columns: 80, rows: 24, options: DashboardOptions(isPaused: true))
        model.type(":100\n")
        let line = try #require(model.lines.first { $0.contains(" now ") })
        #expect(line.contains("AnalyticsOfAllSections") && line.contains("start"), "\(line)")
    }

    @Test func `an event that begins nothing is followed by the turns that come next`() throws {
        let text = """
            clock: {interval: 100ms}
            tasks:
            - {name: Home, on: launch, duration: 420ms}
            - {name: Beat, every: 1s, duration: 10ms}
            """
        var model = try dashboard(text, columns: 80, rows: 24, options: DashboardOptions(isPaused: true))
        model.type(":450\n")
        model.expectShown("idle comes, Beat is due at 1s")
    }

    @Test func `who waits is named beside who runs, or counted`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
            - {name: Login, on: launch, lane: net, duration: 100ms}
            - {name: Headers, on: launch, after: Login, lane: net, duration: 100ms}
            - {name: Inbox, on: launch, after: Headers, duration: 100ms}
            """
        var model = try dashboard(text, columns: 100, rows: 24, options: DashboardOptions(isPaused: true))
        model.type(":50\n")
        model.expectShown("now Login runs, Headers, Inbox wait   next at 100ms")
        _ = model.handle(.resize(columns: 70, rows: 24))
        model.expectShown("now Login runs, 2 wait   next at 100ms")
    }
}
