import SchedulerCore

/// Reads the lines between a process and its watcher, exactly as `InspectorWriter` writes them.
public enum InspectorReader {
    /// The message of a line, without its end. A `task` or `sequence` comes without its names, an `inject` without its
    /// task: those are on lines of their own. O(bytes).
    ///
    /// Throws: what is wrong, and at which byte of the line.
    public static func read(_ line: [UInt8]) throws(TraceProblem) -> InspectorMessage {
        var members = MemberReader(line)
        guard line.count <= InspectorMessage.maximumBytes else {
            throw members.cursor.problem("a line can have at most \(InspectorMessage.maximumBytes) bytes")
        }
        let kind = try members.begin()
        let message = try readMembers(of: kind, &members)
        try members.end()
        return message
    }

    private static func readMembers(
        of kind: MessageKind, _ members: inout MemberReader
    ) throws(TraceProblem) -> InspectorMessage {
        switch kind {
        case .pass, .finish, .hung, .again, .jobFinish, .jobHung, .limits, .tick, .command:
            return .input(try readInput(kind, &members))
        case .hello, .live, .reply, .missed, .bye, .attach, .control: return try readTalk(kind, &members)
        case .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .job, .deadLetter,
            .state, .begin:
            return try readPlan(kind, &members)
        }
    }

    private static func readPlan(
        _ kind: MessageKind, _ members: inout MemberReader
    ) throws(TraceProblem) -> InspectorMessage {
        switch kind {
        case .configuration:
            var configuration = SchedulerConfiguration()
            try members.exchange(&configuration)
            configuration.lanes = []
            return .configuration(configuration)
        case .lane:
            var lane = LaneSpec(name: "")
            try members.exchange(&lane)
            return .lane(lane)
        case .task:
            var task = TaskSpec(name: "")
            try members.exchange(&task)
            return .task(task)
        case .sequence:
            var sequence = SequenceSpec(name: "", steps: [])
            try members.exchange(&sequence)
            return .sequence(sequence)
        case .names:
            var (list, names) = (InspectorNames.after, [String]())
            try members.word("list", &list)
            try members.texts("names", &names)
            return .names(list, names)
        case .jobs, .queue, .jobName, .store, .job, .deadLetter: return try readJobs(kind, &members)
        case .state:
            var (format, bytes) = (0, [UInt8]())
            try members.number("format", &format)
            try members.bytes("bytes", &bytes)
            return .state(format: format, bytes: bytes)
        case .begin, .hello, .live, .reply, .missed, .bye, .attach, .control, .pass, .finish, .hung, .again, .jobFinish,
            .jobHung, .limits, .tick, .command:
            return .begin
        }
    }

    private static func readJobs(
        _ kind: MessageKind, _ members: inout MemberReader
    ) throws(TraceProblem) -> InspectorMessage {
        var row = Job(id: JobID(0), spec: JobSpec(task: ""), enqueuedAt: .zero, due: .zero, place: 0)
        switch kind {
        case .jobs:
            var settings = JobSettings()
            try members.exchange(&settings)
            settings.queues = []
            return .jobs(settings)
        case .queue:
            var queue = JobQueueSpec(name: "")
            try members.exchange(&queue)
            return .queue(queue)
        case .jobName:
            var name = ""
            try members.text("name", &name)
            return .jobName(name)
        case .store:
            var next: Int64 = 0
            try members.number("next", &next, in: 0...(Int64.max / 2))
            return .store(nextNumber: next)
        case .deadLetter:
            var letter = DeadLetter(job: row, cause: .failed, diedAt: .zero)
            try members.exchange(&letter)
            return .deadLetter(letter)
        case .job, .configuration, .lane, .task, .sequence, .names, .state, .begin, .hello, .live, .reply, .missed,
            .bye,
            .attach, .control, .pass, .finish, .hung, .again, .jobFinish, .jobHung, .limits, .tick, .command:
            try members.exchange(&row)
            return .job(row)
        }
    }

    private static func readTalk(
        _ kind: MessageKind, _ members: inout MemberReader
    ) throws(TraceProblem) -> InspectorMessage {
        switch kind {
        case .hello:
            var hello = InspectorHello(process: 0, name: "", allowsControl: false, epoch: 0, now: .zero)
            try members.exchange(&hello)
            return .hello(hello)
        case .live:
            var instant = Instant.zero
            try members.instant("t", &instant)
            return .live(instant)
        case .reply:
            var (id, refusal): (Int64, String?) = (0, nil)
            try members.number("id", &id)
            try members.text("refusal", &refusal)
            return .reply(id: id, refusal: refusal)
        case .missed:
            var count: Int64 = 0
            try members.number("inputs", &count)
            return .missed(count)
        case .attach:
            var schema = 0
            try members.number("schema", &schema)
            return .attach(schema: schema)
        case .control:
            var request = ControlRequest(id: 0, text: "", command: .tick)
            try members.exchange(&request)
            return .control(request)
        case .bye, .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .job, .deadLetter,
            .state, .begin, .pass, .finish, .hung, .again, .jobFinish, .jobHung, .limits, .tick, .command:
            var reason = ""
            try members.text("reason", &reason)
            return .bye(reason)
        }
    }

    private static func readInput(
        _ kind: MessageKind, _ members: inout MemberReader
    ) throws(TraceProblem) -> RecordedInput {
        let (run, job) = (RunID(slot: 0, sequence: 0), JobRunID(job: JobID(1), attempt: 1))
        let input: Input
        switch kind {
        case .finish: input = .runFinished(run, .success)
        case .hung: input = .runHung(run)
        case .again: input = .reportedAgain(TaskID(0))
        case .jobFinish: input = .jobFinished(job, TaskID(0), .success)
        case .jobHung: input = .jobHung(job)
        case .limits: input = .limitsDue
        case .tick: input = .tick
        case .command: input = .command(.tick, CommandID(0))
        case .pass, .hello, .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .job,
            .deadLetter, .state, .begin, .live, .reply, .missed, .bye, .attach, .control:
            input = .advance
        }
        var recorded = RecordedInput(time: .zero, input: input)
        try members.exchange(&recorded)
        return recorded
    }
}
