import SchedulerCore
import TaskKit
import Tracing

extension LaunchTask {
    /// The same task with a span around each attempt, named after the task, with `taskkit.run`, `taskkit.attempt` and
    /// `taskkit.lane` as attributes. The span is the current one inside the body, so that spans made there are its
    /// children; a thrown error is recorded as its error.
    public func traced(by tracer: some Tracer) -> LaunchTask {
        var traced = self
        traced.body = body.traced(by: tracer)
        return traced
    }
}

extension JobWorker {
    /// The same worker with a span around each run, as for tasks, and `taskkit.job` as an attribute.
    public func traced(by tracer: some Tracer) -> JobWorker {
        with(body.traced(by: tracer))
    }
}

extension TaskBody {
    /// The body inside a span; the span of a completion-style body ends with its first report.
    func traced(by tracer: some Tracer) -> TaskBody {
        switch self {
        case .sync(let body):
            return .sync { context in
                try tracer.withSpan(context.task) { span in
                    span.describe(context)
                    try body(context)
                }
            }
        case .main(let body):
            return .main { context in
                try tracer.withSpan(context.task) { span in
                    span.describe(context)
                    try body(context)
                }
            }
        case .async(let body):
            return .async { context in
                try await tracer.withSpan(context.task) { span in
                    span.describe(context)
                    try await body(context)
                }
            }
        case .completion(let body):
            return .completion { context, completion in
                let span = tracer.startSpan(context.task)
                span.describe(context)
                InstrumentationContext.$current.withValue(span.context) {
                    body(
                        context,
                        completion.notifying { outcome in
                            if outcome != .success { span.setStatus(SpanStatus(code: .error)) }
                            span.end()
                        })
                }
            }
        }
    }
}

extension Span {
    fileprivate func describe(_ context: RunContext) {
        attributes["taskkit.run"] = context.run
        attributes["taskkit.attempt"] = context.attempt
        attributes["taskkit.lane"] = context.lane
        if let job = context.job { attributes["taskkit.job"] = Int(job.id.number) }
    }
}
