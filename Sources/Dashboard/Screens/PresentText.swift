import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

/// When a run is, seen from the instant shown: sentences about it have this tense.
enum Tense {
    case past, present, future

    /// A run that is released and has not started is present; one that runs or is over is past.
    init(of run: Course.Run, now: Instant, isAssumed: Bool) {
        if isAssumed || run.released > now {
            self = .future
        } else {
            let begun = run.start ?? run.skipped
            self = begun.map { $0 <= now } ?? false ? .past : .present
        }
    }

    /// The verb of a wait.
    var waits: String {
        switch self {
        case .past: "waited"
        case .present: "waits"
        case .future: "will wait"
        }
    }

    /// That there is no wait.
    var waitsNot: String { self == .future ? "it will not wait" : "it did not wait" }
}

/// What a task waits for at the instant shown, down to what runs.
struct PresentText {
    let context: ScreenContext
    let task: TaskID
    /// The most tasks that a sentence follows.
    private static let maximumHops = 8

    private var text: FactText { context.text }
    private var now: Instant { context.now }

    /// What holds a run now, since its release, and how many other predecessors are not done.
    private struct PresentWait {
        var cause: WaitPiece.Cause
        /// Since when this holds it.
        var began: Instant
        var released: Instant
        var others: Int
    }

    private func hold(of task: TaskID) -> PresentWait? {
        guard let run = context.shownRun(of: task), !context.model.isAhead else { return nil }
        let (soon, failed) = (now + Nanoseconds(1), context.plan.failedAttempt(of: task, run, at: now))
        guard failed != nil || context.tense(of: task, run) == .present else { return nil }
        let since = failed.flatMap { run.attempts[$0].end } ?? run.released
        let pieces =
            failed.map { context.waits.pieces(of: run, task, afterAttempt: $0, until: soon) }
            ?? context.waits.pieces(of: run, task, until: soon)
        guard let last = pieces.last(where: { !$0.isBeside }) else { return nil }
        let others = pieces.count { $0.isBeside && $0.to > now }
        // A wait for a lane is one, whoever held it.
        let (lane, own) = (last.lane, pieces.filter { !$0.isBeside })
        let began = own.last { $0.lane == nil || $0.lane != lane }.map { $0.to } ?? since
        // Whatever ends in a paused lane, nothing starts there.
        let pausedLane = lane.flatMap { context.scheduler.snapshot(of: $0).isPaused ? $0 : nil }
        return PresentWait(
            cause: pausedLane.map { .lanePaused($0) } ?? last.cause,
            began: pausedLane != nil ? now : lane == nil ? last.from : began, released: since, others: others)
    }

    /// Column NOW: `Login`, `Login +1`, `net: Prices`, `event`, `gap`, `paused`, `parked: net`; empty for what has started.
    func brief(columns: Int) -> String {
        let snapshot = context.snapshot(of: task)
        guard let hold = hold(of: task) else {
            guard case .events = snapshot.trigger, snapshot.exists, snapshot.state == .idle else { return "" }
            return snapshot.lastResult == .none && !(context.shownRun(of: task).map { $0.released <= now } ?? false)
                ? "event" : ""
        }
        if snapshot.isPaused { return "paused" }
        switch hold.cause {
        case .dependency(let other), .overlapped(let other), .eventNotDelivered(let other), .timer(let other):
            let isParked = snapshot.isParked && context.snapshot(of: other).isParked
            return named(text.name(other), hold.others, isParked ? Self.parked : "", columns)
        case .lane(let lane, let holders):
            let first = firstToEnd(holders).map { text.name($0) } ?? ""
            return held(text.name(lane), first, holders.count - 1, columns)
        case .gap: return "gap"
        case .paused: return "paused"
        case .lanePaused(let lane), .laneClosed(let lane):
            let words = (snapshot.isParked ? "parked: " : "paused: ") + text.name(lane)
            if case .laneClosed = hold.cause, DisplayText.width(of: words) > columns { return "first frame" }
            return DisplayText.cut(words, to: columns)
        case .suspended: return "suspended"
        case .retry: return "retry"
        case .job: return "a job"
        case .unrecorded: return "a wait"
        case .turn: return "its turn"
        }
    }

