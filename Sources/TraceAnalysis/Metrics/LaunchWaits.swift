import SchedulerCore
import TraceFormat

/// Why the runs of one launch waited, from its timeline.
public struct LaunchWaits {
    private let launch: LaunchMeasure
    private let writtenName: (String) -> String

    /// The waits of a launch. If its dependencies are not known, the trace shows the last one of a run; if the delay of
    /// lane `afterLaunch` is not, the lane counts as open from its first run on. `written`: a name as the script language
    /// writes it.
    public init(_ launch: LaunchMeasure, written: @escaping (String) -> String) {
        (self.launch, writtenName) = (launch, written)
    }

    /// The run of a task that says most about the launch, an index into `Timeline.runs`: the one on the critical path,
    /// else the last one that began before the first frame, else the first one of this launch, else the first one of
    /// any; nil if the task never ran.
    public func run(of task: TaskID) -> Int? {
        let runs = launch.launchRuns.filter { launch.timeline.runs[$0].task == task }
        if let run = runs.first(where: { launch.path.isCritical($0) }) ?? runs.last { return run }
        return run(of: task, inProcess: launch.process) ?? first(launch.timeline.runIndexes(of: task))
    }

    /// The first run of a task in one process.
    public func run(of task: TaskID, inProcess process: Int) -> Int? {
        first(launch.timeline.runIndexes(of: task).filter { Int(launch.timeline.runs[$0].process) == process })
    }

    /// The first one that began, of runs whose last is first.
    private func first(_ runs: some Sequence<Int>) -> Int? {
        var found: Int?
        for run in runs where launch.timeline.runs[run].started != nil { found = run }
        return found
    }

    /// The pieces of a run's wait; what a recorded trace does not explain is no wait for a task.
    public func pieces(of run: Int) -> [WaitPiece] {
        let pieces = plainPieces(of: run)
        let known = pieces.flatMap { explained($0) }
        guard known.count != pieces.count || known != pieces else { return pieces }
        return known.filter { piece in
            guard case .overlapped(let task) = piece.cause else { return true }
            return !known.contains { $0.cause == .dependency(task) || $0.cause == .job(freedBy: task) }
        }
    }

    /// The parts of a wait for a task that stands for one itself.
    private func explained(_ piece: WaitPiece) -> [WaitPiece] {
        guard case .dependency(let gap) = piece.cause, launch.isGap(gap), let run = self.run(of: gap),
            let began = launch.timeline.runs[run].started
        else { return [piece] }
        guard launch.isQueue(gap) else {
            return plainPieces(of: run) + [WaitPiece(.unrecorded, max(began, piece.from), piece.to)]
        }
        let holder = launch.holder(ofQueue: run)
        guard began < piece.to else { return [WaitPiece(.job(freedBy: holder), piece.from, piece.to)] }
        return plainPieces(of: run) + [WaitPiece(.job(freedBy: holder), began, piece.to)]
    }

    /// What a run waited for between its attempts: the delay of each retry, then the lane.
    public func retryPieces(of run: Int) -> [WaitPiece] {
        let span = launch.timeline.runs[run]
        guard span.attempts > 1 else { return [] }
        let attempts = launch.timeline.attempts(of: run)
        return zip(attempts, attempts.dropFirst()).enumerated().flatMap { place, pair -> [WaitPiece] in
            guard let failed = pair.0.finished else { return [] }
            let delay = launch.facts.retryDelay(of: span.task, beforeAttempt: place + 2)
            return pieces(of: run, span.task, in: span.lane, from: failed, until: pair.1.started, delay: delay)
        }
    }

    private func plainPieces(of run: Int) -> [WaitPiece] {
        let span = launch.timeline.runs[run]
        return pieces(
            of: run,
            WaitingRun(
                task: span.task, lane: span.lane, released: span.released, ready: span.ready,
                until: span.started ?? launch.firstFrame))
    }
}

extension LaunchWaits: WaitSource {
    package var names: TraceNames { launch.names }
    package var lanes: [LaneSpec] { launch.lanes }
    package var states: [StateMark] { launch.timeline.states }
    package var commands: [CommandMark] { launch.timeline.commands }
    package func text(of command: CommandID) -> String { names.text(of: command) }
    package func written(_ name: String) -> String { writtenName(name) }

    package func parkings(of waiting: WaitingRun) -> [(time: Instant, reason: Reason)] {
        launch.timeline.marks.compactMap { mark in
            let isOwn = mark.kind == .park && mark.task == waiting.task
            return isOwn && mark.time >= waiting.released && mark.time <= waiting.until ? (mark.time, mark.reason) : nil
        }
    }

    package func opening(of run: Int, _ waiting: WaitingRun) -> Instant {
        let span = launch.timeline.runs[run]
        guard launch.name(span.lane) == "afterLaunch", span.process >= 0 else { return .zero }
        guard let firstFrame = launch.timeline.processes[Int(span.process)].firstFrame else { return .distantFuture }
        if let delay = launch.facts.afterLaunchDelay { return firstFrame + delay }
        let starts = launch.timeline.runs.compactMap { other in
            other.process == span.process && other.lane == span.lane ? other.started : nil
        }
        return max(firstFrame, starts.min() ?? firstFrame)
    }

    package func predecessors(of run: Int, _ waiting: WaitingRun) -> [WaitEvidence.Predecessor] {
        let runs = launch.timeline.runs
        let span = runs[run]
        guard launch.facts.knowsDependencies else {
            // The last run to end when this one became ready.
            let last = runs.filter { other in
                other.finished == span.ready && other.finishOrder >= 0 && other.finishOrder < span.startOrder
            }.max { $0.finishOrder < $1.finishOrder }
            return last.map { [.init($0.task, released: $0.released, ended: $0.finished)] } ?? []
        }
        return launch.facts.dependencies(of: span.task).compactMap { dependency in
            let turn = launch.timeline.lastRun(of: dependency.task) { other in
                other.finishOrder >= 0 && other.finishOrder < span.startOrder && other.process == span.process
                    && (dependency.kind != .prefers || span.heeds(other))
            }
            return turn.map { .init(dependency.task, released: runs[$0].released, ended: runs[$0].finished) }
        }
    }

    package func holders(of run: Int, _ waiting: WaitingRun) -> [WaitEvidence.Holder] {
        let timeline = launch.timeline
        let span = timeline.runs[run]
        var holders = timeline.earlierAttempts.compactMap { attempt -> WaitEvidence.Holder? in
            let other = timeline.runs[attempt.run]
            return other.lane == span.lane && attempt.run != run
                ? .init(other.task, attempt.started, attempt.finished) : nil
        }
        for index in timeline.runs.indices where index != run && timeline.runs[index].lane == span.lane {
            guard let started = timeline.runs[index].lastStarted else { continue }
            holders.append(.init(timeline.runs[index].task, started, timeline.runs[index].finished ?? .distantFuture))
        }
        let gap = lanes.indices.contains(span.lane.offset) ? lanes[span.lane.offset].gap : .zero
        return holders.filter { holder in
            let end = holder.stretch.to == .distantFuture ? holder.stretch.to : holder.stretch.to + gap
            return holder.stretch.from < waiting.until && end > span.released
        }.sorted { $0.stretch.from < $1.stretch.from }
    }
}
