import SchedulerCore

/// The rows in which attempts are drawn: a lane has as many as it ran attempts at once. Row n is the first one of lane n.
struct LaneRows {
    /// By lane its first row in which nothing runs, and by row the next such row of its lane; -1 for none.
    private var firstFree: [Int32]
    private var nextFree: [Int32]
    /// The lane of each row.
    private(set) var lanes: [LaneID]
    /// Which row of its lane each row is, from 1.
    private(set) var places: [Int32]
    private var counts: [Int32]

    init(laneCount: Int) {
        lanes = (0..<laneCount).map { LaneID($0) }
        places = [Int32](repeating: 1, count: laneCount)
        counts = places
        firstFree = (0..<laneCount).map { Int32($0) }
        nextFree = [Int32](repeating: -1, count: laneCount)
    }

    /// A row of a lane in which nothing runs.
    mutating func enter(_ lane: LaneID) -> Int32 {
        while firstFree.count <= lane.offset {
            // A lane beyond the names: its first row is behind all that there are.
            firstFree.append(-1)
            counts.append(0)
        }
        let row = firstFree[lane.offset]
        if row >= 0 {
            firstFree[lane.offset] = nextFree[Int(row)]
            return row
        }
        counts[lane.offset] += 1
        lanes.append(lane)
        places.append(counts[lane.offset])
        nextFree.append(-1)
        return Int32(lanes.count - 1)
    }

    /// Nothing runs in a row any more.
    mutating func leave(_ row: Int32) {
        let lane = lanes[Int(row)].offset
        nextFree[Int(row)] = firstFree[lane]
        firstFree[lane] = row
    }
}
