import SchedulerCore
import Text

/// Why a link of a critical path began, in words; names in them are cleaned.
public struct LinkText {
    private let launch: LaunchMeasure

    /// The words for a launch.
    public init(_ launch: LaunchMeasure) {
        self.launch = launch
    }

    /// A few words: `it waited for Session`.
    public func why(_ link: CriticalPath.Link) -> String {
        func name(_ task: TaskID) -> String { DisplayText.clean(launch.name(task)) }
        func name(_ lane: LaneID) -> String { DisplayText.clean(launch.name(lane)) }
        return switch link.why {
        case .dependency(let task): "it waited for \(name(task))"
        case .lane(let lane, let task): "\(name(task)) freed lane \(name(lane))"
        case .event(let event): "\(event.description) was delivered"
        case .release(let task): "the end of \(name(task)) released it"
        case .laneGap(let lane, let task): "the gap of lane \(name(lane)) after \(name(task))"
        case .clock: link.run == nil ? "until the clock ticked" : "the clock ticked"
        case .gap: link.run == nil ? "nothing of the chain ran" : "a command or a pause"
        }
    }
}
