import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// `:save-scenario` changes only what was changed in the text that was read; the rest stays byte for byte.
@Suite struct SavingTests {
    private func model(_ text: String) throws -> DashboardModel {
        var options = DashboardOptions(isPaused: true)
        options.scenarioText = text
        var model = DashboardModel(session: try Session(scenario: scenario(text)), options: options)
        model.answer(model.handle(.resize(columns: 100, rows: 30)))
        return model
    }

    private func saved(_ model: inout DashboardModel) -> String? {
        for case .writeFile(_, let text, _) in model.carryOut("save-scenario new.yaml") { return text }
        return nil
    }

    @Test func `without a change the file is what was read`() throws {
        let text = try shopDemo()
        var model = try model(text)
        #expect(saved(&model) == text)
    }

    @Test func `an applied piece of advice changes its value alone`() throws {
        let text = try shopDemo()
        var model = try model(text)
        model.type("a\n")
        #expect(model.hasUnsavedChanges)
        #expect(saved(&model) == text.replacing("\n  network: 1\n", with: "\n  network: 3\n"))
        _ = model.handle(.fileWritten(path: "new.yaml", bytes: 1))
        #expect(!model.hasUnsavedChanges)
        #expect(model.notice?.text == "wrote new.yaml, 1 byte")
    }

    @Test(
        "each kind of change keeps comments and order",
        arguments: [
            (
                "class: afterLaunch", "- {name: B, on: launch, duration: 9ms}",
                "- {name: B, class: afterLaunch, duration: 9ms}"
            ),
            ("on", "- {name: B, on: launch,", "- {name: B, on: didBecomeActive,"),
            ("blocks", "- {name: B, on: launch,", "- {name: B, blocks: false, on: launch,"),
            ("order", "# top\n", "# top\norder: criticalPath\n"), ("follows", "follows: [A]", "follows: []"),
        ])
    func kinds(kind: String, old: String, new: String) throws {
        let text = """
            # top
            name: k
            tasks:
              - {name: A, on: launch, duration: 5ms}   # first
              - {name: B, on: launch, duration: 9ms}
              - {name: C, on: launch, follows: [A], duration: 9ms}

            """
        var model = try model(text)
        let scenario = model.session.scenario
        switch kind {
        case "order": model.restart(change(.order(.criticalPath), scenario), title: "a change", keepsBranch: false)
        case "on":
            model.restart(
                change(.events(TaskID(1), EventSet(.didBecomeActive)), scenario), title: "a change", keepsBranch: false)
        case "blocks": model.restart(change(.blocks(TaskID(1), false), scenario), title: "a change", keepsBranch: false)
        case "follows":
            model.restart(change(.dropEdge(TaskID(2), after: "A"), scenario), title: "a change", keepsBranch: false)
        default:
            model.restart(
                change(.startupClass(TaskID(1), .afterLaunch), scenario), title: "a change", keepsBranch: false)
        }
        #expect(saved(&model) == text.replacing(old, with: new))
        #expect(model.document.file.remark.isEmpty)
    }

    private func change(_ change: ScenarioChange, _ scenario: Scenario) -> Scenario { change.applied(to: scenario) }

    @Test func `what no edit can express is written from scratch, with a message`() throws {
        let text = "# top\ntasks: [{name: A, on: launch}, {name: B, on: launch}]\n"
        var model = try model(text)
        model.restart(
            change(.registration([TaskID(1), TaskID(0)]), model.session.scenario), title: "a change", keepsBranch: false
        )
        #expect(saved(&model)?.contains("# top") == false)
        #expect(model.document.file.remark == ", without the original comments")
    }

    @Test func `q asks once`() throws {
        var model = try model(shopDemo())
        model.type("a\n")
        #expect(model.handle(.key(.character("q"))) == [])
        #expect(model.handle(.key(.character("q"))) == [.quit(exitCode: 0)])
    }
}
