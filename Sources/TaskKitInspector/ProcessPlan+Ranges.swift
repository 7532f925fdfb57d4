import SchedulerCore
import TraceFormat

extension ProcessPlan {
    /// The plan with all numbers in the ranges of the wire format; the rules treat the original numbers the same.
    var normalized: ProcessPlan {
        var plan = self
        plan.normalize()
        return plan
    }

    private mutating func normalize() {
        for lane in configuration.lanes.indices {
            let width = configuration.lanes[lane].width
            configuration.lanes[lane].width = lane == 0 ? 1 : min(max(1, width), Int(UInt16.max))
        }
        for task in tasks.indices {
            tasks[task].retry.limit = min(max(0, tasks[task].retry.limit), RetryPolicy.maximumLimit)
            tasks[task].retry.backoffThousandths = Self.inRange(tasks[task].retry.backoffThousandths, from: 0)
            if case .timer(var timer) = tasks[task].trigger, case .times(let count) = timer.repetition {
                timer.repetition = .times(Self.inRange(count, from: 1))
                tasks[task].trigger = .timer(timer)
            }
        }
        jobSettings.retryLimit = Self.inRange(jobSettings.retryLimit, from: 1)
        jobSettings.backoffThousandths = Self.inRange(jobSettings.backoffThousandths, from: 0)
        jobSettings.jitterThousandths = min(max(0, jobSettings.jitterThousandths), 1000)
        for queue in jobSettings.queues.indices {
            jobSettings.queues[queue].width = min(max(1, jobSettings.queues[queue].width), Int(UInt16.max))
        }
    }

    private static func inRange(_ number: Int, from least: Int) -> Int { min(max(least, number), Int(Int32.max)) }
}
