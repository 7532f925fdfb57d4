import SchedulerCore
import TaskKit

/// What the system tells an app, as event sources report it.
public enum SystemEvent: Hashable, Sendable {
    /// The process begins.
    case launch
    /// The process must end: willTerminate, and what comes before it.
    case terminate
    /// The app goes to the background.
    case background
    /// It returns to the foreground.
    case foreground
    /// Something covers it: willResignActive alone.
    case interrupt
    /// Memory is low.
    case memoryWarning
    /// A URL was opened.
    case openURL(String)
    /// An event that changes no state, such as significantTimeChange.
    case event(LifecycleEvent)
    /// A notification with its key, and its payload as JSON text.
    case notification(String, payload: String?)
}

extension LiveScheduler {
    /// Passes an event of the system to the rules; runs see `sender` in their context. What the state does not allow is
    /// refused there, as the trace shows; nothing is thrown, as there is no caller to handle it.
    public func report(_ event: SystemEvent, from sender: String? = nil) {
        var context = EventContext(sender: sender)
        do throws(CommandRefused) {
            switch event {
            case .launch: try perform(.launch, context)
            case .terminate: try perform(.terminate, context)
            case .background: try perform(.background, context)
            case .foreground: try perform(.foreground, context)
            case .interrupt: try perform(.interrupt, context)
            case .memoryWarning: try perform(.memoryWarning, context)
            case .openURL(let url):
                context.url = url
                try perform(.openURL, context)
            case .event(let event): try fire(EventSet(event), context)
            case .notification(let key, let payload):
                context.payload = payload
                try post(key, context)
            }
        } catch {
            // The trace has the refusal with its reason.
        }
    }
}
