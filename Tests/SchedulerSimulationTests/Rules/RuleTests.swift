import TestSupport
import Testing

/// The rules as a table; the drawing is explained at `ScheduleText`.
@Suite struct RuleTests {
    @Test("Each rule gives its schedule", arguments: Rule.all)
    func schedule(rule: Rule) {
        let actual = ScheduleText.replay(rule.scenario, rule.script, step: rule.step)
        #expect(actual == rule.expected, "\(rule.title)\n\(actual)")
    }

    @Test("No rule is listed twice, and each row has its own scenario")
    func titles() {
        #expect(Set(Rule.all.map(\.title)).count == Rule.all.count)
        #expect(Set(Rule.all.map { $0.scenario + ($0.script ?? "") }).count == Rule.all.count)
        #expect(Rule.all.count >= 150)
    }
}
