import ArgumentParser
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

/// The text and JSON of `blame SOURCE TASK`: why one task of a launch waited.
struct WaitReport {
    private let launch: LaunchMeasure
    private let waits: LaunchWaits
    private let task: TaskID
    /// Its run; nil if it did not run.
    private let run: Int?
    private let recording: RecordedSource?

    /// The report on the task of this name. A name that is not in the launch's scenario is a wrong argument.
    init(_ source: LaunchSource, task name: String, number: Int) throws {
        (launch, waits) = try source.waits(number: number)
        recording = source.recording?.source
        let names = launch.names.tasks
        guard let place = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) else {
            let hint = NearestName.of(name, among: names).map { "; did you mean \($0)?" } ?? ""
            throw ValidationError("there is no task '\(name)'\(hint)")
        }
        task = TaskID(place)
        run = waits.run(of: task)
    }

    private var name: String { DisplayText.clean(launch.name(task)) }

    func text() -> String {
        guard let run else { return "\(name) did not run\(whyNot)\n" }
        let span = launch.timeline.runs[run]
        let pieces = waits.pieces(of: run)
        let own = pieces.filter { !$0.isBeside }
        let shown = ShownParts(own.map { $0.length })
        var parts: [String] = []
        if let first = own.first, let last = own.last {
            parts.append("waited \(shown.text(last.to - first.from))")
        } else {
            parts.append("did not wait")
        }
        if let length = span.own {
            let words = LinkText(launch).span(task, span.started ?? span.released, span.finished ?? span.released)
            parts.append(words.map { "lasted \(TimeText.text(length)), \($0)" } ?? "ran \(TimeText.text(length))")
        }
        if let failed = launch.failedAttempts(of: run) { parts.append("in \(failed.text)") }
        parts.append(slack(of: run))
        if span.process != launch.process { parts.append("in another launch") }
        var text = "\(name) \(parts.joined(separator: ", "))\n"
        let words = WaitText(names: launch.names)
        var table = Table([.number("from"), .number("to"), .number("waited"), .words("why")])
        func add(_ piece: WaitPiece, _ length: String) {
            table.add([
                TimeText.text(piece.from - start), TimeText.text(piece.to - start), length, reason(piece, words),
            ])
        }
        for piece in pieces { add(piece, shown.text(piece.length)) }
        // The waits before retries are no part of the one before its first attempt.
        let retries = waits.retryPieces(of: run)
        for piece in retries { add(piece, TimeText.text(piece.length)) }
        if !(pieces.isEmpty && retries.isEmpty) { text += table.text() }
        return text + (hops(behind: pieces, of: span).map { "\($0)\n" } ?? "")
    }

    /// Why, in words: what is only assumed is called so.
    private func reason(_ piece: WaitPiece, _ words: WaitText) -> String {
        guard case .dependency(let other) = piece.cause, launch.assumed[task]?.contains(other) ?? false else {
            return words.reason(piece)
        }
        return "probably for \(DisplayText.clean(launch.name(other))), which ended last before"
    }

    private func slack(of run: Int) -> String {
        if launch.path.isCritical(run) { return "on the critical path" }
        if launch.devicesOfUnknownUse.contains(launch.timeline.runs[run].task) {
            return "nothing says which units waited for it"
        }
        guard let slack = launch.path.slack(ofRun: run) else { return "the \(launch.whole) does not wait for it" }
        let text = TimeText.text(slack)
        return recording?.couldEnd(text) ?? "could end \(text) later"
    }

    /// Why the task did not run, if anything says so.
    private var whyNot: String {
        guard let mark = launch.timeline.marks.last(where: { $0.task == task }) else { return ": nothing released it" }
        return ": " + DisplayText.clean(ReasonText.text(mark.reason, names: launch.names))
    }

    /// What times are counted from: the launch of the run's process.
    private var start: Instant {
        guard let run, launch.timeline.runs[run].process >= 0 else { return launch.launched }
        return launch.timeline.processes[Int(launch.timeline.runs[run].process)].launched
    }

    private func hops(behind pieces: [WaitPiece], of span: RunSpan) -> String? {
        let isOther = span.process != launch.process
        return WaitHops(names: launch.names) { task, end in
            // The run that was waited for, else the one that says most.
            let ended = launch.timeline.runIndexes(of: task).first { launch.timeline.runs[$0].finished == end }
            let run = isOther ? waits.run(of: task, inProcess: Int(span.process)) : waits.run(of: task)
            return (ended ?? run).map { waits.pieces(of: $0) }
        }.sentence(behind: pieces)
    }

    func json() -> JSONValue {
        let retries = run.map { waits.retryPieces(of: $0) } ?? []
        return [
            "name": .string(launch.title), "launch": .time(launch.time), "task": .string(launch.name(task)),
            "own": run.map { .time(launch.timeline.runs[$0].own) },
            "slack": run.map { .time(launch.devicesOfUnknownUse.contains(task) ? nil : launch.path.slack(ofRun: $0)) },
            "critical": run.map { .bool(launch.path.isCritical($0)) },
            "waits": run.map { .array(waits.pieces(of: $0).map { json($0) }) },
            "retryWaits": retries.isEmpty ? nil : .array(retries.map { json($0) }),
        ]
    }

    private func json(_ piece: WaitPiece) -> JSONValue {
        let (why, tasks, lane): (String, [TaskID], LaneID?) =
            switch piece.cause {
            case .dependency(let task): ("dependency", [task], nil)
            case .overlapped(let task): ("overlapped", [task], nil)
            case .eventNotDelivered(let task): ("event", [task], nil)
            case .timer(let task): ("timer", [task], nil)
            case .lane(let lane, let holders): ("lane", holders, lane)
            case .gap(let lane, let task): ("laneGap", [task], lane)
            case .paused: ("paused", [], nil)
            case .lanePaused(let lane): ("lanePaused", [], lane)
            case .laneClosed(let lane): ("laneClosed", [], lane)
            case .suspended: ("suspended", [], nil)
            case .retry: ("retry", [], nil)
            case .job(let task): ("job", [task].compactMap { $0 }, nil)
            case .unrecorded: ("unrecorded", [], nil)
            case .turn: ("turn", [], nil)
            }
        return [
            "from": .time(piece.from - start), "to": .time(piece.to - start), "why": .string(why),
            "lane": lane.map { .string(launch.name($0)) },
            "by": tasks.isEmpty ? nil : .texts(tasks.map { launch.name($0) }),
        ]
    }
}
