import SchedulerCore
import Text
import TraceFormat

/// A test file for Swift Testing that asserts what was recorded: the order of the starts in each lane, and the budget.
///
/// It needs no taskscope module: it reads a trace that the app wrote, from the file that TASKSCOPE_TRACE names.
struct OrderTest {
    private let recording: LaunchRecording
    private let launch: LaunchMeasure

    /// Nil if no launch reached its first frame.
    init?(_ recording: LaunchRecording) {
        guard let launch = recording.launch(Timeline(recording.trace.records)) else { return nil }
        (self.recording, self.launch) = (recording, launch)
    }

    /// Nanoseconds that the launch may take: the scenario's budget, or else a tenth more than it took.
    private var budget: (count: Int64, words: String) {
        if let budget = launch.budget { return (budget.count, "the budget of the scenario") }
        return (launch.time.count + launch.time.count / 10, "a tenth more than the recorded launch took")
    }

    /// The names of the tasks of each lane by their first starts before the first frame.
    private func orders() -> [(lane: String, tasks: [String])] {
        var orders = recording.trace.names.lanes.map { (lane: $0, tasks: [String]()) }
        let runs = launch.launchRuns.sorted {
            launch.timeline.runs[$0].startOrder < launch.timeline.runs[$1].startOrder
        }
        for run in runs {
            let span = launch.timeline.runs[run]
            guard orders.indices.contains(span.lane.offset) else { continue }
            orders[span.lane.offset].tasks.append(launch.name(span.task))
        }
        return orders.filter { !$0.tasks.isEmpty }
    }

    /// The file.
    func text() -> String {
        let orders = orders().map { lane, tasks in
            let names = tasks.map { "            \(Self.literal($0)),\n" }.joined()
            return "        \(Self.literal(lane)): [\n\(names)        ],\n"
        }
        return """
            // Written by `taskscope export` from a recorded launch of \(DisplayText.clean(launch.title)).
            //
            // Let the app write its trace (ndjson) and run the tests with TASKSCOPE_TRACE=FILE. Without it they are skipped.

            import Foundation
            import Testing

            /// The trace to check.
            private let recordedTrace = ProcessInfo.processInfo.environment["TASKSCOPE_TRACE"]

            @Suite(.enabled(if: recordedTrace != nil, "set TASKSCOPE_TRACE to a trace"))
            struct LaunchOrderTests {
                /// How long the launch may take, in nanoseconds: \(budget.words).
                static let budget: Int64 = \(budget.count)
                /// The tasks of each lane in the order of their starts, from the launch to the first frame.
                static let order: [String: [String]] = [
            \(orders.joined())    ]

            \(Self.body)
            """
    }

    /// What does not depend on the launch.
    private static let body = #"""
            @Test func `the tasks of each lane start in the recorded order`() throws {
                let launch = try Self.launch()
                #expect(launch.order == Self.order)
            }

            @Test func `the launch meets its budget`() throws {
                let launch = try Self.launch()
                #expect(launch.time <= Self.budget)
            }

            /// The first launch of the trace that reached its first frame.
            private static func launch() throws -> (order: [String: [String]], time: Int64) {
                let text = try String(contentsOfFile: try #require(recordedTrace), encoding: .utf8)
                var order: [String: [String]] = [:]
                var began: Int64?
                for line in text.split(whereSeparator: { $0.isNewline }) {
                    let record = try JSONDecoder().decode(Record.self, from: Data(line.utf8))
                    switch record.kind {
                    case "event" where record.event == "willFinishLaunching": (began, order) = (record.t, [:])
                    case "start" where record.attempt == 1:
                        order[record.lane ?? "", default: []].append(record.task ?? "")
                    case "firstFrame": return (order, (record.t ?? 0) - (try #require(began)))
                    default: break
                    }
                }
                throw NoLaunch()
            }

            private struct Record: Decodable {
                var kind: String
                var t: Int64?
                var event: String?
                var task: String?
                var lane: String?
                var attempt: Int?
            }

            /// No launch in the trace reached its first frame.
            private struct NoLaunch: Error {}
        }

        """#

    /// A text as a Swift literal; anything but plain characters is written as an escape.
    private static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x20..<0x7F: result.unicodeScalars.append(scalar)
            default: result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result + "\""
    }
}
