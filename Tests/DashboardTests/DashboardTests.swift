import SchedulerCore
import Testing

@testable import Dashboard

@Suite struct Debug {
    @Test func show() throws {
        var model = try dashboard(options: .init(scenarioFile: "Demo/shop.yaml", isPaused: true))
        print(model.screen)
        model.type("L")
        print(model.screen)
        model.type(":goto 1.25s\n")
        print(model.screen)
        model.type("jjjjjjj")
        print(model.screen)
        model.type("B")
        print(model.screen)
        model.type("L")
        print(model.screen)
        for (columns, rows) in [(160, 48), (40, 10), (60, 14), (110, 24), (220, 50), (10, 3)] {
            _ = model.handle(.resize(columns: columns, rows: rows))
            print("--- \(columns)x\(rows)")
            print(model.screen)
        }
        _ = model.handle(.resize(columns: 80, rows: 24))
        model.type("?")
        print(model.screen)
    }
}
