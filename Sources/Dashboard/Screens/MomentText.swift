import Planning
import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

extension Screen {
    /// What happens at the instant shown, and what comes next; while time runs, the latest line of the log.
    mutating func drawMoment() {
        guard let row = layout.momentRow else { return }
        canvas.fill(Rect(column: 0, row: row, columns: layout.columns, rows: 1))
        let text = MomentText(context: context).line(columns: layout.columns - 2)
        canvas.put(" " + text, column: 0, row: row, width: layout.columns, style: theme.strong)
    }
}

/// What happens at an instant, in a line: `now Settings ends, Login starts   next at 430ms (in 30ms): Routes starts`.
///
/// A function of the instant and of the plan, not of how the instant was reached.
struct MomentText {
    let context: ScreenContext

    /// The most turns of a lane that are looked through for one that runs.
    private static let maximumTurns = 1_024
    /// The weight of what stays longest.
    private static let milestone = 4
    private static let launchIsComplete = Part(names: ["the launch"], one: "is complete", many: "", weight: milestone)
    /// The most records of one instant that are shown.
    private static let maximumRecords = 64

    private var plan: Course { @inline(__always) _read { yield context.plan } }
    private var now: Instant { context.now }

    /// What happens to some tasks, or with an event.
    private struct Part {
        var names: [String]
        var one: String
        var many: String
        /// The higher, the longer it is kept where there is little room.
        var weight = 0
        /// When it happens, if later than what the line tells.
        private var instant: String?
        var isLater: Bool { instant != nil }
        /// The most names that it ever tells.
        private var limit = Int.max

        init(names: [String], one: String, many: String, weight: Int = 0) {
            (self.names, self.one, self.many, self.weight) = (names, one, many, weight)
        }

        /// How many they are, in place of their names.
        var counted: Part {
            let words = names.count == 1 ? one : many
            return Part(names: ["\(names.count)"], one: words, many: words)
        }

        /// With fewer names than others have.
        func limited(to limit: Int) -> Part {
            var part = self
            part.limit = limit
            return part
        }

        /// With the instant, where it is another one than the line's.
        func later(_ time: Instant) -> Part {
            var part = self
            part.instant = TimeText.text(time - .zero)
            return part
        }

        /// `Home starts at 445ms`, in short `445ms Home starts`.
        func text(limit: Int, isShort: Bool = false) -> String {
            let limit = min(limit, self.limit)
            let shown = names.prefix(limit).joined(separator: ", ")
            let more = names.count > limit ? " +\(names.count - limit)" : ""
            let words = "\(shown)\(more) \(names.count == 1 ? one : many)"
            return instant.map { isShort ? "\($0) \(words)" : "\(words) at \($0)" } ?? words
        }
    }

    /// How the next instant is introduced.
    private enum Introduction {
        /// `next at 430ms (in 30ms): `
        case withDistance
        /// `next at 430ms: `
        case full
        /// `at 430ms: `
        case brief
        /// `430ms `, behind which other instants follow what happens then.
        case none
    }

    /// How much a line tells.
    private struct Telling {
        /// The most names of each thing that happens.
        var names = 4
        /// The most names of those that wait; 0: how many they are; nil: nothing.
        var waits: Int?
        /// The most names of each thing that comes next.
        var next = 1
        /// Whether it has all that comes at the next instant, or only what starts.
        var tellsAll = true
        var introduction = Introduction.full
    }

