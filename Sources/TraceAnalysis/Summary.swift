import SchedulerCore
import Text
import TraceFormat

/// The result of a replay: the text that `replay` prints and the object of `--format json`.
public struct Summary {
    /// One task that was released, skipped or missed, with the sums over its runs.
    public struct Row: Hashable, Sendable {
        /// Which.
        public let task: TaskID
        /// Its runs, as indexes into `Timeline.runs`, in order.
        public let runs: [Int]
        /// How many of them started.
        public let started: Int
        /// Turns that were skipped, whether released or passed over.
        public let skipped: Int
        /// Turns that were missed.
        public let missed: Int
        /// How often its runs were parked.
        public let parked: Int
        /// Sum of the own times.
        public let own: Nanoseconds
        /// Sum of the waits for predecessors.
        public let dependencyWait: Nanoseconds
        /// Sum of the waits for the lane.
        public let laneWait: Nanoseconds
        /// The smallest slack of its runs in a launch; nil if none of them could delay a first frame.
        public let slack: Nanoseconds?
        /// Whether a run of it is on the critical path of a launch.
        public let isCritical: Bool
    }

    /// How many lines a list shows before it only counts.
    public static let listLimit = 20

    /// Name, seed and tick.
    public let header: TraceHeader
    /// What the numbers stand for.
    public let names: TraceNames
    /// What happened.
    public let timeline: Timeline
    /// The critical path of each launch that reached its first frame, by process.
    public let paths: [Int: CriticalPath]
    /// The released tasks by their first release, then those whose every turn was skipped or missed.
    public let rows: [Row]
    /// Shown before the line numbers of expectations.
    public let scriptFile: String
    /// The posts that no task waited for.
    private let unheard: [(time: Instant, key: String)]
    /// When attempts after failed ones waited for their lane, by run.
    let retryWaits: [(run: Int, from: Instant, to: Instant)]

    /// The summary of a timeline. O(n log n) in the runs.
    ///
    /// - Parameters:
    ///   - scriptFile: the file that holds the script.
    ///   - facts: what is known about the launches besides their records.
    ///   - unheard: the posts that no task waited for.
    public init(
        header: TraceHeader, names: TraceNames, timeline: Timeline, scriptFile: String = "script", facts: LaunchFacts,
        unheard: [(time: Instant, key: String)] = []
    ) {
        self.unheard = unheard
        (self.header, self.names, self.timeline, self.scriptFile) = (header, names, timeline, scriptFile)
        var paths: [Int: CriticalPath] = [:]
        for process in timeline.processes.indices {
            paths[process] = CriticalPath(of: timeline, process: process, facts: facts)
        }
        self.paths = paths
        retryWaits = RetryStart.all(in: timeline, of: 0..<timeline.runs.count, facts).filter { $0.laneWait > 0 }.map {
            (Int($0.run), Instant(nanoseconds: $0.started.nanoseconds - $0.laneWait), $0.started)
        }
        rows = Self.rows(of: timeline, paths: paths)
    }

    /// The last launch with what it is complete without; nil without a first frame.
    public var launch: LaunchLength? { timeline.launch(of: timeline.processes.count - 1) }

    private static func rows(of timeline: Timeline, paths: [Int: CriticalPath]) -> [Row] {
        var runs: [TaskID: [Int]] = [:]
        var order: [TaskID] = []
        for (index, span) in timeline.runs.enumerated() {
            if runs[span.task] == nil { order.append(span.task) }
            runs[span.task, default: []].append(index)
        }
        for mark in timeline.marks where runs[mark.task] == nil {
            order.append(mark.task)
            runs[mark.task] = []
        }
        let marks = Dictionary(grouping: timeline.marks, by: { $0.task })
        return order.map { Row(of: $0, runs: runs[$0] ?? [], marks: marks[$0] ?? [], timeline, paths) }
    }
}

extension Summary.Row {
    fileprivate init(
        of task: TaskID, runs: [Int], marks: [TurnMark], _ timeline: Timeline, _ paths: [Int: CriticalPath]
    ) {
        let spans = runs.map { timeline.runs[$0] }
        let slacks = zip(runs, spans).compactMap { paths[Int($1.process)]?.slack(ofRun: $0) }
        (self.task, self.runs) = (task, runs)
        started = spans.count { $0.started != nil }
        skipped = marks.count { $0.kind == .skip }
        missed = marks.count { $0.kind == .miss }
        parked = marks.count { $0.kind == .park }
        own = spans.reduce(.zero) { $0 + ($1.own ?? .zero) }
        dependencyWait = spans.reduce(.zero) { $0 + ($1.dependencyWait ?? .zero) }
        laneWait = spans.reduce(.zero) { $0 + ($1.laneWait ?? .zero) }
        slack = slacks.min()
        isCritical = zip(runs, spans).contains { paths[Int($1.process)]?.isCritical($0) ?? false }
    }
}

