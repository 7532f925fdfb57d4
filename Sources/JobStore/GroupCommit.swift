import Dispatch
import SchedulerCore

/// Lets many submitters share one commit: while one transaction is on its way, what comes meanwhile gathers for the
/// next (group commit: DeWitt et al. 1984, "Implementation techniques for main memory database systems").
///
/// Each submitter sleeps by itself and is woken once: with its answer, or to commit for all who wait by then.
final class GroupCommit: Sendable {
    /// The most jobs of one transaction.
    static let limit = 1_000

    /// A job that waits for its commit.
    ///
    /// `@unchecked Sendable`: the answer is written before `wake` is signalled and read after that.
    final class Request: @unchecked Sendable {
        let spec: JobSpec
        let now: Instant
        fileprivate let wake = DispatchSemaphore(value: 0)
        fileprivate var answer: Result<JobID, JobStoreError>?

        init(_ spec: JobSpec, _ now: Instant) {
            (self.spec, self.now) = (spec, now)
        }
    }

    private struct State {
        var waiting: [Request] = []
        /// Somebody commits, or was woken to do so.
        var isLed = false
        var commits = 0
    }

    private let state = Locked(State())

    /// Transactions so far.
    var commits: Int { state.with { $0.commits } }

    /// Hands in a job and waits for its commit. Whoever comes while nobody commits does it for all who wait.
    func submit(
        _ spec: JobSpec, _ now: Instant, commit: ([Request]) throws -> [Result<JobID, JobStoreError>]
    ) -> Result<JobID, JobStoreError> {
        let own = Request(spec, now)
        let isLeader = state.with { state in
            state.waiting.append(own)
            defer { state.isLed = true }
            return !state.isLed
        }
        if !isLeader { own.wake.wait() }
        if let answer = own.answer { return answer }
        return lead(own, commit)
    }

    /// Commits for those who wait, `own` the first of them; then somebody else leads on.
    private func lead(
        _ own: Request, _ commit: ([Request]) throws -> [Result<JobID, JobStoreError>]
    ) -> Result<JobID, JobStoreError> {
        let batch = state.with { state in
            let batch = Array(state.waiting.prefix(Self.limit))
            state.waiting.removeFirst(batch.count)
            return batch
        }
        var answers: [Result<JobID, JobStoreError>]
        do {
            answers = try commit(batch)
        } catch {
            answers = batch.map { _ in .failure(JobStoreError(error)) }
        }
        let next = state.with { state in
            state.commits += 1
            state.isLed = !state.waiting.isEmpty
            return state.waiting.first
        }
        next?.wake.signal()
        for (request, answer) in zip(batch, answers).dropFirst() {
            request.answer = answer
            request.wake.signal()
        }
        return answers[0]
    }
}
