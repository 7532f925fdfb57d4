import Foundation
import ScenarioFormat
import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// A script shown to a room: captions are stops, and the script directs the view.
@Suite struct StageTests {
    @Test func `the stage says the planned launch, then the launch, and what a change makes of it`() throws {
        let shop = try scenario(shopDemo())
        let script = """
            note Before.
            launch
            at 400ms note Halfway.
            wait until launched
            note The first frame.
            try network 3 wide
            note With three connections.
            """
        let lines = try CommandLanguage.script(script, file: "s", scenario: shop).get()
        var session = try Session(scenario: shop)
        session.play(lines)
        var options = DashboardOptions(isPaused: true)
        options.isPresenting = true
        var model = DashboardModel(session: session, options: options)
        _ = model.handle(.resize(columns: 80, rows: 24))
        var seen: [String] = []
        for _ in 0..<4 {
            seen.append(
                trimmed(model).split(separator: "\n", omittingEmptySubsequences: false).prefix(2).joined(separator: "|")
            )
            _ = model.handle(.key(.pageDown))
            _ = model.handle(.key(.pageDown))
        }
        let planned = " launch 899ms planned, 399ms over the budget of 500ms"
        #expect(seen[0].hasSuffix("0s  not running|" + planned), "\(seen)")
        // The rows that have no room are counted.
        model.expectShown("─ 10 below ─")
        #expect(seen[1].hasSuffix("400ms  launching|" + planned), "\(seen)")
        #expect(seen[2].hasSuffix("899ms  ACTIVE| launch 899ms, 399ms over the budget of 500ms"), "\(seen)")
        let tried = "899ms  ACTIVE| network 3 wide: launch 899ms -> 415ms if applied, 85ms under 500ms"
        #expect(seen[3].hasSuffix(tried), "\(seen)")
    }

    /// A model that stands at the first stop of a script for the shop.
    private func shop(_ script: String) throws -> DashboardModel {
        let shop = try scenario(shopDemo())
        let (lines, diagnostics) = ScriptParser.parse(text: script, file: "s", scenario: shop)
        #expect(diagnostics.isEmpty)
        var session = try Session(scenario: shop)
        session.play(lines)
        var options = DashboardOptions(isPaused: true)
        options.isPresenting = true
        var model = DashboardModel(session: session, options: options)
        _ = model.handle(.resize(columns: 120, rows: 36))
        return model
    }

    @Test func `a range stays the range on a screen of another width`() throws {
        var model = try shop("range 0s 1s\nnote Before.\nlaunch\nnote After.\n")
        for columns in [80, 100, 160, 200] {
            _ = model.handle(.resize(columns: columns, rows: 40))
            let end = model.scale(cells: model.timelineCells).end
            #expect(end >= .zero + .seconds(1) && end <= .zero + .milliseconds(1_350), "\(columns): \(end)")
        }
    }