    /// From the most to the least. What happens now and what comes next are worth more than the names of all that wait, but
    /// not more than that some do.
    private static let tellings = [
        Telling(waits: 4, next: 4, introduction: .withDistance), Telling(waits: 4, next: 4), Telling(waits: 2, next: 4),
        Telling(waits: 2, next: 2), Telling(waits: 1, next: 2), Telling(waits: 0, next: 2), Telling(waits: 0),
        Telling(waits: 1, introduction: .none), Telling(waits: 0, introduction: .none),
        Telling(names: 3, waits: 0), Telling(names: 2, waits: 0), Telling(names: 2, waits: 0, introduction: .none),
        Telling(waits: 0, introduction: .brief), Telling(waits: 0, tellsAll: false), Telling(waits: 1, tellsAll: false),
        Telling(waits: 0, tellsAll: false, introduction: .brief),
        Telling(names: 3, waits: 0, tellsAll: false, introduction: .brief),
        Telling(names: 2, waits: 0, tellsAll: false, introduction: .brief),
        Telling(names: 1, waits: 0, tellsAll: false, introduction: .brief),
        Telling(next: 2), Telling(), Telling(introduction: .none), Telling(tellsAll: false), Telling(names: 3),
        Telling(names: 3, tellsAll: false),
        Telling(names: 2), Telling(names: 2, tellsAll: false), Telling(names: 1, tellsAll: false),
    ]

    /// The whole line, with as many names as fit.
    func line(columns: Int) -> String {
        if context.model.isAhead || context.model.awaitsLaunch { return ahead }
        let (present, next, waits) = (self.present, self.next, self.waits)
        let first = next.map { next in (time: next.time, parts: Self.firstOnly(next.parts)) }
        let brief = next.map { next in (time: next.time, parts: Self.firstOnly(next.parts, counts: true)) }
        let all = next.map { next in
            (time: next.time, parts: next.parts + [start(after: next)].compactMap { $0 })
        }
        for first in [first, brief] {
            for telling in Self.tellings {
                if telling.waits == 0, waits == nil { continue }
                // Two instants are told apart without a word before them, one is not.
                if telling.introduction == .none, !(all?.parts.contains { $0.isLater } ?? false) { continue }
                let waiting = waits.flatMap { waits in
                    telling.waits.map { $0 == 0 ? waits.counted : waits.limited(to: $0) }
                }
                let line = words(
                    present + (waiting.map { [$0] } ?? []), telling.tellsAll ? all : first, telling.names, telling.next,
                    telling.introduction)
                if DisplayText.width(of: line) <= columns { return line }
            }
        }
        // What comes next is worth more than all that happens at once; what is left out is counted.
        // Of these, what begins says more than what ends.
        let byWeight = present.indices.sorted { (present[$1].weight, $0) < (present[$0].weight, $1) }
        for count in (1..<max(1, present.count)).reversed() {
            let parts = counted(present, Array(byWeight.prefix(count)))
            for limit in [3, 2, 1] {
                let line = words(parts, brief, limit, 1)
                if DisplayText.width(of: line) <= columns { return line }
            }
        }
        return words(counted(present, Array(byWeight.prefix(1))), brief, 1, 1)
    }

    /// That the launch is complete, else the first that starts, else the first of all, and how many do what else:
    /// `HomeScreen starts, 2 end`; where they are only counted, `HomeScreen starts +2`.
    private static func firstOnly(_ all: [Part], counts: Bool = false) -> [Part] {
        let parts = all.filter { !$0.isLater }
        let place =
            parts.firstIndex { $0.weight == Self.milestone } ?? parts.firstIndex { $0.one == "starts" } ?? 0
        guard parts.count > 1 else { return parts }
        var first = parts[place]
        guard counts else {
            let others = parts.indices.filter { $0 != place }.map { other in
                let (part, count) = (parts[other], parts[other].names.count)
                return Part(names: ["\(count)"], one: count == 1 ? part.one : part.many, many: "")
            }
            return [first.limited(to: 1)] + others
        }
        let left = parts.reduce(-1) { $0 + $1.names.count }
        (first.names, first.one) = (Array(first.names.prefix(1)), "\(first.one) +\(left)")
        return [first]
    }

    /// Some of the parts in their order, and how many names the others have.
    private func counted(_ parts: [Part], _ kept: [Int]) -> [Part] {
        let left = parts.indices.reduce(0) { $0 + (kept.contains($1) ? 0 : parts[$1].names.count) }
        return kept.sorted().map { parts[$0] } + (left > 0 ? [Part(names: ["+\(left)"], one: "more", many: "")] : [])
    }

