import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Testing

@testable import Dashboard

/// What stands on the stage beside the table.
@Suite struct StagePartsTests {
    /// The shop's talk with these lines, at its first stop.
    private func talk(_ script: String, columns: Int = 80, rows: Int = 24) throws -> DashboardModel {
        try talk(about: shopDemo(), script, columns: columns, rows: rows)
    }

    private func talk(about text: String, _ script: String, columns: Int, rows: Int) throws -> DashboardModel {
        let scenario = try scenario(text)
        let lines = try CommandLanguage.script(script, file: "s", scenario: scenario).get()
        var session = try Session(scenario: scenario)
        session.play(lines)
        var options = DashboardOptions(isPaused: true)
        options.isPresenting = true
        var model = DashboardModel(session: session, options: options)
        _ = model.handle(.resize(columns: columns, rows: rows))
        return model
    }

    @Test func `lanes that are hidden are nowhere, with room for them or without`() throws {
        for rows in [24, 48] {
            var model = try talk("note One.\n", rows: rows)
            model.expectShown("lane network")
            model.type(":hide lanes\n")
            model.expectNotShown("lane network")
            for _ in 0..<60 { _ = model.handle(.key(.down)) }
            model.expectNotShown("lane network")
        }
    }

    @Test func `a stop does not tell what the script does after it, at the same instant`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Rates, on: launch, lane: net, duration: 30ms}
              - {name: Home, on: launch, after: Rates, duration: 20ms}
              - {name: Menu, on: launch, duration: 100ms}

            """
        let script = """
            show why
            pause lane:net
            launch
            at 60ms select Rates
            note Nothing comes through.
            resume lane:net
            wait until launched
            note Done.
            """
        var model = try talk(about: text, script, columns: 120, rows: 36)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Nothing comes through.")
        model.expectShown("waits 60ms so far because lane net is paused")
        model.expectNotShown("runs since")
        model.type(":select Home\n")
        model.expectShown("for Rates, which waits because lane net is paused")
        model.type(":select Rates\n4")
        model.expectNotShown("runs since")
        for _ in 0..<4 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Done.")
        model.expectShown("Rates: 60ms for lane net, paused")
    }

    @Test func `a task that is asked for by name is shown, whatever rows the stop has`() throws {
        var model = try talk("only critical\nnote One.\nlaunch\n")
        model.type(":select Prefetch\n")
        #expect(model.view.selection == model.scheduler.task(named: "Prefetch"))
        model.expectShown("Prefetch was hidden: all rows are shown again")
    }

    @Test func `a change that a talk tries is drawn beside what the talk has come to`() throws {
        let text = """
            name: Harbour
            budgets: {launch: 400ms}
            lanes: {radio: 1}
            tasks:
              - {name: Weather, on: launch, lane: radio, duration: 150ms}
              - {name: Traffic, on: launch, lane: radio, duration: 170ms}
              - {name: Bridge, on: launch, after: [Weather, Traffic], duration: 90ms}
              - {name: Metrics, class: afterLaunch, duration: 60ms}

            """
        let script = "launch\nwait until launched\ntry Bridge -after Traffic\nnote Tried.\n"
        let plain = try talk(about: text, script, columns: 120, rows: 30)
        let more = try talk(
            about: text, script + "untry\n+100ms terminate\n+100ms launch\nnote End.\n", columns: 120, rows: 30)
        let shown = [plain, more].map { start in
            var model = start
            for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
            model.expectShown("launch 410ms -> 240ms if applied, 160ms under 400ms, after the first frame: Traffic")
            return model.lines.dropLast()
        }
        #expect(shown[0] == shown[1])
    }

    @Test func `a range can be let go`() throws {
        let plain = try talk("note One.\n")
        let narrow = try talk("range 200ms 300ms\nnote One.\n")
        let again = try talk("range 200ms 300ms\nrange all\nnote One.\n")
        #expect(narrow.lines != plain.lines)
        #expect(again.lines == plain.lines)
    }

    @Test func `what waited or was done after the launch is not folded away, a timer's regular runs are`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Load, on: launch, lane: net, duration: 900ms, blocks: true}
              - {name: Poll, every: 1s, lane: net, duration: 25ms}

            """
        let script =
            "launch\nat 1500ms pause lane:net\nat 2500ms resume lane:net\nat 3s background\nat 3500ms note End.\n"
        func isFolded(_ script: String, at milliseconds: Int64) throws -> Bool {
            var model = try talk(about: text, script, columns: 110, rows: 34)
            for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
            model.expectShown("End.")
            let scale = model.scale(cells: model.timelineCells)
            #expect((0..<scale.cells).contains(scale.cell(of: model.now)))
            let cell = scale.cell(of: Instant.zero + .milliseconds(milliseconds))
            return scale.folds.contains { $0.cell == cell }
        }
        for time: Int64 in [1_500, 2_000, 2_300, 2_510, 3_000] {
            #expect(try !isFolded(script, at: time), "\(time)")
        }
        #expect(try isFolded("launch\nat 5500ms note End.\n", at: 3_010))
    }

    @Test func `the next event may be one of the instant at which a stop stands`() throws {
        var model = try talk("launch\nwait until launched\nbackground\nat 1500ms note Back.\nforeground\nnote On.\n")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Back.")
        let stop = model.now
        model.type("]")
        #expect(model.now == stop && model.scheduler.state == .active)
    }

    @Test func `a stop behind which only the view changes is the end`() throws {
        try talk("note One.\nshow all\nexpect over budget\n").expectShown("1 of 1  the end: q ends")
        try talk("note One.\nlaunch\n").expectShown("1 of 1  Space: next")
    }

    @Test func `how much later a task ends that a change leaves for later is said, whatever the range`() throws {
        let model = try talk("range 0ms 800ms\ntry Recommendations after launch\nnote One.\nlaunch\n", columns: 120)
        let row = try #require(model.lines.first { $0.contains("Recommendations ") && !$0.contains("launch") })
        #expect(row.contains("+"), "\(row)")
    }

    @Test func `a pane that answers can take most of the stage, and gives it back`() throws {
        var model = try talk("launch\nnote One.\n")
        model.type("4")
        let half = try #require(model.layout.area(of: .why))
        model.type("z")
        let most = try #require(model.layout.area(of: .why))
        #expect(most.rows > half.rows && model.layout.table.rows >= 2, "\(most) \(model.layout.table)")
        model.type("z")
        #expect(model.layout.area(of: .why) == half)
    }

    @Test func `a launch is shown until the next one has begun, even at the same instant`() throws {
        let text = """
            lanes: {net: 1}
            budgets: {launch: 200ms}
            tasks:
              - {name: Rates, on: launch, lane: net, duration: 30ms}
              - {name: Home, on: launch, after: Rates, duration: 20ms}

            """
        let script = "note One.\nlaunch\nwait until launched\nnote Two.\nterminate\nlaunch\nnote Three.\n"
        var model = try talk(about: text, script, columns: 100, rows: 30)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Two.")
        model.expectShown("launch 50ms, 150ms under the budget of 200ms")
        model.expectShown("ACTIVE")
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Three.")
        model.expectShown("launching")
        model.expectNotShown("launch 50ms, 150ms under")
    }

    @Test func `rows that stand out are on the screen, beside a row that was chosen if both have room`() throws {
        let plain = try talk("note One.\n")
        let names = plain.order.tasks.map { plain.scheduler.name(of: $0) }
        let (first, last) = (try #require(names.first), try #require(names.last))
        plain.expectNotShown(" \(last) ")
        try talk("highlight \(last)\nnote One.\n").expectShown(" \(last) ")
        let both = try talk("highlight \(first),\(names[1])\nnote One.\n")
        #expect(both.lines == (try talk("note One.\nhighlight none\n")).lines || both.view.top == 0)
        let chosen = try talk("select \(names[8])\nhighlight \(names[names.count - 4])\nnote One.\n")
        chosen.expectShown("> \(names[8]) ")
        chosen.expectShown(" \(names[names.count - 4]) ")
    }

    @Test func `at a stop before the next launch, tasks say what they did in the one that was shown`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: News, on: launch, lane: net, priority: high, duration: 60ms}
              - {name: Login, on: launch, lane: net, duration: 30ms}
              - {name: Home, on: launch, after: Login, duration: 20ms}
              - {name: Widget, on: active, lane: net, duration: 40ms}

            """
        let script =
            "show why\nlaunch\nwait until launched\nselect Login\nnote Two.\nterminate\npause News\nlaunch\n"
            + "wait until launched\nselect News\nnote Three.\n"
        var model = try talk(about: text, script, columns: 110, rows: 34)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Two.")
        model.expectShown("Login: 60ms for lane net (News)")
        let ids = ["Login", "Widget"].map { model.scheduler.task(named: $0) }
        let (login, widget) = (try #require(ids[0]), try #require(ids[1]))
        #expect(model.document.shownRun(of: login)?.number == 1)
        #expect(model.document.shownRun(of: widget)?.number == 1)
        // The change is compared with the launch that is shown.
        model.type(":try News priority low\n")
        #expect(model.delta(of: login) == .milliseconds(-60))
        #expect(model.changedWaitsText.hasPrefix("2 runs wait less, 1 longer"))
        for _ in 0..<4 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Three.")
        model.expectShown("it was paused when didFinishLaunching came")
        model.expectNotShown("it did not wait")
    }

    @Test func `a later launch is in the window from its beginning to its end`() throws {
        let script = "launch\nwait until launched\nterminate\nlaunch\n+100ms note Under way.\n"
        var model = try talk(script, columns: 110, rows: 40)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("Under way.")
        let cells = model.timelineCells
        let scale = model.scale(cells: cells)
        let (start, frame) = (try #require(model.plan.launchStart), try #require(model.plan.firstFrame))
        #expect(start > .zero && (0..<cells).contains(scale.cell(of: start)))
        #expect((0..<cells).contains(scale.cell(of: frame)))
    }

    @Test func `whether a changed launch keeps its budget is said, however long the change is called`() throws {
        let model = try talk(
            "try network 3 wide, Recommendations -after Session, Catalog priority critical\nnote One.\n")
        #expect(model.lines[1].contains("under") || model.lines[1].contains("over"), "\(model.lines[1])")
    }

    @Test func `what is tried is named beside its budget before words are spent on it`() throws {
        let model = try talk("try network 3 wide, Catalog priority low\nnote One.\nlaunch\n")
        #expect(model.lines[1].contains("network 3 wide, Catalog priority low: 899ms -> "), "\(model.lines[1])")
        #expect(model.lines[1].contains("under 500ms"), "\(model.lines[1])")
    }

    @Test func `after a change that was applied, the launch and its budget stay in the title`() throws {
        var model = try talk("select Catalog\nlaunch\nwait until launched\nnote Launched.\n", columns: 120)
        for _ in 0..<2 { model.answer(model.handle(.key(.pageDown))) }
        model.type("W")
        for key in [Key.up, .right, .right, .character("a")] { _ = model.handle(.key(key)) }
        model.expectShown(" launch 415ms, 85ms under the budget of 500ms")
        model.type("D")
        model.expectShown(" launch 415ms, 484ms less than before the change (899ms), 85ms under the budget of 500ms")
    }

    @Test func `a paused lane keeps its name where the word before it has no room`() throws {
        let text = """
            lanes: {store: 1, mqtt: 1}
            tasks:
              - {name: Reporter, on: launch, lane: store, duration: 900ms}
              - {name: Valves, on: launch, lane: mqtt, duration: 100ms}

            """
        var model = try talk(about: text, "pause lane:mqtt\nlaunch\nat 300ms note One.\n", columns: 80, rows: 24)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown("P  mqtt paused")
    }

    @Test func `the name of an event gives way to the label of the budget`() throws {
        let text = """
            budgets: {launch: 800ms}
            tasks:
              - {name: Load, on: launch, duration: 945ms}

            """
        let script = "launch\nwait until launched\ntry Load duration 735ms\nnote Tried.\n"
        var model = try talk(about: text, script, columns: 110, rows: 34)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        let field = try #require(model.layout.column(.timeline))
        let row = try #require(model.layout.headingRow)
        let ruler = String(Array(model.lines[row])[field.column..<field.column + field.width])
        #expect(ruler.contains("|budget") && ruler.contains("act"), "\(ruler)")
    }

    @Test func `of a task that has run before, it is said which run the sentence is about`() throws {
        let text = """
            lanes: {net: 1}
            tasks:
              - {name: Load, on: launch, duration: 100ms}
              - {name: Poll, every: 1s, lane: net, duration: 25ms}

            """
        let script = """
            launch
            select Poll
            show why
            at 1100ms note One.
            pause lane:net
            at 2500ms note Two.
            resume lane:net
            at 3100ms note Three.
            """
        var model = try talk(about: text, script, columns: 110, rows: 34)
        for sentence in ["Poll: it did not wait", "Poll: waits 500ms so far", "Poll, run at 3s: it did not wait"] {
            for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
            model.expectShown(sentence)
        }
    }

    @Test func `what the script does after a launch is not on the ruler before the talk comes to it`() throws {
        let text = """
            tasks:
              - {name: Home, on: launch, duration: 100ms}
              - {name: Trim, on: memory, duration: 10ms}

            """
        let script =
            "note One.\nlaunch\nat 200ms note Two.\nmemory-warning\nat 300ms background\nat 400ms note Three.\n"
        var model = try talk(about: text, script, columns: 120, rows: 30)
        func events() -> [Instant] { model.blankScreen.context.shownEvents.map { $0.time } }
        #expect(!events().isEmpty, "those of the planned launch")
        model.type(":stop 2\n")
        #expect(model.plan.events.contains { $0.time >= model.now } && events().allSatisfy { $0 < model.now })
        model.type(":stop 3\n")
        #expect(events().contains { $0 == .zero + .milliseconds(300) })
        model.type(":stop 2\n")
        #expect(events().allSatisfy { $0 < model.now })
    }

    @Test func `Enter on a row that was chosen while a talk plays opens its details and pauses`() throws {
        var model = try talk("note One.\nlaunch\nat 400ms note Two.\n")
        model.type(" ")
        #expect(model.playback.isRunning)
        _ = model.handle(.key(.down))
        _ = model.handle(.key(.enter))
        #expect(model.hasOverlay && !model.playback.isRunning && model.now < .zero + .milliseconds(400))
        model.type(" ")
        #expect(!model.hasOverlay)
    }

    @Test func `a timeline that compares holds the end of both launches`() throws {
        func text(_ length: Int) -> String { "tasks:\n  - {name: Home, on: launch, duration: \(length)ms}\n" }
        let script = "note One.\nlaunch\nwait until launched\ncompare old.yaml\nnote Two.\n"
        var model = try talk(about: text(100), script, columns: 100, rows: 30)
        model.type(":stop 2\n")
        _ = model.handle(.fileRead(path: "old.yaml", text: text(740)))
        #expect(model.compared?.name == "old.yaml")
        #expect(model.scale(cells: model.timelineCells).end > .zero + .milliseconds(740))
    }

    @Test func `a script that selects none shows again what bounds the launch`() throws {
        var model = try talk("show why\nselect Cart\nnote Cart.\nselect none\nnote Why.\nlaunch\n")
        model.expectNotShown(" WHY ")
        let shown = trimmed(model)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown(" WHY ")
        #expect(model.markedRow == nil && model.caption == "Why.")
        _ = model.handle(.key(.pageUp))
        #expect(trimmed(model) == shown)
    }

    @Test func `a stage says what its bars mean, where a row is free`() throws {
        let text = "tasks:\n  - {name: Home, on: launch, duration: 90ms}\n"
        var model = try talk(about: text, "note One.\nlaunch\nnote Two.\n", columns: 80, rows: 24)
        let row = try #require(model.lines.firstIndex { $0.hasPrefix(" ▒ planned  ┊ event  · idle lane  I idle ") })
        #expect(model.lines[row + 1].hasPrefix(" ──"))
        model.expectNotShown("waits for its lane")
        let queue = """
            lanes: {net: 1}
            tasks:
              - {name: Feed, on: launch, lane: net, duration: 90ms}
              - {name: Mail, on: launch, lane: net, duration: 90ms}

            """
        model = try talk(about: queue, "launch\nat 20ms note One.\n", columns: 80, rows: 24)
        for _ in 0..<2 { _ = model.handle(.key(.pageDown)) }
        model.expectShown(" ▓ other run  ▒ planned  ░ waits for its lane  1 so many wait for the lane ")
        model.expectShown(" · idle lane  R running  L waits for its lane ")
        model = try talk("note One.\nlaunch\n")
        model.expectNotShown("▒ planned")
    }
}
