/// Why a set of tasks cannot be registered; nothing is registered then.
public enum RegistrationError: Error, Hashable, Sendable {
    /// Two tasks or sequences of this name.
    case duplicateName(String)
    /// `task` names a predecessor that does not exist.
    case unknownPredecessor(String, of: String)
    /// A sequence names a step that does not exist.
    case unknownStep(String, of: String)
    /// The shortest cycle, its first name again at the end, and the names only downstream of a cycle.
    case cycle([String], downstream: [String])
    /// An interval that is no whole number of ticks from 1 to the maximum.
    case interval(Nanoseconds, of: String)
    /// A task names a lane that the configuration does not have.
    case unknownLane(LaneID, of: String)
    /// More tasks than `Scheduler.maximumTasks`.
    case tooManyTasks(Int)
}
