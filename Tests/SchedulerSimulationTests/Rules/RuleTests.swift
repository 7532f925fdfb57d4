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

    /// The groups, each in a file of its own.
    static let groups: [[Rule]] = [
        lifecycle, events, process, parking, limits, idle,
        order, predecessors, failures,
        timers, clock, classes, kinds, notifications, sequences, steps, runtime, commands,
        corners, script,
        jobs, jobOptions,
    ]

    static let all = groups.flatMap(\.self)
}

/// The rules as a table; the drawing is explained at `ScheduleText`.
@Suite struct RuleTests {
    @Test("Each rule gives its schedule", arguments: Rule.all)
    func schedule(rule: Rule) {
        let actual = ScheduleText.replay(rule.scenario, rule.script, step: rule.step)
        #expect(actual == rule.expected, "\(rule.title)\n\(actual)")
    }

    @Test("No rule stands twice, and each row has a scenario of its own to tell")
    func titles() {
        #expect(Set(Rule.all.map(\.title)).count == Rule.all.count)
        #expect(Set(Rule.all.map { $0.scenario + ($0.script ?? "") }).count == Rule.all.count)
        #expect(Rule.all.count >= 150)
    }
}
