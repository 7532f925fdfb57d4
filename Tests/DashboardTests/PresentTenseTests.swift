import Foundation
import ScreenKit
import SchedulerCore
import Testing

@testable import Dashboard

/// At any instant, rows and sentences say what happens now.
@Suite struct PresentTenseTests {
    @Test func `rows say what they wait for until the first frame, and while something runs`() throws {
        let text = """
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: B, every: 1s, lane: async, duration: 100ms}

            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        for (goal, isPresent) in [("5ms", true), ("500ms", false), ("1050ms", true), ("1500ms", false)] {
            model.type((goal == "5ms" ? "L" : "") + ":goto \(goal)\n")
            #expect(model.showsPresent == isPresent, "\(goal)")
        }
    }

    private func launched(_ text: String, to time: String, _ columns: Int = 100) throws -> DashboardModel {
        var model = try dashboard(text, columns: columns, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto \(time)\n")
        return model
    }

    private func column(_ model: DashboardModel) throws -> [String: String] {
        let field = try #require(model.layout.column(.slack))
        let name = try #require(model.layout.column(.name))
        var shown: [String: String] = [:]
        for line in model.lines[4..<4 + model.order.rows.count].map(Array.init) {
            func cut(_ column: Layout.Column) -> String {
                String(line[column.column..<column.column + column.width]).split(separator: " ").joined(separator: " ")
            }
            // What stands two blanks behind it is the slack.
            let row = String(line[field.column + 1..<field.column + field.width])
            shown[cut(name)] = row.components(separatedBy: "  ")[0].split(separator: " ").joined(separator: " ")
        }
        return shown
    }

    private let chain = """
        lanes: {net: 1, io: 1}
        tasks:
          - {name: Login, on: launch, lane: net, duration: 400ms}
          - {name: Flags, on: launch, lane: net, duration: 100ms}
          - {name: Routes, on: launch, lane: io, after: [Login], duration: 200ms}
          - {name: Orders, on: launch, after: [Routes, Flags], duration: 20ms}
          - {name: Later, on: active, duration: 10ms}
        """

    @Test func `column NOW names what each row waits for, and SLACK has what is left of it`() throws {
        var model = try launched(chain, to: "213ms")
        #expect(model.lines[3].hasSuffix(" NOW     SLACK"))
        for (task, slack) in [
            ("Login", "CP"), ("Flags", "net: Login"), ("Routes", " Login      CP"), ("Later", "event"),
        ] {
            let row = try #require(model.lines.first { $0.dropFirst(3).hasPrefix(task) })
            #expect(row.contains(slack), "\(row)")
        }
        let now = try column(model)
        #expect(
            now == ["Login": "", "Flags": "net: Login", "Routes": "Login", "Orders": "Routes +1", "Later": "event"])
        model.type(":goto 2s\n")
        #expect(model.lines[3].contains("SLACK") && !model.lines[3].contains("NOW"))
    }

    @Test func `who has the place is named in full where the lane's first letters leave room`() throws {
        let text = chain.replacingOccurrences(of: "net", with: "network").replacingOccurrences(
            of: "Login", with: "Session")
        let now = try column(launched(text, to: "213ms"))
        #expect(now["Flags"] == "net…: Session" || now["Flags"] == "netwo…: Session")
    }

    @Test func `a wait in the log has parts that add up`() throws {
        var model = try dashboard(shopDemo(), columns: 100, rows: 50, options: DashboardOptions(isPaused: true))
        model.type("L:goto 1.4s\n")
        let line = try #require(model.lines.first { $0.contains("start   Prefetch") })
        let text = try #require(line.components(separatedBy: "waited ").last)
        #expect(text.hasPrefix("868.8ms: 418.3ms for Catalog + 450.5ms for lane aft"), "\(text)")
    }

    @Test func `a column shows the number of the sentences`() throws {
        let model = try dashboard(shopDemo(), columns: 100, rows: 50)
        let line = try #require(model.lines.first { $0.contains(" Preferences ") })
        #expect(line.contains(" 12ms "), "\(line)")
    }

    @Test func `paused and parked rows say so`() throws {
        var model = try launched(chain + "\n  - {name: Slow, on: active, duration: 1s}", to: "10ms")
        model.type(":pause Flags\n:pause lane:io\n:goto 800ms\n")
        let now = try column(model)
        #expect(now["Flags"] == "paused")
        #expect(now["Routes"] == "parked: io")
    }

    @Test func `a wait is told down to what runs, in its tense`() throws {
        var model = try launched(chain, to: "213ms")
        model.type("/Orders\n")
        let chain = "waits 213ms so far for Routes, which waits for Login (runs, 187ms left)"
        model.expectShown("waits 213ms so far")
        model.expectShown(chain)
        model.expectNotShown("waited")
        model.type("\n")
        model.expectShown(chain)
        _ = model.handle(.key(.escape))
        model.type("/Flags\n")
        model.expectShown("waits 213ms so far for lane net (Login runs, 187ms left)")
        model.type(":goto 2s\n/Orders\n")
        model.expectShown("waited")
        model.expectNotShown("so far")
    }

    private let crowded = """
        lanes: {net: 1, io: 1}
        tasks:
          - {name: Fix, on: launch, lane: io, duration: 300ms}
          - {name: Banner, on: launch, lane: net, duration: 400ms}
          - {name: Tiles, on: launch, lane: net, after: [Fix], duration: 100ms}
          - {name: Map, on: launch, after: [Tiles], duration: 10ms}
        """

    @Test func `a wait whose cause has changed says how long the last one holds it`() throws {
        var model = try launched(crowded, to: "350ms")
        model.type("/Tiles\n")
        model.expectShown("waits 350ms so far, the last 50ms for lane net (Banner runs, 50ms left)")
    }

    @Test func `of several that hold a lane the first to end is named`() throws {
        let text = """
            lanes: {net: 2}
            tasks:
              - {name: Ads, on: launch, lane: net, duration: 345ms}
              - {name: Flags, on: launch, lane: net, duration: 235ms}
              - {name: Account, on: launch, lane: net, duration: 50ms}
            """
        var model = try launched(text, to: "100ms")
        model.type("/Account\n")
        model.expectShown("for lane net (Flags runs, 135ms left, and 1 other task)")
    }

    @Test func `what is said of the present does not depend on the range shown`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: A, on: launch, duration: 10ms}
              - {name: Beat, every: 1s, lane: net, duration: 50ms}
            """
        var model = try launched(text, to: "1500ms")
        model.type(":range 0ms 600ms\n:pause lane:net\n:goto 2100ms\n:select Beat\n")
        model.expectShown("waits 100ms so far because lane net is paused")
    }

