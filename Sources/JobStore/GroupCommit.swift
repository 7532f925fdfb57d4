import Foundation
import SchedulerCore

/// Lets many submitters share one commit: while one transaction is on its way, what comes meanwhile gathers for the
/// next (group commit: DeWitt et al. 1984, "Implementation techniques for main memory database systems").
///
/// `@unchecked Sendable`: everything is only touched while the condition's lock is held.
final class GroupCommit: @unchecked Sendable {
    /// The most jobs of one transaction.
    static let limit = 1_000

    /// A job that waits for its commit.
    ///
    /// `@unchecked Sendable`: the answer is only touched while the group's lock is held.
    final class Request: @unchecked Sendable {
        let spec: JobSpec
        let now: Instant
        fileprivate var answer: Result<JobID, JobStoreError>?

        init(_ spec: JobSpec, _ now: Instant) {
            (self.spec, self.now) = (spec, now)
        }
    }

    private let condition = NSCondition()
    private var waiting: [Request] = []
    private var isCommitting = false
    private var commitCount = 0

    /// Transactions so far.
    var commits: Int {
        condition.lock()
        defer { condition.unlock() }
        return commitCount
    }

    /// Hands in a job and waits for its commit. Whoever comes while nobody commits does it for all who wait.
    func submit(
        _ spec: JobSpec, _ now: Instant, commit: ([Request]) throws -> [Result<JobID, JobStoreError>]
    ) -> Result<JobID, JobStoreError> {
        let own = Request(spec, now)
        condition.lock()
        defer { condition.unlock() }
        waiting.append(own)
        while true {
            if let answer = own.answer { return answer }
            if isCommitting {
                condition.wait()
                continue
            }
            let batch = Array(waiting.prefix(Self.limit))
            waiting.removeFirst(batch.count)
            isCommitting = true
            condition.unlock()
            let answers: [Result<JobID, JobStoreError>]
            do {
                answers = try commit(batch)
            } catch {
                answers = batch.map { _ in .failure(JobStoreError(error)) }
            }
            condition.lock()
            for (request, answer) in zip(batch, answers) { request.answer = answer }
            isCommitting = false
            commitCount += 1
            condition.broadcast()
        }
    }
}