    @Test func `Esc returns to the stop, and keeps the range and the rows that the script chose`() throws {
        var model = try shop("only Cart,Session\nrange 0s 1s\nnote Before.\nlaunch\nat 200ms note Early.\n")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        let shown = trimmed(model)
        for keys in [["4"], ["c"], [":", "6", "0", "0", "m", "s", "\n"], ["+"], []] {
            for key in keys { _ = model.handle(.key(key == "\n" ? .enter : .character(Character(key)))) }
            if keys != [] { #expect(trimmed(model) != shown, "\(keys)") }
            _ = model.handle(.key(.escape))
            #expect(trimmed(model) == shown, "\(keys)")
        }
    }

    @Test func `a stop is reached by its number, forward and back`() throws {
        var model = try shop("note One.\nlaunch\nat 200ms note Two.\nat 400ms note Three.\nat 600ms note Four.\n")
        for (number, caption) in [(3, "Three."), (1, "One."), (4, "Four."), (2, "Two.")] {
            _ = model.carryOut("stop \(number)")
            #expect(model.caption == caption && model.stop.number == number)
            #expect(model.now == .zero + .milliseconds(Int64(number - 1) * 200))
        }
        _ = model.carryOut("stop 5")
        model.expectShown("stop needs a number from 1 to 4, as in :stop 4")
        _ = model.handle(.key(.pageDown))
        _ = model.handle(.key(.pageDown))
        #expect(model.caption == "Three.")
    }

    @Test func `what only directs the view behind the last stop takes no time`() throws {
        var model = try shop("launch\nwait until launched\ntry network 3 wide\nnote Done.\nuntry\nexpect over budget\n")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        let end = model.now
        #expect(model.caption == "Done." && model.tried != nil)
        _ = model.handle(.key(.character(" ")))
        _ = model.handle(.elapsed(.seconds(5)))
        #expect(model.now == end && model.tried == nil)
        model.expectShown("that was the last stop")
    }

    @Test func `the critical path alone is also that of the change being tried`() throws {
        var model = try shop("launch\nwait until launched\nonly critical\nnote Now.\ntry network 3 wide\nnote Then.\n")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        let before = Set(model.order.tasks)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        let tried = try #require(model.tried)
        let path = Set((0..<model.scheduler.taskCount).map { TaskID($0) }.filter { tried.plan.isCritical($0) })
        #expect(!path.isSubset(of: before))
        #expect(Set(model.order.tasks) == before.union(path))
    }

    @Test func `a script without a note says that nothing is a stop`() throws {
        try shop("launch\n").expectShown("the script has no note, so nothing is a stop: Space runs and pauses time")
    }

    @Test func `show why explains the task that the script selected, else the launch`() throws {
        var model = try shop("note Before.\nlaunch\nselect Cart\nat 400ms note Cart waits.\nshow why\nnote Why.\n")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectNotShown("Cart: ")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Cart: waits ")
        model.expectNotShown(" WHY ")
        try shop("show why\nnote Why.\nlaunch\n").expectShown(" WHY ")
    }

    @Test func `a caption leaves no word alone in its last line`() {
        let text = "Home has been ready for everything but Catalog. Its own work takes 95 ms, and it waits."
        #expect(
            CaptionLines(text, columns: 80).lines(in: 2) == [
                "Home has been ready for everything but Catalog.", "Its own work takes 95 ms, and it waits.",
            ])
        #expect(CaptionLines(text, columns: 80).lines(in: 1)[0].hasSuffix(" Its own work takes 95 …"))
    }

    @Test func `a change tried on the stage is planned as far as its bars are drawn`() throws {
        var model = try shop("launch\nwait until launched\nnote The first frame.\n")
        for _ in 0..<3 { _ = model.handle(.key(.pageDown)) }
        model.type(":try network 3 wide\n")
        _ = model.screen
        let tried = try #require(model.tried)
        let scale = model.scale(cells: model.timelineCells)
        #expect(tried.plan.horizon >= scale.end)
        let cut = tried.plan.runs.joined().filter { run in
            run.end == nil && (run.start.map { $0 + .seconds(1) < scale.end } ?? false)
        }
        #expect(cut.isEmpty)
    }

    @Test func `the key of a pane shows it on the whole stage until the script goes on`() throws {
        var model = try shop("launch\nwait until launched\nnote The first frame.\nnote The end.\n")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.type("/Offers\n4")
        model.expectShown("Offers run 1")
        // The caption stays, and the findings tell nothing of the end.
        model.expectShown("The first frame.")
        model.expectNotShown("findings")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        #expect(!model.view.isZoomed)
        model.expectShown("The end.")
    }

    @Test func `a presentation is recorded with its captions, which stand long enough to be read`() throws {
        let shop = try scenario(shopDemo())
        let script = """
            note A shop starts, and nothing has begun.
            speed 1/10
            launch
            at 30ms note Keychain has opened.
            speed 1
            wait until launched
            note The first frame.
            """
        let lines = try CommandLanguage.script(script, file: "s", scenario: shop).get()
        #expect(StageCast.isPresentation(lines) && !StageCast.isPresentation(Array(lines[1...2])))
        var session = try Session(scenario: shop)
        session.play(lines)
        var cast = StageCast(session)
        let text = cast.text()
        var times: [Double] = []
        for caption in ["A shop starts", "Keychain has opened.", "The first frame."] {
            let line = try #require(text.split(separator: "\n").first { $0.contains(caption) }, "\(caption)")
            times.append(Double(line.dropFirst().prefix { $0 != "," }) ?? -1)
        }
        // 30 ms at a tenth of the speed are 0.3 s, 870 ms at full speed 0.9 s, each after the caption before it.
        #expect(times[0] == 0 && (4.2...5).contains(times[1]), "\(times)")
        #expect((times[1] + 3.8...times[1] + 5).contains(times[2]), "\(times)")
        #expect(text.hasPrefix("{\"version\":2,\"width\":100,\"height\":30,\"title\":\"Shop, cold launch\""))
    }

