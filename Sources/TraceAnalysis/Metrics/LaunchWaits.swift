import SchedulerCore
import TraceFormat

/// Why the runs of one launch waited, from its timeline.
public struct LaunchWaits {
    private let launch: LaunchMeasure
    private let predecessors: ((TaskID) -> [TaskID])?
    /// How long after the first frame lane `afterLaunch` opens; nil if only a trace is known.
    private let afterLaunchDelay: Nanoseconds?
    /// A name as the script language writes it.
    private let written: (String) -> String

    /// The waits of a launch.
    ///
    /// - Parameters:
    ///   - predecessors: what each task waits for; nil if only a trace is known, which shows the last one of a run.
    ///   - afterLaunchDelay: how long after the first frame lane `afterLaunch` opens; nil if only a trace is known: it then
    ///     counts as open from its first run on.
    ///   - written: a name as the script language writes it.
    public init(
        _ launch: LaunchMeasure, predecessors: ((TaskID) -> [TaskID])?, afterLaunchDelay: Nanoseconds? = .zero,
        written: @escaping (String) -> String
    ) {
        (self.launch, self.predecessors, self.written) = (launch, predecessors, written)
        self.afterLaunchDelay = afterLaunchDelay
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

    /// The pieces of a run's wait.
    public func pieces(of run: Int) -> [WaitPiece] { WaitPieces.of(evidence(of: run)) }

    private func evidence(of run: Int) -> WaitEvidence {
        let span = launch.timeline.runs[run]
        let until = span.started ?? launch.firstFrame
        var evidence = WaitEvidence(lane: span.lane, released: span.released, ready: span.ready, until: until)
        guard until > span.released else { return evidence }
        evidence.predecessors = predecessors(of: run)
        evidence.holders = holders(of: run, until: until)
        if launch.lanes.indices.contains(span.lane.offset) { evidence.gap = launch.lanes[span.lane.offset].gap }
        if launch.name(span.lane) == "afterLaunch" { evidence.laneOpened = opening(span) }
        evidence.suspensions = suspensions
        (evidence.pauses, evidence.lanePauses) = pauses(of: span, until: until)
        return evidence
    }

    private func opening(_ span: RunSpan) -> Instant {
        guard span.process >= 0 else { return .zero }
        guard let firstFrame = launch.timeline.processes[Int(span.process)].firstFrame else { return .distantFuture }
        if let afterLaunchDelay { return firstFrame + afterLaunchDelay }
        let starts = launch.timeline.runs.compactMap { other in
            other.process == span.process && other.lane == span.lane ? other.started : nil
        }
        return max(firstFrame, starts.min() ?? firstFrame)
    }

    private func predecessors(of run: Int) -> [WaitEvidence.Predecessor] {
        let runs = launch.timeline.runs
        let span = runs[run]
        guard let predecessors else {
            // The last run to end when this one became ready.
            let last = runs.filter { other in
                other.finished == span.ready && other.finishOrder >= 0 && other.finishOrder < span.startOrder
            }.max { $0.finishOrder < $1.finishOrder }
            return last.map { [.init($0.task, released: $0.released, ended: $0.finished)] } ?? []
        }
        return predecessors(span.task).compactMap { task in
            let turn = launch.timeline.lastRun(of: task) { other in
                other.finishOrder >= 0 && other.finishOrder < span.startOrder && other.process == span.process
            }
            return turn.map { .init(task, released: runs[$0].released, ended: runs[$0].finished) }
        }
    }

    /// The attempts that took a place in the run's lane while it waited, by their starts.
    private func holders(of run: Int, until: Instant) -> [WaitEvidence.Holder] {
        let timeline = launch.timeline
        let span = timeline.runs[run]
        var holders = timeline.earlierAttempts.compactMap { attempt -> WaitEvidence.Holder? in
            let other = timeline.runs[attempt.run]
            return other.lane == span.lane ? .init(other.task, attempt.started, attempt.finished) : nil
        }
        for index in timeline.runs.indices where index != run && timeline.runs[index].lane == span.lane {
            guard let started = timeline.runs[index].lastStarted else { continue }
            holders.append(.init(timeline.runs[index].task, started, timeline.runs[index].finished ?? .distantFuture))
        }
        let gap = launch.lanes.indices.contains(span.lane.offset) ? launch.lanes[span.lane.offset].gap : .zero
        return holders.filter { holder in
            let end = holder.stretch.to == .distantFuture ? holder.stretch.to : holder.stretch.to + gap
            return holder.stretch.from < until && end > span.released
        }.sorted { $0.stretch.from < $1.stretch.from }
    }

    private var suspensions: [WaitEvidence.Stretch] {
        let states = launch.timeline.states
        return states.indices.compactMap { place in
            guard states[place].state == .suspended else { return nil }
            return .init(states[place].time, place + 1 < states.count ? states[place + 1].time : .distantFuture)
        }
    }

    /// When the task and its lane were paused: from a command or from parking to the next `resume`.
    private func pauses(
        of span: RunSpan, until: Instant
    ) -> (own: [WaitEvidence.Stretch], lane: [WaitEvidence.Stretch]) {
        let marks = launch.timeline.marks.filter { mark in
            mark.kind == .park && mark.task == span.task && mark.time >= span.released && mark.time <= until
        }
        let own = marks.first { $0.reason == .paused }?.time
        let lane = marks.first { if case .lanePaused = $0.reason { true } else { false } }?.time
        return (
            stretches(written(launch.name(span.task)), from: own, span, until: until),
            stretches("lane:" + written(launch.name(span.lane)), from: lane, span, until: until)
        )
    }

    private func stretches(
        _ subject: String, from parked: Instant?, _ span: RunSpan, until: Instant
    ) -> [WaitEvidence.Stretch] {
        var start = parked
        var found: [WaitEvidence.Stretch] = []
        for mark in launch.timeline.commands where mark.time >= span.released && mark.time <= until {
            let text = launch.names.text(of: mark.command)
            if text == "pause \(subject)" { start = min(start ?? mark.time, mark.time) }
            if text == "resume \(subject)", let from = start, from <= mark.time {
                found.append(.init(from, mark.time))
                start = nil
            }
        }
        if let from = start { found.append(.init(from, .distantFuture)) }
        return found
    }
}