    @Test func `a pause that is over holds nothing`() throws {
        var model = try launched(crowded, to: "350ms")
        model.type(":pause lane:net\n:resume lane:net\n/Tiles\n")
        model.expectShown("the last 50ms for lane net (Banner runs, 50ms left)")
        model.type(":goto 1s\n")
        model.expectShown("300ms for Fix, then 100ms for lane net")
        #expect(!model.lines.contains { $0.contains("for lane net, paused") })
    }

    @Test func `what is planned will wait`() throws {
        var model = try dashboard(chain, columns: 100, rows: 30)
        model.type("/Orders\n")
        model.expectShown("will wait")
        model.expectNotShown("waited")
        model.type("\n")
        model.expectNotShown("waited")
    }

    @Test func `steps go from happening to happening and mark what happened`() throws {
        var model = try launched(chain, to: "0ms")
        model.type(".")
        #expect(model.now == .zero + .milliseconds(400))
        #expect(model.happening?.tasks.map { model.scheduler.name(of: $0) }.sorted() == ["Flags", "Login", "Routes"])
        model.type(".")
        #expect(model.now == .zero + .milliseconds(500))
        model.type(",")
        #expect(model.now == .zero + .milliseconds(400))
        model.type("j")
        #expect(model.happening == nil)
        for _ in 0..<20 { model.type(".") }
        for _ in 0..<40 { model.type(",") }
        #expect(model.scheduler.state == .notRunning)
    }

