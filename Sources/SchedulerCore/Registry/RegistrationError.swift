/// Why a set of tasks cannot be registered; nothing is registered then.
public enum RegistrationError: Error, Hashable, Sendable {
    /// Two tasks or sequences have this name.
    case duplicateName(String)
    /// `task` names a predecessor that does not exist.
    case unknownPredecessor(String, of: String)
    /// A sequence names a step that does not exist.
    case unknownStep(String, of: String)
    /// The shortest cycle, its first name again at the end, and the names only downstream of a cycle.
    case cycle([String], downstream: [String])
    /// An interval that must be a whole number of ticks, from 1 to the maximum.
    case interval(Nanoseconds, of: String)
    /// A task names a lane that the configuration does not have.
    case unknownLane(LaneID, of: String)
    /// More tasks than `Scheduler.maximumTasks`.
    case tooManyTasks(Int)
}

extension RegistrationError: CustomStringConvertible {
    /// One sentence for people; names appear as they are.
    public var description: String {
        switch self {
        case .duplicateName(let name): "two tasks or sequences are called \(name)"
        case .unknownPredecessor(let name, let task): "\(task) comes after \(name), which does not exist"
        case .unknownStep(let name, let sequence): "\(name), a step of \(sequence), does not exist"
        case .cycle(let names, _): "a cycle, " + CycleText.path(names)
        case .interval(_, let task): "the interval of \(task) must be a whole number of ticks, from 1 to the maximum"
        case .unknownLane(let lane, let task): "the lane of \(task), number \(lane.index), does not exist"
        case .tooManyTasks(let count): "there are \(count) tasks; the limit is \(Scheduler.maximumTasks)"
        }
    }
}
