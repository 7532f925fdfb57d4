/// A small generator with the same output on every machine (Steele, Lea & Flood 2014, "Fast splittable
/// pseudorandom number generators"); used as a hash: one state for each draw, so no draw depends on another.
public struct SplitMix64: Sendable {
    private var state: UInt64

    /// The stream that starts at `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound`, both included, equally likely to within 2^-64 (multiply and shift, Lemire 2019).
    public mutating func next(through bound: UInt64) -> UInt64 {
        guard bound < .max else { return next() }
        return next().multipliedFullWidth(by: bound + 1).high
    }
}

/// FNV-1a over the UTF-8 bytes of `name` (Fowler, Noll & Vo): a stable hash for seeding.
func stableHash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash
}
