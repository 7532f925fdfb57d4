import Text
import SchedulerCore
import TraceFormat

extension Summary {
    /// The summary for tools: one JSON object on one line, times in whole nanoseconds, keys in a fixed order.
    ///
    /// `launchTime` and `slack` are null if there is none; `critical` counts runs that failed for good.
    public func json() -> String {
        let tasks = rows.map(json).joined(separator: ",")
        let warnings = timeline.warnings.map { mark in
            let code = quoted(ReasonText.code(mark.warning, names: names))
            let message = quoted(ReasonText.text(mark.warning, names: names))
            return "{\"t\":\(mark.time.nanoseconds),\"code\":\(code),\"message\":\(message)}"
        }
        let expectations = timeline.expectations.map { mark in
            let judged = names.expectation(mark.number)
            return "{\"line\":\(judged.line),\"ok\":\(judged.isMet),\"text\":\(quoted(judged.text)),"
                + "\"actual\":\(quoted(judged.actual))}"
        }
        return "{\"schema\":\(TraceHeader.schema),\"name\":\(quoted(header.name)),\"seed\":\(header.seed),"
            + "\"state\":\"\(timeline.state.word)\",\"launchTime\":\(number(launchTime)),"
            + "\"runs\":\(timeline.counts.started),\"tasks\":[\(tasks)],"
            + "\"warnings\":[\(warnings.joined(separator: ","))],"
            + "\"expectations\":[\(expectations.joined(separator: ","))]}\n"
    }

    private func json(_ row: Row) -> String {
        let spans = row.runs.map { timeline.runs[$0] }
        let outcomes = Outcome.allCases.map { outcome in
            "\"\(outcome.word)\":\(spans.count { $0.outcome == outcome })"
        }
        return "{\"name\":\(quoted(names.name(of: row.task))),\"runs\":\(row.started),"
            + outcomes.joined(separator: ",")
            + ",\"skipped\":\(row.skipped),\"missed\":\(row.missed),\"parked\":\(row.parked),"
            + "\"own\":\(row.own.count),"
            + "\"dependencyWait\":\(row.dependencyWait.count),\"laneWait\":\(row.laneWait.count),"
            + "\"slack\":\(number(row.slack)),\"onCriticalPath\":\(row.isCritical)}"
    }

    private func number(_ duration: Nanoseconds?) -> String {
        duration.map { "\($0.count)" } ?? "null"
    }

    private func quoted(_ text: String) -> String {
        JSONText.quote(text)
    }
}
