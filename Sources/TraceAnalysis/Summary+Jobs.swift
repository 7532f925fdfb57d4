import Text
import SchedulerCore
import TraceFormat

/// What became of the jobs.
extension Summary {
    /// One line that counts runs of jobs, and one for each job that failed for good; none if no job ran.
    func jobs(_ glyphs: Glyphs) -> [String] {
        var (started, succeeded, failed) = (0, 0, 0)
        var dead: [String] = []
        for mark in timeline.signals {
            guard case .job(let job, let task, let signal, let attempt, let willRetry, let reason) = mark.signal else {
                continue
            }
            switch signal {
            case .jobDidStart: started += 1
            case .jobDidSucceed: succeeded += 1
            case .jobDidFail:
                failed += 1
                guard !willRetry else { continue }
                let cause = ReasonText.text(reason).map { ": \($0)" } ?? ""
                let name = DisplayText.clean(names.name(of: task), glyphs: glyphs)
                dead.append(
                    "  \(TimeText.text(mark.time))  job \(job) of \(name) failed for good, run \(attempt)\(cause)")
            }
        }
        guard started > 0 else { return [] }
        let lost = started - succeeded - failed
        let line = "\(Format.count(started, "run")) of jobs: \(succeeded) succeeded, \(failed) failed"
        return [line + (lost > 0 ? ", \(lost) lost or unfinished" : "")] + list(dead)
    }
}
