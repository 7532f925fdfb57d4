import Planning
import SchedulerCore
import SchedulerSimulation
import Text

/// What happened at the instant to which `.` or `,` went, marked until the next key.
struct Happening: Hashable, Sendable {
    let time: Instant
    /// The tasks to which it happened; never iterated.
    let tasks: Set<TaskID>

    /// What the last records of a session say about their instant. O(records of that instant).
    init(of records: ArraySlice<TraceRecord>, at time: Instant) {
        self.time = time
        var tasks: Set<TaskID> = []
        for record in records.reversed() {
            guard record.time == time else { break }
            switch record.fact {
            case .release(let task, run: _, lane: _), .start(let task, _, _, _), .skip(let task, _), .miss(let task, _),
                .park(let task, _), .sequence(let task, _, _, _), .job(_, let task, _, _, _, _):
                tasks.insert(task)
            case .finish(let task, _, _, _, _, _): tasks.insert(task)
            case .action, .refused, .event, .state, .firstFrame, .tick, .queue, .expect, .warning: break
            }
        }
        self.tasks = tasks
    }
}

extension DashboardModel {
    /// The most instants at which nothing is recorded that one step passes over.
    private static let maximumSilence = 10_000

    /// Pauses time and goes to the next or previous instant at which something happens.
    mutating func step(forward: Bool) {
        playback.isRunning = false
        guard forward ? stepForward() : stepBack() else { return }
        playback.forgetRemainder()
        view.logOffset = 0
        happening = Happening(of: session.records, at: now)
    }

    private mutating func stepForward() -> Bool {
        letTimePass()
        let (before, captions) = (session.records.count, session.simulation.captions.count)
        let start = now
        for _ in 0..<Self.maximumSilence {
            guard let instant = session.nextInstant else { break }
            session.advance(to: instant)
            if session.records.count > before || session.simulation.captions.count > captions { return true }
        }
        session.goBack(to: start)
        say(
            forecast.assumesLaunch && !hasPlayingScript
                ? "nothing is running: \(key(of: .world(.act(.launch)))) launches the app" : "nothing more will happen")
        return false
    }

    private mutating func stepBack() -> Bool {
        let before = session.records.partitionPoint { $0.time >= now }
        if before > session.records.startIndex {
            session.goBack(to: session.records[before - 1].time)
            return true
        }
        if now > session.beginning {
            session.goBack(to: session.beginning)
            return true
        }
        if session.goBackBeforeCommands() { return true }
        say("already at the start")
        return false
    }
}
