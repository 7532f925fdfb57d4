import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceFormat

/// Explains why runs of a course waited: gathers the evidence, which `WaitPieces` splits into pieces.
package struct WaitReader {
    /// The most attempts in one lane that are examined.
    package static let maximumHolders = 64
    /// The most commands that are examined for pauses.
    package static let maximumOrders = 1_000

    package let course: Course
    package let scheduler: Scheduler
    package let configuration: SchedulerConfiguration
    package let names: TraceNames
    /// A name as the script language writes it.
    private let written: @Sendable (String) -> String

    package init(
        course: Course, scheduler: Scheduler, configuration: SchedulerConfiguration, names: TraceNames,
        written: @escaping @Sendable (String) -> String
    ) {
        (self.course, self.scheduler, self.configuration) = (course, scheduler, configuration)
        (self.names, self.written) = (names, written)
    }

    /// The pieces of a run's wait until `now`.
    package func pieces(of run: Course.Run, _ task: TaskID, until now: Instant) -> [WaitPiece] {
        WaitPieces.of(evidence(of: run, task, until: now))
    }

    /// The wait in a few words; empty if there was none.
    package func brief(_ run: Course.Run, _ task: TaskID, until now: Instant) -> String {
        WaitText(names: names).brief(pieces(of: run, task, until: now))
    }

    /// The last predecessor to end before the run was ready; while the run waits, the last one not done.
    package func lastPredecessor(_ run: Course.Run, _ task: TaskID, until now: Instant) -> TaskID? {
        for piece in pieces(of: run, task, until: now) {
            switch piece.cause {
            case .dependency(let task), .eventNotDelivered(let task), .timer(let task): return task
            case .overlapped, .lane, .gap, .paused, .lanePaused, .laneClosed, .suspended, .turn: continue
            }
        }
        return nil
    }

    package func evidence(of run: Course.Run, _ task: TaskID, until now: Instant) -> WaitEvidence {
        let until = max(run.released, min(run.start ?? run.skipped ?? now, now))
        let known = run.ready.map { $0 <= until } ?? false
        var evidence = WaitEvidence(
            lane: run.lane, released: run.released, ready: known ? run.ready : nil, until: until)
        guard until > run.released else { return evidence }
        evidence.predecessors = predecessors(run, task, until: until)
        evidence.holders = holders(run, task, until: until)
        if run.lane.offset < configuration.lanes.count { evidence.gap = configuration.lanes[run.lane.offset].gap }
        evidence.suspensions = suspensions(from: run.released, to: until)
        let (own, lane) = pauses(run, task, until: until)
        evidence.pauses = own
        evidence.lanePauses = lane
        if run.lane == configuration.afterLaunchLane, run.lane != .main { evidence.laneOpened = opening(run) }
        return evidence
    }

    private func predecessors(_ run: Course.Run, _ task: TaskID, until: Instant) -> [WaitEvidence.Predecessor] {
        scheduler.predecessors(of: task).map { task in
            var release = WaitEvidence.Predecessor.Release.event
            if case .timer = scheduler.snapshot(of: task).trigger { release = .timer }
            let list = task.offset < course.runs.count ? course.runs[task.offset] : []
            let later = list.partitionPoint { $0.released > until }
            // The turn that satisfied the dependency: the last one over by then; while the run waits, the current one.
            guard later > 0 else { return .init(task, release: release, released: nil, ended: nil) }
            let turn = list[later - 1]
            let begin = course.launches.last { $0.start <= run.released }?.start ?? .zero
            if turn.released < begin { return .init(task, release: release, released: nil, ended: nil) }
            return .init(task, release: release, released: turn.released, ended: turn.end)
        }
    }

    private func holders(_ run: Course.Run, _ task: TaskID, until: Instant) -> [WaitEvidence.Holder] {
        guard run.lane.offset < course.laneTurns.count else { return [] }
        let turns = course.laneTurns[run.lane.offset]
        let last = turns.partitionPoint { course.start(of: $0) >= until }
        return turns[max(0, last - WaitReader.maximumHolders)..<last].compactMap { turn in
            if turn.task == task { return nil }
            let span = course.laneSpan(turn)
            return .init(span.task, span.start, span.end ?? .distantFuture)
        }
    }

    private func suspensions(from: Instant, to: Instant) -> [WaitEvidence.Stretch] {
        let first = max(0, course.states.partitionPoint { $0.time > from } - 1)
        let last = course.states.partitionPoint { $0.time > to }
        guard first < last else { return [] }
        return (first..<last).compactMap { place in
            guard course.states[place].state == .suspended else { return nil }
            let end = place + 1 < course.states.count ? course.states[place + 1].time : .distantFuture
            return .init(course.states[place].time, end)
        }
    }

    private func opening(_ run: Course.Run) -> Instant {
        let launch = course.launches.last { $0.start <= run.released }
        return launch?.firstFrame.map { $0 + configuration.afterLaunchDelay } ?? .distantFuture
    }

    /// When the task and its lane were paused: from a command or from parking to the next `resume`.
    private func pauses(
        _ run: Course.Run, _ task: TaskID, until: Instant
    ) -> (own: [WaitEvidence.Stretch], lane: [WaitEvidence.Stretch]) {
        let own = written(names.name(of: task))
        let lane = "lane:" + written(names.name(of: run.lane))
        var starts: (own: Instant?, lane: Instant?)
        for mark in course.marks(of: task) where mark.kind == .parked {
            guard mark.time >= run.released, mark.time <= until else { continue }
            if mark.reason == .paused { starts.own = starts.own ?? mark.time }
            if case .lanePaused = mark.reason { starts.lane = starts.lane ?? mark.time }
        }
        var found: (own: [WaitEvidence.Stretch], lane: [WaitEvidence.Stretch]) = ([], [])
        let first = course.orders.partitionPoint { $0.time >= run.released }
        for order in course.orders[first...].prefix(WaitReader.maximumOrders) where order.time <= until {
            let text = names.text(of: order.command)
            if text == "pause \(own)" { starts.own = min(starts.own ?? order.time, order.time) }
            if text == "pause \(lane)" { starts.lane = min(starts.lane ?? order.time, order.time) }
            if text == "resume \(own)", let from = starts.own, from <= order.time {
                found.own.append(.init(from, order.time))
                starts.own = nil
            }
            if text == "resume \(lane)", let from = starts.lane, from <= order.time {
                found.lane.append(.init(from, order.time))
                starts.lane = nil
            }
        }
        if let from = starts.own { found.own.append(.init(from, .distantFuture)) }
        if let from = starts.lane { found.lane.append(.init(from, .distantFuture)) }
        return found
    }
}
