import SchedulerCore

extension LiveScheduler {
    /// Something to wait for.
    public struct Milestone: Sendable {
        /// What it is, for messages.
        let name: String
        let isMet: @Sendable (borrowing Scheduler) -> Bool

        /// The first frame of the launch was shown.
        public static let launched = Milestone(name: "the first frame") { $0.firstFrameAt != nil }
        /// Nothing runs or waits to run, except what ticks release.
        public static let idle = Milestone(name: "the end of all work") {
            $0.runningCount == 0 && !$0.hasWorkLeft && !$0.isDelivering
        }
        /// No job waits or runs.
        public static let drained = Milestone(name: "the end of all jobs") { $0.jobs.count == 0 }
        /// The app's process has ended.
        public static let terminated = Milestone(name: "the end of the process") { LiveScheduler.isTerminated($0) }
        /// A run of the task with this name has ended in this process, successfully or not.
        public static func ended(_ task: String) -> Milestone {
            Milestone(name: "the end of \(task)") { core in
                core.task(named: task).map { core.snapshot(of: $0).runsEnded > 0 } ?? false
            }
        }
    }
}

/// What a caller waited for did not come.
public struct MilestoneMissed: Error, Hashable, CustomStringConvertible {
    /// What it was, such as "the first frame".
    public let milestone: String
    /// Whether the scheduler was stopped first; if not, the time limit passed.
    public let isStopped: Bool

    /// One sentence for a log.
    public var description: String {
        "\(milestone) did not come: " + (isStopped ? "the scheduler was stopped" : "the time limit passed")
    }
}
