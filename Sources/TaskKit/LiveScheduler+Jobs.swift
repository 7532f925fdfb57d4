import Foundation
import SchedulerCore

/// Jobs: work that outlives the process.
extension LiveScheduler {
    /// The notices of the queue and its jobs from now on, in order. Ends with the scheduler. The last 10,000 are kept
    /// for a listener that falls behind.
    public var jobNotices: AsyncStream<JobNotice> { driver.jobListeners.add() }

    /// Writes what is pending and releases the job store, until there is something to write again. Call it before the
    /// system suspends the process; `ApplicationNotifications` of TaskKitEvents does so.
    public func giveBackJobs() {
        driver.journal?.giveBack()
    }

    /// Enqueues a job with `payload` encoded as JSON. Returns its number when it is stored.
    ///
    /// Throws a ``CommandRefused`` or the store's error if the job is *not* in the queue, and the encoder's error if
    /// the payload cannot be encoded.
    @discardableResult
    public func enqueue(
        _ name: String, _ payload: some Encodable, _ options: JobOptions = JobOptions()
    ) async throws -> JobID {
        try await enqueue(name, json: String(decoding: try JSONEncoder().encode(payload), as: UTF8.self), options)
    }

    /// As above, with a payload that is already JSON text.
    @discardableResult
    public func enqueue(
        _ name: String, json: String = "{}", _ options: JobOptions = JobOptions()
    ) async throws -> JobID {
        try await enqueue(options.spec(name, json, now))
    }

    /// Enqueues a job and waits until it is stored. Throws `CancellationError` if the calling task is cancelled first; the
    /// job stays in the queue.
    @discardableResult
    package func enqueue(_ job: JobSpec) async throws -> JobID {
        let text = CommandText.enqueue(job)
        return try await FirstAnswer.wait { answer in
            do {
                try command(text) { state in
                    let taken = state.enqueue(job, text)
                    guard taken.refusal == nil else { return taken.refusal }
                    state.jobs.announcements.append(JobAnnouncement(id: taken.id, answer: answer))
                    return nil
                }
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Enqueues a job without waiting for the store.
    @discardableResult
    package func takeIn(_ job: JobSpec) throws(CommandRefused) -> JobID {
        let text = CommandText.enqueue(job)
        var id = JobID(0)
        try command(text) { state in
            let taken = state.enqueue(job, text)
            id = taken.id
            return taken.refusal
        }
        return id
    }
}

extension JobOptions {
    fileprivate func spec(_ name: String, _ json: String, _ now: Instant) -> JobSpec {
        JobSpec(
            task: name, data: json, queue: queue ?? JobSpec.defaultQueue, priority: priority,
            runAfter: delay > .zero ? now + Nanoseconds(delay) : nil, expiresAt: expires.map { now + Nanoseconds($0) },
            uniqueKey: uniqueKey, replacesWaiting: replacesWaiting)
    }
}
