import ScreenKit
import Foundation
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Dashboard

@Suite struct FuzzTests {
    private static let keys: [Key] =
        KeyMap.bindings.flatMap(\.keys).filter { $0 != .character("q") } + [
            .enter, .escape, .tab, .backspace, .delete, .insert, .function(1), .character("推"), .character("\u{301}"),
            .character("1"), .character("s"), .backTab,
        ]

    /// Commands that make tasks, and that go back to before there were any.
    private static let commands = [
        "inject Extra on active", "inject Soon on launch", "schedule Often every 50ms", "enqueue Job",
        "inject-sequence Chain steps Extra", "destroy Extra", "goto 0s", "goto 100ms", "advance 200ms", "launch",
    ]

    private func check(_ frame: Frame, _ columns: Int, _ rows: Int) {
        let isSized = frame.columns == max(1, columns) && frame.rows == max(1, rows)
        let faulty = (0..<frame.rows).first { !isSound(frame.row($0)) }
        #expect(isSized && faulty == nil, "row \(faulty ?? -1) of \(columns)x\(rows)")
    }

    /// Whether a row's cells add up: every wide one is followed by its covered place.
    private func isSound(_ cells: ArraySlice<Cell>) -> Bool {
        var covered = 0
        for cell in cells {
            if (cell.columns == 0) != (covered == 1) { return false }
            covered = cell.columns == 2 ? 1 : 0
        }
        return covered == 0
    }