    private let scene = """
        name: Courier
        lanes: {net: 1, disk: 1}
        tasks:
          - {name: Settings, on: launch, lane: disk, duration: 100ms}
          - {name: Flags, on: launch, lane: net, after: [Settings], duration: 200ms}
          - {name: Login, on: launch, after: [Flags], duration: 50ms, blocks: true}
        """

    private let talk = """
        only Settings,Flags
        note Nothing runs yet.
        launch
        speed 1/20
        at 150ms note Flags waits for nothing: it runs.
        only all
        select Login
        highlight Flags
        note Login waits for Flags.
        try net 2 wide
        show why
        wait until launched
        note It is launched.
        """

    private func stage(_ columns: Int = 80, _ rows: Int = 24) throws -> DashboardModel {
        var session = try Session(scenario: scenario(scene))
        let (lines, diagnostics) = ScriptParser.parse(text: talk, file: "talk.scope", scenario: session.scenario)
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        session.play(lines)
        var options = DashboardOptions()
        options.isPresenting = true
        var model = DashboardModel(session: session, options: options)
        _ = model.handle(.resize(columns: columns, rows: rows))
        return model
    }

    /// Lets time pass until the script stands still.
    private func play(_ model: inout DashboardModel) {
        for _ in 0..<2_000 where model.playback.isRunning { _ = model.handle(.elapsed(.milliseconds(33))) }
    }

    @Test func `before the script launches, nothing is launching and no row waits`() throws {
        let model = try stage()
        #expect(model.lines[0].hasSuffix("0s  not running "), "\(model.lines[0])")
        #expect(!model.showsPresent && model.screen.contains("SLACK"), "\(model.screen)")
    }

    @Test func `the caption is there before the commands that follow it at its instant`() throws {
        var model = try stage()
        #expect(model.scheduler.state == .notRunning && model.now == .zero)
        model.expectShown("Nothing runs yet.")
        model.expectShown("1 of 4  Space: next")
        #expect(model.order.tasks.count == 2)
        model.type(" ")
        play(&model)
        #expect(model.now == .zero + .milliseconds(150) && !model.playback.isRunning)
        model.expectShown("Flags waits for nothing: it runs.")
        model.expectShown("2 of 4")
        #expect(model.view.selection != model.scheduler.task(named: "Login"))
        model.type(" ")
        #expect(model.playback.speed == 50 && model.lines[1].contains("slow motion 1/20"))
        play(&model)
        #expect(model.now == .zero + .milliseconds(150))
        model.expectShown("Login waits for Flags.")
        model.expectShown("3 of 4")
        #expect(model.view.selection == model.scheduler.task(named: "Login") && model.order.tasks.count == 3)
    }

    @Test func `back is the previous stop, exactly as it was, whatever was looked at since`() throws {
        var model = try stage()
        var screens: [[String]] = []
        for _ in 0..<4 {
            screens.append(model.lines)
            _ = model.handle(.key(.pageDown))
            play(&model)
        }
        // Nothing follows the last stop, so that it is still shown.
        for stop in (0..<3).reversed() {
            model.type("jj?x")
            _ = model.handle(.key(.escape))
            // Once back from the question, once from the stop.
            _ = model.handle(.key(.left))
            _ = model.handle(.key(.left))
            #expect(model.lines == screens[stop], "stop \(stop): \(model.screen)")
        }
        for stop in 1..<4 {
            _ = model.handle(.key(.right))
            _ = model.handle(.key(.right))
            play(&model)
            #expect(model.lines == screens[stop], "stop \(stop): \(model.screen)")
        }
    }

