import Foundation
import SchedulerCore
import Testing

@testable import Dashboard

@Suite struct PaneTests {
    private func launched(_ columns: Int, _ rows: Int) throws -> DashboardModel {
        var model = try dashboard(columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
        model.type("L:goto 1.25s\n/Session\n")
        return model
    }

    @Test func `the graph below the table at 80x24`() throws {
        var model = try launched(80, 24)
        model.type("2")
        #expect(
            trimmed(model) == """
                 shop  PAUSED 1.25s  tick 25, next at 1.3s, every 50ms  ACTIVE  launch 1.1s
                 WHY looking for what bounds the launch
                 TRY looking for changes that shorten it   W tries a change
                   TASK          PRI  LANE      w   did   |500ms active  ▼    |       OWN  SLACK
                D  RemoteConfig  high async     ┊   █████             ┊  │          250ms     CP
                D^ Database      high async     ┊   ░░░░░██████       ┊  │          300ms     CP
                D  FeatureFlags  def  main      ┊   ·····▓            ┊  │           50ms  100ms
                D  Router        high main      ┊   ······▓▓          ┊  │          100ms  100ms
                D> Session       high main      ┊   ···········███    ┊  │          150ms     CP
                   lane main        x1 73%      █1██·█···█11█··1111111█··▒····▒···
                   lane async       x1 50%      ····11111██████···················
                   lane afterLaunch x1 0%       ······················1111111▒▒▒▒▒
                   clock            tick 50ms    ╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵
                ─ Session (didFinish) waited 550ms, ran 150ms ─────────────── 3 above, 8 below ─
                ── 2 graph around Session (2 hops) ─────────────────────────────────────────────
                                                                               ╭─▶D RootView*
                 D CrashReporter*─┬─▶D Logger*────▶D Database*─┬─▶[D Session*]─┼─▶L 推送注册
                                  ╰─▶D Keychain*───────────────╯               ╰─▶I SaveState

                 critical path = 1.1s
                  CrashReporter 50ms > Logger 50ms > [lane main] Keychain 100ms >
                    [didFinish] RemoteConfig 250ms > [lane async] Database 300ms > …
                 now Heartbeat starts, ImageCache runs   next at 1.3s: 推送注册 starts, 2 end
                 B M T lifecycle  Space run  , . step  W what if  a advice  ? help  q quit
                """)
    }

