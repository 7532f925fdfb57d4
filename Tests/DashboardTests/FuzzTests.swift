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
        #expect(frame.columns == max(1, columns) && frame.rows == max(1, rows))
        for row in 0..<frame.rows {
            var column = 0
            let cells = Array(frame.row(row))
            var isSound = true
            while column < cells.count {
                let width = Int(cells[column].columns)
                if width < 1 || column + width > cells.count { isSound = false }
                if width == 2, column + 1 < cells.count, cells[column + 1].columns != 0 { isSound = false }
                column += max(1, width)
            }
            #expect(isSound && column == frame.columns, "row \(row) of \(columns)x\(rows)")
        }
    }

    @Test func `every size draws`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("L:goto 1.25s\n")
        for columns in [1, 2, 3, 10, 39, 40, 41, 55, 56, 64, 72, 79, 80, 99, 100, 120, 139, 140, 160, 199, 200, 300] {
            for rows in [1, 2, 3, 9, 10, 11, 14, 18, 21, 23, 24, 35, 36, 48, 70] {
                check(model.frame(columns: columns, rows: rows), columns, rows)
            }
        }
    }

    @Test(arguments: 0..<25) func `random keys never trap, and every row is as wide as the screen`(seed: Int) throws {
        var generator = Generator(seed: UInt64(seed))
        var model = try dashboard(options: DashboardOptions(isASCII: seed % 5 == 0, isPaused: seed % 2 == 0))
        var (columns, rows) = (80, 24)
        for _ in 0..<150 {
            switch generator.next(through: 19) {
            case 0:
                columns = Int(generator.next(through: 230))
                rows = Int(generator.next(through: 60))
                _ = model.handle(.resize(columns: columns, rows: rows))
            case 1...3: _ = model.handle(.elapsed(.milliseconds(Int64(generator.next(through: 60)))))
            case 4:
                let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .doublePress, .scrollUp, .scrollDown]
                let event = MouseEvent(
                    generator.pick(kinds), column: Int(generator.next(through: 240)) - 5,
                    row: Int(generator.next(through: 70)) - 5)
                _ = model.handle(.mouse(event))
            case 5: _ = model.handle(.paste("goto 3s\n推\u{1B}"))
            case let other:
                _ = other
                _ = model.handle(.key(generator.pick(FuzzTests.keys)))
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
        model.type("L:goto 2s\n")
        let clock = ContinuousClock()
        let time = clock.measure {
            for _ in 0..<50 {
                _ = model.handle(.key(.pageDown))
                check(model.frame(columns: 160, rows: 48), 160, 48)
            }
        }
        print("page down and frame: \(time / 50)")
        #expect(model.lines[4].contains("task"))
    }
}
