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
                 shop.yaml  PAUSED t=0s x1  not running  L launch  launch 1.1s planned  3 lints
                 events (v = now)               W   D                 A
                S GRAPH        TASK          PL v0s  |    |500ms    |1s  |    |1.5s   OWN    SLK
                I>*            CrashReporter Cm ▒   ┊                 ┊              50ms     CP
                I ├─*          Logger        Cm │▒  ┊                 ┊              50ms     CP
                I ╰─│─*        Keychain      Hm │░▒▒┊                 ┊             100ms     CP
                I *─┤ │        RemoteConfig  Ha │   ▒▒▒▒▒             ┊             250ms     CP
                I │ ├─│─*      Database      Ha │   ┊    ▒▒▒▒▒▒       ┊             300ms     CP
                I ├─│─│─│─o    FeatureFlags  Dm │   ┊    ▒            ┊              50ms  100ms
                I │ │ │ │ ╰─o  Router        Hm │   ┊     ▒▒          ┊             100ms  100ms
                I │ │ ╰─┼─* │  Session       Hm │   ┊          ▒▒▒    ┊             150ms     CP
                I │ │ *─│─┼─╯  RootView      Cm │   ┊             ▒▒▒▒┊             200ms     CP
                I │ │ o─╯ │    ImageCache    La │   ┊                 ▒▒▒▒          200ms
                I ├─│─│─o─┤    推送注册      La │   ┊                 ┊   ▒▒▒       150ms
                I ╰─│─┼─o │    Prefetch      La │   ┊                 ┊      ▒▒▒▒▒▒ 300ms
                I o─╯ │   │    FlushLogs     Ha │   ┊                 ┊
                I o───╯   │    PurgeCache    Hm │   ┊                 ┊
                I o───────╯    SaveState     Cm │   ┊                 ┊
                I o            Heartbeat     Dm │   ┊▒      ▒         ▒  ▒    ▒      50ms  250ms
                ─ CrashReporter  willFinish C main  planned ready@0s run 0s-50ms ───────────────
                 nothing has happened yet


                 LBFMT fire  Space run  ., step  ][ event  ? help  q quit  / find  0 fit  : cmd
                """)
    }

    @Test func `80x24 after the launch`() throws {
        var model = try dashboard(columns: 80, rows: 24, options: options)
        model.type("L:goto 1.25s\njjjjjjj")
        #expect(
            text(model) == """
                 shop.yaml  PAUSED t=1.25s x1  ACTIVE  launch 1.1s (7 on CP)  3 lints
                 events (v = now)               W   D                 A
                S GRAPH        TASK          PL |0s  |    |500ms    |1s  v    |1.5s   OWN    SLK
                D *            CrashReporter Cm █   ┊                 ┊  │           50ms     CP
                D ├─*          Logger        Cm ·█  ┊                 ┊  │           50ms     CP
                D ╰─│─*        Keychain      Hm ·░██┊                 ┊  │          100ms     CP
                D *─┤ │        RemoteConfig  Ha ┊   █████             ┊  │          250ms     CP
                D │ ├─│─*      Database      Ha ┊   ░░░░░██████       ┊  │          300ms     CP
                D ├─│─│─│─o    FeatureFlags  Dm ┊   ·····▓            ┊  │           50ms  100ms
                D │ │ │ │ ╰─o  Router        Hm ┊   ······▓▓          ┊  │          100ms  100ms
                D>│ │ ╰─┼─* │  Session       Hm ┊   ···········███    ┊  │          150ms     CP
                D │ │ *─│─┼─╯  RootView      Cm ┊   ··············████┊  │          200ms     CP
                R │ │ @─╯ │    ImageCache    La ┊   ┊                 ▓▓▓▒          200ms
                L ├─│─│─o─┤    推送注册      La ┊   ┊                 ░░░│▒▒▒       150ms
                W ╰─│─┼─o │    Prefetch      La ┊   ┊                 ···│░░░▒▒▒▒▒▒ 300ms
                I o─╯ │   │    FlushLogs     Ha ┊   ┊                 ┊  │
                I o───╯   │    PurgeCache    Hm ┊   ┊                 ┊  │
                I o───────╯    SaveState     Cm ┊   ┊                 ┊  │
                R @            Heartbeat     Dm ┊   ┊▓    ░░▓  ░░░░░!░▓  ▒    ▒      50ms  250ms
                ─ Session  didFinish H main  ready@750ms run 750ms-900ms │ held 550ms for Datab…
                  1.1s   start   ImageCache  afterLaunch
                 1.15s   done    Heartbeat  ran 50ms
                 1.25s   start   Heartbeat  main
                 LBFMT fire  Space run  ., step  ][ event  ? help  q quit  / find  0 fit  : cmd
                """)
    }

    @Test func `40x10 at the start`() throws {
        let model = try dashboard(columns: 40, rows: 10, options: options)
        #expect(
            text(model) == """
                 PAUSED t=0s  not running  L launch
                I>CrashReporter ▒   ┊                 ┊
                I Logger        │▒  ┊                 ┊
                I Keychain      │░▒▒┊                 ┊
                I RemoteConfig  │   ▒▒▒▒▒             ┊
                I Database      │   ┊    ▒▒▒▒▒▒       ┊
                I FeatureFlags  │   ┊    ▒            ┊
                I Router        │   ┊     ▒▒          ┊
                I Session       │   ┊          ▒▒▒    ┊
                 LBFMT fire  Space run  ., step  ? help
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
            (60, 9, "the table needs 40x10   ? help, q quits"), (39, 24, "the table needs 40x10   ? help, q quits"),
            (20, 5, "needs 40x10"), (11, 3, "needs 40x10"), (39, 2, ""), (60, 1, ""),
        ])
    func `a screen that is too small for the table says so`(columns: Int, rows: Int, wanted: String) throws {
        var model = try dashboard(columns: columns, rows: rows, options: options)
        func last() -> String { rows == 1 ? "" : trimmed([Substring(model.lines[rows - 1])]) }
        #expect(last() == wanted)
        // What is typed or shown has the room.
        model.type("?")
        #expect(!model.screen.contains("40x10"))
        _ = model.handle(.key(.escape))
        model.type(":")
        #expect(!model.screen.contains("40x10"))
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
    func `a small layout tells the filter, and how many tasks pass, in its first row`(
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

    @Test func `the large layout has a row for the filter`() throws {
        var model = try dashboard(columns: 160, rows: 48, options: options)
        model.type("flane:async\n")
        #expect(!model.lines[0].contains("lane:async"))
        #expect(model.lines[2].contains("filter: lane:async   3 of 16 tasks"))
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
                 shop.yaml  PAUSED t=600ms x1  INACTIVE  launch 1.1s planned (7 on CP)  3 lints
                 events (v = now)               W   D                 A
                S GRAPH        TASK          PL |0s  |    |5v0ms    |1s  |    |1.5s   OWN    SLK
                D>*            CrashReporter Cm #   |       !         |              50ms     CP
                D +-*          Logger        Cm .#  |       !         |              50ms     CP
                D `-|-*        Keychain      Hm .-##|       !         |             100ms     CP
                D *-+ |        RemoteConfig  Ha |   #####   !         |             250ms     CP
                R | +-|-@      Database      Ha |   -----###~~~       |             300ms     CP
                D +-|-|-|-o    FeatureFlags  Dm |   .....=  !         |              50ms  100ms
                D | | | | `-o  Router        Hm |   ......==!         |             100ms  100ms
                W | | `-+-* |  Session       Hm |   ........!..~~~    |             150ms     CP
                W | | *-|-+-'  RootView      Cm |   ........!.....~~~~|             200ms     CP
                I | | o-' |    ImageCache    La |   |       !         ~~~~          200ms
                I +-|-|-o-+    ????????      La |   |       !         |   ~~~       150ms
                I `-|-+-o |    Prefetch      La |   |       !         |      ~~~~~~ 300ms
                I o-' |   |    FlushLogs     Ha |   |       !         |
                I o---'   |    PurgeCache    Hm |   |       !         |
                I o-------'    SaveState     Cm |   |       !         |
                R @            Heartbeat     Dm |   |=    --~         ~  ~    ~      50ms  250ms
                - CrashReporter  willFinish C main  ready@0s run 0s-50ms -----------------------
                 500ms   start   Router  main  waited 300ms for FeatureFlags
                 600ms   done    Router  ran 100ms
                 600ms   start   Heartbeat  main  waited 100ms for lane main (Router)
                 LBFMT fire  Space run  ., step  ][ event  ? help  q quit  / find  0 fit  : cmd
                """)
    }

    @Test func `160x48 after the launch`() throws {
        var model = try dashboard(columns: 160, rows: 48, options: options)
        model.type("L:goto 1.25s\njjjjjjj")
        let (left, right) = halves(model, at: 88)
        #expect(
            left == """
                 taskscope shop.yaml  PAUSED t=1.25s x1  ACTIVE  launch 1.1s (7 on CP)  3 lints  cell 50
                 notRunning  inactive  [active]  background  suspended    L launch  B background  F fore
                 sort: order   16 of 16 tasks
                S GRAPH        TASK          TRIGGER     PRI  LANE    RUN   LAST   NEXT    OWN     WAIT
                D *            CrashReporter willFinish  crit main      1   50ms    evt   50ms
                D ├─*          Logger        willFinish  crit main      1  100ms    evt   50ms   50ms d
                D ╰─│─*        Keychain      willFinish  high main      1  200ms    evt  100ms  100ms d
                D *─┤ │        RemoteConfig  didFinish   high async     1  450ms    evt  250ms
                D │ ├─│─*      Database      didFinish   high async     1  750ms    evt  300ms  250ms l
                D ├─│─│─│─o    FeatureFlags  didFinish   def  main      1  500ms    evt   50ms  250ms d
                D │ │ │ │ ╰─o  Router        didFinish   high main      1  600ms    evt  100ms  300ms d
                D>│ │ ╰─┼─* │  Session       didFinish   high main      1  900ms    evt  150ms  550ms d
                D │ │ *─│─┼─╯  RootView      didFinish   crit main      1   1.1s    evt  200ms  700ms d
                R │ │ @─╯ │    ImageCache    active      low  after…    0      -    now  200ms
                L ├─│─│─o─┤    推送注册      active      low  after…    0      -   1.3s  150ms  200ms l
                W ╰─│─┼─o │    Prefetch      active      low  after…    0      -  1.45s  300ms  350ms d
                I o─╯ │   │    FlushLogs     background  high async     0      -    evt
                I o───╯   │    PurgeCache    memory      high main      0      -    evt
                I o───────╯    SaveState     terminate   crit main      0      -    evt
                R @            Heartbeat     @250ms      def  main      3  1.15s    now   50ms
                  lane main  busy 72% of launch  digits = queued runs
                  lane async  busy 50% of launch  digits = queued runs
                  lane afterLaunch  busy 0% of launch  digits = queued runs
                ── 2 graph around Session (1 hop) ───────────────────── 3 log (follow) ─────────────────
                                             ╭─▶D RootView*            450ms   start   Database  async
                 D Keychain*─┬─▶[D Session*]─┼─▶L 推送注册             500ms   done    FeatureFlags  ran
                 D Database*─╯               ╰─▶I SaveState            500ms   start   Router  main  wai
                                                                       600ms   done    Router  ran 100ms
                 critical chain = 1.1s                                 600ms   start   Heartbeat  main
                  CrashReporter 50ms > Logger 50ms >                   650ms   done    Heartbeat  ran 50
                    Keychain 100ms > RemoteConfig 250ms >              750ms   done    Database  ran 300
                    Database 300ms > Session 150ms > RootView 200ms    750ms   start   Session  main  wa
                                                                       900ms   done    Session  ran 150m
                                                                       900ms   start   RootView  main  w
                                                                          1s ! skip    Heartbeat  overru
                                                                        1.1s   done    RootView  ran 200
                                                                        1.1s   event   A active
                                                                        1.1s   state   active
                                                                        1.1s   park    ImageCache  lane
                                                                        1.1s   park    推送注册  lane af
                                                                        1.1s   park    Prefetch  lane af
                                                                        1.1s   start   Heartbeat  main
                                                                        1.1s   frame   LAUNCH COMPLETE i
                                                                        1.1s   start   ImageCache  after
                                                                       1.15s   done    Heartbeat  ran 50
                                                                       1.25s   start   Heartbeat  main
                 W what if  D compare  x export  n N next match  f filter  s S sort  p pause task  X des
                 LBFMT fire  Space run  ., step  ][ event  ? help  q quit  / find  0 fit  : cmd  Enter d
                """)
        #expect(
            right == """
                ms
                ground  M memory-warning  T terminate
                       W   D                 A              o
                   SLK |0s  |    |500ms    |1s  v    |1.5s|    |2s  |    |2.5s|    |3s
                    CP █   ┊                 ┊  │           ┊
                    CP ·█  ┊                 ┊  │           ┊
                    CP ·░██┊                 ┊  │           ┊
                    CP ┊   █████             ┊  │           ┊
                    CP ┊   ░░░░░██████       ┊  │           ┊
                 100ms ┊   ·····▓            ┊  │           ┊
                 100ms ┊   ······▓▓          ┊  │           ┊
                    CP ┊   ···········███    ┊  │           ┊
                    CP ┊   ··············████┊  │           ┊
                       ┊   ┊                 ▓▓▓▒           ┊
                       ┊   ┊                 ░░░│▒▒▒        ┊
                       ┊   ┊                 ···│░░░▒▒▒▒▒▒  ┊
                       ┊   ┊                 ┊  │           ┊
                       ┊   ┊                 ┊  │           ┊
                       ┊   ┊                 ┊  │           ┊
                 250ms ┊   ┊▓    ░░▓  ░░░░░!░▓  ▒    ▒    ▒ ┊  ▒    ▒    ▒    ▒    ▒
                       █1██·█···█11█··1111111█··▒····▒····▒····▒····▒····▒····▒····▒····
                       ····11111██████··················································
                       ······················1111111▒▒▒▒▒▒······························
                ───────────────────── 4 why, lints ─────────────────────────────────────
                waited 250ms for …   Session run 1
                 50ms                released    200ms
                ted 300ms for Fea…   ready       750ms
                                     ran         750ms to 900ms
                waited 100ms for …   waited 550ms
                ms                      200ms-750ms  550ms for Database, of its
                ms                       predecessors the last to end
                ited 550ms for Da…
                s                    lints 3   { } jump
                aited 700ms for S…   ! Keychain queued 50ms for lane main, held by
                n                      Logger
                ms                   ! Database queued 250ms for lane async, held by
                                       RemoteConfig
                                     ! Heartbeat skipped: overrun
                afterLaunch is no…
                terLaunch is not …
                terLaunch is not …
                waited 150ms for …
                n 1.1s
                Launch
                ms

                troy  E event list  u d up/downstream  { } lints  = launch  < > speed
                etails  Tab pane  z zoom pane  + - zoom  c critical
                """)
    }
}
