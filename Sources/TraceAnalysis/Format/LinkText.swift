import SchedulerCore
import Text

/// Why a link of a critical path began, in words; names in them are cleaned.
public struct LinkText {
    private let launch: LaunchMeasure
    private let work: (all: KnownWork, main: KnownWork)?
    private let units: BuildUnits

    /// The words for a launch.
    public init(_ launch: LaunchMeasure) {
        self.launch = launch
        units = BuildUnits(launch)
        work = launch.spans.isEmpty ? nil : (KnownWork(launch), KnownWork(launch, in: .main))
    }

    /// A few words: `it waited for Session`. With the link before it, an event says what blocked it:
    /// `OpenDatabase blocked willFinishLaunching until 82ms`. Of a run that failed before, its attempts follow.
    public func why(_ link: CriticalPath.Link, after before: CriticalPath.Link? = nil) -> String {
        return beginning(link, after: before) + attempts(link) + metadata(link)
            + (link.task.flatMap { span($0, link.from, link.to) }.map { "; \($0)" } ?? "")
    }

    /// `; 2 attempts: 120ms of failed ones, 60ms between them`, of a run that failed before; of one that began with a retry in
    /// its lane, which: `; attempt 2`.
    private func attempts(_ link: CriticalPath.Link) -> String {
        guard let run = link.run, let failed = launch.failedAttempts(of: run) else { return "" }
        guard launch.timeline.runs[run].started.map({ $0 < link.from }) ?? false else { return "; \(failed.text)" }
        let number = launch.timeline.attempts(of: run).count { $0.started <= link.from }
        return "; attempt \(number)"
    }

    /// What is known of a recorded span that no thread ran: `a span, in which tasks ran for 180ms (174ms on main)`; nil for
    /// other tasks.
    public func span(_ task: TaskID, _ start: Instant, _ end: Instant) -> String? {
        guard launch.spans.contains(task), let work, start < end else { return nil }
        let (all, main) = (work.all.length(from: start, to: end), work.main.length(from: start, to: end))
        let rest = (launch.path.links.last?.task == task ? launch.recorded?.rest : nil).map { ": \($0)" } ?? ""
        guard all > .zero else {
            return "\(launch.spanWords(task)), in which no recorded task of the launch ran\(rest)"
        }
        let name = DisplayText.clean(launch.name(LaneID.main))
        let place = all == main ? " on \(name)" : main > .zero ? " (\(TimeText.text(main)) on \(name))" : ""
        return "\(launch.spanWords(task)), in which tasks ran for \(TimeText.text(all))\(place)\(rest)"
    }

    /// Why a link began, past a wait before it that is not shown.
    public func why(_ link: CriticalPath.Link, past wait: CriticalPath.Link) -> String {
        if let queue = wait.task, launch.isQueue(queue), case .dependency = wait.why {
            return beginning(wait, after: nil) + metadata(link)
        }
        return why(CriticalPath.Link(run: link.run, task: link.task, from: wait.from, to: link.to, why: wait.why))
    }

    /// Of a unit of a build whose codegen is recorded: `; codegen 1.28s of 3.01s follows, others began with rmeta`.
    private func metadata(_ link: CriticalPath.Link) -> String {
        guard let task = link.task else { return "" }
        if let length = units.length(task) {
            let codegen = Nanoseconds(length.whole.count - length.metadata.count)
            return codegen > .zero
                ? "; codegen \(TimeText.text(codegen)) of \(TimeText.text(length.whole)) follows, others began with rmeta"
                : ""
        }
        return units.codegen(task).map { "; codegen \(TimeText.text($0)) of \(TimeText.text(link.length))" } ?? ""
    }

    /// `, as in every boot`, of a unit that systemd itself orders after another one, and of the wait between the two.
    private func standard(_ link: CriticalPath.Link) -> String { launch.isStandard(link) ? ", as in every boot" : "" }

    private func freed(by task: TaskID?) -> String {
        task.map { ", which \(DisplayText.clean(launch.name($0))) freed" } ?? ""
    }

    /// Who freed the place that a wait for one ended with.
    private func holder(of wait: CriticalPath.Link) -> TaskID? {
        wait.run.flatMap { launch.holder(ofQueue: $0) }
    }

    /// Whether a recording shows no more than that a task came next on the thread of another one.
    private func isNext(_ link: CriticalPath.Link, _ other: TaskID) -> Bool {
        guard let task = link.task, !launch.isGap(task) else { return false }
        return launch.isOnThread(task, of: other)
            && launch.facts.dependencies(of: task).contains { $0.task == other && $0.kind == .follows }
    }

