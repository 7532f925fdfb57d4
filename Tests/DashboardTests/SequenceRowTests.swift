import SchedulerCore
import Testing

@testable import Dashboard

/// A list that succeeds, one that a failure stops, one whose step never ends.
private let listsText = """
    name: lists
    clock: {interval: 50ms}
    tasks:
      - {name: Check, lane: async, duration: 200ms}
      - {name: Load, lane: async, duration: 400ms}
      - {name: Migrate, lane: async, duration: 100ms, outcome: fail}
      - {name: Advert, lane: async, duration: 100ms}
      - {name: Hang, lane: io, duration: never}
      - {name: Rescue, lane: io, duration: 100ms}
      - {name: Home, on: didFinishLaunching, duration: 100ms}
    lanes: {io: 1}
    sequences:
      - {name: Startup, on: didFinishLaunching, steps: [Check, Load, Migrate, Advert]}
      - {name: Careful, on: didFinishLaunching, steps: [Hang, Rescue], onFailure: continue}
    """

@Suite struct SequenceRowTests {
    private func lists(_ columns: Int = 80, _ rows: Int = 24, isASCII: Bool = false, at time: String? = "250ms")
        throws -> DashboardModel
    {
        var model = try dashboard(
            listsText, columns: columns, rows: rows,
            options: DashboardOptions(isASCII: isASCII, scenarioFile: "lists.yaml", isPaused: true))
        if let time { model.type("L:goto \(time)\n") }
        return model
    }

    private func row(_ part: String, _ model: DashboardModel) -> String {
        model.lines.dropFirst(2).first { $0.contains(part) } ?? "no row \(part)"
    }

    private func names(_ model: DashboardModel) -> [String] {
        model.order.rows.compactMap { $0.task.map { model.scheduler.name(of: $0) } }
    }

