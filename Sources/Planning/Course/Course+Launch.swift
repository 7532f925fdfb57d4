import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

extension Course {
    /// Shows the launch at `instant`, when the first `happened` records have happened.
    ///
    /// Costs the records of that launch; nothing if it was already shown. `past` are the session's records.
    /// - Returns: false if nothing had to be done.
    package mutating func showLaunch(
        at instant: Instant, happened: Int, past: ArraySlice<TraceRecord>, simulation: Simulation,
        budget: Nanoseconds?
    ) -> Bool {
        let wanted = launch(at: instant, happened: happened)
        guard !isShown(wanted) else { return false }
        shownLaunch = wanted
        (chain, chainCauses) = ([], [])
        unlimitedBound = nil
        criticalRun = Array(repeating: 0, count: runs.count)
        slacks = Array(repeating: Nanoseconds(-1), count: runs.count)
        guard let wanted, let last = launches[wanted].frameRecord, last < pastCount + foretold.count else {
            return true
        }
        let timeline = timeline(of: launches[wanted].firstRecord...last, past: past)
        foldedCount += last + 1 - launches[wanted].firstRecord
        let facts = LaunchFacts(of: simulation.scheduler, budget: budget)
        guard let path = CriticalPath(of: timeline, process: 0, facts: facts) else { return true }
        unlimitedBound = path.boundWithUnlimitedLanes
        var pause: CriticalPath.Cause?
        for link in path.links {
            guard let index = link.run else {
                if case .paused = link.why { pause = link.why }
                continue
            }
            let span = timeline.runs[index]
            criticalRun[span.task.offset] = span.run
            guard let run = run(of: span.task, number: span.run) else { continue }
            chain.append((span.task, run))
            // What begins after a pause began because it was over.
            chainCauses.append(pause ?? link.why)
            pause = nil
        }
        for (index, span) in timeline.runs.enumerated() {
            guard let time = path.slack(ofRun: index) else { continue }
            slacks[span.task.offset] = min(slack(of: span.task) ?? time, time)
        }
        return true
    }

    private func isShown(_ launch: Int?) -> Bool {
        let isComplete = shownLaunch.map { launches[$0].firstFrame == nil || unlimitedBound != nil } ?? true
        return launch == shownLaunch && isComplete && criticalRun.count >= runs.count
    }

    /// Whether showing that launch needs records that were discarded.
    package func lacksRecords(at instant: Instant, happened: Int) -> Bool {
        let wanted = launch(at: instant, happened: happened)
        guard !isShown(wanted), let last = wanted.flatMap({ launches[$0].frameRecord }) else { return false }
        return last >= pastCount + foretold.count
    }

    /// The launch under way at `instant`, else the last one before it, else the first one planned. One that begins at this very
    /// instant is under way if its first record has happened.
    private func launch(at instant: Instant, happened: Int) -> Int? {
        let begun = launches.partitionPoint {
            $0.start > instant || $0.start == instant && $0.firstRecord >= happened
        }
        return launches.isEmpty ? nil : max(0, begun - 1)
    }

    /// The timeline of some records.
    private func timeline(of numbers: ClosedRange<Int>, past: ArraySlice<TraceRecord>) -> Timeline {
        var timeline = Timeline()
        for number in numbers { timeline.append(record(number, past: past)) }
        return timeline
    }
}
