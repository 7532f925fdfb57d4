/// Sees to it that something takes at most one part in `share` of a processor: after each piece of it comes a rest.
struct Ration {
    /// No rest is longer, in nanoseconds, however long a piece was: who speaks then is not to give up.
    static let longestRest: Int64 = 2_000_000_000
    let share: Int64
    private var restsUntil = Int64.min

    init(oneIn share: Int64) {
        self.share = share
    }

    /// Nanoseconds of the rest that are left at `now`; 0 or less: none.
    func rest(at now: Int64) -> Int64 { restsUntil < now ? 0 : restsUntil - now }

    /// A piece took so many nanoseconds of the processor, and ended at `now`.
    mutating func spend(_ nanoseconds: Int64, at now: Int64) {
        restsUntil = now + min(Self.longestRest, max(0, nanoseconds) * (share - 1))
    }
}