    /// `net: Prices +1`: the holder in full where the lane's name, or its first letters, leave room for it.
    private func held(_ lane: String, _ holder: String, _ others: Int, _ columns: Int) -> String {
        let more = others > 0 ? " +\(others)" : ""
        let room = columns - DisplayText.width(of: ": " + holder + more)
        let name = DisplayText.width(of: lane) <= room ? lane : DisplayText.cut(lane, to: max(4, min(6, room)))
        return named(holder, others, name + ": ", columns)
    }

    private static let parked = "parked: "

    private func named(_ name: String, _ others: Int, _ before: String, _ columns: Int) -> String {
        let more = others > 0 ? " +\(others)" : ""
        let room = columns - DisplayText.width(of: before) - more.utf8.count
        // Rather the name than that it is parked.
        guard before != Self.parked || room >= min(6, DisplayText.width(of: name)) else {
            return DisplayText.cut(name, to: max(3, columns - more.utf8.count)) + more
        }
        return before + DisplayText.cut(name, to: max(3, room)) + more
    }

    /// `waits 371ms so far for Routes, which waits for Login (runs, 187ms left)`; `waits 390ms so far, the last 26ms for lane
    /// net (…)` where something else held it before; nil if it does not wait now.
    var sentence: String? { sentence(columns: .max) }

    /// The same; where it has no room, without the tasks between the first and the last: `for Routes … for Login (runs)`.
    func sentence(columns: Int) -> String? {
        guard let hold = hold(of: task) else { return nil }
        var begin = Self.soFar(now - hold.released) + " "
        if hold.began != hold.released {
            let last = hold.began < now ? "the last \(TimeText.text(now - hold.began))" : "now"
            begin = begin.dropLast() + ", \(last) "
        }
        let chain = chain(from: hold)
        let whole = begin + chain.joined(separator: ", which waits ")
        guard DisplayText.width(of: whole) > columns, chain.count > 2 else { return whole }
        return "\(begin)\(chain[0]) \(ScreenGlyph.cut) \(chain[chain.count - 1])"
    }

    /// `waits 371ms so far`.
    static func soFar(_ length: Nanoseconds) -> String {
        length == .zero ? "waits" : "waits \(TimeText.text(length)) so far"
    }

    /// For what, and what that waits for in turn.
    private func chain(from hold: PresentWait) -> [String] {
        var (links, next, seen): ([String], PresentWait, [TaskID]) = ([], hold, [task])
        while true {
            guard case .dependency(let other) = next.cause else { return links + [words(next.cause)] }
            let link = "for \(text.name(other))"
            if let left = running(other, untilDone: true) { return links + ["\(link) (\(left))"] }
            links.append(link)
            guard seen.count < Self.maximumHops, !seen.contains(other), let behind = self.hold(of: other) else {
                return links
            }
            seen.append(other)
            next = behind
        }
    }

    private func words(_ cause: WaitPiece.Cause) -> String {
        switch cause {
        case .dependency(let other), .overlapped(let other): return "for \(text.name(other))"
        case .eventNotDelivered(let other): return "for \(text.name(other)), whose event has not come"
        case .timer(let other): return "for \(text.name(other)), whose timer is not due"
        case .lane(let lane, let holders):
            let first = firstToEnd(holders).map { "\(text.name($0)) \(running($0) ?? "runs")" } ?? "taken"
            let more = holders.count > 1 ? ", and \(Format.count(holders.count - 1, "other task"))" : ""
            return "for lane \(text.name(lane)) (\(first)\(more))"
        case .gap(let lane, let other): return "for the gap of lane \(text.name(lane)) after \(text.name(other))"
        case .paused: return "because it is paused"
        case .lanePaused(let lane): return "because lane \(text.name(lane)) is paused"
        case .laneClosed(let lane): return "for lane \(text.name(lane)) to open: the first frame opens it"
        case .suspended: return "because the app is suspended"
        case .retry: return "for its retry"
        case .job: return "for a free job"
        case .unrecorded: return "for an unrecorded reason"
        case .turn: return "for its turn: an earlier run of its own or others come first"
        }
    }

