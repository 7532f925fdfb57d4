/// A small generator for tests (xorshift, Marsaglia 2003).
struct Generator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        _ = next(through: 1)
    }

    mutating func next(through bound: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return (state >> 11) % (bound + 1)
    }

    mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int(next(through: UInt64(list.count - 1)))]
    }
}
