import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

/// Explains why runs of a course waited.
package struct WaitReader {
    /// The most attempts in one lane that are examined.
    package static let maximumHolders = 64

    package let course: Course
    private let simulation: Simulation
    /// The rules at the horizon of the course.
    package var scheduler: Scheduler { @inline(__always) _read { yield simulation.scheduler } }
    package let configuration: SchedulerConfiguration
    package let names: TraceNames
    private let writtenName: @Sendable (String) -> String

    package init(
        course: Course, simulation: Simulation, configuration: SchedulerConfiguration, names: TraceNames,
        written: @escaping @Sendable (String) -> String
    ) {
        (self.course, self.simulation, self.configuration) = (course, simulation, configuration)
        (self.names, writtenName) = (names, written)
    }

    /// The pieces of a run's wait until `now`.
    package func pieces(of run: Course.Run, _ task: TaskID, until now: Instant) -> [WaitPiece] {
        let until = max(run.released, min(run.start ?? run.skipped ?? now, now))
        let known = run.ready.map { $0 <= until } ?? false
        return pieces(
            of: run,
            WaitingRun(
                task: task, lane: run.lane, released: run.released, ready: known ? run.ready : nil, until: until))
    }

    /// What a run waited for until `instant` after one of its attempts, numbered from 0, had failed.
    package func pieces(of run: Course.Run, _ task: TaskID, afterAttempt place: Int, until instant: Instant)
        -> [WaitPiece]
    {
        let (_, end) = run.attempts.times(place)
        guard let end else { return [] }
        let delay = course.due(task, run, retry: place + 1).map { $0 - end }
        return pieces(of: run, task, in: run.lane, from: end, until: instant, delay: delay)
    }

    /// The last predecessor to end before the run was ready; while the run waits, the last one not done.
    package func lastPredecessor(_ run: Course.Run, _ task: TaskID, until now: Instant) -> TaskID? {
        for piece in pieces(of: run, task, until: now) {
            switch piece.cause {
            case .dependency(let task), .eventNotDelivered(let task), .timer(let task): return task
            case .overlapped, .lane, .gap, .paused, .lanePaused, .laneClosed, .suspended, .retry, .job, .unrecorded,
                .turn:
                continue
            }
        }
        return nil
    }
}

extension WaitReader: WaitSource {
    package var lanes: [LaneSpec] { configuration.lanes }
    package var states: [StateMark] { course.states }
    package var commands: [CommandMark] { course.commands }
    package func text(of command: CommandID) -> String { simulation.text(of: command) ?? "" }
    package func written(_ name: String) -> String { writtenName(name) }

    package func parkings(of waiting: WaitingRun) -> [(time: Instant, reason: Reason)] {
        course.marks(of: waiting.task).compactMap { mark in
            let isOwn = mark.kind == .parked && mark.time >= waiting.released && mark.time <= waiting.until
            return isOwn ? (mark.time, mark.reason) : nil
        }
    }

    package func predecessors(of run: Course.Run, _ waiting: WaitingRun) -> [WaitEvidence.Predecessor] {
        scheduler.dependencies(of: waiting.task).compactMap { task, kind in
            var release = WaitEvidence.Predecessor.Release.event
            if case .timer = scheduler.snapshot(of: task).trigger { release = .timer }
            let list = task.offset < course.runs.count ? course.runs[task.offset] : []
            let later = list.partitionPoint { $0.released > waiting.until }
            // The turn that satisfied the dependency: the last one over by then; while the run waits, the current one.
            let isPreference = kind == .prefers
            guard later > 0 else {
                return isPreference ? nil : .init(task, release: release, released: nil, ended: nil)
            }
            let turn = list[later - 1]
            // A preference counts only for what was not over at the release.
            if isPreference, turn.end.map({ $0 <= run.released }) ?? false { return nil }
            let begin = course.launches.last { $0.start <= run.released }?.start ?? .zero
            if turn.released < begin { return .init(task, release: release, released: nil, ended: nil) }
            let ended = course.isToRetry(task, turn) ? nil : turn.end
            return .init(task, release: release, released: turn.released, ended: ended)
        }
    }

    package func holders(of run: Course.Run, _ waiting: WaitingRun) -> [WaitEvidence.Holder] {
        guard run.lane.offset < course.laneTurns.count else { return [] }
        let turns = course.laneTurns[run.lane.offset]
        let last = turns.partitionPoint { course.start(of: $0) >= waiting.until }
        return turns[max(0, last - WaitReader.maximumHolders)..<last].compactMap { turn in
            if turn.task == waiting.task { return nil }
            let span = course.laneSpan(turn)
            return .init(span.task, span.start, span.end ?? .distantFuture)
        }
    }

    package func opening(of run: Course.Run, _ waiting: WaitingRun) -> Instant {
        guard run.lane == configuration.afterLaunchLane, run.lane != .main else { return .zero }
        let launch = course.launches.last { $0.start <= run.released }
        return launch?.firstFrame.map { $0 + configuration.afterLaunchDelay } ?? .distantFuture
    }
}
