/// A duration in whole nanoseconds; never a floating-point number, so that every machine computes the same.
///
/// Written durations are in `0 ... Nanoseconds.limit`; arithmetic saturates and never traps.
public struct Nanoseconds: Hashable, BitwiseCopyable, Comparable, Stored {
    /// The number of nanoseconds.
    public var count: Int64

    /// A duration of `count` nanoseconds.
    @inlinable
    public init(_ count: Int64) {
        self.count = count
    }

    /// No time at all.
    @inlinable
    public static var zero: Nanoseconds { Nanoseconds(0) }
    /// The longest duration that a scenario or a script can have: ten years of 365 days.
    public static let limit = Nanoseconds(315_360_000_000_000_000)
    /// `count` milliseconds; saturates.
    public static func milliseconds(_ count: Int64) -> Nanoseconds { Nanoseconds(saturatingMultiply(count, 1_000_000)) }
    /// `count` seconds; saturates.
    public static func seconds(_ count: Int64) -> Nanoseconds { Nanoseconds(saturatingMultiply(count, 1_000_000_000)) }

    /// The shorter duration is the smaller.
    @inlinable
    public static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }
    /// Saturating sum.
    public static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        Nanoseconds(saturatingAdd(left.count, right.count))
    }
    /// Saturating product.
    public static func * (left: Nanoseconds, right: Int64) -> Nanoseconds {
        Nanoseconds(saturatingMultiply(left.count, right))
    }
}

/// A point in virtual time: nanoseconds since the start of the session (t = 0).
///
/// `Instant.distantFuture` means never. Arithmetic saturates there.
public struct Instant: Hashable, BitwiseCopyable, Comparable, Stored {
    /// Nanoseconds since t = 0.
    public var nanoseconds: Int64

    /// The point `nanoseconds` after t = 0.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The start of the session, t = 0.
    @inlinable
    public static var zero: Instant { Instant(nanoseconds: 0) }
    /// Never: later than every real instant.
    @inlinable
    public static var distantFuture: Instant { Instant(nanoseconds: .max) }

    /// The earlier point is the smaller.
    @inlinable
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The point `right` later; saturates at `distantFuture`.
    @inlinable
    public static func + (left: Instant, right: Nanoseconds) -> Instant {
        Instant(nanoseconds: saturatingAdd(left.nanoseconds, right.count))
    }
    /// The time from `right` to `left`, negative if `left` is earlier; saturates.
    @inlinable
    public static func - (left: Instant, right: Instant) -> Nanoseconds {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return Nanoseconds(overflow ? (left > right ? .max : .min) : difference)
    }
}

/// `left + right`, clamped to the range.
@inlinable
func saturatingAdd(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right > 0 ? .max : .min) : sum
}

/// `left * right`, clamped to the range.
func saturatingMultiply(_ left: Int64, _ right: Int64) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
}