    @Test func `the jobs below the table and zoomed`() throws {
        let text = """
            name: jobs
            tasks: [{name: Hook, on: launch, duration: 50ms}]
            jobs:
              retryLimit: 2
              delay: 4s
              handlers: {up: {duration: 100ms, outcome: fail}, poison: {duration: 50ms, outcome: critical}, slow: {duration: 5s}}
              enqueue: [{task: up}, {task: poison}, {task: nobody}, {task: slow}]
            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        model.type("5")
        #expect(trimmed(model).contains("5 jobs: queue stopped, 4 waiting or running, 0 ended"))
        model.type("L:goto 2s\n")
        let rows = """
            5 jobs: queue running, 3 waiting or running, 0 ended, 1 dead   :queue retry|…
                ID TASK             QUEUE     PRI      RUNS  STATE
                 1 up               default   default     1  due at 4.15s
                 3 nobody           default   default     0  no handler
                 4 slow             default   default     1  running
                 2 poison           default   default     1  dead: critical
            """
        func shown() -> String {
            let lines = trimmed(model).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            guard let row = lines.firstIndex(where: { $0.contains("5 jobs:") }) else { return "" }
            let first = lines[row].drop { $0 != "5" }.prefix { $0 != "─" }
            let title = String(first).trimmingCharacters(in: .whitespaces)
            return ([title] + lines[(row + 1)...].prefix(5)).joined(separator: "\n")
        }
        #expect(shown() == rows)
        model.type("z")
        #expect(shown() == rows)
        _ = model.handle(.resize(columns: 150, rows: 48))
        model.type("z")
        #expect(trimmed(model).contains(" 1 up                   1  due at 4.15s"), "\(trimmed(model))")
        _ = model.handle(.resize(columns: 80, rows: 24))
        model.type(":queue discard 2\n")
        #expect(trimmed(model).contains("5 jobs: queue running, 3 waiting or running, 1 ended"))
    }

    @Test func `the reasons zoomed at 80x24`() throws {
        var model = try launched(80, 24)
        model.type("4z")
        #expect(
            trimmed(model) == """
                 shop  PAUSED 1.25s  tick 25, next at 1.3s, every 50ms  ACTIVE  launch 1.1s
                 WHY looking for what bounds the launch
                 TRY looking for changes that shorten it   W tries a change
                ── 4 why, findings ─────────────────────────────────────────────────────────────
                  Session run 1
                  released    200ms
                  ready       750ms
                  ran         750ms to 900ms
                  waited 550ms
                    200ms-750ms  550ms for Database, the last dependency to finish
                    Database waited 250ms for lane async

                  looking for findings










                 Esc back  B M T lifecycle  Space run  , . step  W what if  ? help  q quit
                """)
    }

    @Test func `the log zoomed shows only the kinds asked for`() throws {
        var model = try launched(80, 24)
        model.type("3zfpark event\n")
        #expect(
            trimmed(model) == """
                 shop  PAUSED 1.25s  tick 25, next at 1.3s, every 50ms  ACTIVE  launch 1.1s
                 WHY looking for what bounds the launch
                 TRY looking for changes that shorten it   W tries a change
                ── 3 log (follow, park event) ──────────────────────────────────────────────────
                     0s   event   W willFinish
                  200ms   event   D didFinish
                   1.1s   event   A active
                   1.1s   park    ImageCache  lane afterLaunch is not open
                   1.1s   park    推送注册  lane afterLaunch is not open
                   1.1s   park    Prefetch  lane afterLaunch is not open













                 Esc back  B M T lifecycle  Space run  , . step  W what if  ? help  q quit
                """)
    }

    @Test func `Enter in the log goes to the time of its last line`() throws {
        var model = try launched(80, 24)
        model.type("3kkkkkkkkk\n")
        #expect(model.now < Instant(nanoseconds: 1_250_000_000))
        #expect(model.now > .zero)
    }

    @Test func `arrows walk the graph, Enter makes the centre`() throws {
        var model = try launched(160, 48)
        model.type("2l")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "RootView")
        model.expectShown("graph around Session")
        model.type("\n")
        model.expectShown("graph around RootView")
        model.type("h")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "Session")
    }

    @Test func `Tab goes around, z zooms, Esc leaves`() throws {
        var model = try launched(80, 24)
        for pane in [Pane.graph, .log, .why, .jobs, .tasks] {
            _ = model.handle(.key(.tab))
            #expect(model.view.pane == pane)
        }
        _ = model.handle(.key(.backTab))
        #expect(model.view.pane == .jobs)
        model.type("z")
        #expect(model.layout.table.rows == 0)
        _ = model.handle(.key(.escape))
        #expect(model.layout.table.rows > 0)
        model.type("1vv")
        #expect(model.layout.area(of: .log) == nil)
    }

    @Test(arguments: [(20, 5), (80, 24), (160, 48), (200, 60)], [0, 1, 2])
    func `every pane draws at every size, in UTF-8, ASCII and mono`(size: (Int, Int), look: Int) throws {
        let options = DashboardOptions(isASCII: look == 1, palette: look == 2 ? .mono : .standard, isPaused: true)
        var model = try dashboard(columns: size.0, rows: size.1, options: options)
        model.type("L:goto 1.25s\n/Session\n")
        for pane in Pane.allCases {
            for keys in ["\(pane.rawValue)", "z", "z", "v", "v", "v"] {
                model.type(keys)
                let frame = model.frame(columns: size.0, rows: size.1)
                #expect(frame.columns == size.0 && frame.rows == size.1)
                let glyphs = frame.cells.map(\.glyph)
                if look == 1 {
                    let isPlain = !glyphs.contains { !$0.isASCII }
                    #expect(isPlain)
                }
                if look == 2 {
                    let isColored = frame.cells.contains {
                        $0.style.foreground != .standard || $0.style.background != .standard
                    }
                    #expect(!isColored)
                }
            }
            if size.0 >= 80, pane != .tasks {
                model.type("\(pane.rawValue)z")
                model.expectShown("\(pane.rawValue) \(pane.word)")
                model.type("z")
            }
        }
    }
}

@Suite struct DelayedPaneTests {
    @Test func `panes follow the selection once it rests, and then nothing moves`() throws {
        var options = DashboardOptions(isPaused: true)
        options.delaysPanes = true
        var model = try dashboard(columns: 160, rows: 48, options: options)
        model.type("L:goto 1.25s\n")
        let before = model.lines
        model.type("jjj")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "RemoteConfig")
        model.expectShown("graph around CrashReporter")
        // Only the rows that lose and gain the cursor differ, and the rule that names the selected one.
        #expect(zip(before, model.lines).filter { $0 != $1 }.count == 3)
        #expect(model.frameInterval != nil)
        _ = model.handle(.elapsed(.milliseconds(130)))
        model.expectShown("graph around RemoteConfig")
        #expect(model.frameInterval == nil)
    }
}
