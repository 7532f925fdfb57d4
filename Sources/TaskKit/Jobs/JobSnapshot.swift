import Foundation
import SchedulerCore

/// A job that is in a queue, or that is a dead letter, at one instant.
public struct JobSnapshot: Hashable, Sendable {
    /// What a job does.
    public enum State: Hashable, Sendable {
        /// It waits for its time, for a place in its queue, for a worker, or until the queue is started.
        case waiting
        /// It waits for `resume`.
        case paused
        /// A run is under way.
        case running
        /// It is a dead letter: it does not run again, unless `retry` returns it to its queue.
        case dead(DeathCause)
    }

    /// Its number.
    public let id: JobID
    /// The name of its worker.
    public let name: String
    /// Its payload as JSON text.
    public let data: String
    /// The queue that it is in, or was in.
    public let queue: String
    /// Its rank in that queue.
    public let priority: LaunchPriority
    /// What keeps a second job from being enqueued.
    public let uniqueKey: String?
    /// What it does.
    public let state: State
    /// How many runs have begun, in all processes; the one under way counts.
    public let runs: Int
    /// The time before which it does not run; often in the past. Nil unless it waits or is paused.
    public let notBefore: Date?
}

extension LiveScheduler {
    /// The jobs that wait or run, by number, followed by the dead letters, oldest first; a job that is done is gone. Of a
    /// failed run, only the `jobDidFail` notice has the error. Every run waits meanwhile. O(n log n) for n jobs.
    public var jobs: [JobSnapshot] {
        let (rows, dead, running, paused) = snapshot { core in
            (core.jobs.list, core.jobs.deadLetters, core.jobs.running.map(\.id.job), core.jobs.paused)
        }
        let (isRunning, isPaused) = (Set(running), Set(paused))
        return rows.map { job in
            let state: JobSnapshot.State =
                isRunning.contains(job.id) ? .running : isPaused.contains(job.id) ? .paused : .waiting
            return JobSnapshot(job, state, since1970: plan.epoch)
        } + dead.map { JobSnapshot($0.job, .dead($0.cause), since1970: plan.epoch) }
    }
}

extension JobSnapshot {
    /// `epoch` is the date of t = 0, in nanoseconds since 1970-01-01T00:00:00Z.
    fileprivate init(_ job: Job, _ state: State, since1970 epoch: Int64) {
        (id, name, data) = (job.id, job.spec.task, job.spec.data)
        (queue, priority, uniqueKey) = (job.spec.queue, job.spec.priority, job.spec.uniqueKey)
        (self.state, runs) = (state, job.attempts)
        switch state {
        case .waiting, .paused: notBefore = Date(nanoseconds: job.due.nanoseconds, after: epoch)
        case .running, .dead: notBefore = nil
        }
    }
}

extension Date {
    /// The date `nanoseconds` after `epoch`, which is in nanoseconds since 1970-01-01T00:00:00Z.
    init(nanoseconds: Int64, after epoch: Int64) {
        self.init(timeIntervalSince1970: Double(epoch) / 1e9 + Double(nanoseconds) / 1e9)
    }
}
