import SchedulerCore
import TraceFormat

/// The listeners to the progress of sequences.
struct SequenceListeners {
    /// The sequences that the scheduler was created with.
    private let original: [TaskID: TaskSequence]
    private var all: [TaskID: TaskSequence]

    /// The first of these sequences is task number `first`.
    init(_ sequences: [TaskSequence], from first: Int) {
        original = Dictionary(
            sequences.enumerated().map { (TaskID(first + $0.offset), $0.element) }, uniquingKeysWith: { $1 })
        all = original
    }

    var isEmpty: Bool { all.isEmpty }

    mutating func add(_ sequence: TaskSequence, of task: TaskID) {
        all[task] = sequence
    }

    /// Restores the original sequences. Returns those it had before.
    mutating func reset() -> [TaskSequence] {
        defer { all = original }
        return Array(all.values)
    }

    /// The calls to make for these records.
    func calls(for records: [TraceRecord], _ names: TraceNames) -> [@Sendable () -> Void] {
        records.compactMap { record -> (@Sendable () -> Void)? in
            guard case .sequence(let sequence, let signal, let step, _) = record.fact, let told = all[sequence] else {
                return nil
            }
            switch signal {
            case .started, .completed: return nil
            case .failed:
                guard let step, let stepDidFail = told.stepDidFail else { return nil }
                let last = names.errors.keys.filter { $0.task == step }.max {
                    ($0.run, $0.attempt) < ($1.run, $1.attempt)
                }
                let (name, error) = (names.name(of: step), last.flatMap { names.errors[$0] })
                return { stepDidFail(name, error) }
            case .allDone: return told.didComplete
            }
        }
    }
}
