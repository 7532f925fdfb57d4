import SchedulerCore
import TraceFormat

/// The order in which tasks began, for a test that guards it.
///
///     let order = StartOrder()
///     configuration.observers = [order]
///     let scheduler = try plan.start(configuration)
///     try await plan.finished()
///     #expect(order.tasks == ["Database", "Session", "Home"])
///
/// A run counts once, however often it is retried; a job does not count. A task is in the list before its body begins.
public final class StartOrder: SchedulerObserver {
    private let names = Locked<[String]>([])

    /// Nothing has begun.
    public init() {}

    /// The names of the tasks that have begun, one for each run. O(their number).
    public var tasks: [String] { names.with { $0 } }

    /// True: it reads the starts.
    public var wantsRecords: Bool { true }

    /// Adds the first attempts among these records.
    public func record(_ records: [TraceRecord], names known: TraceNames) {
        let begun = records.compactMap { record -> String? in
            guard case .start(let task, _, attempt: 1, _) = record.fact else { return nil }
            return known.name(of: task)
        }
        names.with { $0 += begun }
    }
}