    /// Which of the tasks that hold a lane frees a place first.
    private func firstToEnd(_ holders: [TaskID]) -> TaskID? {
        let ends = holders.map { context.shownRun(of: $0)?.attempts.last?.end ?? .distantFuture }
        return ends.indices.min { (ends[$0], $0) < (ends[$1], $1) }.map { holders[$0] }
    }

    /// `runs, 187ms left`; nil if it does not run now. Who needs it waits for its retries, too.
    private func running(_ task: TaskID, untilDone: Bool = false) -> String? {
        guard let run = context.shownRun(of: task),
            let attempt = run.attempts.last(where: { context.hasBegun(task, $0.start) }),
            (attempt.end ?? .distantFuture) > now
        else { return nil }
        if untilDone, let last = run.attempts.last, last.start > now, let end = last.end {
            return "runs, \(TimeText.text(end - now)) left with its retry"
        }
        return attempt.end.map { "runs, \(TimeText.text($0 - now)) left" } ?? "runs"
    }
}

extension WaitPiece {
    /// The lane that it was for; nil if it was for something else.
    fileprivate var lane: LaneID? { if case .lane(let lane, _) = cause { lane } else { nil } }
}

extension ScreenContext {
    /// Whether the event that releases a task waits for its runs: by `blocks`, else on lane main and for class basic.
    func blocksItsEvent(_ task: TaskID) -> Bool {
        let scenario = model.session.scenario
        guard scenario.tasks.indices.contains(task.offset) else { return false }
        let spec = scenario.tasks[task.offset].spec
        switch spec.trigger {
        case .events(let events) where events == EventSet(.idle): return false
        case .events, .startup:
            return spec.holdsEvent(in: scenario.configuration.lane(of: spec))
        case .none, .timer, .notification: return false
        }
    }

    /// The tense of a task's run at the instant shown. What the plan has for this very instant may not have happened yet: a
    /// stop comes between two lines of a script.
    func tense(of task: TaskID, _ run: Course.Run) -> Tense {
        let tense = Tense(of: run, now: now, isAssumed: model.isAhead)
        guard tense != .future, run.start == now || run.released == now else { return tense }
        let snapshot = scheduler.snapshot(of: task)
        if snapshot.state == .idle, run.skipped == nil, snapshot.runsEnded < run.number { return .future }
        return run.start.map { hasBegun(task, $0) } ?? true ? tense : .present
    }

    /// Whether an attempt that the plan starts at this instant has begun.
    func hasBegun(_ task: TaskID, _ start: Instant) -> Bool {
        guard start == now else { return start < now }
        return switch scheduler.snapshot(of: task).state {
        case .waiting, .ready, .retrying: false
        case .idle, .running, .stuck: true
        }
    }
}

extension DashboardModel {
    /// Whether all that is shown is still to come: nothing has happened, or only a script is about to launch the app.
    var isAhead: Bool { forecast.assumesLaunch || session.records.isEmpty }

    /// Whether nothing has happened but commands before the launch.
    var awaitsLaunch: Bool { scheduler.launchedAt == nil && plan.launchStart.map { $0 >= now } ?? false }

    /// Whether rows say what they wait for now, in place of slack: a launch is under way, or a run is.
    var showsPresent: Bool {
        guard !showsDelta, !isAhead, let start = plan.launchStart, start <= now else { return false }
        return plan.firstFrame.map { now < $0 } ?? true || scheduler.runningCount > 0
    }
}
