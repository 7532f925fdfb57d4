import SchedulerCore
import TaskKit

/// What the system says to an app, as event sources report it.
public enum SystemEvent: Hashable, Sendable {
    /// The process is to end: willTerminate, and what comes before it.
    case terminate
    /// The app goes to the background.
    case background
    /// It comes back.
    case foreground
    /// Something covers it: willResignActive alone.
    case interrupt
    /// Memory is short.
    case memoryWarning
    /// A URL was opened.
    case openURL(String)
    /// An event that changes no state, like significantTimeChange.
    case event(LifecycleEvent)
    /// A notification with its key, and its payload as JSON text.
    case notification(String, payload: String?)
}

extension LiveScheduler {
    /// Hands an event of the system to the rules. What the state does not allow is refused there, and stands in the
    /// trace; nothing is thrown, as nobody could answer the system anyway.
    public func report(_ event: SystemEvent) {
        do throws(CommandRefused) {
            switch event {
            case .terminate: try perform(.terminate)
            case .background: try perform(.background)
            case .foreground: try perform(.foreground)
            case .interrupt: try perform(.interrupt)
            case .memoryWarning: try perform(.memoryWarning)
            case .openURL(let url): try open(url: url)
            case .event(let event): try fire(EventSet(event))
            case .notification(let key, let payload): try post(key, payload: payload)
            }
        } catch {
            // The trace has the refusal with its reason.
        }
    }
}
