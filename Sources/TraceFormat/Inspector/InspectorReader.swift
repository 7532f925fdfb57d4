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
        var message = try members.begin().blank
        try members.exchange(&message)
        try members.end()
        return message
    }
}

extension MessageKind {
    /// A message of the kind, before its members are read.
    fileprivate var blank: InspectorMessage {
        let job = Job(id: JobID(0), spec: JobSpec(task: ""), enqueuedAt: .zero, due: .zero, place: 0)
        let (run, jobRun) = (RunID(slot: 0, sequence: 0), JobRunID(job: JobID(1), attempt: 1))
        func input(_ input: Input) -> InspectorMessage { .input(RecordedInput(time: .zero, input: input)) }
        switch self {
        case .hello:
            return .hello(InspectorHello(process: 0, name: "", allowsControl: false, epoch: 0, now: .zero))
        case .configuration:
            var configuration = SchedulerConfiguration()
            configuration.lanes = []
            return .configuration(configuration)
        case .lane: return .lane(LaneSpec(name: ""))
        case .task: return .task(TaskSpec(name: ""))
        case .sequence: return .sequence(SequenceSpec(name: "", steps: []))
        case .names: return .names(.after, [])
        case .jobs:
            var settings = JobSettings()
            settings.queues = []
            return .jobs(settings)
        case .queue: return .queue(JobQueueSpec(name: ""))
        case .jobName: return .jobName("")
        case .store: return .store(nextNumber: 0)
        case .job: return .job(job)
        case .deadLetter: return .deadLetter(DeadLetter(job: job, cause: .failed, diedAt: .zero))
        case .state: return .state(format: 0, bytes: [])
        case .begin: return .begin
        case .pass: return input(.advance)
        case .finish: return input(.runFinished(run, .success))
        case .hung: return input(.runHung(run))
        case .again: return input(.reportedAgain(TaskID(0)))
        case .jobFinish: return input(.jobFinished(jobRun, TaskID(0), .success))
        case .jobHung: return input(.jobHung(jobRun))
        case .limits: return input(.limitsDue)
        case .tick: return input(.tick)
        case .command: return input(.command(.tick, CommandID(0)))
        case .live: return .live(.zero)
        case .reply: return .reply(id: 0, refusal: nil)
        case .missed: return .missed(0)
        case .bye: return .bye("")
        case .attach: return .attach(schema: 0)
        case .control: return .control(ControlRequest(id: 0, text: "", command: .tick))
        }
    }
}
