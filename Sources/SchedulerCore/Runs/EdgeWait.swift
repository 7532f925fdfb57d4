/// Whether and for which turn of its predecessor the run that its task has released waits, along one dependency.
struct EdgeWait: BitwiseCopyable, Stored {
    enum Turn: UInt8, BitwiseCopyable, Stored {
        /// It does not wait.
        case none
        /// For the end of the current turn, or of the next one if there is none.
        case current
        /// For the turn that waits behind the current one.
        case next
    }

    var turn = Turn.none
    /// The predecessor is unreleased or parked.
    var isParked = false
    /// It waits for this turn, not for whichever ends first: the turn is of the same event, or preferred.
    var isCertain = false
}
