import SchedulerCore

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
