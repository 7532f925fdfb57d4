import SchedulerCore

/// What came with an event, visible to the runs of that event only.
public enum EventContext: Hashable, Sendable {
    /// The URL that was opened; at a launch by it, its launch option too.
    case url(String)
    /// A post's payload, as JSON.
    case payload(String)

    /// The URL or the payload.
    public var text: String {
        switch self {
        case .url(let text), .payload(let text): text
        }
    }
}

extension Simulation {
    /// What came with the event or post that released the task's run; nil if nothing did, or no run is released.
    public func context(of task: TaskID) -> EventContext? {
        scheduler.context(of: task).flatMap { contexts[$0] }
    }

    /// Notes what comes with the next command.
    mutating func keepContext(_ context: EventContext?) {
        guard let context else { return }
        contexts.append(context, of: nextCommand)
    }
}
