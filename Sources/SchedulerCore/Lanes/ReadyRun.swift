/// A ready run in its lane's queue: the smaller starts first.
struct ReadyRun: Comparable, BitwiseCopyable, Stored {
    /// Its priority, or with `order: criticalPath` the longest remaining path first.
    let rank: UInt64
    /// Its release number.
    let sequence: Int64
    let slot: Int32

    /// By rank, then by release.
    @inline(__always)
    static func < (left: ReadyRun, right: ReadyRun) -> Bool { left.key < right.key }

    @inline(__always)
    private var key: UInt128 { UInt128(rank) << 64 | UInt128(UInt64(bitPattern: sequence)) }
}
