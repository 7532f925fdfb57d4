import ScreenKit
import Foundation
import Planning
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// WHY and TRY, and the list of all advice.
@Suite struct HeadlineTests {
    @Test(arguments: [(80, 24), (100, 30), (160, 48)])
    func `the first screen of the demo says the lane, its width, the launch and the gain`(columns: Int, rows: Int)
        throws
    {
        let model = try advised(shopDemo(), columns: columns, rows: rows)
        #expect(
            model.lines[1].hasPrefix(" WHY lane network is 97% busy; 6 tasks of the critical path have to share it"))
        let condition = columns == 80 ? "its tasks may overlap" : "its tasks may run at the same time"
        #expect(model.lines[2].hasPrefix(" TRY network 3 wide, if \(condition): 415ms in budget (-484)"))
        #expect(model.lines[2].contains(columns == 100 ? "  a all advice" : "  a all"))
    }

    @Test func `a change that is right only on a condition is shown as its condition`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Feed, on: launch, lane: net, duration: 300ms}
              - {name: Cache, on: launch, lane: net, after: Feed, duration: 40ms}
              - {name: Front, on: launch, after: Feed, duration: 50ms}
            """
        var model = try advised(text, columns: 120, rows: 30)
        #expect(model.lines[2].hasPrefix(" TRY if Front does not need Feed: 50ms (-300)  a all advice"))
        model.type("a")
        model.expectShown("> Front not after Feed 50ms (-300)  if Front does not need Feed")
    }

    @Test func `a change that does not fit makes room for the next, whatever its place`() throws {
        let text = """
            lanes: {net: 1, io: 1}
            tasks:
              - {name: FeedOfAllRecommendations, on: launch, lane: net, duration: 300ms}
              - {name: FrontPageWithAllSections, on: launch, after: FeedOfAllRecommendations, duration: 30ms}
              - {name: B, on: launch, lane: io, after: FrontPageWithAllSections, duration: 40ms}
              - {name: C, on: launch, after: B, duration: 30ms}
            """
        let model = try advised(text, columns: 80, rows: 24)
        #expect(
            model.lines[2].hasPrefix(" TRY if B does not need FrontPageWithAllSections: 330ms (-70)  a all advice"))
    }

    @Test func `a better change that has no room is told by its launch`() throws {
        let text = """
            lanes: {disk: 1, network: 3}
            tasks:
              - {name: Library, on: launch, lane: disk, duration: 160ms}
              - {name: Downloads, on: launch, lane: disk, duration: 110ms, priority: high}
              - {name: Subscriptions, on: launch, lane: network, after: [Library], duration: 190ms}
              - {name: Home, on: launch, after: [Subscriptions], duration: 50ms}
            """
        try advised(text, columns: 80, rows: 24).expectShown("(-110)  a all advice, 50ms on a condition")
        try advised(text, columns: 160, rows: 24).expectShown("if Home does not need Subscriptions: 50ms (-460)")
    }

    @Test func `until it is found, the lines say so; an answer to an earlier question counts for nothing`() throws {
        var model = DashboardModel(session: try Session(scenario: scenario(shopDemo())))
        #expect(model.outlook.headline.why == "looking for what bounds the launch")
        let requests = model.handle(.resize(columns: 80, rows: 24))
        #expect(model.lines[2].contains("looking for changes that shorten it"))
        guard case .findAdvice(let question)? = requests.last else {
            Issue.record("nothing was asked")
            return
        }
        _ = model.handle(.advice(Headline(why: "old"), number: question.number - 1))
        #expect(model.outlook.headline.why != "old")
    }

    @Test(arguments: [("a", true), ("aj", true), ("ac", false)])
    func `the list that was asked for too early opens once there is advice, unless another key than a movement came`(
        keys: String, opens: Bool
    ) throws {
        let advice = try advised(shopDemo(), rows: 30).outlook.headline
        var model = DashboardModel(session: try Session(scenario: scenario(shopDemo())))
        let requests = model.handle(.resize(columns: 80, rows: 30))
        guard case .findAdvice(let question)? = requests.last else {
            Issue.record("nothing was asked")
            return
        }
        model.type(keys)
        _ = model.handle(.advice(advice, number: question.number))
        #expect(model.screen.contains("> network 3 wide 415ms in budget (-484)") == opens)
    }

    @Test func `the list tries the chosen change in the table, Enter applies it`() throws {
        var model = try advised(shopDemo(), rows: 30)
        model.type("a")
        #expect(model.tried?.launch?.time == model.outlook.headline.tries[0].launch)
        model.expectShown("> network 3 wide 415ms in budget (-484)")
        model.expectShown("DELTA")
        model.expectShown(ScreenGlyph.ghost)
        model.type("j")
        #expect(model.tried?.launch?.time == model.outlook.headline.tries[1].launch)
        model.type("k\n")
        #expect(model.overlay == nil && model.tried == nil)
        #expect(model.plan.launchTime == .milliseconds(415) || model.screen.contains("415ms"))
        #expect(model.hasUnsavedChanges)
    }

    @Test("a list of advice that is cut says which changes it shows")
    func cutAdvice() throws {
        var model = try advised(shopDemo(), rows: 24)
        model.type("a")
        #expect(trimmed(model).contains(" 1-4 of 35 "))
        model.type("jjjjjjjj")
        #expect(trimmed(model).contains(" 7-11 of 35 "))
        var whole = try advised(shopDemo(), columns: 160, rows: 150)
        whole.type("a")
        #expect(!trimmed(whole).contains(" of 35 "))
        whole.type("W")
        #expect(whole.notice?.text == "this list: Enter applies a change, b applies it as a branch, Esc closes it")
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func `a digit chooses a pane, whatever TRY has`(number: Int) throws {
        var model = try advised(shopDemo(), columns: 160, rows: 48)
        model.expectShown("2 graph")
        model.expectShown("4 why, findings")
        model.type("\(number)")
        #expect(model.overlay == nil && model.view.pane == Pane(rawValue: number))
    }

    @Test func `the list ends with pairs that gain more than either change, and Enter applies both`() throws {
        var model = try advised(shopDemo(), columns: 120, rows: 60)
        let headline = model.outlook.headline
        let pair = try #require(headline.pairs.first)
        #expect(pair.changes.count == 2 && pair.launch < headline.tries[0].launch)
        model.type("a")
        _ = model.handle(.key(.end))
        for _ in headline.pairs.dropFirst() { model.type("k") }
        model.expectShown(" two changes together ")
        model.expectShown("> \(pair.text)".prefix(60))
        #expect(model.tried?.launch?.time == pair.launch)
        model.type("\n")
        #expect(model.plan.launchTime == pair.launch && model.hasUnsavedChanges)
    }

    @Test func `a change that meets an exceeded budget is marked in TRY and in the list`() throws {
        let text = try shopDemo().replacingOccurrences(of: "budgets: {launch: 500ms}", with: "budgets: {launch: 420ms}")
        var model = try advised(text, columns: 100, rows: 40)
        #expect(
            model.lines[2].hasPrefix(
                " TRY network 3 wide, if its tasks may run at the same time: 415ms in budget (-484)"))
        let narrow = try advised(text, columns: 80, rows: 24)
        #expect(
            narrow.lines[2].hasPrefix(" TRY network 3 wide, if its tasks may overlap: 415ms in budget (-484)  a all "))
        model.type("a")
        model.expectShown("> network 3 wide 415ms in budget (-484)  if its tasks may run at the same time")
        model.expectShown("network 2 wide 478ms (-421)")
    }

    @Test func `a closes the list that it opened`() throws {
        var model = try advised(shopDemo(), columns: 120, rows: 40)
        model.type("a")
        #expect(model.overlay == .advice(AdviceList(selected: 0)) && model.screen.contains(" of 35 "))
        model.type("a")
        #expect(model.overlay == nil)
    }

    @Test func `a row of a change being tried is the row that applying it gives`() throws {
        var model = try advised(shopDemo(), columns: 120, rows: 40)
        let cell = model.scale(cells: model.timelineCells).step
        model.type("a")
        func cells(_ name: String) throws -> [String] {
            let line = try #require(model.lines.dropFirst(4).first { $0.contains(" \(name) ") })
            let fields = [Layout.Field.next, .own, .wait].compactMap { model.layout.column($0) }
            return fields.map { field in
                String(Array(line)[field.column..<field.column + field.width].filter { $0 != " " })
            }
        }
        let tried = try ["Offers", "Cart", "RemoteConfig"].map(cells)
        #expect(model.scale(cells: model.timelineCells).step == cell)
        #expect(model.lines.contains { $0.contains("lane network") && $0.contains("width 3") })
        model.expectNotShown("Enter details")
        model.type("\n")
        #expect(try ["Offers", "Cart", "RemoteConfig"].map(cells) == tried)
    }

    @Test func `what is found first is shown at once; the rest follows and keeps the chosen change`() throws {
        let whole = try advised(shopDemo(), rows: 30).outlook.headline
        var first = whole
        first.isPreliminary = true
        first.tries = Array(whole.tries[1...2])
        var model = DashboardModel(session: try Session(scenario: scenario(shopDemo())))
        let requests = model.handle(.resize(columns: 80, rows: 30))
        guard case .findAdvice(let question)? = requests.last else {
            Issue.record("nothing was asked")
            return
        }
        _ = model.handle(.advice(first, number: question.number))
        #expect(
            model.lines[2].hasPrefix(
                " TRY so far network 2 wide, if its tasks may overlap: 478ms (-421)  a all so far")
        )
        model.type("a")
        _ = model.handle(.advice(whole, number: question.number))
        #expect(
            model.lines[2].hasPrefix(" TRY network 3 wide, if its tasks may overlap: 415ms in budget (-484)")
                && !model.lines[2].contains("so far"))
        #expect(
            model.overlay == .advice(AdviceList(selected: 1))
                && model.tried?.launch?.time == whole.tries[1].launch)
        (first.tries, first.pairs) = ([], [])
        _ = model.handle(.advice(first, number: question.number))
        #expect(model.overlay == nil && model.lines[2].contains("looking for changes that shorten it"))
    }

    @Test func `what-if says how many runs wait less`() throws {
        var model = try advised(shopDemo(), rows: 30)
        model.type("/Cart\nW")
        model.expectNotShown("wait less")
        _ = model.handle(.key(.up))
        _ = model.handle(.key(.right))
        model.expectShown("> lane width  network 1 -> 2")
        model.expectShown(" runs wait less")
        #expect(model.changedWaitsText.hasPrefix("9 runs wait less"), "\(model.changedWaitsText)")
        _ = model.handle(.key(.left))
        #expect(model.changedWaitsText.isEmpty)
    }

    @Test("all advice has what needs no condition apart from what needs one")
    func twoGroups() throws {
        let text = """
            lanes: {db: 1}
            tasks:
              - {name: Long, on: launch, lane: db, duration: 90ms}
              - {name: Short, on: launch, lane: db, duration: 10ms}
              - {name: Home, on: launch, after: Short, duration: 60ms}
            """
        var model = try advised(text, columns: 140, rows: 45)
        model.type("a")
        let first = try #require(model.lines.firstIndex { $0.contains("> Long priority low 70ms (-90)") })
        #expect(model.lines[first - 1].contains(" changes would shorten it, launch 160ms now; "))
        #expect(model.lines[first - 1].contains(" only on a condition "))
        #expect(model.lines[first + 1].contains(" Short priority high 70ms (-90)"))
        #expect(
            model.lines[first + 2].hasPrefix("    each of these is right only if its condition is true of the app:"))
        model.type("jj")
        #expect(model.lines[first + 3].contains(" > ") && model.lines[first + 3].contains("  if "))
        model.expectShown(" db 2 wide 70ms (-90)  if its tasks may run at the same time")
    }

    @Test(arguments: ["a", "W", "E"])
    func `a command typed while a list is open closes it and is one`(key: String) throws {
        var model = try advised(shopDemo())
        model.type(key + ":save-scenario s.yaml")
        #expect(model.tried == nil && model.lines.last?.hasPrefix(":save-scenario s.yaml") == true)
        let requests = model.handle(.key(.enter))
        #expect(requests.contains { if case .writeFile("s.yaml", _, _) = $0 { true } else { false } })
    }

    @Test func `b keeps both, Esc cancels`() throws {
        var model = try advised(shopDemo())
        model.type("a")
        _ = model.handle(.key(.escape))
        #expect(model.tried == nil && model.branches.isEmpty && !model.hasUnsavedChanges)
        model.type("ab")
        #expect(model.branches.count == 1 && model.view.comparison == "A")
    }

    @Test func `if no change helps it says so`() throws {
        var model = try advised("tasks: [{name: A, on: launch, duration: 100ms}]")
        #expect(model.outlook.headline.tries.isEmpty || model.lines[2].contains("a all advice"))
        let lanes = "lanes: {io: 2}\ntasks: [{name: A, on: launch, lane: io, duration: 50ms}]"
        model = try advised(lanes)
        model.expectNotShown("-0")
    }

    @Test func `TRY names the change that its condition belongs to`() throws {
        let text = """
            lanes: {io: 1}
            tasks:
              - {name: Migrate, on: willFinishLaunching, lane: io, duration: 200ms, blocks: true}
              - {name: Home, on: launch, duration: 50ms}
            """
        let model = try advised(text, columns: 160, rows: 40)
        let line = model.lines[2]
        #expect(
            line.contains("TRY Migrate blocks no event, if the first frame does not need it: 50ms (-200)"), "\(line)")
        let texts = model.outlook.headline.tries.flatMap { $0.shortTexts }
        #expect(texts.contains("Migrate on didFinishLaunching, if it can wait: 200ms (-50)"), "\(texts)")
    }
}