    private var ahead: String {
        if context.model.hasPlayingScript {
            return "nothing has happened yet   \(context.model.key(of: .time(.runOrHold))) plays the script"
        }
        let key = context.model.key(of: .world(.act(.launch)))
        return "nothing has happened yet   \(key) launches; the bars are the plan"
    }

    private func words(
        _ present: [Part], _ next: (time: Instant, parts: [Part])?, _ limit: Int, _ nextLimit: Int,
        _ introduction: Introduction = .full
    ) -> String {
        let happens = present.map { $0.text(limit: limit) }.joined(separator: ", ")
        let now = "now " + (happens.isEmpty ? "nothing runs" : happens)
        guard let next else { return now }
        let isAlone = introduction == .none
        let comes = next.parts.map { $0.text(limit: nextLimit, isShort: isAlone) }.joined(separator: ", ")
        let time = TimeText.text(next.time - .zero)
        let before =
            switch introduction {
            case .withDistance: "next at \(time) (in \(TimeText.text(next.time - self.now))):"
            case .full: "next at \(time):"
            case .brief: "at \(time):"
            case .none: time
            }
        return now + "   \(before) \(comes)"
    }

    /// What happens at this very instant; if nothing does, what runs.
    private var present: [Part] {
        var (ends, starts, cancels): ([TaskID], [TaskID], [TaskID]) = ([], [], [])
        var (fails, skips, misses): ([TaskID], [TaskID], [TaskID]) = ([], [], [])
        var (events, milestones): ([String], [Part]) = ([], [])
        for record in context.model.session.records.suffix(Self.maximumRecords) where record.time == now {
            switch record.fact {
            case .finish(let task, let run, _, let outcome, _, _):
                // What the end of the process cancels as it begins.
                if plan.run(of: task, number: run)?.didNothing ?? false, let place = starts.lastIndex(of: task) {
                    starts.remove(at: place)
                }
                switch outcome {
                case .cancelled: cancels.append(task)
                case .fail, .critical, .timedOut: fails.append(task)
                case .success: ends.append(task)
                }
            case .start(let task, _, _, _): starts.append(task)
            case .skip(let task, _): skips.append(task)
            case .miss(let task, _): misses.append(task)
            case .event(let event): events.append(TriggerText.brief(event))
            case .firstFrame: milestones.append(Self.launchIsComplete)
            case .action, .refused, .state, .tick, .release, .park, .job, .queue, .sequence, .expect, .warning: break
            }
        }
        let parts = [
            part(cancels, "is cancelled", "are cancelled"), part(ends, "ends", "end"), part(fails, "fails", "fail"),
            part(skips, "is skipped", "are skipped"), part(misses, "misses its turn", "miss their turns"),
            part(starts, "starts", "start", weight: 3),
        ].compactMap { $0 }
        let goesOn = part(running.map { $0.task }.filter { !starts.contains($0) }, "runs", "run", weight: 2)
        return milestones + parts + Self.part(events) + [goesOn].compactMap { $0 }
    }

    /// The most tasks of which it is said who waits.
    private static let maximumTasks = 500

    /// The tasks that are released and have not started, and those that are to be tried again.
    private var waits: Part? {
        let count = context.scheduler.taskCount
        guard count <= Self.maximumTasks else { return nil }
        let waiting = (0..<count).map { TaskID($0) }.filter { task in
            context.shownRun(of: task).map { run in
                context.tense(of: task, run) == .present || plan.failedAttempt(of: task, run, at: now) != nil
            } ?? false
        }
        return part(waiting, "waits", "wait", weight: 0)
    }

    private func part(_ tasks: [TaskID], _ one: String, _ many: String, weight: Int = 1) -> Part? {
        tasks.isEmpty ? nil : Part(names: tasks.map(context.text.name), one: one, many: many, weight: weight)
    }

    /// The attempts under way.
    private var running: [Course.LaneSpan] {
        plan.laneTurns.flatMap { turns in
            let begun = turns.partitionPoint { plan.start(of: $0) > now }
            return turns[..<begun].suffix(Self.maximumTurns).map { plan.laneSpan($0) }.filter { span in
                (span.end.map { $0 > now } ?? true) && context.hasBegun(span.task, span.start)
            }
        }
    }

