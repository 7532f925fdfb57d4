@testable import SchedulerCore

extension JobQueue {
    /// One sentence for each invariant that is broken now; empty if all is well. O(rows * rows).
    public func brokenInvariants() -> [String] {
        var faults: [String] = []
        for (index, queue) in queues.enumerated() {
            let count = running.count { $0.queue == index }
            if count != queue.running { faults.append("job queue \(index): runs \(queue.running), counted \(count)") }
            if count > queue.width { faults.append("job queue \(index): more runs than places") }
        }
        for job in list {
            let runs = running.count { $0.id.job == job.id && !$0.isRowGone }
            if job.id.number >= nextNumber { faults.append("job \(job.id.number): its number is still to be given") }
            if job.isRunning, runs > 1 { faults.append("job \(job.id.number): runs twice at once") }
            if !job.isRunning, runs > 0 { faults.append("job \(job.id.number): runs and does not know") }
            if !job.isRunning, isHandled(job.spec.task), places(of: job.id) != (paused.contains(job.id) ? 0 : 1) {
                faults.append("job \(job.id.number): stands in \(places(of: job.id)) places")
            }
            if job.attempts < job.forgiven { faults.append("job \(job.id.number): more forgiven than begun") }
        }
        return faults
    }
}
