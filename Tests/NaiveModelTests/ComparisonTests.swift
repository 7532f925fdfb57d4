import NaiveModel
import Testing

/// The program against the rules written a second time.
@Suite struct ComparisonTests {
    /// Worlds of one seed.
    static let count = 40

    @Test("Random worlds give the same trace, line by line", arguments: 1...25)
    func worlds(seed: Int) {
        for number in 0..<Self.count {
            var generator = Generator(seed: UInt64(seed * 1_000_000 + number))
            guard let difference = Difference.first(in: generator.world()) else { continue }
            let smallest = Shrinker { Difference.first(in: $0) != nil }.shrunk(difference.world)
            Issue.record("\(Difference.first(in: smallest) ?? difference)")
        }
    }
}
