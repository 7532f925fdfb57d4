import SchedulerCore

/// Writes the lines between a process and its watcher, one after the other into one buffer.
public struct InspectorWriter: Sendable {
    private var members = MemberWriter()

    /// Nothing written yet.
    public init() {}

    /// Bytes written and not taken.
    public var byteCount: Int { members.bytes.count }

    /// Hands over the lines, ends included, and begins again.
    public mutating func take() -> [UInt8] { members.take() }

    /// Writes a message as one line; a task or sequence with the lines of its names, an `inject` after those of its task.
    ///
    /// - Returns: false if a line would be longer than `InspectorMessage.maximumBytes`; nothing is written then.
    public mutating func write(_ message: InspectorMessage) -> Bool {
        let start = byteCount
        let isWritten = writeAll(of: message)
        if !isWritten { members.cut(to: start) }
        return isWritten
    }

    /// Writes a whole plan, `begin` included, with the encoded state of a scheduler that is past its first inputs; false
    /// if a line would be too long, and nothing is written then.
    public mutating func write(_ plan: ProcessPlan, state: [UInt8] = []) -> Bool {
        let start = byteCount
        var messages: [InspectorMessage] = [.configuration(plan.configuration)]
        messages += plan.configuration.lanes.map(InspectorMessage.lane)
        messages += plan.tasks.map(InspectorMessage.task) + plan.sequences.map(InspectorMessage.sequence)
        messages.append(.jobs(plan.jobSettings))
        messages += plan.jobSettings.queues.map(InspectorMessage.queue) + plan.jobNames.map(InspectorMessage.jobName)
        if let stored = plan.stored {
            messages.append(.store(nextNumber: stored.nextNumber))
            messages += stored.jobs.map(InspectorMessage.job) + stored.dead.map(InspectorMessage.deadLetter)
        }
        for start in stride(from: 0, to: state.count, by: InspectorMessage.stateBytes) {
            let end = min(start + InspectorMessage.stateBytes, state.count)
            messages.append(.state(format: Scheduler.Checkpoint.format, bytes: Array(state[start..<end])))
        }
        messages.append(.begin)
        let isWritten = messages.allSatisfy { write($0) }
        if !isWritten { members.cut(to: start) }
        return isWritten
    }

    private mutating func writeAll(of message: InspectorMessage) -> Bool {
        switch message {
        case .task(let task): return write(task)
        case .sequence(let sequence):
            return writeLine(message) && write(.steps, sequence.steps[...])
        case .input(let recorded):
            if case .command(.inject(let spec), _) = recorded.input, !write(spec) { return false }
            return writeLine(message)
        case .hello, .configuration, .lane, .names, .jobs, .queue, .jobName, .store, .job, .deadLetter, .state, .begin,
            .live, .reply, .missed, .bye, .attach, .control:
            return writeLine(message)
        }
    }

    private mutating func write(_ task: TaskSpec) -> Bool {
        writeLine(.task(task)) && write(.after, task.after[...]) && write(.follows, task.follows[...])
            && write(.prefers, task.prefers[...])
    }

    /// Writes names in as few lines as hold them: all, or halves of them.
    private mutating func write(_ list: InspectorNames, _ names: ArraySlice<String>) -> Bool {
        guard !names.isEmpty else { return true }
        if writeLine(.names(list, Array(names))) { return true }
        guard names.count > 1 else { return false }
        let middle = names.startIndex + names.count / 2
        return write(list, names[..<middle]) && write(list, names[middle...])
    }

    private mutating func writeLine(_ message: InspectorMessage) -> Bool {
        let start = byteCount
        var message = Self.short(message)
        members.begin(MessageKind(message))
        members.exchange(&message)
        members.end()
        guard byteCount - start - 1 <= InspectorMessage.maximumBytes else {
            members.cut(to: start)
            return false
        }
        return true
    }

    /// The message with jobs and texts that fit into a line.
    private static func short(_ message: InspectorMessage) -> InspectorMessage {
        switch message {
        case .job(var job):
            job.spec = short(job.spec)
            return .job(job)
        case .deadLetter(var letter):
            letter.job.spec = short(letter.job.spec)
            return .deadLetter(letter)
        case .input(var recorded):
            if case .command(.enqueue(let spec), let number) = recorded.input {
                recorded.input = .command(.enqueue(short(spec)), number)
            }
            recorded.text = short(recorded.text)
            return .input(recorded)
        case .hello, .configuration, .lane, .task, .sequence, .names, .jobs, .queue, .jobName, .store, .state, .begin,
            .live, .reply, .missed, .bye, .attach, .control:
            return message
        }
    }

    /// A job, without its data if they are too long to send.
    private static func short(_ spec: JobSpec) -> JobSpec {
        var spec = spec
        spec.data = short(spec.data)
        return spec
    }

    private static func short(_ text: String) -> String {
        let count = text.utf8.count
        return count <= InspectorMessage.maximumJobBytes ? text : "\"\(count) bytes, not sent\""
    }
}
