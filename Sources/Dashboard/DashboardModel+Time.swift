import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

extension DashboardModel {
    /// Lets real time pass.
    mutating func pass(_ duration: Nanoseconds) {
        guard playback.isRunning, duration > .zero, !showsProcess else { return }
        let counted = min(duration, DashboardModel.maximumElapsed).count
        let step = playback.step(Nanoseconds(counted), from: now)
        guard step > .zero else { return }
        let end = now + step
        // Whatever a frame takes, a launch stops at the same instant.
        while playback.endsWithLaunch, let next = session.nextInstant, next > now, next < end {
            session.advance(to: next)
            // A script that holds lets no time pass.
            guard now == next else { break }
            stopAfterLaunch()
            if !playback.isRunning { return standAtStop() }
        }
        session.advance(to: end)
        standAtStop()
        if playback.endsWithLaunch { stopAfterLaunch() }
    }

    /// Runs or pauses time.
    mutating func runOrHold() {
        playback.isRunning.toggle()
        // A launch under way is watched to its end, as after the key that began it.
        playback.endsWithLaunch =
            playback.isRunning && !showsProcess && scheduler.launchedAt != nil && scheduler.firstFrameAt == nil
        if playback.isRunning, scheduler.state == .notRunning, !hasPlayingScript, !session.hasFuture {
            say("time runs, and the app does not: \(key(of: .world(.act(.launch)))) launches it")
        }
    }

    /// Pauses time after a launch, when only timers would continue. Idle tasks get the ticks that they need.
    private mutating func stopAfterLaunch() {
        guard isLaunchOver else {
            playback.quietSince = nil
            return
        }
        let since = playback.quietSince ?? now
        playback.quietSince = since
        guard now >= since + idleTime else { return }
        (playback.isRunning, playback.endsWithLaunch) = (false, false)
        if sayLastStop() { return }
        say("the launch and what it released are over; \(key(of: .time(.runOrHold))) continues")
    }

    /// Whether the first frame was shown and only idle and timers remain: no run, no job, no line of a script.
    private var isLaunchOver: Bool {
        !hasPlayingScript && scheduler.firstFrameAt != nil && !scheduler.isDelivering
            && !scheduler.hasWorkLeft(turnsBefore: 0)
    }

    /// How long the idle tasks take: idle is fired two ticks after all work, and each tick starts one task.
    private var idleTime: Nanoseconds {
        var time = Nanoseconds.zero
        let tick = session.scenario.configuration.tick
        for task in session.scenario.tasks {
            guard case .events(let events) = task.spec.trigger, events.contains(.idle) else { continue }
            time = time + tick + task.spec.expected
        }
        return time == .zero ? .zero : time + tick * 3
    }

    /// Whether the plan has a lifecycle event or a first frame after the instant shown.
    var hasEventAhead: Bool { nextEvent != nil }

    /// The instant of the next lifecycle event or first frame; nil if none is planned.
    private var nextEvent: Instant? {
        guard !forecast.assumesLaunch else { return nil }
        let next = plan.events.partitionPoint { $0.time > now }
        let event = next < plan.events.count ? plan.events[next].time : nil
        return [event, plan.launches.lazy.compactMap { $0.firstFrame }.first { $0 > now }].compactMap { $0 }.min()
    }

    /// Whether an event of this very instant is still to come: a stop comes between two lines of a script.
    private var hasEventDue: Bool {
        let planned = plan.events.reversed().prefix { $0.time >= now }.count { $0.time == now }
        let came = session.records.reversed().prefix { $0.time >= now }.count { record in
            if case .event = record.fact { true } else { false }
        }
        return planned > came && !forecast.assumesLaunch && !showsProcess
    }

    /// The instant of the lifecycle event or first frame before; nil if there is none.
    private var previousEvent: Instant? {
        let before = plan.events.partitionPoint { $0.time >= now }
        let event = before > 0 ? plan.events[before - 1].time : nil
        return [event, plan.launches.lazy.compactMap { $0.firstFrame }.last { $0 < now }].compactMap { $0 }.max()
    }

    /// Pauses time and goes to the next or previous lifecycle event or first frame.
    mutating func jumpToEvent(forward: Bool) {
        playback.isRunning = false
        if forward {
            if hasEventDue { return step(forward: true) }
            guard let nextEvent else {
                say(
                    forecast.assumesLaunch
                        ? "nothing is running: L launches the app"
                        : session.nextInstant == nil || scheduler.state == .notRunning
                            ? "nothing more will happen"
                            : "no event in the time that is planned; . goes to what happens next")
                return
            }
            move(to: nextEvent)
        } else {
            guard let previousEvent, now > .zero else { return say("no earlier event") }
            move(to: previousEvent)
        }
    }