    private func beginning(_ link: CriticalPath.Link, after before: CriticalPath.Link?) -> String {
        if case .event = link.why, let run = before?.run, let task = before?.task, let until = before?.to {
            let event = Int(launch.timeline.runs[run].event)
            if launch.timeline.events.indices.contains(event), until == link.from {
                return
                    "\(BootUnit.short(launch.name(task))) blocked \(launch.timeline.events[event].event.description) "
                    + "until \(TimeText.text(until - launch.launched))"
            }
        }
        func name(_ task: TaskID) -> String { BootUnit.short(launch.name(task)) }
        func name(_ lane: LaneID) -> String { DisplayText.clean(launch.name(lane)) }
        return switch link.why {
        case .dependency(let task) where launch.isGap(task):
            launch.isBuildStart(task)
                ? "the first unit"
                : launch.isUnrecorded(task)
                    ? "next in lane \(name(launch.timeline.runs[link.run ?? 0].lane))" : "after that wait"
        case .dependency(let task) where link.task.map(launch.isUnrecorded) ?? false:
            "nothing recorded on this thread after \(name(task))"
        case .dependency(let task) where link.task.map(launch.isQueue) ?? false:
            link.length > .zero
                ? "ready after \(name(task)), it waited for a free job\(freed(by: holder(of: link)))"
                : "it waited for a free job\(freed(by: task))"
        case .dependency(let task) where link.task.map(launch.isGap) ?? false:
            "\(launch.isAssumed(link, after: task) ? "probably " : "")after \(name(task))\(standard(link)), for an "
                + "unrecorded reason"
        case .event where launch.isForeign && link.from == launch.launched && link.task.map(launch.isQueue) ?? false:
            "from the beginning, for a free job\(freed(by: holder(of: link)))"
        case .event where launch.isForeign && link.from == launch.launched:
            link.task.map(launch.isBuildStart) ?? false
                ? "before its first unit, such as reading packages"
                : link.task.map(launch.isGap) ?? false
                    ? "from the beginning, for an unrecorded reason" : "the first that is recorded"
        case .event(let event) where link.task.map(launch.isGap) ?? false:
            "after \(event.description), for an unrecorded reason"
        case .dependency(let task) where launch.isAssumed(link, after: task):
            "it probably waited for \(name(task))"
        case .dependency(let task) where isNext(link, task):
            "next in lane \(name(launch.timeline.runs[link.run ?? 0].lane)), after \(name(task))"
        case .dependency(let task) where link.task.map(units.first(ofRest:)) == task:
            "the rest of \(name(task)), after its metadata"
        case .dependency(let task): "it waited for \(name(task))\(standard(link))"
        case .lane(let lane, let task): "\(name(task)) freed lane \(name(lane))"
        case .event(let event): "\(event.description) was delivered"
        case .release(let task): "the end of \(name(task)) released it"
        case .laneGap(let lane, let task): "the gap of lane \(name(lane)) after \(name(task))"
        case .paused(let lane) where link.run == nil && link.task != nil:
            "its event waited for it, until " + (lane.map { "lane \(name($0))" } ?? "it") + " was paused"
        case .paused(let lane): (lane.map { "lane \(name($0))" } ?? "it") + " was paused"
        case .clock: link.run == nil ? "until the clock ticked" : "the clock ticked"
        case .gap: link.run == nil ? "nothing on the chain ran" : "a command or a pause"
        }
    }

    /// The prefix of a link in a chain of names that did not wait for the one before it: `[lane main]`,
    /// `[didFinishLaunching]`; nil if it did.
    public static func mark(
        _ cause: CriticalPath.Cause, lane: (LaneID) -> String, event: (LifecycleEvent) -> String = { $0.description }
    ) -> String? {
        switch cause {
        case .dependency, .release: nil
        case .lane(let place, _): "[lane \(DisplayText.clean(lane(place)))]"
        case .laneGap(let place, _): "[gap of lane \(DisplayText.clean(lane(place)))]"
        case .event(let which): "[\(event(which))]"
        case .clock: "[tick]"
        case .paused, .gap: "[pause]"
        }
    }
}

/// The failed attempts of a run that was tried again: what they took, and how long the run then waited for the next ones.
public struct FailedAttempts: Hashable, Sendable {
    /// How many attempts there were in all.
    public let attempts: Int
    /// Whether the last one failed, too.
    public let isLastFailed: Bool
    /// The own times of the failed ones together.
    public let own: Nanoseconds
    /// From the end of each to the start of the next one: delays, and waits for the lane.
    public let pauses: Nanoseconds
    /// How much of `pauses` they waited for their lane, and its name, as far as that is known.
    public let laneWait: Nanoseconds
    let lane: String

    /// `3 attempts: 200ms of failed ones, 300ms between them`, `… 300ms between them (20ms of it for lane net)`;
    /// `3 attempts, all failed: 300ms of them, 300ms between them`.
    public var text: String {
        let shown = ShownParts([own, pauses])
        return "\(Format.count(attempts)) attempts"
            + (isLastFailed ? ", all failed: \(shown.text(own)) of them, " : ": \(shown.text(own)) of failed ones, ")
            + "\(shown.text(pauses)) between them"
            + (laneWait > .zero ? " (\(TimeText.text(laneWait)) of it for lane \(lane))" : "")
    }
}

extension Timeline {
    /// The failed attempts of a run, an index into `runs`; nil if its first attempt was its last. O(earlier attempts).
    public func failedAttempts(of run: Int, _ facts: LaunchFacts, lane name: (LaneID) -> String) -> FailedAttempts? {
        let span = runs[run]
        guard span.attempts > 1, let first = span.started, let last = span.lastStarted else { return nil }
        let attempts = attempts(of: run)
        var (own, laneWait) = (Nanoseconds.zero, Nanoseconds.zero)
        for (place, (attempt, next)) in zip(attempts, attempts.dropFirst()).enumerated() {
            guard let failed = attempt.finished else { continue }
            own = own + (failed - attempt.started)
            laneWait = laneWait + facts.laneWait(of: span.task, beforeAttempt: place + 2, in: next.started - failed)
        }
        let isLastFailed = span.outcome?.isFault ?? false
        let pauses = Nanoseconds((last - first).count - own.count)
        if isLastFailed, let finished = span.finished { own = own + (finished - last) }
        return FailedAttempts(
            attempts: Int(span.attempts), isLastFailed: isLastFailed, own: own, pauses: pauses, laneWait: laneWait,
            lane: DisplayText.clean(name(span.lane)))
    }
}

extension LaunchMeasure {
    /// The failed attempts of a run, an index into `timeline.runs`; nil if its first attempt was its last.
    public func failedAttempts(of run: Int) -> FailedAttempts? {
        timeline.failedAttempts(of: run, facts, lane: { name($0) })
    }
}