    @Test func `the steps are below their sequence, in order`() throws {
        let model = try lists()
        #expect(
            names(model) == ["Home", "Startup", "Check", "Load", "Migrate", "Advert", "Careful", "Hang", "Rescue"])
    }

    @Test func `80x24 with a step under way and one that never ends`() throws {
        let model = try lists()
        let rows = trimmed(model).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            rows[3..<12].joined(separator: "\n") == """
                   TASK         PRI  LANE  did            active ≈95ms cut  ▼         OWN  SLACK
                D> Home         def  main  ████████████████████┊ ≈          │       100ms     CP
                R  -Startup 1/4 Check runs ┊                   ▓▓≈▓▓▓▓▓▓▓▓▓▓│▒▒▒▒▒
                R    Check      def  async ┊                   ▓▓≈▓▓▓▓▓▓▓▓▓▓▒▒▒▒▒▒  200ms
                I    Load       def  async ┊                   ┊ ≈          │          ..
                I    Migrate    def  async ┊                   ┊ ≈          │
                I    Advert     def  async ┊                   ┊ ≈          │
                !  -Careful 1/2 Hang neve… ┊                   ▓▓≈▓▓▓▓▓▓▓▓▓▓│▒▒▒▒▒
                !    Hang       def  io    ┊                   ▓▓≈▓▓▓▓▓▓▓▓▓▓▒▒▒▒▒▒     ..
                """)
    }

    @Test(
        arguments: [
            ("250ms", "R", "Startup 1/4", "step 1 of 4: Check runs"),
            ("400ms", "R", "Startup 2/4", "step 2 of 4: Load runs"),
            ("1s", "F", "Startup 3/4", "stopped at step 3 of 4: Migrate failed; start continues with Advert"),
            ("250ms", "!", "Careful 1/2", "step 1 of 2: Hang never ends"),
        ])
    func `the row shows state and step, the line below the table says it in words`(
        time: String, letter: String, row: String, words: String
    ) throws {
        var model = try lists(at: time)
        model.type("/\(row.prefix(7))\n")
        let shown = self.row(row, model)
        #expect(shown.hasPrefix(letter + ">"))
        model.expectShown("─ \(row.prefix(7))  sequence  \(words.prefix(40))")
        // A wide row has the step, and what became of it, beside the count.
        _ = model.handle(.resize(columns: 160, rows: 48))
        let part = words.split(separator: ": ")[1].split(separator: ";")[0]
        #expect(self.row(row, model).contains("\(row) \(part)"))
    }

    @Test func `a stopped list that is started again continues, and at its end all steps are over`() throws {
        var model = try lists(at: "1s")
        model.type(":start Startup\n:advance 50ms\n")
        #expect(row("Startup", model).contains("R  -Startup 4/4"))
        model.type(":advance 100ms\n/Startup\n")
        #expect(row("Startup", model).hasPrefix("D>"))
        model.expectShown("all 4 steps ended, 1 step failed")
    }

    @Test func `Enter folds the steps away and shows them again, and the selection stays with the sequence`() throws {
        var model = try lists()
        model.type("/Load\n/Startup\n\n")
        #expect(names(model) == ["Home", "Startup", "Careful", "Hang", "Rescue"])
        #expect(row("Startup", model).contains("+Startup 1/4"))
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "Startup")
        model.type("\n")
        #expect(names(model).count == 9)
        // A step folded away under the selection hands it to its sequence; a search opens the fold.
        model.type("\n/Load\n")
        #expect(model.view.selection.map { model.scheduler.name(of: $0) } == "Load")
        #expect(row("Startup", model).contains("-Startup 1/4"))
    }

    @Test(
        arguments: [
            ("state:!", ["Careful", "Hang"], 2), ("name:load", ["Startup", "Load"], 1),
            ("group:startup", ["Startup", "Check", "Load", "Migrate", "Advert"], 5),
            ("group:careful !rescue", ["Careful", "Hang"], 2), ("careful", ["Careful"], 1),
        ] as [(String, [String], Int)])
    func `a step that passes the filter is below its sequence, which counts only if it passes itself`(
        filter: String, wanted: [String], count: Int
    ) throws {
        var model = try lists()
        model.type("f\(filter)\n")
        #expect(names(model) == wanted)
        #expect(model.order.tasks.count == count)
    }

    @Test(arguments: ["s", "ss", "S"]) func `no sort separates steps from their sequence`(keys: String) throws {
        var model = try lists()
        model.type(keys)
        let names = names(model)
        let place = try #require(names.firstIndex(of: "Startup"))
        #expect(names[place...].prefix(5) == ["Startup", "Check", "Load", "Migrate", "Advert"])
    }

    @Test func `steps follow their sequence into its group`() throws {
        var model = try lists()
        model.type(":group lane\n")
        #expect(model.order.groups.map(\.name) == ["lane main"])
        #expect(model.order.groups.first?.tasks.count == 9)
    }

    @Test func `ASCII and mono say the same`() throws {
        let model = try lists(isASCII: true)
        #expect(row("Startup", model).hasPrefix("R  -Startup 1/4 Check runs |                   ==:=="))
        #expect(row("  Check", model).hasPrefix("R    Check      def  async |                   ==:=="))
        #expect(!model.screen.unicodeScalars.contains { !$0.isASCII })
    }

    @Test func `quit prints no further plain lines`() throws {
        var plain = PlainSession(model: try dashboard(listsText, options: DashboardOptions(isPaused: true)))
        _ = plain.handle("launch")
        let leaving = plain.handle("quit")
        #expect(leaving.lines == [])
        #expect(leaving.requests == [.quit(exitCode: 0)])
    }

    @Test func `plain lines say which step, and of what`() throws {
        var plain = PlainSession(model: try dashboard(listsText, options: DashboardOptions(isPaused: true)))
        _ = plain.handle("launch")
        _ = plain.handle("advance 1s")
        let lines = plain.handle("tasks group:startup").lines
        #expect(
            lines.first?.contains(
                "F Startup; failed; default, lane main; stopped at step 3 of 4: Migrate failed; start continues")
                ?? false
        )
        #expect(lines.contains { $0.hasPrefix("F Migrate; failed; ") && $0.hasSuffix("step of Startup") })
        #expect(plain.handle("why Startup").lines.contains(" >3 F Migrate: failed"))
        #expect(plain.handle("why Load").lines.contains { $0.hasPrefix("step of Startup: stopped at step 3 of 4") })
    }

    @Test func `a step of two lists, and twice in one, is one row`() throws {
        let text = """
            name: twice
            tasks: [{name: Ping, duration: 1s}, {name: Pong, duration: 1s}]
            sequences:
              - {name: First, steps: [Ping, Ping, Pong]}
              - {name: Second, on: didFinishLaunching, steps: [Ping]}
            """
        var model = try dashboard(text, options: DashboardOptions(isPaused: true))
        #expect(Set(names(model)) == ["First", "Ping", "Pong", "Second"] && names(model).count == 4)
        model.expectShown("-First 0/3")
        model.type("L")
        model.expectShown("Second 1/1")
    }
}
