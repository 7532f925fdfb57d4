/// The records that the driver has not taken yet, in the order in which things happened.
struct RecordLog: Sendable {
    /// How much room is kept if nobody reads the records.
    private static let keptRoom = 4_096

    private var log: [TraceRecord] = []
    private var instant: Instant = .zero

    /// The time of new records.
    var now: Instant { instant }
    var records: [TraceRecord] { log }
    var count: Int { log.count }

    /// Moves time to `later`.
    mutating func move(to later: Instant) {
        instant = later
    }

    /// Something happened.
    @inline(__always)
    mutating func note(_ fact: TraceRecord.Fact) {
        log.append(TraceRecord(instant, fact))
    }

    /// Returns the records and clears them.
    mutating func take() -> [TraceRecord] {
        let taken = log
        log = []
        return taken
    }

    /// Discards the records; their room is kept for the next ones.
    mutating func drop() {
        log.removeAll(keepingCapacity: log.count <= Self.keptRoom)
    }

    /// Makes room for `count` more records.
    mutating func reserve(_ count: Int) {
        if log.capacity < log.count + count { log.reserveCapacity(max(log.count + count, 2 * log.capacity)) }
    }
}
