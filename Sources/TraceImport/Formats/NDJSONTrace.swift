import Text
import TraceFormat

/// Our own traces (The rules, "Trace").
enum NDJSONTrace {
    /// The source as scenarios name it.
    static let source = "taskscope trace"

    /// The launch after `number` others.
    static func read(_ window: ByteWindow, number: Int) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        var reader = TraceReader()
        while let piece = window.piece(), reader.read(next: piece) {}
        let trace: Trace
        do throws(TraceError) {
            trace = try reader.finish()
        } catch {
            let first = error.problems[0]
            throw ImportProblem(first.message, at: .line(Int64(first.line), column: Int64(first.column)))
        }
        guard let launch = RecordedLaunch(trace, source: source, number: number) else {
            let which = number == 0 ? "no launch" : "no launch number \(number + 1)"
            throw ImportProblem("\(which) reaches its first frame", at: .line(1, column: 1))
        }
        return launch
    }
}
