/// The order of things at one instant, and how time passes (The rules, "Order").
extension Model {
    /// Does everything that is due now.
    func settle() {
        var isBusy = true
        while isBusy {
            isBusy = false
            while endOne() { isBusy = true }
            if goOn() { isBusy = true }
            if releaseLaterClasses() { isBusy = true }
            if suspend() { isBusy = true }
            if tickIsDue {
                tickOnce()
                isBusy = true
            }
            if deliverNext() { isBusy = true }
            if startOne() { isBusy = true }
        }
        // A lane that opens by itself ends parkings, too.
        judgeParking()
    }

    /// The first of what ends now: runs, jobs, timeouts, rests of lanes, delays, the opening of lane afterLaunch.
    private func endOne() -> Bool {
        let running = runs.filter { $0.phase == .running }.sorted { $0.startOrder < $1.startOrder }
        if let run = running.filter({ ($0.endsAt ?? .max) <= now }).min(by: {
            ($0.endsAt ?? 0, $0.startOrder) < ($1.endsAt ?? 0, $1.startOrder)
        }) {
            endAttempt(run, run.ending, isTimeout: false)
            return true
        }
        if endJob() { return true }
        if let run = running.first(where: { ($0.timesOutAt ?? .max) <= now }) {
            endAttempt(run, .fail, isTimeout: true)
            return true
        }
        if endLateJob() { return true }
        if let index = rests.firstIndex(where: { $0.until <= now }) {
            rests.remove(at: index)
            return true
        }
        if let run = runs.first(where: { $0.phase == .resting && $0.wakesAt <= now }) {
            run.phase = .waiting
            return true
        }
        return false
    }

    /// The next instant after now at which something happens by itself, ticks and suspension included.
    var nextInstant: Int {
        min(nextEnd, nextTick, suspension, jobDue, openingAt)
    }

    /// When the queue has something to do, if it may.
    var jobDue: Int { process == nil || state == .suspended ? .max : jobs.nextDue(after: now) }

    /// When the time to suspension is over, if that is still to come.
    private var suspension: Int {
        guard let time = process?.suspendAt, time > now else { return .max }
        return time
    }

    /// The next end of a run, a timeout, a rest or a delay.
    var nextEnd: Int {
        var times: [Int] = rests.map(\.until)
        for run in runs {
            if run.phase == .running { times += [run.endsAt ?? .max, run.timesOutAt ?? .max] }
            if run.phase == .resting { times.append(run.wakesAt) }
        }
        return min(times.min() ?? .max, jobs.nextEnd)
    }

    /// When lane afterLaunch opens, if that is still to come.
    var openingAt: Int {
        guard let frame = process?.firstFrameAt, frame + world.afterLaunchDelay * 1_000_000 > now else { return .max }
        return frame + world.afterLaunchDelay * 1_000_000
    }

    /// Lets time pass to `instant`, which is included.
    func pass(to instant: Int) {
        settle()
        while !isFull {
            if now < instant, limitsAreDue {
                judgeLimits()
                settle()
                continue
            }
            let next = min(nextInstant, nextLimit)
            guard next <= instant, next > now else { break }
            now = next
            settle()
        }
        now = max(now, instant)
    }
}
