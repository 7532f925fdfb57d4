/// What was found about a released run.
struct Verdict {
    /// Predecessors still to end, its own earlier run included.
    var waits: Int32 = 0
    /// Reasons for which it is parked, and the first of them.
    private(set) var parks: Int32 = 0
    private(set) var reason: Reason?
    /// A predecessor's result skips it: the first cause, and how that ended.
    var skip: (cause: Int32, result: TurnResult)?

    /// One more reason to be parked.
    mutating func park(_ why: Reason) {
        if reason == nil { reason = why }
        parks += 1
    }
}
