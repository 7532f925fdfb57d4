import SchedulerCore

/// What an app does with a job store, step by step: each is one transaction.
public enum JobSteps {
    /// How many there are.
    public static let count = 12

    /// A step, from 1 on: a row comes and begins, and now and then one goes or dies.
    public static func changes(_ number: Int) -> [JobChange] {
        var began = row(Int64(number))
        (began.isRunning, began.attempts) = (true, 1)
        var changes: [JobChange] = [.put(row(Int64(number))), .put(began)]
        if number % 3 == 0 { changes.append(.remove(JobID(Int64(number - 1)))) }
        if number % 4 == 0 {
            let died = Instant.zero + .seconds(Int64(number))
            changes.append(.deadLetter(DeadLetter(job: row(Int64(number + 1_000)), cause: .failed, diedAt: died)))
        }
        return changes
    }

    /// A row with much data, so that the steps take several pages.
    private static func row(_ number: Int64) -> Job {
        let data = "\"" + String(repeating: "x", count: 900) + "\""
        return Job(
            id: JobID(number), spec: JobSpec(task: "work", data: data), enqueuedAt: .zero, due: .zero, place: number)
    }
}
