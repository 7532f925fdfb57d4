import Testing

@testable import SchedulerCore

/// What a store receives, and what a queue accepts from it and from others.
@Suite struct JobChangeTests {
    @Test(
        "A job that a store could not keep unchanged, or that has no name, is refused",
        arguments: [
            (JobSpec(task: ""), JobFault.emptyName), (JobSpec(task: "a", queue: ""), .emptyName),
            (JobSpec(task: "a\0b"), .nul), (JobSpec(task: "a", data: "{}\0"), .nul),
            (JobSpec(task: "a", queue: "\0"), .nul), (JobSpec(task: "a", uniqueKey: "k\0l"), .nul),
        ])
    func unfit(spec: JobSpec, fault: JobFault) {
        var queue = JobQueue()
        #expect(throws: Refusal.unfitJob(fault)) { try queue.enqueue(spec, at: .zero) }
        #expect(queue.count == 0 && queue.nextNumber == 1)
    }

    @Test("Dead letters have a limit: the oldest is deleted, in the store too")
    func deadLetters() {
        var queue = JobQueue()
        let dead = (1...Int64(JobQueue.maximumDeadLetters)).map { letter($0) }
        queue.load(StoredJobs(jobs: [row(20_000)], dead: dead), at: .zero)
        queue.followChanges()
        _ = queue.start()
        guard case .began(let run, _)? = queue.step(at: .zero) else { Issue.record("nothing began"); return }
        _ = queue.finish(run, .critical, at: .zero)
        #expect(queue.deadLetters.count == JobQueue.maximumDeadLetters)
        #expect(queue.deadLetters.first?.job.id == JobID(2))
        #expect(queue.takeChanges().suffix(1) == [.remove(JobID(1))])
        queue.load(StoredJobs(dead: dead + [letter(20_001)]), at: .zero)
        #expect(queue.deadLetters.first?.job.id == JobID(2))
    }

    @Test("A row can be removed; the end of its run is not reported")
    func withdraw() throws {
        var queue = JobQueue()
        let (first, second) = (
            try queue.enqueue(JobSpec(task: "a"), at: .zero),
            try queue.enqueue(JobSpec(task: "a", uniqueKey: "k"), at: .zero)
        )
        _ = queue.start()
        guard case .began(let run, _)? = queue.step(at: .zero) else { throw Refusal.tooManyJobs }
        let answers = [queue.withdraw(first), queue.withdraw(second), queue.withdraw(second), queue.withdraw(JobID(9))]
        #expect(answers == [true, true, false, false])
        #expect(queue.count == 0 && queue.isActive)
        let end = queue.finish(run, .fail, at: .zero)
        #expect(end?.willRetry == false && queue.count == 0 && !queue.isActive)
        let again = try queue.enqueue(JobSpec(task: "a", uniqueKey: "k"), at: .zero)
        #expect(again == JobID(3))
    }

    @Test("A job that replaces takes the place of one with its key that waits, never of one that runs")
    func replacing() throws {
        var queue = JobQueue()
        queue.followChanges()
        let first = try queue.enqueue(JobSpec(task: "a", uniqueKey: "k"), at: .zero)
        _ = try queue.enqueue(JobSpec(task: "b"), at: .zero)
        let spec = JobSpec(task: "a", data: "{\"n\":2}", uniqueKey: "k", replacesWaiting: true)
        let second = try queue.enqueue(spec, at: .zero)
        #expect(queue.job(first) == nil && second == JobID(3) && queue.count == 2)
        #expect(queue.job(second)?.spec.replacesWaiting == false)
        #expect(queue.takeChanges().contains(.remove(first)))
        _ = queue.start()
        guard case .began(let other, _)? = queue.step(at: .zero) else { throw Refusal.tooManyJobs }
        _ = queue.finish(other, .success, at: .zero)
        guard case .began(let run, _)? = queue.step(at: .zero), run.job == second else { throw Refusal.tooManyJobs }
        #expect(throws: Refusal.duplicateJob(3)) { try queue.enqueue(spec, at: .zero) }
    }

    @Test("Extreme numbers are clamped to the queue's limits; nothing traps")
    func limits() {
        var queue = JobQueue()
        var wild = row(.max)
        (wild.attempts, wild.forgiven, wild.place) = (.max, .min, .max)
        var other = row(.min)
        (other.attempts, other.forgiven, other.place) = (.min, .max, .min)
        queue.load(StoredJobs(jobs: [wild, other], dead: [letter(.max)], nextNumber: .max), at: .zero)
        _ = queue.processBegan(at: .zero)
        _ = queue.start()
        while case .began(let run, _)? = queue.step(at: .zero) { _ = queue.finish(run, .fail, at: .zero) }
        #expect(queue.deadLetters.count == 3)
        #expect(throws: Refusal.tooManyJobs) { try queue.enqueue(JobSpec(task: "a"), at: .zero) }
    }

    private func row(_ number: Int64) -> Job {
        Job(id: JobID(number), spec: JobSpec(task: "a"), enqueuedAt: .zero, due: .zero, place: 1)
    }

    private func letter(_ number: Int64) -> DeadLetter {
        DeadLetter(job: row(number), cause: .failed, diedAt: .zero)
    }
}

/// Rows as a receiver of the changes alone has them.
struct MirroredRows {
    private var jobs: [JobID: Job] = [:]
    private var dead: [DeadLetter] = []

    mutating func apply(_ changes: [JobChange]) {
        for change in changes {
            switch change {
            case .put(let job):
                dead.removeAll { $0.job.id == job.id }
                jobs[job.id] = job
            case .remove(let id):
                jobs[id] = nil
                dead.removeAll { $0.job.id == id }
            case .deadLetter(let letter):
                jobs[letter.job.id] = nil
                dead.append(letter)
            }
        }
    }

    func content(_ nextNumber: Int64) -> StoredJobs {
        StoredJobs(jobs: jobs.values.sorted { $0.id < $1.id }, dead: dead, nextNumber: nextNumber)
    }
}
