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
                "By task: RUN[/ATTEMPT] DURATION|never [fail|critical|cancelled|timedOut], each as text."
            )
        case .jobs:
            (.map(.either([.text, .list(.text)])), "By the jobs' task: the same, with the job's number as RUN.")
        }
    }
}
