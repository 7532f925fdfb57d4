import SchedulerInvariants
import TestSupport
import Testing

@testable import SchedulerCore

/// The job rules against a naive model, and one by one.
@Suite struct JobQueueTests {
    @Test("Beyond the most queues, those that exist take jobs, and another is refused")
    func manyQueues() throws {
        var settings = JobSettings()
        settings.queues = []
        var queue = JobQueue(settings: settings, handlers: ["a"])
        var refused: [Int] = []
        for number in 0..<JobQueue.maximumQueues + 2 {
            do { _ = try queue.enqueue(JobSpec(task: "a", queue: "q\(number)"), at: .zero) } catch {
                #expect(error == .limit(.jobQueues))
                refused.append(number)
            }
        }
        #expect(refused.first.map { $0 >= JobQueue.maximumQueues - 1 } == true, "\(refused)")
        _ = try queue.enqueue(JobSpec(task: "a", queue: "q0"), at: .zero)
    }

    @Test("Whatever the commands, it does what the naive model does", arguments: 0..<Campaign.count(25))
    func model(seed: Int) throws {
        var cases = CaseGenerator(seed: UInt64(seed))
        var settings = JobSettings()
        settings.retryLimit = cases.number(1...4)
        settings.failedStaysAtHead = cases.chance(40)
        settings.delay = .milliseconds(Int64(cases.pick([0, 0, 7])))
        settings.queues = [JobQueueSpec(name: "default", width: cases.number(1...3)), JobQueueSpec(name: "other")]
        var queue = JobQueue(settings: settings, handlers: ["a", "b"])
        var naive = NaiveJobs(settings: settings, handlers: ["a", "b"])
        var mirror = MirroredRows()
        queue.followChanges()
        var (now, runs, ended) = (Instant.zero, [JobRunID](), [JobRunID]())
        for _ in 0..<1_500 {
            switch cases.number(0...19) {
            case 0...5: try enqueue(&queue, &naive, &cases, now)
            case 6...11:
                guard let run = runs.isEmpty ? nil : cases.pick(runs) else { break }
                runs.removeAll { $0 == run }
                ended.append(run)
                let outcome = cases.pick([Outcome.success, .fail, .fail, .critical, .timedOut])
                let end = queue.finish(run, outcome, at: now)
                let words = naive.finish(run.job.number, Int(run.attempt), outcome, at: now)
                try #require((end?.willRetry ?? false) == (words == "retry"))
                try #require((end?.isDrained ?? false) == (words == "over drained"))
                try #require((end == nil) == (words == nil))
            case 12:
                guard !ended.isEmpty else { break }
                let again = queue.finish(cases.pick(ended), .success, at: now)
                #expect(again == nil)
            case 13:
                let isNew = queue.start()
                #expect(isNew == !naive.isStarted)
                naive.isStarted = true
            case 14 where cases.chance(40):
                let isNew = queue.stop()
                #expect(isNew == naive.isStarted)
                naive.isStarted = false
            case 15 where cases.chance(20):
                let (had, hadToo) = (queue.empty(), naive.empty())
                #expect(had == hadToo)
            case 16 where cases.chance(30):
                queue.processEnded()
                let (lost, lostToo) = (queue.processBegan(at: now).map(\.id.number), naive.relaunch(at: now))
                #expect(lost == lostToo)
                (runs, ended) = ([], [])
            case 18 where cases.chance(30):
                let id = Int64(cases.number(1...Int(queue.nextNumber)))
                let (isGone, isGoneToo) = (queue.withdraw(JobID(id)), naive.withdraw(id))
                #expect(isGone == isGoneToo)
            case 17:
                let id = Int64(cases.number(1...Int(queue.nextNumber)))
                let isBack = (try? queue.retry(JobID(id), at: now)) ?? false
                let isBackToo = naive.retry(id, at: now)
                #expect(isBack == isBackToo)
            default: now = now + .milliseconds(Int64(cases.number(0...6)))
            }
            while let step = queue.step(at: now) {
                let wanted = naive.step(at: now)
                try #require(words(step) == wanted)
                if case .began(let id, _) = step { runs.append(id) }
            }
            let (more, due) = (naive.step(at: now), queue.nextDue(at: now))
            #expect(more == nil)
            #expect(due > now)
            try #require(queue.brokenInvariants() == [])
            try compare(queue, naive)
            mirror.apply(queue.takeChanges())
            try #require(mirror.content(queue.nextNumber) == StoredJobs(queue))
        }
    }

    private func enqueue(
        _ queue: inout JobQueue, _ naive: inout NaiveJobs, _ cases: inout CaseGenerator, _ now: Instant
    ) throws {
        var spec = JobSpec(task: cases.pick(["a", "b", "nobody"]), queue: cases.pick(["default", "other"]))
        spec.priority = cases.pick(Priority.allCases)
        if cases.chance(20) { spec.runAfter = now + .milliseconds(Int64(cases.number(0...20))) }
        if cases.chance(20) { spec.expiresAt = now + .milliseconds(Int64(cases.number(0...20))) }
        if cases.chance(20) { spec.uniqueKey = cases.pick(["k", "l"]) }
        let id = try? queue.enqueue(spec, at: now)
        let wanted = naive.enqueue(spec, at: now)
        try #require(id?.number == wanted)
    }

