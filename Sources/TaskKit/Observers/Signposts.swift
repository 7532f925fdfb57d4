#if canImport(os)
    import SchedulerCore
    import TraceFormat
    import os

    /// Each attempt as an interval in Instruments, category `TaskKit`, named after its task. Written for Apple's systems,
    /// neither compiled nor run so far.
    ///
    /// `@unchecked Sendable`: calls come under the scheduler's lock, one after the other.
    public final class Signposts: SchedulerObserver, @unchecked Sendable {
        private struct Key: Hashable {
            var task: TaskID
            var run: Int32
        }

        private let signposter: OSSignposter
        private var open: [Key: OSSignpostIntervalState] = [:]

        /// Intervals under the app's subsystem, as in `com.example.app`.
        public init(subsystem: String) {
            signposter = OSSignposter(subsystem: subsystem, category: "TaskKit")
        }

        /// Yes.
        public var wantsRecords: Bool { true }

        /// Begins and ends intervals.
        public func record(_ records: [TraceRecord], names: TraceNames) {
            for record in records {
                switch record.fact {
                case .start(let task, let run, let attempt, _):
                    let name = names.name(of: task)
                    open[Key(task: task, run: run)] = signposter.beginInterval(
                        "run", id: signposter.makeSignpostID(), "\(name) attempt \(attempt)")
                case .finish(let task, let run, _, let outcome, _, _):
                    guard let state = open.removeValue(forKey: Key(task: task, run: run)) else { continue }
                    signposter.endInterval("run", state, "\(String(describing: outcome))")
                case .action, .refused, .event, .state, .firstFrame, .tick, .release, .skip, .miss, .park, .job, .queue,
                    .sequence, .expect, .warning:
                    continue
                }
            }
        }
    }
#endif