    @Test func `an action that waits its turn is in the status line; terminate twice ends the process`() throws {
        var model = try launched(chain, to: "100ms")
        model.type("T")
        #expect(model.lines[0].contains("queued: terminate"), "\(model.lines[0])")
        // After another key, it asks once more.
        model.type("jT")
        #expect(model.notice?.text == "terminate waits its turn; T again ends it at once (crash)")
        #expect(model.scheduler.state != .notRunning)
        model.type("T")
        #expect(model.scheduler.state == .notRunning)
        #expect(!model.lines[0].contains("queued"))
        model = try launched(chain, to: "100ms")
        model.type("TT")
        #expect(model.scheduler.state == .notRunning)
        #expect(!model.lines[0].contains("queued"))
    }

    @Test func `X asks once`() throws {
        var model = try launched(chain, to: "2s")
        model.type("/Orders\nX")
        let orders = model.scheduler.task(named: "Orders")
        let task = try #require(orders)
        #expect(model.scheduler.snapshot(of: task).exists)
        #expect(model.notice?.text == "X again destroys Orders: it is gone for the rest of the process")
        model.type("jkX")
        #expect(model.scheduler.snapshot(of: task).exists)
        model.type("X")
        #expect(!model.scheduler.snapshot(of: task).exists)
    }

    @Test func `a search finds hidden rows, and shows them`() throws {
        var model = try launched(chain, to: "2s")
        model.type("fLogin\n/later\n")
        #expect(model.notice?.text == "Later was hidden: all rows are shown again")
        #expect(model.view.filter.isEmpty && model.view.selection == model.scheduler.task(named: "Later"))
    }

    @Test func `help searches everything that is typed`() throws {
        var model = try dashboard()
        model.type("?q")
        #expect(model.hasOverlay && model.screen.contains("Help: q"))
        model.type("uit")
        model.expectShown("quit")
        _ = model.handle(.key(.escape))
        #expect(!model.hasOverlay)
    }

    @Test func `WHY stays on a small screen`() throws {
        let model = try dashboard(columns: 60, rows: 15)
        #expect(model.lines[1].hasPrefix(" WHY "))
        model.expectNotShown(" TRY ")
    }

    @Test func `what is to be skipped says so before the launch`() throws {
        var model = try dashboard(
            "tasks:\n  - {name: Feed, on: launch, lane: async, duration: 90ms, outcome: fail}\n"
                + "  - {name: Home, on: launch, after: Feed, duration: 10ms, blocks: true}\n",
            options: DashboardOptions(isPaused: true))
        model.type("/Home\n")
        model.expectShown("Home (didFinish) will be skipped at 90ms: Feed failed")
    }

    @Test func `a parked row whose predecessor runs waits for that, which is not parked`() throws {
        var model = try launched(
            "name: s\nlanes: {map: 1}\ntasks:\n  - {name: Tiles, on: launch, lane: map, duration: 100ms}\n"
                + "  - {name: View, on: launch, after: Tiles, duration: 10ms}", to: "20ms")
        model.type(":pause lane:main\n")
        #expect(try column(model)["View"] == "Tiles")
    }

    @Test func `a long chain is shortened in the middle, so that its last name stands`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: SettingsFile, on: launch, lane: net, duration: 100ms}
              - {name: FeatureFlags, on: launch, after: SettingsFile, duration: 10ms}
              - {name: AccountLogin, on: launch, after: FeatureFlags, duration: 10ms}
              - {name: OpenOrders, on: launch, after: AccountLogin, duration: 10ms}
            """
        var model = try launched(text, to: "20ms")
        let found = model.scheduler.task(named: "OpenOrders")
        let task = try #require(found)
        model.view.selected = .task(task)
        model.expectShown("waits 20ms so far for AccountLogin, which waits for FeatureFlags, which waits for")
        _ = model.handle(.resize(columns: 80, rows: 24))
        model.expectShown("waits 20ms so far for AccountLogin … for SettingsFile (runs, 80ms left)")
        let whole =
            "waits 20ms so far for AccountLogin, which waits for FeatureFlags, which waits for SettingsFile (runs, 80ms left)"
        #expect(PresentText(context: model.blankScreen.context, task: task).sentence == whole)
    }
}
