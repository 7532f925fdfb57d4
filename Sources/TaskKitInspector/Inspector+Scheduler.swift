import SchedulerCore
import TaskKit
import TraceFormat

extension Inspector {
    /// Opens the socket, so that `taskscope attach` can watch `scheduler`, whose observer this inspector must be; its
    /// path. Commands of readers are carried out where `InspectorOptions.allowsControl` says so.
    ///
    /// Throws where the folder is not safe, the path is taken, or the system does not let it; the app goes on without.
    @discardableResult
    public func open(for scheduler: LiveScheduler) throws(InspectorRefusal) -> String {
        try open(
            now: { [weak scheduler] in scheduler?.now ?? .zero },
            control: { [weak scheduler] request in
                guard let scheduler else { return "the scheduler is gone" }
                return scheduler.carryOut(request)
            })
    }
}

extension LiveScheduler {
    /// Carries a reader's command out; why not, where it is refused.
    func carryOut(_ request: ControlRequest) -> String? {
        do {
            switch request.command {
            case .inject: return "a running app takes tasks from its own code only"
            case .driver: return "no such command"
            case .tick: try tick()
            case .queue(let order): try queue(order)
            case .enqueue(let job): try takeIn(job)
            case .action(let action): try perform(action, request.context.map { EventContext(url: $0) })
            case .post(let key): try post(key, payload: request.context)
            case .fire, .pauseTask, .resumeTask, .pauseLane, .resumeLane, .destroy, .start:
                try order(request.command, request.text)
            }
            return nil
        } catch {
            return error.reason
        }
    }
}
