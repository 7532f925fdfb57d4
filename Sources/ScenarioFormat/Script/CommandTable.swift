import Text
import SchedulerCore
import SchedulerSimulation

/// All commands of the script language: reading, writing, completing and the reference follow from these rows.
enum CommandTable {
    static let rows: [CommandRow] = actions + commands + queue + drivers + expectations + remarks + views

    private static let actions = [
        CommandRow("launch", .order(.action(.launch)), "Launches the app."),
        CommandRow("background", .order(.action(.background)), "Sends the app to the background."),
        CommandRow("foreground", .order(.action(.foreground)), "Brings the app to the foreground."),
        CommandRow("memory-warning", .order(.action(.memoryWarning)), "Warns of low memory."),
        CommandRow("terminate", .order(.action(.terminate)), "Ends the process normally."),
        CommandRow(
            "interrupt", .order(.action(.interrupt)),
            "Interrupts the app, as a phone call does; the app stays inactive until the command foreground."),
        CommandRow("open-url", .url, "Opens a URL, which the event's runs receive.") { url in
            .order(.action(.openURL), .url(url))
        } take: { command in
            guard case .order(.action(.openURL), let context) = command else { return nil }
            return context?.text ?? ""
        },
        CommandRow("crash", .order(.action(.crash)), "Ends the process immediately, without delivering another event."),
        CommandRow("fire", .events, "Delivers events without changing the state.") { events in
            .order(.fire(events))
        } take: { command in
            if case .order(.fire(let events), _) = command { events } else { nil }
        },
    ]

    private static let commands = [
        CommandRow("post", Slot.key.then(.json), "Posts a notification, whose tasks run with the payload.") {
            key, payload in
            .order(.post(key), payload.map(CommandContext.payload))
        } take: { command in
            if case .order(.post(let key), let context) = command { (key, context?.text) } else { nil }
        },
        CommandRow("pause", .target, "Pauses a task or lane. What runs goes on; no launch waits.") { target in
            switch target {
            case .task(let name): .order(.pauseTask(name))
            case .lane(let name): .order(.pauseLane(name))
            }
        } take: { command in
            if case .order(.pauseTask(let name), _) = command { return .task(name) }
            if case .order(.pauseLane(let name), _) = command { return .lane(name) }
            return nil
        },
        CommandRow("resume", .target, "Resumes a task or a lane.") { target in
            switch target {
            case .task(let name): .order(.resumeTask(name))
            case .lane(let name): .order(.resumeLane(name))
            }
        } take: { command in
            if case .order(.resumeTask(let name), _) = command { return .task(name) }
            if case .order(.resumeLane(let name), _) = command { return .lane(name) }
            return nil
        },
        CommandRow("destroy", .task, "Removes a task or sequence, and frees its name.") { name in
            .order(.destroy(name))
        } take: { command in
            if case .order(.destroy(let name), _) = command { name } else { nil }
        },
        CommandRow(
            "inject", .eventTask,
            "Adds a task for the rest of the process."
        ) { task in
            .inject(task)
        } take: { command in
            guard case .inject(let task) = command else { return nil }
            if case .timer = task.spec.trigger { return nil }
            return task
        },
        CommandRow("schedule", .timerTask, "Adds a timer or a task with a date; takes all options of inject.") {
            task in
            .inject(task)
        } take: { command in
            guard case .inject(let task) = command, case .timer = task.spec.trigger else { return nil }
            return task
        },
        CommandRow("cancel", .task, "Ends the attempt under way, without a retry.") { name in
            .order(.cancel(name))
        } take: { command in
            if case .order(.cancel(let name), _) = command { name } else { nil }
        },
        CommandRow("add", Slot.task.then(.toSequence), "Adds a task as the last step of a sequence.") {
            step, sequence in
            .order(.addStep(step, to: sequence))
        } take: { command in
            if case .order(.addStep(let step, let sequence), _) = command { (step, sequence) } else { nil }
        },
        CommandRow("inject-sequence", .newSequence, "Adds a sequence for the rest of the process.") { sequence in
            .order(.injectSequence(sequence))
        } take: { command in
            if case .order(.injectSequence(let sequence), _) = command { sequence } else { nil }
        },
        CommandRow("start", .sequence, "Starts a sequence, or continues one that stopped.") { name in
            .order(.start(name))
        } take: { command in
            if case .order(.start(let name), _) = command { name } else { nil }
        },
    ]