    private func words(_ step: JobStep) -> String {
        switch step {
        case .began(let id, _): "began \(id.job.number) \(id.attempt)"
        case .unhandled(let job): "unhandled \(job.id.number)"
        case .expired(let job, let isDrained): "expired \(job.id.number)\(isDrained ? " drained" : "")"
        }
    }

    private func compare(_ queue: JobQueue, _ naive: NaiveJobs) throws {
        try #require(queue.list.map(\.id.number) == naive.rows.map(\.id).sorted())
        try #require(queue.deadLetters.map(\.job.id.number) == naive.dead.map(\.id))
        for row in naive.rows {
            let job = try #require(queue.job(JobID(row.id)))
            try #require(
                [job.attempts, job.forgiven, job.isRunning ? 1 : 0]
                    == [row.attempts, row.forgiven, row.isRunning ? 1 : 0])
            try #require(job.due == row.due)
        }
        #expect(queue.isActive == !naive.running.isEmpty)
    }

    @Test("Queries see rows that wait and run, not those that are over")
    func queries() throws {
        var queue = JobQueue()
        _ = try queue.enqueue(JobSpec(task: "a"), at: .zero)
        let second = try queue.enqueue(JobSpec(task: "b"), at: .zero)
        let third = try queue.enqueue(JobSpec(task: "b", priority: .high), at: .zero)
        #expect(queue.exists("a") && queue.exists("b") && !queue.exists("c"))
        #expect(queue.next("b")?.id == third)
        #expect(queue.count == 3 && !queue.isStarted && !queue.isActive)
        #expect(next(&queue) == nil)
        _ = queue.start()
        guard case .began(let run, let job) = queue.step(at: .zero) else { throw Stop() }
        #expect(job.id == third && job.attempts == 1 && queue.isActive("b") && !queue.isActive("a"))
        let (first, again) = (queue.finish(run, .success, at: .zero), queue.finish(run, .fail, at: .zero))
        #expect(first?.isSuccess == true)
        #expect(again == nil)
        #expect(queue.isKnown(run))
        #expect(queue.next("b")?.id == second)
        #expect(queue.list.map(\.id.number) == [1, 2])
    }

    @Test("A dead letter is retried with its runs reset and its number kept, or is deleted")
    func deadLetters() throws {
        var settings = JobSettings()
        settings.retryLimit = 1
        var queue = JobQueue(settings: settings)
        _ = queue.start()
        let id = try queue.enqueue(JobSpec(task: "a"), at: .zero)
        for attempt in 1...3 as ClosedRange<Int32> {
            guard case .began(let run, _) = queue.step(at: .zero) else { throw Stop() }
            #expect(run == JobRunID(job: id, attempt: attempt))
            let end = queue.finish(run, .fail, at: .zero)
            #expect(end?.willRetry == false)
            #expect(queue.deadLetters.map(\.cause) == [.failed])
            let isBack = try attempt < 3 && queue.retry(id, at: .zero)
            #expect(isBack == (attempt < 3))
        }
        let (isGone, isGoneAgain) = (queue.discard(id), queue.discard(id))
        #expect(isGone && !isGoneAgain)
        let isBack = try queue.retry(id, at: .zero)
        #expect(!isBack)
    }

    @Test("Pauses grow, stop at the maximum and never overflow, whatever the numbers")
    func pauses() {
        var settings = JobSettings()
        settings.delay = Nanoseconds(3)
        settings.backoffThousandths = 1_000_000
        settings.maximumDelay = .limit
        let job = Job(id: JobID(1), spec: JobSpec(task: "a"), enqueuedAt: .zero, due: .zero, place: 1)
        let pauses = (2...40).map { settings.pause(before: $0, of: job) }
        #expect(pauses.prefix(3) == [Nanoseconds(3), Nanoseconds(3_000), Nanoseconds(3_000_000)])
        #expect(pauses == pauses.sorted() && pauses.last == .limit)
        settings.jitterThousandths = 250
        for seed in 0..<100 as Range<UInt64> {
            settings.seed = seed
            let pause = settings.pause(before: 40, of: job)
            #expect(pause == settings.pause(before: 40, of: job))
            #expect(pause <= .limit && pause.count >= Nanoseconds.limit.count / 4 * 3)
        }
        let far = Job(id: JobID(.max), spec: JobSpec(task: "a"), attempts: 3, enqueuedAt: .zero, due: .zero, place: 1)
        #expect(settings.fate(of: far, .fail, at: Instant(nanoseconds: .max - 5)) == .retried(.distantFuture))
    }

    private func next(_ queue: inout JobQueue) -> JobStep? { queue.step(at: .zero) }

    /// Something impossible.
    struct Stop: Error {}
}
