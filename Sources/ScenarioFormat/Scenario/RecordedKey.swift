import SchedulerCore

/// The keys of `recorded`: how runs of a live process went, as `:save-scenario` writes them.
enum RecordedKey: String, FileKey {
    case tasks, jobs

    static var title: String { "recorded" }

    var row: (shape: Shape, summary: String) {
        switch self {
        case .tasks:
            (
                .map(.either([.text, .list(.text)])),
                "By task: RUN[/ATTEMPT] DURATION|never [fail|critical|cancelled|timedOut], each a text."
            )
        case .jobs: (.map(.either([.text, .list(.text)])), "By the task of jobs: the same, the job's number as RUN.")
        }
    }
}
