import ScreenKit
import Planning
import ScenarioFormat
import Testing
import Text

@testable import Dashboard

@Suite struct SettingsTests {
    private func read(_ text: String) -> (settings: DashboardSettings?, lines: [String]) {
        let read = DashboardSettings.read(
            text: text, file: "config.yaml", themes: Palette.allCases.map(\.rawValue), actions: KeyTable.actions)
        return (read.settings, read.diagnostics.map(\.description))
    }

    @Test func `theme, mouse and keys are read`() throws {
        let settings = try #require(
            read("theme: color-blind\nmouse: false\nkeys: {launch: K, run-or-hold: Ctrl-R F5}\n").settings)
        #expect(settings.theme == "color-blind")
        #expect(settings.mouse == false)
        let (table, problems) = KeyTable.changed(by: settings, file: "config.yaml")
        #expect(problems == [])
        #expect(table.action(for: .character("K"), after: nil) == .world(.act(.launch)))
        #expect(table.action(for: .character("L"), after: nil) == nil)
        #expect(table.action(for: .function(5), after: nil) == .time(.runOrHold))
    }

    @Test(
        arguments: [
            ("theme: pink\n", "config.yaml:1:8: error: theme: \"pink\" is not one of"),
            ("keys:\n  lanch: K\n", "config.yaml:2:3: error: keys: unknown action \"lanch\""),
            ("colour: red\n", "config.yaml:1:1: error: unknown key \"colour\""),
        ])
    func `errors have line and column`(text: String, wanted: String) {
        let (settings, lines) = read(text)
        #expect(settings == nil)
        #expect(lines.first?.hasPrefix(wanted) == true, "\(lines)")
    }

    @Test func `an invalid key, or one given twice, changes nothing`() throws {
        let settings = try #require(
            read("keys:\n  launch: Blah\n  quit: K\n  help: K\n  background: Ctrl-C\n").settings)
        let (table, problems) = KeyTable.changed(by: settings, file: "config.yaml")
        #expect(problems.count == 3)
        #expect(problems.first?.hasPrefix("config.yaml:2:11: error: Blah is not a key") == true)
        #expect(table.action(for: .character("L"), after: nil) == .world(.act(.launch)))
        #expect(table.action(for: .character("K"), after: nil) == .quit)
    }

    @Test func `help and the status line show the keys in force`() throws {
        let settings = try #require(read("keys: {launch: K}").settings)
        var options = DashboardOptions()
        options.keys = KeyTable.changed(by: settings, file: "f").table
        var model = try dashboard(options: options)
        #expect(model.lines.last?.hasPrefix(" K launch") == true)
        model.type("?launch the")
        model.expectShown("K         launch the app")
    }

    @Test func `every theme draws, mono without a color`() throws {
        for palette in Palette.allCases {
            let model = try dashboard(options: DashboardOptions(palette: palette))
            let isColored = model.frame(columns: 80, rows: 24).cells.contains { $0.style.foreground != .standard }
            #expect(isColored == (palette != .mono))
        }
    }

    @Test func `the palette completes own commands, names, events and history`() throws {
        var model = try dashboard()
        model.type(":expo")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":export"))
        model.type("c")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":export chart"))
        _ = model.handle(.key(.escape))
        model.type(":pause Key")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":pause Keychain"))
        _ = model.handle(.key(.escape))
        model.type(":fire didReceive")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":fire didReceiveMemoryWarning"))
        _ = model.handle(.key(.escape))
        model.type(":note hello there\n:note he")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":note hello there"))
    }

    @Test func `an earlier line that is no command here is not offered`() throws {
        var model = try dashboard()
        model.history = ["pause Gone", "pause Keychain", "goto 5ms"]
        model.type(":pause Gon")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":pause Gon") && !model.lines[23].contains("Gone"))
        _ = model.handle(.key(.escape))
        model.type(":got")
        _ = model.handle(.key(.tab))
        #expect(model.lines[23].hasPrefix(":goto"))
    }
}

