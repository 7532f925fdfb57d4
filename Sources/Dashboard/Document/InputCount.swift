import Planning
import Planning
import SchedulerCore
import Text

/// Counts the commands among a session's records, even if records are withdrawn.
struct InputCount: Sendable {
    /// The positions of the commands among the records.
    private var places: [Int] = []
    private var scanned = 0
    /// The records before this number are the same as in the last plan.
    private(set) var unchanged = 0

    /// A plan was made from the current records.
    mutating func planned() { unchanged = .max }

    /// The records from this number on are about to be replaced.
    mutating func replaced(from count: Int) { unchanged = min(unchanged, count) }

    /// The number of commands.
    var count: Int { places.count }

    /// Reads the current records; since the last call, they may only have been truncated and extended.
    mutating func update(_ records: ArraySlice<TraceRecord>) {
        if records.count < scanned {
            scanned = records.count
            unchanged = min(unchanged, scanned)
            let kept = places.partitionPoint { $0 >= scanned }
            places.removeSubrange(kept...)
        }
        for place in scanned..<records.count {
            switch records[place].fact {
            case .action, .refused, .expect:
                places.append(place)
                unchanged = min(unchanged, place)
            case .event, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park, .job, .queue,
                .sequence, .warning:
                break
            }
        }
        scanned = records.count
    }
}
