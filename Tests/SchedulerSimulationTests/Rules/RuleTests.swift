import TestSupport
import Testing

/// One rule of PRODUCT as a scenario, a script and the schedule that follows.
struct Rule: CustomTestStringConvertible, Sendable {
    let title: String
    let scenario: String
    let script: String?
    let step: Int64
    let expected: String

    init(_ title: String, _ scenario: String, script: String? = nil, step: Int64 = 10, expected: String) {
        self.title = title
        self.scenario = scenario
        self.script = script
        self.step = step
        self.expected = expected
    }

    var testDescription: String { title }

    static let all =
        order + events + parking + failures + limits + timers + classes + notifications + runtime + idle + sequences
}

/// The rules as a table; the drawing is explained at `ScheduleText`.
@Suite struct RuleTests {
    @Test("Each rule gives its schedule", arguments: Rule.all)
    func schedule(rule: Rule) {
        let actual = ScheduleText.replay(rule.scenario, rule.script, step: rule.step)
        #expect(actual == rule.expected, "\(rule.title)\n\(actual)")
    }
}