    /// Goes to an instant, forward or back.
    mutating func move(to instant: Instant) {
        if let edge = process?.edge, showsProcess, instant > now {
            if instant > edge { say("cannot go past the present of a process; stopped there") }
            session.advance(to: max(now, min(instant, edge)))
        } else if instant > now {
            letTimePass()
            let limit = now + session.scenario.configuration.tick * DashboardModel.maximumMovedTicks
            if instant > limit { say("too far ahead; stopped at \(TimeText.text(limit))") }
            session.advance(to: min(instant, limit))
        } else if instant < now {
            // An earlier instant is looked at as it was: without the change that a talk is trying.
            if options.isPresenting, !hasOverlay, tried?.name == stage.triedName { showTrial(nil) }
            session.goBack(to: max(.zero, instant))
            if instant < session.beginning, let lateStart { say(lateStart) }
        }
        playback.forgetRemainder()
        view.logOffset = 0
    }

    /// Doubles or halves the speed.
    mutating func changeSpeed(faster: Bool) {
        if showsProcess {
            return say("the speed of a running process cannot be changed")
        }
        guard options.isPresenting else { return playback.change(faster: faster) }
        playback.changePace(faster: faster, of: nextPlayback.speed)
        if !playback.isRunning { say("from here on, time runs at \(text(of: nextPlayback))") }
    }

    /// The speed as people write it: `x1`, `x1/8`, `x64`.
    var speedText: String { text(of: playback) }

    private func text(of playback: Playback) -> String { "x" + CommandLanguage.written(speed: playback.rate) }

    /// Fits the timeline's window to its contents; the window then follows time.
    mutating func fit(_ zoom: ViewState.Zoom, isFolded: Bool) {
        view.zoom = zoom
        view.isFolded = isFolded
        view.pannedTo = nil
    }

    /// Zooms one step in or out; the launch, while it is kept in view, or the current instant stays in its place.
    mutating func zoom(finer: Bool) {
        let cells = timelineCells
        let old = scale(cells: cells)
        let kept = keptLaunch(cells: cells)
        let step = finer ? TimeScale.finer(old.step) : TimeScale.coarser(old.step)
        view.zoom = .step(step)
        if let kept {
            view.pannedTo = kept.start
        } else if view.pannedTo != nil {
            let middle = old.instant(of: cells / 2)
            view.pannedTo = max(.zero, Instant(nanoseconds: middle.nanoseconds - step.count * Int64(cells / 2)))
        }
    }

    /// Moves the timeline's window by a quarter of its width.
    mutating func pan(forward: Bool) {
        let scale = scale(cells: timelineCells)
        let distance = scale.step * Int64(max(1, scale.cells / 4))
        if view.zoom == .everything { view.zoom = .step(scale.step) }
        let earlier = Instant(nanoseconds: scale.start.nanoseconds - distance.count)
        view.pannedTo = forward ? scale.instant(of: max(1, scale.cells / 4)) : max(.zero, earlier)
    }
}

/// Whether time runs, and how fast.
struct Playback: Hashable, Sendable {
    /// Whether time runs.
    var isRunning = false
    /// Whether only the launch started the clock, so that time pauses when the launch is over.
    var endsWithLaunch = false
    /// The instant since which nothing of that launch is left.
    var quietSince: Instant?
    /// In thousandths of real time; on a stage, as the script says.
    var speed = 1000
    /// How many of `speeds` the speaker plays faster than the script says.
    private(set) var pace = 0
    /// In thousandths of real time, as time runs.
    var rate: Int {
        guard pace != 0 else { return speed }
        let place = Self.place(of: speed) + pace
        return Self.speeds[min(max(place, 0), Self.speeds.count - 1)]
    }
    /// Thousandths of nanoseconds not yet passed on.
    private var remainder: Int64 = 0
    /// Time runs from one whole millisecond to the next, so that what a key does, it does at an instant that people write.
    private static let grain: Int64 = 1_000_000

    /// The speeds that keys go through, slowest first.
    static let speeds = [20, 50, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000]

    /// How much time passes in so much real time.
    mutating func step(_ real: Nanoseconds, from now: Instant) -> Nanoseconds {
        let thousandths = real.count * Int64(rate) + remainder
        let past = now.nanoseconds % Playback.grain
        let step = max(0, (past + thousandths / 1000) / Playback.grain * Playback.grain - past)
        remainder = thousandths - step * 1000
        return Nanoseconds(step)
    }

    /// What another one was set to by the script, at the speaker's pace.
    mutating func restore(_ earlier: Playback) {
        let pace = pace
        self = earlier
        self.pace = pace
    }

    /// Time was moved by hand.
    mutating func forgetRemainder() { remainder = 0 }

    /// The next faster or slower pace for all that follows, beginning with a speed of the script.
    mutating func changePace(faster: Bool, of speed: Int) {
        let place = Self.place(of: speed)
        let range = -place...(Self.speeds.count - 1 - place)
        let nearest = min(max(pace, range.lowerBound), range.upperBound)
        pace = min(max(nearest + (faster ? 1 : -1), range.lowerBound), range.upperBound)
    }

    private static func place(of speed: Int) -> Int { speeds.lastIndex { $0 <= speed } ?? 0 }

    /// The next faster or slower speed.
    mutating func change(faster: Bool) {
        speed = (faster ? Self.speeds.first { $0 > speed } : Self.speeds.last { $0 < speed }) ?? speed
    }
}