    /// The next instant in the timeline at which a task starts or ends or an event comes, and what happens there.
    private var next: (time: Instant, parts: [Part])? {
        let limit = context.scale?.end ?? now + .seconds(1)
        let running = running
        let starts: [Course.LaneSpan] = plan.laneTurns.compactMap { turns in
            let begun = turns.partitionPoint { plan.start(of: $0) > now }
            return begun < turns.count ? plan.laneSpan(turns[begun]) : nil
        }
        let event = plan.events.dropFirst(plan.events.partitionPoint { $0.time > now }).first
        let frame = plan.firstFrame.flatMap { $0 > now ? $0 : nil }
        let times = running.compactMap { $0.end } + starts.map { $0.start } + [event?.time, frame].compactMap { $0 }
        // Beyond the timeline, the row says only what comes before the next timer.
        guard let time = times.min(), time <= limit || nextTurn.map({ time <= $0.time }) ?? false else {
            return nextTurn
        }
        let begin = tasks(startingAt: time)
        let first = plan.events.partitionPoint { $0.time >= time }
        let events = plan.events[first...].prefix { $0.time == time }.map { TriggerText.brief($0.event) }
        let over = running.filter { $0.end == time }
        let (fails, ends) = (over.filter(isFailure), over.filter { !isFailure($0) })
        let parts = [
            frame == time ? Self.launchIsComplete : nil, part(ends.map { $0.task }, "ends", "end"),
            part(fails.map { $0.task }, "fails", "fail"), part(begin, "starts", "start"),
        ].compactMap { $0 }
        // An event that begins nothing is followed by the turns that come next.
        let due = parts.isEmpty && nextTurn.map({ $0.time > time }) ?? false ? nextTurn : nil
        let turns = due.map { turn in
            turn.parts.map { $0.later(turn.time) }
        }
        return (time, parts + Self.part(events) + (turns ?? []))
    }

    /// Whether an attempt does not succeed, as planned.
    private func isFailure(_ span: Course.LaneSpan) -> Bool {
        let attempt = context.shownRun(of: span.task)?.attempts.first { $0.start == span.start }
        return attempt?.outcome?.isFault ?? false
    }

    /// The next start, if nothing starts at the next instant and tasks are under way or waiting.
    private func start(after next: (time: Instant, parts: [Part])) -> Part? {
        guard next.parts.allSatisfy({ $0.one == "ends" || $0.one == "fails" }) else { return nil }
        let limit = context.scale?.end ?? now + .seconds(1)
        let starts = plan.laneTurns.compactMap { turns -> Instant? in
            let begun = turns.partitionPoint { plan.start(of: $0) > next.time }
            return begun < turns.count ? plan.start(of: turns[begun]) : nil
        }
        guard let time = starts.min(), time <= limit else { return nil }
        return part(tasks(startingAt: time), "starts", "start")?.later(time)
    }

    /// The tasks that the plan starts at an instant, lane by lane.
    private func tasks(startingAt time: Instant) -> [TaskID] {
        plan.laneTurns.flatMap { turns in
            let (from, to) = (
                turns.partitionPoint { plan.start(of: $0) >= time }, turns.partitionPoint { plan.start(of: $0) > time }
            )
            // What the end of the process cancels as it begins is no start.
            return turns[from..<max(from, to)].prefix(Self.maximumRecords).filter { !plan.didNothing($0) }.map {
                $0.task
            }
        }
    }

    /// The next turns of the timers, where nothing else is planned before.
    private var nextTurn: (time: Instant, parts: [Part])? {
        // A process is asked, not foretold.
        let turns = context.model.showsProcess ? [] : context.nextTurns.filter { $0.time > now }
        guard let time = turns.map({ $0.time }).min() else { return nil }
        let due = turns.filter { $0.time == time }.map { $0.task }
        return part(due, "is due", "are due").map { (time, [$0]) }
    }

    /// That events are delivered.
    private static func part(_ events: [String]) -> [Part] {
        events.isEmpty ? [] : [Part(names: events, one: "comes", many: "come")]
    }
}
