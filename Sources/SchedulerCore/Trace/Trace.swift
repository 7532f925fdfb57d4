/// The records that the driver has not taken yet, in the order in which things happened.
struct Trace: Sendable {
    /// Room for this many records is kept where nobody reads them.
    private static let keptRoom = 4_096

    private var log: [TraceRecord] = []
    private var instant: Instant = .zero

    /// When what is noted happens.
    var now: Instant { instant }
    var records: [TraceRecord] { log }
    var count: Int { log.count }

    /// Time continues to `later`.
    mutating func move(to later: Instant) {
        instant = later
    }

    /// Something happened.
    @inline(__always)
    mutating func note(_ fact: TraceRecord.Fact) {
        log.append(TraceRecord(instant, fact))
    }

    /// Hands over the records and begins again.
    mutating func take() -> [TraceRecord] {
        let taken = log
        log = []
        return taken
    }

    /// Forgets the records; their room is kept for the next ones.
    mutating func drop() {
        log.removeAll(keepingCapacity: log.count <= Self.keptRoom)
    }

    /// Makes room for `count` more records.
    mutating func reserve(_ count: Int) {
        if log.capacity < log.count + count { log.reserveCapacity(max(log.count + count, 2 * log.capacity)) }
    }
}
