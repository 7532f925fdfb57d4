import SchedulerCore

/// The rows in which attempts are drawn: a lane has as many as it ran attempts at once. Row n is the first one of lane n.
struct LaneRows {
    private struct Row: BitwiseCopyable {
        var lane: LaneID
        /// Which row of its lane it is, from 1.
        var place: Int32
        /// The next row of its lane in which nothing runs; -1 for none.
        var nextFree: Int32 = -1
    }

    private struct Lane: BitwiseCopyable {
        /// The first row in which nothing runs; -1 for none.
        var firstFree: Int32 = -1
        var count: Int32 = 0
    }

    private var lanes = PlainTable<Lane>()
    private var rows = PlainTable<Row>()

    init(laneCount: Int) {
        for lane in 0..<laneCount {
            lanes.append(Lane(firstFree: Int32(lane), count: 1))
            rows.append(Row(lane: LaneID(lane), place: 1))
        }
    }

    /// The lane of a row.
    func lane(of row: Int32) -> LaneID { rows[Int(row)].pointee.lane }

    /// Which row of its lane a row is, from 1.
    func place(of row: Int32) -> Int32 { rows[Int(row)].pointee.place }

    /// A row of a lane in which nothing runs.
    @inline(__always)
    mutating func enter(_ lane: LaneID) -> Int32 {
        // The first row of a lane beyond the names is behind all that there are.
        while lanes.count <= lane.offset { lanes.append(Lane()) }
        let state = lanes[lane.offset]
        let row = state.pointee.firstFree
        guard row >= 0 else { return add(lane) }
        state.pointee.firstFree = rows[Int(row)].pointee.nextFree
        return row
    }

    private mutating func add(_ lane: LaneID) -> Int32 {
        lanes[lane.offset].pointee.count += 1
        rows.append(Row(lane: lane, place: lanes[lane.offset].pointee.count))
        return Int32(rows.count - 1)
    }

    /// Nothing runs in a row anymore.
    @inline(__always)
    mutating func leave(_ row: Int32) {
        let place = rows[Int(row)]
        let lane = lanes[place.pointee.lane.offset]
        place.pointee.nextFree = lane.pointee.firstFree
        lane.pointee.firstFree = row
    }
}

/// The runs that were ready and had to wait for their lanes.
struct LaneQueues {
    private var queues: [LaneQueue] = []

    /// Adds a run of a lane.
    @inline(__always)
    mutating func add(_ lane: LaneID, ready: Instant, start: Instant) {
        while queues.count <= lane.offset { queues.append(LaneQueue(LaneID(queues.count))) }
        queues[lane.offset].add(ready: ready, start: start)
    }

    /// The queues of those lanes that had one, by lane.
    var lanes: [LaneQueue] { queues.filter { !$0.isEmpty } }
}

/// How long the queue of a lane is.
struct LaneQueue {
    private struct Wait: BitwiseCopyable {
        var ready: Int64
        var start: Int64
    }

    let lane: LaneID
    private var waits = PlainTable<Wait>()

    fileprivate init(_ lane: LaneID) { self.lane = lane }

    fileprivate var isEmpty: Bool { waits.count == 0 }

    @inline(__always)
    fileprivate mutating func add(ready: Instant, start: Instant) {
        waits.append(Wait(ready: ready.nanoseconds, start: start.nanoseconds))
    }

    /// Calls `body` whenever the length changes, in order of time. O(runs log runs).
    func forEachChange(_ body: (Int64, Int64) -> Void) {
        var readies = (0..<waits.count).map { waits[$0].pointee.ready }
        var starts = (0..<waits.count).map { waits[$0].pointee.start }
        readies.sort()
        starts.sort()
        var (ready, started, length) = (0, 0, Int64(0))
        while started < starts.count {
            let time = ready < readies.count ? min(readies[ready], starts[started]) : starts[started]
            let before = length
            while ready < readies.count, readies[ready] == time { (ready, length) = (ready + 1, length + 1) }
            while started < starts.count, starts[started] == time { (started, length) = (started + 1, length - 1) }
            if length != before { body(time, length) }
        }
    }
}
