import Text
import SchedulerCore
import TraceFormat

/// A finished replay as a JUnit report, the XML that CI servers show: one test case for each judged expectation, and
/// one for each further check by the caller.
///
/// Times are virtual seconds. The same replay gives the same bytes. Characters that XML 1.0 cannot hold are shown by
/// their escapes.
public struct JUnitReport {
    /// A check besides the expectations, such as a budget.
    public struct Check: Hashable, Sendable {
        /// What is checked.
        public let name: String
        /// What was expected and what happened; nil if it holds.
        public let failure: String?

        /// The check `name`, which holds if `failure` is nil.
        public init(_ name: String, failure: String? = nil) {
            (self.name, self.failure) = (name, failure)
        }
    }

    private let summary: Summary
    private let checks: [Check]
    /// Whether each run is a test case too.
    private let showsRuns: Bool

    /// The report of a summary and further checks, which come last.
    public init(_ summary: Summary, checks: [Check] = []) {
        (self.summary, self.checks, showsRuns) = (summary, checks, false)
    }

    /// The report of a recording: each run a test case, then the expectations, then the budget.
    init(_ recording: LaunchRecording) {
        summary = Summary(
            header: recording.trace.header, names: recording.trace.names,
            timeline: Timeline(recording.trace.records), scriptFile: recording.scriptFile, facts: recording.facts)
        showsRuns = true
        guard let budget = recording.facts.budget else {
            checks = []
            return
        }
        let failure = summary.launch.map { $0.complaint(about: budget) } ?? "no launch reached its first frame"
        checks = [Check("budget launch", failure: failure)]
    }

    /// The document; lines end with a line feed. O(expectations).
    public func xml() -> String {
        let judged = summary.timeline.expectations.map { ($0.time, summary.names.expectation($0.number)) }
        let runs = showsRuns ? summary.timeline.runs.filter { $0.finished != nil || $0.skipped != nil } : []
        let cases = runs.map { testCase($0) } + judged.map { testCase($0, $1) } + checks.map { testCase($0) }
        let failures =
            judged.count { !$1.isMet } + checks.count { $0.failure != nil }
            + runs.count { $0.outcome?.isFault ?? false }
        let skipped = runs.count { $0.skipped != nil || $0.outcome == .cancelled }
        let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\""
        let time = "time=\"\(Self.seconds(summary.timeline.lastTime))\""
        let name = Self.quoted(summary.header.name)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="taskscope" \(counts) \(time)>
              <testsuite name=\(name) \(counts) skipped="\(skipped)" \(time)>
            \(cases.joined())  </testsuite>
            </testsuites>

            """
    }

    private func testCase(_ span: RunSpan) -> String {
        let own = Instant.zero + (span.own ?? .zero)
        let name = Self.quoted("\(summary.names.name(of: span.task)) run \(span.run)")
        let head =
            "    <testcase name=\(name) classname=\(Self.quoted(summary.header.name)) time=\"\(Self.seconds(own))\""
        if span.skipped != nil || span.outcome == .cancelled {
            return
                "\(head)>\n      <skipped message=\"\(span.skipped != nil ? "skipped" : "cancelled")\"/>\n    </testcase>\n"
        }
        guard let outcome = span.outcome, outcome.isFault else { return head + "/>\n" }
        let error = summary.names.errors[AttemptID(span.task, run: Int64(span.run), attempt: span.attempts)]
        let message = Self.quoted("\(outcome)" + (error.map { ": " + $0 } ?? ""))
        return "\(head)>\n      <failure message=\(message)/>\n    </testcase>\n"
    }

    private func testCase(_ time: Instant, _ judged: JudgedExpectation) -> String {
        let place = "file=\(Self.quoted(summary.scriptFile)) line=\"\(judged.line)\" time=\"\(Self.seconds(time))\""
        let failure = judged.isMet ? nil : "expected \(judged.text); \(judged.actual)"
        return element("expect \(judged.text)", place, failure, at: "\(summary.scriptFile):\(judged.line): ")
    }

    private func testCase(_ check: Check) -> String {
        element(check.name, "time=\"\(Self.seconds(summary.timeline.lastTime))\"", check.failure, at: "")
    }

    private func element(_ name: String, _ place: String, _ failure: String?, at origin: String) -> String {
        let head = "    <testcase name=\(Self.quoted(name)) classname=\(Self.quoted(summary.header.name)) \(place)"
        guard let failure else { return head + "/>\n" }
        return """
            \(head)>
                  <failure message=\(Self.quoted(failure))>\(MarkupText.html(origin + failure))</failure>
                </testcase>

            """
    }

    /// Seconds with as many decimals as there are.
    private static func seconds(_ instant: Instant) -> String {
        let (whole, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        var decimals = String(String(1_000_000_000 + rest).dropFirst())
        while decimals.last == "0", decimals.count > 3 { decimals.removeLast() }
        return "\(whole).\(decimals)"
    }

    private static func quoted(_ text: String) -> String { "\"\(MarkupText.html(text))\"" }
}
