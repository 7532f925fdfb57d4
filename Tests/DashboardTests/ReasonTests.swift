import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// Why things are as they are: reasons of the chain's links, of an event that comes late, of what has no slack.
@Suite struct ReasonTests {
    private static let held = """
        lanes: {disk: 1}
        tasks:
          - {name: Open, on: willFinishLaunching, lane: disk, duration: 82ms, blocks: true}
          - {name: Hook, on: willFinishLaunching, duration: 10ms}
          - {name: Login, on: launch, duration: 30ms}
          - {name: Home, on: launch, duration: 20ms}
          - {name: Index, on: launch, lane: disk, duration: 5ms}
          - {name: Save, on: background, duration: 5ms}
          - {name: Heartbeat, every: 2s, duration: 5ms}
        """

    private func opened(_ task: String, columns: Int = 120, rows: Int = 40) throws -> DashboardModel {
        var model = try dashboard(Self.held, columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
        model.type("/\(task)\n")
        return model
    }

    @Test func `a task that did not wait says what held its event back`() throws {
        try opened("Login", columns: 80, rows: 24).expectShown(
            "released only at 82ms: Open blocks willFinish until then")
        var model = try opened("Login")
        model.type("\n")
        model.expectShown("released only at 82ms: Open blocks willFinish until then")
        try opened("Hook", columns: 80, rows: 24).expectNotShown("released only")
    }

    @Test func `what runs on the last event of the launch says what held that back`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Home, on: launch, duration: 50ms}
              - {name: Late, on: active, lane: net, after: [Home], duration: 30ms}
            """
        var model = try dashboard(text, columns: 80, rows: 24, options: DashboardOptions(isPaused: true))
        model.type("/Late\n")
        model.expectShown("released only at 50ms: Home blocks didFinish until then")
        model.type("L:150ms\n")
        model.expectShown("released only at 50ms: Home blocked didFinish until then")
    }

    @Test func `the graph's chain gives the reason of a link that is not a dependency, in rounded times`() throws {
        let model = try opened("Login")
        model.expectShown("critical path = 132ms")
        model.expectShown("Open 82ms >")
        model.expectShown("[didFinish] Login 30ms >")
        model.expectShown("[lane main] Home 20ms")
        var shop = try advised(shopDemo(), columns: 160, rows: 48)
        shop.type("/Cart\n")
        shop.expectShown("critical path = 899ms")
    }

    @Test(arguments: [
        ("Open", "event       waits until it has ended (blocks: true)"),
        ("Index", "slack       free: the launch does not wait for it"),
        ("Save", "slack       not in the launch"), ("Save", "next run    when didEnterBackground comes"),
        ("Heartbeat", "next run    at 2s, its turn"), ("Login", "next run    at 82ms, as planned"),
    ])
    func `the details say it in words`(task: String, line: String) throws {
        var model = try opened(task)
        model.type("\n")
        if task == "Heartbeat" { model.type("qL:goto 1s\n\n") }
        model.expectShown(line)
    }

    @Test func `before the launch the next run is the first one`() throws {
        let text = """
            tasks: [{name: Cache, on: willFinishLaunching, duration: 75ms}]
            sequences: [{name: Steps, on: willFinishLaunching, steps: [Cache]}]
            """
        var model = try dashboard(text, columns: 120, rows: 40, options: DashboardOptions(isPaused: true))
        model.type("/Cache\n\n")
        model.expectShown("next run    at 0s, as planned")
    }

    @Test func `the column of slack tells what is free from what is not in the launch`() throws {
        let model = try opened("Login")
        let index = try #require(model.lines.first { $0.contains(" Index ") })
        let save = try #require(model.lines.first { $0.contains(" Save ") })
        #expect(trim(index).hasSuffix("free") && !save.contains("free"))
    }

    private func trim(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }

    @Test func `the status line names whose turn is due on the next tick`() throws {
        var model = try opened("Login")
        model.type("L:goto 1100ms\n")
        #expect(model.lines[0].contains("tick 1, next at 2s: Heartbeat"))
        model.type(":goto 2100ms\n")
        #expect(model.lines[0].contains("tick 2, next at 3s, every 1s"))
    }

    @Test func `a wait names the waits behind it`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: A, on: launch, lane: net, duration: 30ms}
              - {name: B, on: launch, lane: net, duration: 20ms}
              - {name: C, on: launch, after: B, duration: 10ms}
              - {name: D, on: launch, after: C, duration: 10ms}
            """
        var model = try dashboard(text, columns: 120, rows: 30)
        model.type("/D\n")
        model.expectShown(
            "will wait 60ms for C; C will wait 50ms for B, which will wait 30ms for lane net")
    }

    @Test func `the waits behind a wait name everything that a task waited for, and follow the last`() throws {
        let text = """
            lanes: {db: 1}
            tasks:
              - {name: Open, on: launch, lane: db, duration: 20ms}
              - {name: Shows, on: launch, lane: db, after: Open, duration: 30ms}
              - {name: History, on: launch, lane: db, after: Open, priority: high, duration: 110ms}
              - {name: Art, on: launch, after: Shows, duration: 10ms}
            """
        var model = try dashboard(text, columns: 120, rows: 30)
        model.type("/Art\n")
        model.expectShown(
            "will wait 160ms for Shows; Shows will wait 20ms for Open, then 110ms for lane db")
    }

    @Test func `where not all the waits behind a wait fit, the first one of all is named`() throws {
        let text = """
            lanes: {crypto: 1, net: 1}
            tasks:
              - {name: UnlockKeychain, on: launch, lane: crypto, duration: 90ms}
              - {name: VerifySignature, on: launch, lane: crypto, duration: 70ms}
              - {name: Certificates, on: launch, lane: crypto, duration: 40ms}
              - {name: OpenSession, on: launch, lane: net, after: Certificates, duration: 100ms}
              - {name: Accounts, on: launch, lane: net, after: OpenSession, duration: 80ms}
              - {name: List, on: launch, after: Accounts, duration: 20ms}
            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("/List\n")
        #expect(
            model.screen.contains(
                "\n will wait 380ms for Accounts; behind it Certificates 160ms for lane crypto"),
            "\(model.screen)")
        _ = model.handle(.resize(columns: 160, rows: 30))
        model.expectShown(
            "Accounts will wait 300ms for OpenSession, which will wait 200ms for Certificates")
    }

    @Test func `the details continue a long line in the next row`() throws {
        let text = """
            lanes: {database: 1}
            tasks:
              - {name: OpenDatabase, on: launch, lane: database, duration: 20ms}
              - {name: LoadAllShows, on: launch, lane: database, after: OpenDatabase, duration: 30ms}
              - {name: LoadHistory, on: launch, lane: database, after: OpenDatabase, priority: high, duration: 110ms}
              - {name: Artwork, on: launch, after: LoadAllShows, duration: 10ms}
            """
        var model = try dashboard(text, columns: 70, rows: 30)
        model.type("/Artwork\n\n")
        let words = model.lines.joined(separator: " ").split { $0 == " " || $0 == "│" }.joined(separator: " ")
        #expect(words.contains("LoadAllShows will wait 20ms for OpenDatabase, then 110ms for lane database"))
    }

    @Test func `a line of the log that names two of more waits says how long the others were`() throws {
        var model = try advised(shopDemo(), columns: 200, rows: 60)
        model.type("L:goto 1s\n3z")
        model.expectShown("waited 418ms: 150ms for lane network (Recommendations) + 156ms for lane network (Catalog)")
        model.expectShown("156ms for lane network (Catalog) + 112ms more")
        model.expectShown("waited 262ms: 112ms for Session + 150ms for lane network (Recommendations)")
        model.expectNotShown("150ms for lane network (Recommendations) + 0")
    }

    @Test func `c shows the chain in its order, each with why it began`() throws {
        var model = try advised(shopDemo(), columns: 120, rows: 40)
        model.type("c")
        #expect(model.order.tasks == model.plan.chain.map { $0.task })
        #expect(model.lines[3].contains("WHY IT BEGAN") && model.lines[0].contains("only CP"))
        let offers = try #require(model.lines.dropFirst(4).first { $0.contains(" Offers ") })
        #expect(offers.contains("lane network: "))
        model.type("cs")
        #expect(model.lines[0].contains(" by name ") && !model.lines[3].contains("WHY IT BEGAN"))
    }

    @Test func `of three lines below the table, a long reason takes two and is not cut`() throws {
        let text = """
            lanes: {a: 1}
            tasks:
              - {name: CollectProfiles, on: launch, lane: a, duration: 400ms}
              - {name: MergeCollections, on: launch, after: [CollectProfiles], duration: 20ms}
              - {name: RankRecommended, on: launch, after: [MergeCollections], duration: 20ms}
              - {name: Home, on: launch, after: [RankRecommended], duration: 20ms}
            """
        var model = try dashboard(text, columns: 80, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto 100ms\n/Home\n")
        model.expectShown(" waits 100ms so far for RankRecommended, which waits for MergeCollections, ")
        model.expectShown("  which waits for CollectProfiles (runs, 300ms left) ")
        model.expectShown("needs ^ RankRecommended   needed by no task")
    }

    @Test func `Esc closes a lower pane, and the reasons leave room for the findings`() throws {
        var model = try advised(shopDemo())
        model.type("4")
        #expect(model.view.lowerPane == .why)
        _ = model.handle(.key(.escape))
        #expect(model.view.lowerPane == .log && model.view.pane == .tasks)
        var large = try advised(shopDemo(), columns: 120, rows: 36)
        large.type("/Offers\n")
        large.expectShown("findings   { } jump")
        large.expectShown("more: press 4, z")
    }

    @Test func `events of one instant do not read as one word`() throws {
        for columns in [80, 100, 120] {
            var model = try advised(shopDemo(), columns: columns, rows: 30)
            #expect(!model.lines[3].contains("wdid") && !model.lines[3].contains("willdid"), "\(model.lines[3])")
            model.type("L:goto 1s\n")
            #expect(!model.lines[3].contains("wdid") && !model.lines[3].contains("willdid"), "\(model.lines[3])")
        }
    }

    @Test func `Down from the last task goes to the lanes, a page ends at the last task`() throws {
        var model = try opened("Sa", columns: 80, rows: 24)
        model.type("j")
        #expect(model.view.selection == model.scheduler.task(named: "Heartbeat"))
        model.type("j")
        #expect(model.view.selected == .lane(.main))
        _ = model.handle(.key(.home))
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        #expect(model.view.selection == model.scheduler.task(named: "Heartbeat"))
        _ = model.handle(.key(.end))
        let lane: LaneID? = if case .lane(let lane)? = model.view.selected { lane } else { nil }
        #expect(lane != nil && lane != .main)
    }
}
