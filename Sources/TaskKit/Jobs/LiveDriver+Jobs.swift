import SchedulerCore
import TraceFormat

/// A waiter for a job to be stored.
struct JobAnnouncement: Sendable {
    let id: JobID
    let answer: FirstAnswer<JobID>.Receiver
}

/// Connects the scheduler with its journal.
extension LiveDriver {
    /// Passes to the job store what it must write; job runs begin once it is written.
    func giveJobs() {
        let news = state.jobs.take()
        if state.core.jobs.isStarted { state.jobs.hasStoreFailed = false }
        // Notices, such as that the queue stopped, do not wait for a store that has failed.
        let waits = journal != nil && !state.jobs.hasStoreFailed && !news.notices.isEmpty
        let notify: @Sendable () -> Void = { [jobListeners] in jobListeners.notify(news.notices) }
        if !waits, !news.notices.isEmpty { state.afterwards.append(notify) }
        guard let journal else {
            for attempt in news.starts { state.startStored(attempt) }
            for announcement in news.announcements {
                state.afterwards.append { announcement.answer(.success(announcement.id)) }
            }
            return
        }
        let process = state.processes
        let sequel: @Sendable () -> Void = { [weak self, delivery = state.delivery] in
            if news.lastBatch > 0 { delivery.confirm(upTo: news.lastBatch) }
            if waits { notify() }
            if !news.starts.isEmpty { self?.begin(news.starts, process) }
        }
        journal.add(
            state.takeJobChanges(), isStarted: state.core.jobs.isStarted,
            sequel: news.starts.isEmpty && !waits && news.lastBatch == 0 ? nil : sequel,
            answers: news.announcements.map(answer))
    }

    /// A job that cannot be stored leaves the queue, and its caller learns why.
    private func answer(_ announcement: JobAnnouncement) -> JobJournal.Answer {
        { [weak self] error in
            guard let error else { return announcement.answer(.success(announcement.id)) }
            _ = self?.session { $0.command(.queue(.remove(announcement.id)), "queue remove \(announcement.id.number)") }
            announcement.answer(.failure(error))
        }
    }

    /// The store has counted these runs. A run whose job was removed meanwhile does not begin.
    private func begin(_ starts: [LiveAttempt], _ process: Int) {
        _ = session { state in
            guard process == state.processes else { return }
            for attempt in starts {
                guard case .job(let run, let task) = attempt.owner else { continue }
                if state.core.jobs.job(run.job) != nil {
                    state.startStored(attempt)
                } else {
                    state.feed(.jobFinished(run, task, .cancelled))
                    state.letGo([attempt])
                }
            }
        }
    }

    /// Reports once that the store refuses a write; a permanent fault stops the queue.
    func noteStoreFault(_ error: any Error, isPassing: Bool) {
        _ = session {
            $0.noteStoreFault("\(error)", stops: !isPassing)
            journal?.noteFailureTold()
        }
        // Until the queue is started again nothing can be stored: listeners receive what happened all the same.
        if !isPassing { state.delivery.confirm(upTo: nil) }
    }
}

extension LiveState {
    fileprivate mutating func noteStoreFault(_ text: String, stops: Bool) {
        let next = stops ? "the queue stops; `queue start` retries" : "it retries every second"
        warn("cannot write to the job store: \(text); \(next)", code: "jobStore")
        // Followers of the inputs learn it, too.
        _ = command(.driver(nil), "note cannot write to the job store: \(text)")
        jobs.hasStoreFailed = jobs.hasStoreFailed || stops
        if stops, core.jobs.isStarted { _ = command(.queue(.stop), "queue stop") }
    }
}
