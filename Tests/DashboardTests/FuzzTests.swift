import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

@Suite struct FuzzTests {
    private static let keys: [Key] =
        KeyMap.bindings.flatMap(\.keys).filter { $0 != .character("q") } + [
            .enter, .escape, .tab, .backspace, .delete, .insert, .function(1), .character("推"), .character("\u{301}"),
            .character("1"), .character("s"), .backTab,
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

    @Test(arguments: 0..<25) func `random keys never trap, and every row is as wide as the screen`(seed: Int) throws {
        var generator = Generator(seed: UInt64(seed))
        var model = try dashboard(options: DashboardOptions(isASCII: seed % 5 == 0, isPaused: seed % 2 == 0))
        var (columns, rows) = (80, 24)
        for _ in 0..<40 {
            switch generator.next(through: 19) {
            case 0:
                let isLarge = generator.next(through: 5) == 0
                columns = Int(generator.next(through: isLarge ? 230 : 90))
                rows = Int(generator.next(through: isLarge ? 60 : 26))
                _ = model.handle(.resize(columns: columns, rows: rows))
            case 1...3: _ = model.handle(.elapsed(.milliseconds(Int64(generator.next(through: 60)))))
            case 4:
                let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .doublePress, .scrollUp, .scrollDown]
                let event = MouseEvent(
                    generator.pick(kinds), column: Int(generator.next(through: 240)) - 5,
                    row: Int(generator.next(through: 70)) - 5)
                _ = model.handle(.mouse(event))
            case 5: _ = model.handle(.paste("goto 3s\n推\u{1B}"))
            default: _ = model.handle(.key(generator.pick(FuzzTests.keys)))
            }
            check(model.frame(columns: columns, rows: rows), columns, rows)
        }
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
