import SchedulerCore

#if canImport(os)
    import os
#endif

/// Shows a profiler where bodies execute.
package protocol BodyMarker: Sendable {
    /// A body of this task begins. Returns what to call when it has ended; nil if nobody looks.
    func begin(_ task: String) -> (@Sendable () -> Void)?
}

#if canImport(os)
    /// An interval of Instruments for each body: the signpost `TaskKit` with the task's name as its message, which
    /// `taskscope import` reads. It costs next to nothing while nobody records.
    ///
    /// `@unchecked Sendable`: signposts begin and end on any thread.
    struct SignpostMarker: BodyMarker, @unchecked Sendable {
        // Used once, by whoever ends the interval.
        private struct Interval: @unchecked Sendable {
            let state: OSSignpostIntervalState
        }

        private let signposter = OSSignposter(subsystem: "TaskKit", category: "tasks")

        func begin(_ task: String) -> (@Sendable () -> Void)? {
            guard signposter.isEnabled else { return nil }
            let interval = Interval(
                state: signposter.beginInterval(
                    "TaskKit", id: signposter.makeSignpostID(), "\(task, privacy: .public)"))
            return { signposter.endInterval("TaskKit", interval.state) }
        }
    }
#endif

extension Priority {
    /// How urgent a Swift task with such a body is.
    var taskPriority: TaskPriority {
        switch self {
        case .critical, .high: .high
        case .default: .medium
        case .low: .low
        }
    }

    /// The same for a thread, as `taskkit_set_urgency` takes it.
    var urgency: Int32 {
        switch self {
        case .critical, .high: 1
        case .default: 0
        case .low: -1
        }
    }
}
