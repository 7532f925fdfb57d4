import Text
import TraceFormat

/// Our own traces (The rules, "The trace").
enum NDJSONTrace {
    /// The longest trace that is read, in bytes.
    static let limit = 1 << 30

    /// The launch after `number` others.
    static func read(_ window: ByteWindow, number: Int) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        let bytes = try window.rest(limit: limit)
        let trace: Trace
        do throws(TraceError) {
            trace = try TraceReader.read(bytes)
        } catch {
            let first = error.problems[0]
            throw ImportProblem(first.message, at: .line(Int64(first.line), column: Int64(first.column)))
        }
        guard let launch = RecordedLaunch(trace, source: "taskscope trace", number: number) else {
            let which = number == 0 ? "no launch" : "no launch number \(number + 1)"
            throw ImportProblem("\(which) comes to its first frame", at: .line(1, column: 1))
        }
        return launch
    }
}
