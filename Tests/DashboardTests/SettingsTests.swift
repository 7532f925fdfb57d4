import ScenarioFormat
import Testing

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
    func `what is wrong is told with line and column`(text: String, wanted: String) {
        let (settings, lines) = read(text)
        #expect(settings == nil)
        #expect(lines.first?.hasPrefix(wanted) == true, "\(lines)")
    }

    @Test func `a key that is none, or taken twice, keeps what was`() throws {
        let settings = try #require(
            read("keys:\n  launch: Blah\n  quit: K\n  help: K\n  background: Ctrl-C\n").settings)
        let (table, problems) = KeyTable.changed(by: settings, file: "config.yaml")
        #expect(problems.count == 3)
        #expect(problems.first?.hasPrefix("config.yaml:2:11: error: Blah is no key") == true)
        #expect(table.action(for: .character("L"), after: nil) == .world(.act(.launch)))
        #expect(table.action(for: .character("K"), after: nil) == .quit)
    }

    @Test func `help and the status line show the keys in force`() throws {
        let settings = try #require(read("keys: {launch: K}").settings)
        var options = DashboardOptions()
        options.keys = KeyTable.changed(by: settings, file: "f").table
        var model = try dashboard(options: options)
        #expect(model.lines[0].contains("K launch"))
        model.type("?launch the")
        #expect(model.screen.contains("K         launch the app"))
    }

    @Test func `every theme draws, mono without a colour`() throws {
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
}

@Suite struct HelpTests {
    @Test func `every command of the palette stands in the help and is found by its word`() throws {
        var model = try dashboard(columns: 80, rows: 24)
        for word in DashboardModel.ownCommands {
            #expect(HelpText.commands.contains { $0.typed.hasPrefix(":\(word)") }, "\(word)")
            model.type("?:\(word)")
            #expect(model.screen.contains(":\(word)"), "\(word)")
            _ = model.handle(.key(.escape))
            _ = model.handle(.key(.escape))
        }
    }

    @Test(arguments: [40, 60, 80, 120]) func `no line of the keys and commands is cut`(width: Int) {
        for line in HelpText(keys: .standard, width: width).lines(with: "") {
            guard case .entry(let text) = line else { continue }
            #expect(TextColumns.width(of: text) <= width, "\(text)")
        }
    }

    @Test func `End shows the legend at the end, Home the beginning`() throws {
        var model = try dashboard(columns: 80, rows: 24)
        model.type("?")
        _ = model.handle(.key(.end))
        #expect(model.screen.contains("Columns PL priority and lane"))
        let end = model.screen
        _ = model.handle(.key(.down))
        #expect(model.screen == end)
        _ = model.handle(.key(.up))
        #expect(model.screen != end)
        _ = model.handle(.key(.home))
        #expect(model.screen.contains("launch the app"))
        model.type("zzz")
        #expect(model.screen.contains("nothing matches"))
    }
}
