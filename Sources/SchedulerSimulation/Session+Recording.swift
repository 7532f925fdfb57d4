import SchedulerCore
import Text

/// What a follower saw, as a scenario: the same tasks with the lengths and outcomes that were measured.
extension Session {
    /// How long a run that had not ended takes beyond the end of the recording.
    static let afterRecording = Nanoseconds.seconds(1)

    /// The scenario with every run up to now as it went; with the session's script it replays to the same decisions.
    /// A session that follows no process gives its own scenario. O(records).
    public var measuredScenario: Scenario {
        guard isFollowing else { return scenario }
        var measured = scenario
        measured.recorded = recordedRuns
        for offset in measured.tasks.indices {
            let name = measured.tasks[offset].spec.name
            let course = measured.recorded.tasks.first { $0.name.utf8.elementsEqual(name.utf8) }
            let lengths = course?.attempts.compactMap { $0.outcome == .success ? $0.length : nil } ?? []
            // A file's durations are also the expected ones, which this order uses; they stay as they were.
            let isByPath = measured.configuration.order == .criticalPath
            let usual = isByPath ? measured.tasks[offset].spec.expected : lengths.last
            if let usual {
                measured.tasks[offset].duration = .fixed(usual)
                // What the file says of it, so that another order does the same to both.
                measured.tasks[offset].spec.expected = usual
            }
        }
        return measured
    }

    private struct Place: Hashable {
        var task: TaskID
        var run: Int64
        var attempt: Int32
    }

    /// Attempts by name, in the order in which names first ran.
    private struct Courses {
        private var numbers: [TaskID: Int] = [:]
        private(set) var list: [(task: TaskID, attempts: [RecordedRuns.Attempt])] = []
        private var open: [Place: (index: Int, began: Instant)] = [:]

        mutating func begin(_ place: Place, at time: Instant) {
            let number = numbers[place.task] ?? list.count
            if number == list.count {
                list.append((place.task, []))
                numbers[place.task] = number
            }
            open[place] = (list[number].attempts.count, time)
            list[number].attempts.append(
                RecordedRuns.Attempt(run: place.run, attempt: place.attempt, length: nil))
        }

        mutating func end(_ place: Place, at time: Instant, _ outcome: Outcome) {
            guard let known = open.removeValue(forKey: place), let number = numbers[place.task] else { return }
            list[number].attempts[known.index].length = time - known.began
            list[number].attempts[known.index].outcome = outcome
        }

        /// It was ended from outside, or has not ended: by itself it would have continued beyond `end`.
        mutating func goOn(_ place: Place, beyond end: Instant) {
            self.end(place, at: end + Session.afterRecording, .success)
        }

        mutating func goOnAll(beyond end: Instant) {
            for place in Array(open.keys) { goOn(place, beyond: end) }
        }
    }

    private var recordedRuns: RecordedRuns {
        var (tasks, jobs) = (Courses(), Courses())
        for record in records {
            switch record.fact {
            case .start(let task, let run, let attempt, _):
                tasks.begin(Place(task: task, run: Int64(run), attempt: attempt), at: record.time)
            case .finish(let task, let run, let attempt, let outcome, _, let reason):
                let place = Place(task: task, run: Int64(run), attempt: attempt)
                if reason == .none {
                    tasks.end(place, at: record.time, outcome)
                } else {
                    tasks.goOn(place, beyond: record.time)
                }
            case .job(let job, let task, .jobDidStart, let attempt, _, _):
                jobs.begin(Place(task: task, run: job, attempt: attempt), at: record.time)
            case .action, .refused, .event, .state, .firstFrame, .tick, .release, .skip, .miss, .park, .job, .queue,
                .sequence, .expect, .warning:
                break
            }
        }
        for recorded in feed.prefix(givenCount) {
            guard case .jobFinished(let run, let task, let outcome) = recorded.input else { continue }
            jobs.end(Place(task: task, run: run.job.number, attempt: run.attempt), at: recorded.time, outcome)
        }
        tasks.goOnAll(beyond: now)
        jobs.goOnAll(beyond: now)
        return RecordedRuns(tasks: named(tasks), jobs: named(jobs))
    }

    private func named(_ courses: Courses) -> [RecordedRuns.Course] {
        courses.list.map { RecordedRuns.Course(name: simulation.scheduler.name(of: $0.task), attempts: $0.attempts) }
    }
}

/// What was done so far, as a script.
extension Session {
    /// The line of `script()` with the first command.
    public static let firstScriptLine = 2

    /// The session as a script: what was carried out up to `now`, at absolute times. Replayed, it gives the same trace.
    public func script() -> String {
        var lines = simulation.performed.map { done in
            "\(done.isSayable ? "" : "# ")at \(Simulation.text(done.time - .zero)) \(Self.plain(done.text))"
        }
        lines.insert("# \(Self.plain(scenario.name)), written by taskscope", at: 0)
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text without characters that no file can contain.
    private static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}

/// A list that only grows, made of pieces that its copies share: a copy costs only references to its pieces, and the
/// next append copies one piece, however long the list is.
///
/// The past in a keyframe of a session must not be copied with each keyframe, or a million inputs would fill the
/// memory.
public struct ChunkedLog<Element: Sendable>: Sendable {
    /// Elements of one piece.
    public static var chunkLength: Int { 1_024 }

    private var full: [[Element]] = []
    private var last: [Element] = []

    /// An empty list.
    public init() {}

    /// Adds one. O(1) amortized; after a copy O(`chunkLength`), every `chunkLength`-th time O(pieces).
    public mutating func append(_ element: Element) {
        if last.isEmpty { last.reserveCapacity(ChunkedLog.chunkLength) }
        last.append(element)
        guard last.count == ChunkedLog.chunkLength else { return }
        full.append(last)
        last = []
    }
}

extension ChunkedLog: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { full.count * ChunkedLog.chunkLength + last.count }
    /// The element with this number, from 0. O(1).
    public subscript(position: Int) -> Element {
        let piece = position / ChunkedLog.chunkLength
        let place = position % ChunkedLog.chunkLength
        return piece < full.count ? full[piece][place] : last[place]
    }
}

extension ChunkedLog: Equatable where Element: Equatable {
    /// Whether both contain the same elements. O(n).
    public static func == (left: ChunkedLog, right: ChunkedLog) -> Bool { left.elementsEqual(right) }
}

/// A value for some of the commands, by their numbers. A list that only grows, so that the copies in keyframes
/// share it; see `ChunkedLog`.
public struct CommandLog<Value: Sendable>: Sendable {
    private var entries = ChunkedLog<(command: CommandID, value: Value)>()

    /// Adds the value of a command, which must be later than all before. O(1) amortized.
    mutating func append(_ value: Value, of command: CommandID) {
        entries.append((command, value))
    }

    /// The value of a command; nil if it has none. O(log n).
    public subscript(command: CommandID) -> Value? {
        let place = entries.partitionPoint { $0.command.index >= command.index }
        return place < entries.count && entries[place].command == command ? entries[place].value : nil
    }

    /// All values, in the order of the commands. O(n).
    public var all: [(command: CommandID, value: Value)] { Array(entries) }
}