    @Test func `only title, table, lanes and caption, and what the script shows`() throws {
        var model = try stage(80, 24)
        #expect(
            model.lines[0].hasPrefix(" Courier") && !model.screen.contains("WHY") && !model.screen.contains("what if"))
        #expect(
            model.lines[2].contains("TASK") && model.lines[2].contains("LANE") && model.screen.contains("lane disk"))
        for _ in 0..<3 {
            _ = model.handle(.key(.right))
            _ = model.handle(.key(.right))
        }
        model.expectNotShown(" WHY ")
        model.expectShown("It is launched.")
        #expect(model.screen.contains(ScreenGlyph.ghost) || model.tried != nil)
    }

    @Test(arguments: [(80, 24), (100, 50), (160, 48), (60, 15), (40, 10), (20, 5), (1, 1)])
    func `every size draws every stop`(columns: Int, rows: Int) throws {
        var model = try stage(columns, rows)
        for _ in 0..<4 {
            #expect(model.lines.count == rows)
            _ = model.handle(.key(.right))
            _ = model.handle(.key(.right))
        }
    }

    @Test func `a change is tried without changing anything, and replays ignore the view`() throws {
        var model = try stage()
        for _ in 0..<3 {
            _ = model.handle(.key(.enter))
            _ = model.handle(.key(.enter))
        }
        #expect(model.tried != nil && !model.hasUnsavedChanges)
        var plain = try Session(scenario: scenario(scene))
        plain.perform(.order(.action(.launch)), text: "launch")
        plain.advance(to: model.now)
        #expect(Array(plain.records) == Array(model.session.records))
    }

    @Test func `a rehearsal becomes a script that says the same`() throws {
        var model = try dashboard(scene, options: DashboardOptions(isPaused: true))
        model.type(":select Flags\n:note Look\nL:speed 1/10\n:goto 100ms\n:highlight Flags,Login\n")
        #expect(model.playback.speed == 100 && model.view.selection == model.scheduler.task(named: "Flags"))
        let requests = model.carryOut("write talk.scope")
        guard case .writeFile(_, let text, _)? = requests.first else {
            Issue.record("nothing was written")
            return
        }
        #expect(
            text.split(separator: "\n").dropFirst() == [
                "at 0s select Flags", "at 0s note Look", "at 0s launch", "at 0s speed 1/10",
                "at 100ms highlight Flags,Login",
            ])
    }

    @Test func `a rehearsal with captions, speeds and several changes is a script that presents the same`() throws {
        var model = try dashboard(scene, options: DashboardOptions(isPaused: true))
        model.type(":note Before\n:speed 1/20\nL:goto 150ms\n:select Login\n:note Login waits\n")
        model.type(":try net 2 wide, Login priority high\n:note Tried\n:untry\n:goto 400ms\n:note Done\n")
        guard case .writeFile(_, let text, _)? = model.carryOut("write talk.scope").first else {
            return #expect(Bool(false))
        }
        let scenario = try scenario(scene)
        let (lines, diagnostics) = ScriptParser.parse(text: text, file: "talk.scope", scenario: scenario)
        #expect(diagnostics.isEmpty && StageCast.isPresentation(lines), "\(diagnostics)\n\(text)")
        var session = try Session(scenario: scenario)
        session.play(lines)
        var options = DashboardOptions()
        options.isPresenting = true
        var shown = DashboardModel(session: session, options: options)
        _ = shown.handle(.resize(columns: 80, rows: 24))
        var captions: [String] = []
        for _ in 0..<4 {
            captions.append(shown.caption ?? "")
            _ = shown.handle(.key(.right))
            _ = shown.handle(.key(.right))
        }
        #expect(captions == ["Before", "Login waits", "Tried", "Done"])
        var replayed = try Session(scenario: scenario)
        replayed.play(lines)
        replayed.advance(to: model.now)
        #expect(Array(replayed.records) == Array(model.session.records))
    }

    @Test(arguments: [(80, 24), (160, 48)])
    func `the demo talk has nine stops, from cause to remedy`(columns: Int, rows: Int) throws {
        var session = try Session(scenario: scenario(shopDemo()))
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Demo/talk.scope")
        let text = try String(contentsOf: file, encoding: .utf8)
        let (lines, diagnostics) = ScriptParser.parse(text: text, file: "talk.scope", scenario: session.scenario)
        #expect(diagnostics.isEmpty)
        session.play(lines)
        var options = DashboardOptions()
        options.isPresenting = true
        var model = DashboardModel(session: session, options: options)
        model.answer(model.handle(.resize(columns: columns, rows: rows)))
        var stops: [String] = []
        for _ in 0..<9 {
            stops.append(model.screen)
            _ = model.handle(.key(.right))
            model.answer(model.handle(.key(.right)))
        }
        #expect(stops[0].contains("1 of 9  Space: next") && stops[8].contains("9 of 9"))
        #expect(stops[2].contains("One connection: Session has it"))
        #expect(stops[5].contains("899ms") || stops[5].contains("898"), "\(stops[5])")
        #expect(stops[7].contains("WHY") && stops[7].contains("415ms"), "\(stops[7])")
    }
}
