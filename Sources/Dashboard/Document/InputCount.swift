import Planning
import Planning
import SchedulerCore

/// Counts the commands among a session's records, also when records are taken back.
struct InputCount: Sendable {
    /// Where the commands stand among the records.
    private var places: [Int] = []
    private var scanned = 0
    /// The records before this number are those of the last plan.
    private(set) var unchanged = 0

    /// A plan of the records as they are was made.
    mutating func planned() { unchanged = .max }

    /// The records from this number on are about to be replaced.
    mutating func replaced(from count: Int) { unchanged = min(unchanged, count) }

    /// The number of commands.
    var count: Int { places.count }

    /// Takes in the records as they are now; they may only have been cut and continued since the last call.
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