    private static let queue = [
        CommandRow("queue start", .order(.queue(.start)), "Starts the job queue."),
        CommandRow("queue stop", .order(.queue(.stop)), "Stops the job queue, but lets running jobs end."),
        CommandRow("queue empty", .order(.queue(.empty)), "Removes all jobs but dead letters."),
        ofJob("retry", .deadLetter, "Puts a dead letter at the end of its queue.", QueueCommand.retry),
        ofJob("discard", .deadLetter, "Deletes a dead letter.", QueueCommand.discard),
        ofJob("remove", .job, "Removes a job, but lets its run end.", QueueCommand.remove),
        ofJob("cancel", .job, "Removes a job and ends its run.", QueueCommand.cancel),
        ofJob("pause", .job, "Keeps a waiting job from starting.", QueueCommand.pause),
        ofJob("resume", .job, "Lifts the pause of a job.", QueueCommand.resume),
        ofJob(
            "first", .job, "Lets a waiting job start before all others of its queue and priority.", QueueCommand.first),
        CommandRow("queue limit", .runLimit, "Limits a failing job to N runs, until the process ends.") { count in
            .order(.queue(.limit(count)))
        } take: { command in
            if case .order(.queue(.limit(let count)), _) = command { count } else { nil }
        },
        CommandRow("enqueue", Slot.jobTask.then(.json), "Adds a job with its data.") { task, data in
            .order(.enqueue(JobSpec(task: task, data: data ?? "{}")))
        } take: { command in
            guard case .order(.enqueue(let job), _) = command else { return nil }
            return (job.task, job.data == "{}" ? nil : job.data)
        },
    ]

    /// The row of an order about one job.
    private static func ofJob(
        _ word: String, _ slot: Slot<JobID>, _ summary: String, _ make: @escaping @Sendable (JobID) -> QueueCommand
    ) -> CommandRow {
        CommandRow("queue \(word)", slot, summary) {
            .order(.queue(make($0)))
        } take: { command in
            guard case .order(.queue(let order), _) = command, let job = order.job else { return nil }
            return order == make(job) ? job : nil
        }
    }

    private static let drivers = [
        CommandRow("tick", .ticks, "Advances to the next tick, or to the N-th from now.") { count in
            .tick(count)
        } take: { command in
            if case .tick(let count) = command { return count }
            return command == .order(.tick) ? 1 : nil
        },
        CommandRow("advance", .duration, "Lets this much time pass, including its last instant.") { duration in
            .advance(duration)
        } take: { command in
            if case .advance(let duration) = command { duration } else { nil }
        },
        CommandRow(
            "wait until", .condition,
            "Waits for the end of a task, of the launch, of all work or of all jobs."
        ) {
            condition in
            .wait(condition)
        } take: { command in
            if case .wait(let condition) = command { condition } else { nil }
        },
    ]

    private static let remarks = [
        CommandRow("note", .caption, "Shows a caption; in a talk, this is a stop.") { text in
            .note(text)
        } take: { command in
            if case .note(let text) = command { text } else { nil }
        }
    ]

    /// The first words, each once.
    static let words: [String] = nextWords(rows, depth: 0)

    /// The words that may come next in these rows, each once.
    static func nextWords(_ rows: [CommandRow], depth: Int) -> [String] {
        var words: [String] = []
        for row in rows where row.words.count > depth && !words.contains(row.words[depth]) {
            words.append(row.words[depth])
        }
        return words
    }

    /// Those of `rows` that have this word next.
    static func rows(_ rows: [CommandRow], with word: String, depth: Int) -> [CommandRow] {
        rows.filter { $0.words.count > depth && $0.words[depth] == word }
    }
}

extension QueueCommand {
    /// The job that it is about; nil if it is about all of them.
    fileprivate var job: JobID? {
        switch self {
        case .retry(let job), .discard(let job), .remove(let job), .cancel(let job), .pause(let job), .resume(let job),
            .first(let job):
            job
        case .start, .stop, .empty, .limit: nil
        }
    }
}
