import Testing

@testable import ScenarioFormat

/// A first scenario from a few answers.
@Suite struct ScenarioDraftTests {
    private func read(_ draft: ScenarioDraft) -> ScenarioReader.Result {
        ScenarioReader.read(text: draft.text, file: "app.yaml")
    }

    @Test func `a draft reads without an error or lint`() throws {
        var draft = ScenarioDraft(name: "Shop", tasks: ["Login", "Database", "Home", "Analytics"])
        draft.main = ["Home"]
        draft.late = ["Analytics"]
        draft.dependencies = [("Home", ["Login"]), ("Home", ["Database"])]
        draft.budget = "400ms"
        let result = read(draft)
        #expect(result.diagnostics == [])
        let scenario = try #require(result.scenario)
        #expect(scenario.name == "Shop")
        #expect(scenario.tasks.map { $0.spec.name } == ["Login", "Database", "Home", "Analytics"])
        #expect(scenario.tasks[2].spec.after == ["Login", "Database"])
        #expect(scenario.tasks[2].spec.lane == nil)
        #expect(scenario.tasks[3].spec.trigger == .startup(.afterLaunch))
    }

    @Test(arguments: ["on", "C: #x", "a, b", "\"", "'", "- x", "{a}", "no", "1:30", "推送", "a\\nb", "~", "&x", "*y"])
    func `any name is read as it was given`(name: String) throws {
        let scenario = try #require(read(ScenarioDraft(name: name, tasks: [name])).scenario)
        #expect(scenario.name == name)
        #expect(scenario.tasks.map { $0.spec.name } == [name])
    }

    @Test func `names that are not a task are reported`() {
        var draft = ScenarioDraft(name: "Shop", tasks: ["Login"])
        draft.main = ["Login", "Home"]
        draft.dependencies = [("Cart", ["Login", "Menu"])]
        #expect(draft.unknownNames == ["Home", "Cart", "Menu"])
    }
}
