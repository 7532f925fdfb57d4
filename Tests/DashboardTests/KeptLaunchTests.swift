import Planning
import SchedulerCore
import Testing

@testable import Dashboard

/// The timeline after a launch, as long as the timeline is not zoomed: the launch stays, and the present is followed beside it.
@Suite struct KeptLaunchTests {
    private func model(columns: Int = 80) throws -> DashboardModel {
        var model = try dashboard(columns: columns, rows: 24, options: DashboardOptions(isPaused: true))
        model.type("L:goto 10s\n")
        return model
    }

    @Test func `time that continues leaves the launch in view`() throws {
        let model = try model()
        let lines = trimmed(model).components(separatedBy: "\n")
        #expect(
            lines[3...9].joined(separator: "\n") == """
                   TASK          PRI  LANE      w   did   |500ms active ≈+8.55s▼      OWN  SLACK
                D> CrashReporter crit main      █   ┊                 ┊ ≈      │     50ms     CP
                Dv Logger        crit main      ·█  ┊                 ┊ ≈      │     50ms     CP
                Dv Keychain      high main      ·░██┊                 ┊ ≈      │    100ms     CP
                D. RemoteConfig  high async     ┊   █████             ┊ ≈      │    250ms     CP
                D. Database      high async     ┊   ░░░░░██████       ┊ ≈      │    300ms     CP
                D. FeatureFlags  def  main      ┊   ·····▓            ┊ ≈      │     50ms  100ms
                """)
    }

    @Test func `the present and the launch are in the window at every instant`() throws {
        for columns in stride(from: 80, through: 200, by: 10) {
            var model = try model(columns: columns)
            let cells = model.timelineCells
            for tenth in 0..<300 {
                model.move(to: .zero + .milliseconds(100 * Int64(tenth)))
                model.observeSession()
                let scale = model.scale(cells: cells)
                #expect((0..<cells).contains(scale.cell(of: model.now)), "\(columns) \(tenth)")
                #expect(scale.cell(of: .zero) == 0, "\(columns) \(tenth)")
                #expect((0..<cells).contains(scale.cell(of: .zero + .milliseconds(1_100))), "\(columns) \(tenth)")
                #expect(model.plan.horizon >= scale.end, "\(columns) \(tenth)")
            }
        }
    }

    @Test func `what ran beyond the first frame stays in view if the launch hardly shrinks for it`() throws {
        let text = """
            tasks:
              - {name: Load, on: launch, duration: 500ms}
              - {name: Show, on: active, lane: async, duration: 100ms}
              - {name: Beat, every: 1s, duration: 10ms}
            """
        for (duration, isWhole) in [("100ms", true), ("900ms", false)] {
            var model = try dashboard(
                text.replacingOccurrences(of: "100ms", with: duration), options: DashboardOptions(isPaused: true))
            model.type("L:goto 9s\n")
            let scale = model.scale(cells: model.timelineCells)
            let fold = try #require(scale.folds.first)
            #expect(scale.instant(of: fold.cell) >= .zero + .milliseconds(isWhole ? 600 : 500))
            #expect(isWhole || scale.instant(of: fold.cell) < .zero + .milliseconds(1_000))
        }
    }

    @Test func `a second launch takes the place of the first`() throws {
        var model = try model()
        model.type("T:goto 20s\nL:goto 30s\n")
        let scale = model.scale(cells: model.timelineCells)
        #expect(scale.start == .zero + .seconds(20))
        #expect((0..<scale.cells).contains(scale.cell(of: .zero + .seconds(30))))
    }

    @Test func `zoomed, the launch stays; panned, the window follows as it did; Esc and = come back`() throws {
        var model = try model()
        let kept = model.scale(cells: model.timelineCells)
        #expect(kept.folds.count == 1)
        for key in ["+", "-"] {
            model.type(key)
            let zoomed = model.scale(cells: model.timelineCells)
            #expect(zoomed.folds.isEmpty && zoomed.start == kept.start && (zoomed.step < kept.step) == (key == "+"))
            model.type("=")
        }
        #expect(model.scale(cells: model.timelineCells) == kept)
        model.type("l")
        #expect(model.scale(cells: model.timelineCells).folds.isEmpty)
        _ = model.handle(.key(.escape))
        #expect(model.scale(cells: model.timelineCells) == kept)
    }

    @Test func `a launch that takes no time is not kept`() throws {
        let text = "tasks: [{name: A, on: launch}, {name: B, every: 1s, duration: 100ms}]"
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("L:goto 100s\n")
        #expect(model.plan.completeLaunch?.time == .zero)
        #expect(model.scale(cells: model.timelineCells).folds.isEmpty)
    }

    @Test func `if there is no room for both, the present is followed`() throws {
        let model = try model(columns: 64)
        let scale = model.scale(cells: model.timelineCells)
        #expect((0..<scale.cells).contains(scale.cell(of: model.now)))
    }
}