@Suite struct HelpTests {
    @Test func `every command of the palette is in the help and is found by its word`() throws {
        var model = try dashboard(columns: 80, rows: 24)
        for word in DashboardModel.ownCommands {
            #expect(HelpText.commands.contains { $0.typed.hasPrefix(":\(word)") }, "\(word)")
            model.type("?:\(word)")
            model.expectShown(":\(word)")
            _ = model.handle(.key(.escape))
            _ = model.handle(.key(.escape))
        }
    }

    @Test(arguments: [40, 60, 80, 120], [false, true])
    func `no line of the keys, the commands and the legend is cut`(width: Int, isASCII: Bool) {
        for line in HelpText(keys: .standard, width: width, isASCII: isASCII).lines(with: "") {
            switch line {
            case .entry(let text), .legend(let text):
                #expect(DisplayText.width(of: without(blanksAtTheEndOf: text)) <= width, "\(text)")
            case .heading, .nothing: continue
            }
        }
    }

    @Test(arguments: [40, 60, 80, 120]) func `on screen no line of the help is cut`(columns: Int) throws {
        var model = try dashboard(columns: columns, rows: 24)
        model.type("?")
        for _ in 0..<20 {
            let cut = model.lines.filter { $0.contains("…│") }
            #expect(cut.isEmpty, "\(cut)")
            _ = model.handle(.key(.pageDown))
        }
    }

    private func without(blanksAtTheEndOf text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    private func legend(_ search: String, width: Int = 75, isASCII: Bool = false) -> String {
        let lines = HelpText(keys: .standard, width: width, isASCII: isASCII).lines(with: search)
        return lines.compactMap { line in
            guard case .legend(let text) = line, !text.isEmpty else { return nil }
            return without(blanksAtTheEndOf: text)
        }.joined(separator: "\n")
    }

    @Test func `the legend shows the bars as the terminal draws them`() {
        #expect(
            legend("bars") == """
                Bars    █ ran on the critical path, ▓ ran, ▒ planned,
                        ░ waited for its lane, · waited for a dependency,
                        ╌ was held by a pause, ┊ event, │ now, ≈ time left out,
                        ▁ compared, or without the change, ! skipped or missed,
                        x failed or cancelled
                """)
        #expect(
            legend("bars", isASCII: true) == """
                Bars    # ran on the critical path, = ran, ~ planned,
                        - waited for its lane, . waited for a dependency,
                        p was held by a pause, | event, ! now, : time left out,
                        _ compared, or without the change,
                        x skipped, missed, failed or cancelled
                """)
        #expect(legend("graph").contains("» more than fits"))
        #expect(legend("graph", isASCII: true).contains("> more than fits"))
        #expect(!legend("", isASCII: true).unicodeScalars.contains { !$0.isASCII })
    }

    @Test func `the legend continues in further lines, whole words on each`() {
        #expect(
            legend("destroyed", width: 36) == """
                States  R running, D done,
                        W waits for a dependency or
                        a retry,
                        L waits for its lane,
                        P paused, I idle, F failed,
                        S skipped, M missed,
                        C cancelled,
                        ! stuck: never ends,
                        X destroyed
                """)
        #expect(legend("destroyed", width: 200).split(separator: "\n").count == 1)
        #expect(legend("no such word") == "")
    }

    @Test func `the help of export lists every kind`() throws {
        let kinds = ExportKind.allCases.map(\.rawValue).joined(separator: ", ")
        var model = try dashboard(columns: 80, rows: 24)
        model.type("?:export")
        model.expectShown(":export KIND FILE    \(kinds); Tab completes")
    }

    @Test func `End shows the legend at the end, Home the beginning`() throws {
        var model = try dashboard(columns: 80, rows: 24)
        model.type("?")
        _ = model.handle(.key(.end))
        model.expectShown("Lanes   % busy in the launch, bar: busy")
        #expect(model.lines[22].contains("- shown; Enter folds"))
        let end = model.screen
        _ = model.handle(.key(.down))
        #expect(model.screen == end)
        _ = model.handle(.key(.up))
        #expect(model.screen != end)
        _ = model.handle(.key(.home))
        model.expectShown("launch the app")
        model.type("zzz")
        model.expectShown("nothing matches")
    }
}
