import Testing

@testable import Dashboard

/// Whole screens as text, blanks at line ends left out.
@Suite struct ScreenTests {
    private let options = DashboardOptions(scenarioFile: "Demo/shop.yaml", isPaused: true)

    private func trimmed(_ lines: [Substring]) -> String {
        lines.map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
    }

    private func text(_ model: DashboardModel) -> String { trimmed(model.lines.map { $0[...] }) }

    /// Every row parted at a terminal column.
    private func halves(_ model: DashboardModel, at column: Int) -> (left: String, right: String) {
        let frame = model.frame(columns: model.columns, rows: model.rows)
        let rows = (0..<frame.rows).map { Array(frame.row($0)) }
        func part(_ range: Range<Int>) -> String {
            trimmed(rows.map { Substring(String($0[range].filter { $0.columns > 0 }.map(\.glyph))) })
        }
        return (part(0..<column), part(column..<frame.columns))
    }

    @Test func `80x24 at the start`() throws {
        let model = try dashboard(columns: 80, rows: 24, options: options)
        #expect(
            text(model) == """
                 shop  PAUSED 0s  tick 0, every 50ms  not running  launch 1.1s planned
                 WHY looking for what bounds the launch
                 TRY looking for changes that shorten it   W tries a change
                   TASK          PRI  LANE      ▼w  did   |500ms      active  |       OWN  SLACK
                I> CrashReporter crit main      ▒   ┊                 ┊              50ms     CP
                Iv Logger        crit main      │▒  ┊                 ┊              50ms     CP
                Iv Keychain      high main      │░▒▒┊                 ┊             100ms     CP
                I. RemoteConfig  high async     │   ▒▒▒▒▒             ┊             250ms     CP
                I. Database      high async     │   ░░░░░▒▒▒▒▒▒       ┊             300ms     CP
                I. FeatureFlags  def  main      │   ·····▒            ┊              50ms  100ms
                I. Router        high main      │   ······▒▒          ┊             100ms  100ms
                I. Session       high main      │   ···········▒▒▒    ┊             150ms     CP
                I. RootView      crit main      │   ··············▒▒▒▒┊             200ms     CP
                I. ImageCache    low  afterLau… │   ┊                 ▒▒▒▒          200ms
                I. 推送注册      low  afterLau… │   ┊                 ░░░░▒▒▒       150ms
                   lane main        x1 73%      ▒1▒▒·▒···▒11▒··1111111▒··▒····▒···
                   lane async       x1 50%      ····11111▒▒▒▒▒▒···················
                   lane afterLaunch closed 0%   ······················1111111▒▒▒▒▒
                   clock            tick 50ms    ╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵
                ─ CrashReporter (willFinish) will run 50ms ────────── rows 1-11 of 16, 5 below ─
                 it will not wait
                 blocks willFinish   needs no task   needed by v Logger, Keychain
                 nothing has happened yet   L launches; the bars are the plan
                 L launch  Space run  c critical path  W what if  a advice  ? help  q quit
                """)
    }

    @Test func `80x24 after the launch`() throws {
        var model = try dashboard(columns: 80, rows: 24, options: options)
        model.type("L:goto 1.25s\njjjjjjj")
        #expect(
            text(model) == """
                 shop  PAUSED 1.25s  tick 25, next at 1.3s, every 50ms  ACTIVE  launch 1.1s
                 WHY looking for what bounds the launch
                 TRY looking for changes that shorten it   W tries a change
                   TASK          PRI  LANE      w   did   |500ms active  ▼    |       OWN  SLACK
                D' CrashReporter crit main      █   ┊                 ┊  │           50ms     CP
                D' Logger        crit main      ·█  ┊                 ┊  │           50ms     CP
                D^ Keychain      high main      ·░██┊                 ┊  │          100ms     CP
                D  RemoteConfig  high async     ┊   █████             ┊  │          250ms     CP
                D^ Database      high async     ┊   ░░░░░██████       ┊  │          300ms     CP
                D  FeatureFlags  def  main      ┊   ·····▓            ┊  │           50ms  100ms
                D  Router        high main      ┊   ······▓▓          ┊  │          100ms  100ms
                D> Session       high main      ┊   ···········███    ┊  │          150ms     CP
                Dv RootView      crit main      ┊   ··············████┊  │          200ms     CP
                R  ImageCache    low  afterLau… ┊   ┊                 ▓▓▓▒          200ms
                Lv 推送注册      low  afterLau… ┊   ┊                 ░░░│▒▒▒       150ms
                   lane main        x1 73%      █1██·█···█11█··1111111█··▒····▒···
                   lane async       x1 50%      ····11111██████···················
                   lane afterLaunch x1 0%       ······················1111111▒▒▒▒▒
                   clock            tick 50ms    ╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵╵1╵╵╵
                ─ Session (didFinish) waited 550ms, ran 150ms ─────── rows 1-11 of 16, 5 below ─
                 550ms for Database; Database waited 250ms for lane async
                 delayed Heartbeat in lane main   needs ^ Database +1   needed by v RootView +2
                 now Heartbeat starts, ImageCache runs   next at 1.3s: 推送注册 starts, 2 end
                 B M T lifecycle  Space run  , . step  W what if  a advice  ? help  q quit
                """)
    }

    @Test func `40x10 at the start`() throws {
        let model = try dashboard(columns: 40, rows: 10, options: options)
        #expect(
            text(model) == """
                 PAUSED 0s  tick 0  not running
                I> CrashReporter ▒   ┊                 ┊
                Iv Logger        │▒  ┊                 ┊
                Iv Keychain      │░▒▒┊                 ┊
                I. RemoteConfig  │   ▒▒▒▒▒             ┊
                I. Database      │   ░░░░░▒▒▒▒▒▒       ┊
                I. FeatureFlags  │   ·····▒            ┊
                I. Router        │   ······▒▒          ┊
                I. Session       │   ···········▒▒▒    ┊
                 L launch  Space run  ? help  q quit
                """)
    }

    @Test func `10x3`() throws {
        let model = try dashboard(columns: 10, rows: 3, options: options)
        #expect(
            text(model) == """
                 not runn…

                40x10
                """)
    }

    @Test(
        arguments: [
            (60, 9, "the table needs 40x10   ? help, q quit"), (39, 24, "the table needs 40x10   ? help, q quit"),
            (20, 5, "needs 40x10"), (11, 3, "needs 40x10"), (39, 2, ""), (60, 1, ""),
        ])
    func `a screen that is too small for the table says so`(columns: Int, rows: Int, wanted: String) throws {
        var model = try dashboard(columns: columns, rows: rows, options: options)
        func last() -> String { rows == 1 ? "" : trimmed([Substring(model.lines[rows - 1])]) }
        #expect(last() == wanted)
        // What is typed or shown has the room.
        model.type("?")
        model.expectNotShown("40x10")
        _ = model.handle(.key(.escape))
        model.type(":")
        model.expectNotShown("40x10")
    }

    @Test(arguments: 11..<40) func `the size that the table needs is never cut`(columns: Int) throws {
        let model = try dashboard(columns: columns, rows: 5, options: options)
        #expect(model.lines[4].contains("40x10") && !model.lines[4].contains("…"))
    }

    @Test(
        arguments: [
            (50, 12, " lane:async: 3 of 16 "), (60, 12, " lane:async: 3 of 16 "), (80, 24, " lane:async: 3 of 16 "),
            (139, 48, " lane:async: 3 of 16 "),
        ])
    func `a small layout shows the filter, and how many tasks match, in its first row`(
        columns: Int, rows: Int, wanted: String
    ) throws {
        var model = try dashboard(columns: columns, rows: rows, options: options)
        model.type("L:goto 2s\nflane:async\n")
        #expect(model.lines[0].contains(wanted))
        _ = model.handle(.key(.escape))
        #expect(!model.lines[0].contains("lane:async"))
        model.type("flane:async !name:Database\n")
        #expect(model.lines[0].contains(" lane:async !nam…: 2 of 16 "))
    }

    @Test(arguments: [(80, 24), (100, 30), (160, 48)])
    func `the rule says how many rows the filter leaves and how they are sorted`(columns: Int, rows: Int) throws {
        var model = try dashboard(columns: columns, rows: rows, options: options)
        model.type("flane:async\ns")
        #expect(model.lines[0].contains("lane:async"))
        let rule = try #require(model.layout.ruleRow)
        #expect(model.lines[rule].hasSuffix(columns == 80 ? " 3 of 16 tasks ─" : " 3 of 16 tasks, by name ─"))
    }

    @Test func `1x1`() throws {
        let model = try dashboard(columns: 1, rows: 1, options: options)
        #expect(
            text(model) == """
                …
                """)
    }

    @Test func `80x24 in ASCII`() throws {
        let ascii = DashboardOptions(isASCII: true, scenarioFile: "Demo/shop.yaml", isPaused: true)
        var model = try dashboard(options: ascii)
        model.type("L:goto 600ms\n")
        #expect(
            text(model) == """
                 shop  PAUSED 600ms  tick 12, next at 650ms, every 50ms  INACTIVE  planned 1.1s
                 WHY looking for what bounds the launch
                 TRY looking for changes that shorten it   W tries a change
                   TASK          PRI  LANE      w   did     v         active  |       OWN  SLACK
                D> CrashReporter crit main      #   |       !         |              50ms     CP
                Dv Logger        crit main      .#  |       !         |              50ms     CP
                Dv Keychain      high main      .-##|       !         |             100ms     CP
                D. RemoteConfig  high async     |   #####   !         |             250ms     CP
                R. Database      high async     |   -----###~~~       |             300ms     CP
                D. FeatureFlags  def  main      |   .....=  !         |              50ms  100ms
                D. Router        high main      |   ......==!         |             100ms  100ms
                W. Session       high main      |   ........!..~~~    |             150ms     CP
                W. RootView      crit main      |   ........!.....~~~~|             200ms     CP
                I. ImageCache    low  afterLau~ |   |       !         ~~~~          200ms
                I. ????????      low  afterLau~ |   |       !         ----~~~       150ms
                   lane main        x1 73%      #1##.#...#11~..1111111~..~....~...
                   lane async       x1 50%      ....11111###~~~...................
                   lane afterLaunch closed 0%   ......................1111111~~~~~
                   clock            tick 50ms    ''''1''''1''''1''''1''''1''''1'''
                - CrashReporter (willFinish) ran 50ms --------------- rows 1-11 of 16, 5 below -
                 it did not wait
                 blocked willFinish   needs no task   needed by v Logger, Keychain
                 now Heartbeat starts, Database runs, +1 more   next at 650ms: Heartbeat ends
                 B M T lifecycle  Space run  , . step  W what if  a advice  ? help  q quit
                """)
    }

    @Test func `160x48 after the launch`() throws {
        var model = try dashboard(columns: 160, rows: 48, options: options)
        model.type("L:goto 1.25s\njjjjjjj")
        let (left, right) = halves(model, at: 88)
        #expect(
            left == """
                 shop  PAUSED 1.25s  tick 25, next at 1.3s, every 50ms  ACTIVE  launch 1.1s  cell 25ms
                 WHY looking for what bounds the launch
                 TRY looking for changes that shorten it   W tries a change
                   GRAPH       TASK          TRIGGER     PRI  LANE        will  ╵ did     ╵ ╵ |500ms╵ ╵
                D' *           CrashReporter willFinish  crit main        ██      ┊
                D' ├─*         Logger        willFinish  crit main        ··██    ┊
                D^ ╰─│─*       Keychain      willFinish  high main        ··░░████┊
                D  *─┤ │       RemoteConfig  didFinish   high async       ┊       ██████████
                D^ │ ├─│─*     Database      didFinish   high async       ┊       ░░░░░░░░░░████████████
                D  ├─│─│─│─o   FeatureFlags  didFinish   def  main        ┊       ··········▓▓
                D  │ │ │ │ ╰─o Router        didFinish   high main        ┊       ············▓▓▓▓
                D> │ │ ╰─┼─* │ Session       didFinish   high main        ┊       ······················
                Dv │ │ *─│─┼─╯ RootView      didFinish   crit main        ┊       ······················
                R  │ │ @─╯ │   ImageCache    active      low  afterLaunch ┊       ┊
                Lv ├─│─│─o─┤   推送注册      active      low  afterLaunch ┊       ┊
                W  ╰─│─┼─o │   Prefetch      active      low  afterLaunch ┊       ┊
                I  o─╯ │   │   FlushLogs     background  high async       ┊       ┊
                I  o───╯   │   PurgeCache    memory      high main        ┊       ┊
                Iv o───────╯   SaveState     terminate   crit main        ┊       ┊
                R  @           Heartbeat     every 250ms def  main        ┊       ┊ ▓▓        ░░░░▓▓
                   lane main        width 1  73%                          ██11████··██······██1111██····
                   lane async       width 1  50%                          ········1111111111████████████
                   lane afterLaunch width 1   0%                          ······························
                   clock            tick 50ms                               ╵ ╵ ╵ ╵ 1 ╵ ╵ ╵ ╵ 1 ╵ ╵ ╵ ╵
                ─ Session (didFinish) waited 550ms, ran 150ms ──────────────────────────────────────────
                ── 2 graph around Session (1 hop) ───────────────────── 3 log (follow) ─────────────────
                                             ╭─▶D RootView*            600ms   done    Router  ran 100ms
                 D Keychain*─┬─▶[D Session*]─┼─▶L 推送注册             600ms   start   Heartbeat  main
                 D Database*─╯               ╰─▶I SaveState            650ms   done    Heartbeat  ran 50
                                                                       750ms   done    Database  ran 300
                 critical path = 1.1s                                  750ms   start   Session  main  wa
                  CrashReporter 50ms > Logger 50ms >                   900ms   done    Session  ran 150m
                    [lane main] Keychain 100ms >                       900ms   start   RootView  main  w
                    [didFinish] RemoteConfig 250ms >                      1s ! skip    Heartbeat  overru
                    [lane async] Database 300ms > Session 150ms >       1.1s   done    RootView  ran 200
                    RootView 200ms                                      1.1s   event   A active
                                                                        1.1s   state   active
                                                                        1.1s   park    ImageCache  lane
                                                                        1.1s   park    推送注册  lane af
                                                                        1.1s   park    Prefetch  lane af
                                                                        1.1s   start   Heartbeat  main
                                                                        1.1s   frame   LAUNCH COMPLETE i
                                                                        1.1s   start   ImageCache  after
                                                                       1.15s   done    Heartbeat  ran 50
                                                                       1.25s   start   Heartbeat  main
                 now Heartbeat starts, ImageCache runs, 推送注册, Prefetch wait   next at 1.3s (in 50ms)
                 Enter details  D compare  x export  n N next match  f filter  s S sort  p pause task  X
                 B M T lifecycle  Space run  , . step  W what if  a advice  [ ] event  ? help  q quit  T
                """)
        #expect(
            right == """



                |750ms╵ ╵ |1s active▼        NEXT    OWN      WAIT NOW             SLACK
                              ┊     │      launch   50ms                              CP
                              ┊     │      launch   50ms    50ms d                    CP
                              ┊     │      launch  100ms  100ms dl                    CP
                              ┊     │      launch  250ms                              CP
                              ┊     │      launch  300ms   250ms l                    CP
                              ┊     │      launch   50ms   250ms d                 100ms
                              ┊     │      launch  100ms   300ms d                 100ms
                ██████        ┊     │      launch  150ms   550ms d                    CP
                ······████████┊     │      launch  200ms   700ms d                    CP
                              ▓▓▓▓▓▓▒▒        now  200ms
                              ░░░░░░│░▒▒▒▒   1.3s  150ms   200ms l after…: ImageCache
                              ······│·░░░░    evt  300ms   150ms d ImageCache
                              ┊     │         evt                  event
                              ┊     │         evt                  event
                              ┊     │         evt                  event
                ░░░░░░░░░░!░░░▓▓    ▒▒        now   50ms                           100ms
                11111111111111██····▒▒····
                ··························
                ··············111111111111
                1 ╵ ╵ ╵ ╵ 1 ╵ ╵ ╵ ╵ 1 ╵ ╵
                ────────────────────────────────────────────────────────────────────────
                ───────────────────── 4 why, findings ──────────────────────────────────
                                     Session run 1
                waited 100ms for …   released    200ms
                ms                   ready       750ms
                ms                   ran         750ms to 900ms
                ited 550ms for Da…   waited 550ms
                s                      200ms-750ms  550ms for Database, the last
                aited 700ms for S…       dependency to finish
                n                      Database waited 250ms for lane async
                ms
                                     looking for findings

                afterLaunch is no…
                terLaunch is not …
                terLaunch is not …
                waited 350ms: 150…
                n 1.1s
                Launch
                ms

                : Heartbeat, ImageCache end, 推送注册 starts
                 destroy  E events  u d up/downstream  { } findings  r rails  = launch
                ab pane  : command  / find  z zoom pane  + - scale  c critical path
                """)
    }
}
