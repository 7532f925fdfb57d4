/// What was found about a released run.
struct Verdict {
    var parks: Int32 = 0
    /// Why a predecessor's result skips it; nil: it does not.
    var skip: Cause?
}

/// A turn that a predecessor's result skips.
struct SkippedTurn: Stored {
    let slot: Int32
    let cause: Cause
}
