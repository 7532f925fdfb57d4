import SchedulerCore

/// The context of an event, visible to the runs of that event only.
public enum CommandContext: Hashable, Sendable {
    /// The URL that was opened; also the launch option, if it launched the app.
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
    /// The context of the event or post that released the task's run; nil if there is none, or no run is released.
    public func context(of task: TaskID) -> CommandContext? {
        scheduler.context(of: task).flatMap { contexts[$0] }
    }

    /// Keeps the context of the next command.
    mutating func keepContext(_ context: CommandContext?) {
        guard let context else { return }
        contexts.append(context, of: nextCommand)
    }
}