/// What became of the jobs.
extension Summary {
    /// One line that counts runs of jobs, and one for each job that failed for good; none if no job ran.
    func jobs(_ glyphs: Glyphs) -> [String] {
        var (started, succeeded, failed) = (0, 0, 0)
        var dead: [String] = []
        for mark in timeline.signals {
            guard case .job(let job, let task, let signal, let attempt, let willRetry, let reason) = mark.signal else {
                continue
            }
            switch signal {
            case .jobDidStart: started += 1
            case .jobDidSucceed: succeeded += 1
            case .jobDidFail:
                failed += 1
                guard !willRetry else { continue }
                let cause = ReasonText.text(reason).map { ": \($0)" } ?? ""
                let name = DisplayText.clean(names.name(of: task), glyphs: glyphs)
                dead.append(
                    "  \(TimeText.text(mark.time))  job \(job) of \(name) failed for good, run \(attempt)\(cause)")
            }
        }
        guard started > 0 else { return [] }
        let lost = started - succeeded - failed
        let line = "\(Format.count(started, "run")) of jobs: \(succeeded) succeeded, \(failed) failed"
        return [line + (lost > 0 ? ", \(lost) lost or unfinished" : "")] + list(dead)
    }
}

/// Posts that no task waited for.
extension Summary {
    /// One line for each.
    func unheardPosts(_ glyphs: Glyphs) -> [String] {
        list(
            unheard.map { post in
                let words = DisplayText.clean(Self.words(unheard: post.key), glyphs: glyphs)
                return "  \(TimeText.text(post.time))  \(words)"
            })
    }

    /// What the dashboard says of such a post.
    public static func words(unheard key: String) -> String { "no task waits for \(key)" }
}

extension Summary {
    /// The summary for tools: one JSON object on one line, times in whole nanoseconds, keys in a fixed order.
    ///
    /// `launchTime` and `slack` are null if there is none; `critical` counts runs that failed for good.
    ///
    /// - Parameter write: receives it in portions: of many tasks it is long.
    public func writeJSON(to write: (String) -> Void) {
        let warnings = timeline.warnings.map { mark -> JSONValue in
            [
                "t": .number(mark.time.nanoseconds), "code": .string(ReasonText.code(mark.warning, names: names)),
                "message": .string(ReasonText.text(mark.warning, names: names)),
            ]
        }
        let expectations = timeline.expectations.map { mark -> JSONValue in
            let judged = names.expectation(mark.number)
            return [
                "line": .number(judged.line), "ok": .bool(judged.isMet), "text": .string(judged.text),
                "actual": .string(judged.actual),
            ]
        }
        var before: [JSONValue.Member] = [
            .init("schema", .number(TraceHeader.schema)), .init("name", .string(header.name)),
            .init("seed", .number(header.seed)), .init("state", .string(timeline.state.word.description)),
            .init("launchTime", .time(launch?.time)),
        ]
        if let parked = launch?.parked, parked > 0 { before.append(.init("parked", .number(parked))) }
        before.append(.init("runs", .number(timeline.counts.started)))
        var after: [JSONValue.Member] = [
            .init("warnings", .array(warnings)), .init("expectations", .array(expectations)),
        ]
        if !unheard.isEmpty {
            let posts = unheard.map { post -> JSONValue in
                ["t": .number(post.time.nanoseconds), "message": .string(Self.words(unheard: post.key))]
            }
            after.append(.init("unheard", .array(posts)))
        }
        JSONValue.write(before, list: "tasks", of: rows.lazy.map { json($0) }, after, to: write)
        write("\n")
    }

    private func json(_ row: Row) -> JSONValue {
        let spans = row.runs.map { timeline.runs[$0] }
        let outcomes = Outcome.allCases.map { outcome in
            JSONValue.Member(outcome.word.description, .number(spans.count { $0.outcome == outcome }))
        }
        return .object(
            [.init("name", .string(names.name(of: row.task))), .init("runs", .number(row.started))] + outcomes + [
                .init("skipped", .number(row.skipped)), .init("missed", .number(row.missed)),
                .init("parked", .number(row.parked)), .init("own", .time(row.own)),
                .init("dependencyWait", .time(row.dependencyWait)), .init("laneWait", .time(row.laneWait)),
                .init("slack", .time(row.slack)), .init("onCriticalPath", .bool(row.isCritical)),
            ])
    }
}
