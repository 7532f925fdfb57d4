/// What was found about a released run.
struct Verdict {
    var parks: Int32 = 0
    /// Why a predecessor's result skips it; nil: it does not.
    var skip: Cause?
}

/// A turn that a predecessor's result skips; of several the one that was released first comes first.
struct SkippedTurn: Comparable, Stored {
    let slot: Int32
    /// The number of its run's release.
    let sequence: Int64
    let cause: Cause

    static func < (left: Self, right: Self) -> Bool { left.sequence < right.sequence }
    static func == (left: Self, right: Self) -> Bool { left.sequence == right.sequence }
}