    @Test func `every size draws`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 1.25s\n")
        for columns in [1, 2, 3, 10, 39, 40, 41, 56, 64, 72, 79, 80, 100, 120, 139, 140, 160, 199, 200, 250] {
            for rows in [1, 2, 3, 9, 10, 14, 18, 21, 24, 35, 36, 60] {
                check(model.frame(columns: columns, rows: rows), columns, rows)
            }
        }
    }

    /// Keys a seed: TASKSCOPE_FUZZ_KEYS, as 10000 before a release; few by default, as debug builds are slow.
    private static let keyCount = ProcessInfo.processInfo.environment["TASKSCOPE_FUZZ_KEYS"].flatMap(Int.init) ?? 60

    /// Names that must never reach a terminal uncleaned, and names that are hard to measure.
    private static let names = [
        "\u{1B}]0;title\u{7}", "a\u{202E}b", "nul\u{0}", "two\nlines", "e\u{301}\u{302}\u{303}", "推送注册", "שלום", "👩‍👩‍👧‍👦",
        String(repeating: "long ", count: 800), "tab\tbed", "\u{9B}2J",
    ]

    private func world(_ seed: Int) throws -> DashboardModel {
        guard seed % 3 == 0 else {
            var options = DashboardOptions(isPaused: seed % 2 == 0)
            options.delaysPanes = seed % 3 == 1
            return try dashboard(options: options)
        }
        var scenario = Scenario(name: FuzzTests.names[seed % FuzzTests.names.count])
        for (place, name) in FuzzTests.names.enumerated() {
            let after = place > 1 ? [FuzzTests.names[place / 2]] : []
            scenario.tasks.append(
                ScenarioTask(
                    spec: TaskSpec(name: name, trigger: .events(EventSet(.didFinishLaunching)), after: after),
                    duration: .fixed(.milliseconds(10)), group: name))
        }
        for place in 0..<2 {
            let steps = (0..<4).map { FuzzTests.names[(place * 3 + $0) % FuzzTests.names.count] }
            let spec = SequenceSpec(
                name: "list \(place) \(FuzzTests.names[place])", events: EventSet(.didBecomeActive), steps: steps,
                continuesOnFailure: place == 0)
            scenario.sequences.append(spec)
        }
        var options = DashboardOptions(isASCII: seed % 2 == 0, isPaused: true)
        options.delaysPanes = seed % 4 == 0
        return DashboardModel(session: try Session(scenario: scenario), options: options)
    }

    /// What must hold for every frame: sound rows, nothing that controls a terminal, the selection on screen.
    private func check(_ model: DashboardModel, _ columns: Int, _ rows: Int) {
        let frame = model.frame(columns: columns, rows: rows)
        check(frame, columns, rows)
        let raw = frame.cells.first { cell in
            cell.glyph.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
            }
        }
        #expect(raw == nil)
        checkClick(model, columns, rows)
    }

    /// A click on the selected row of the table, where it is drawn, selects it again.
    private func checkClick(_ model: DashboardModel, _ columns: Int, _ rows: Int) {
        let table = model.layout.table
        guard model.overlay == nil, table.rows > 0, let place = model.selectedPlace else { return }
        var clicked = model
        _ = clicked.handle(.mouse(MouseEvent(.press, column: table.column, row: table.row + place)))
        #expect(place < table.rows && clicked.view.selected == model.view.selected, "\(columns)x\(rows)")
    }

    @Test(arguments: 0..<25) func `random keys, sizes and names never trap, and every frame is sound`(seed: Int) throws
    {
        var generator = Generator(seed: UInt64(seed))
        var model = try world(seed)
        var (columns, rows) = (80, 24)
        for number in 0..<FuzzTests.keyCount {
            switch generator.next(through: 39) {
            case 0:
                let isLarge = generator.next(through: 5) == 0
                columns = 1 + Int(generator.next(through: isLarge ? 299 : 90))
                rows = 1 + Int(generator.next(through: isLarge ? 99 : 26))
                _ = model.handle(.resize(columns: columns, rows: rows))
            case 1...3: _ = model.handle(.elapsed(.milliseconds(Int64(generator.next(through: 60)))))
            case 4:
                let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .doublePress, .scrollUp, .scrollDown]
                let event = MouseEvent(
                    generator.pick(kinds), column: Int(generator.next(through: 240)) - 5,
                    row: Int(generator.next(through: 70)) - 5)
                _ = model.handle(.mouse(event))
            case 5: _ = model.handle(.paste("goto 3s\n推\u{1B}"))
            case 6, 7: _ = model.carryOut(generator.pick(FuzzTests.commands))
            default: _ = model.handle(.key(generator.pick(FuzzTests.keys)))
            }
            if number % 50 == 49 { check(model, columns, rows) }
        }
        check(model, columns, rows)
        try checkReplay(model)
        checkSteps(model, columns, rows)
    }

    @Test(
        "What a move of the selection keeps of the last frame equals a full redraw, whatever came before",
        arguments: 0..<Campaign.count(8))
    func keptFrames(seed: Int) throws {
        var generator = Generator(seed: UInt64(seed) + 1_000)
        var screen = DashboardScreen(try world(seed))
        var (columns, rows) = (160, 48)
        _ = screen.handle(.resize(columns: columns, rows: rows))
        var kept = 0
        for number in 0..<FuzzTests.keyCount * 3 {
            let changes = screen.model.changes.content
            switch generator.next(through: 29) {
            case 0:
                (columns, rows) = generator.pick([(160, 48), (80, 24), (200, 60), (60, 14), (30, 8)])
                _ = screen.handle(.resize(columns: columns, rows: rows))
            case 1: _ = screen.handle(.elapsed(.milliseconds(Int64(generator.next(through: 200)))))
            case 2, 3: _ = screen.handle(.key(generator.pick(FuzzTests.keys)))
            case 4: for _ in 0..<12 { _ = screen.handle(.key(.character("j"))) }
            case 5: _ = screen.handle(.key(.escape))
            case 6: _ = screen.handle(.mouse(MouseEvent(.press, column: 5, row: Int(generator.next(through: 40)))))
            default: _ = screen.handle(.key(generator.pick([.character("j"), .character("k"), .up, .down, .pageDown])))
            }
            let next = screen.nextFrame(columns: columns, rows: rows)
            if screen.model.changes.content == changes { kept += 1 }
            let whole = screen.model.frame(columns: columns, rows: rows)
            guard next != whole else { continue }
            let row = (0..<rows).first { next.changedColumns(row: $0, since: whole) != nil }
            let lines = row.map { "\n\(next.lines[$0])\n\(whole.lines[$0])" } ?? ""
            Issue.record("key \(number), \(columns)x\(rows), row \(row ?? -1)\(lines)")
            return
        }
        #expect(kept > 0)
    }

    /// What was done, replayed, is what happened.
    private func checkReplay(_ model: DashboardModel) throws {
        let names = CommandLanguage.script(model.session.script(), file: "s", scenario: model.session.scenario)
        guard case .success(let lines) = names else {
            Issue.record("\(model.session.script()): \(names)")
            return
        }
        var again = try Session(scenario: model.session.scenario)
        again.play(lines)
        again.advance(to: model.now)
        let isSame = again.records.elementsEqual(model.session.records)
        #expect(isSame, "\(model.session.script())")
    }

    /// A step forward and back shows the same frame.
    private func checkSteps(_ start: DashboardModel, _ columns: Int, _ rows: Int) {
        var model = start
        for _ in 0..<3 { _ = model.handle(.key(.escape)) }
        model.playback.isRunning = false
        model.type(".")
        model.notice = nil
        let (before, start) = (model.frame(columns: columns, rows: rows), model.now)
        model.type(".")
        guard model.now > start else { return }
        model.type(",")
        model.notice = nil
        guard model.now == start else { return }
        let after = model.frame(columns: columns, rows: rows)
        // The key line offers the way forward.
        let differing = zip(before.lines.dropLast(), after.lines.dropLast()).first { $0 != $1 }
        #expect(differing == nil)
    }

    @Test func `ten thousand tasks scroll`() throws {
        var scenario = Scenario(name: "big")
        for number in 0..<10_000 {
            let after = number >= 20 ? ["task\(number - 20)", "task\(number - 7)"] : []
            scenario.tasks.append(
                ScenarioTask(
                    spec: TaskSpec(
                        name: "task\(number)", trigger: .events(EventSet(.didFinishLaunching)), after: after),
                    duration: .fixed(.milliseconds(1))))
        }
        var model = DashboardModel(session: try Session(scenario: scenario), options: DashboardOptions(isPaused: true))
        _ = model.handle(.resize(columns: 160, rows: 48))
        model.type("L:goto 2s\n:group none\n")
        for _ in 0..<20 { _ = model.handle(.key(.pageDown)) }
        check(model.frame(columns: 160, rows: 48), 160, 48)
        #expect(model.view.selection == model.order.tasks[20 * (model.layout.table.rows - 1)])
        _ = model.handle(.key(.end))
        check(model.frame(columns: 160, rows: 48), 160, 48)
        #expect(model.lines.contains { $0.contains("task9999") })
    }
}
