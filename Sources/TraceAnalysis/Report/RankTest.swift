/// Whether values of one group tend to be larger than those of another: the U test (Mann & Whitney 1947), one-sided.
///
/// Exact if no two values are equal and the groups are small; if not, the normal approximation with ties and continuity
/// corrected. No distribution of the values is assumed.
public struct RankTest: Hashable, Sendable {
    /// With fewer values than this on a side there is no conclusion.
    public static let fewest = 5
    /// Groups whose sizes multiply to no more than this are tested exactly.
    private static let exactLimit = 400

    /// How many pairs have the larger value in the second group; equal ones count half, so this is twice that number.
    public let doubleU: Int64
    /// How likely such a U, or a larger one, is if both groups come from one distribution.
    public let p: Double

    /// Compares two groups; nil if one is smaller than `fewest`. O(n log n).
    public init?(_ before: [Int64], _ after: [Int64]) {
        guard before.count >= Self.fewest, after.count >= Self.fewest else { return nil }
        let (before, after) = (before.sorted(), after.sorted())
        var (doubleRanks, ties, hasTies) = (Int64(0), 0.0, false)
        var (left, right, rank) = (0, 0, Int64(0))
        while left < before.count || right < after.count {
            let value = min(left < before.count ? before[left] : .max, right < after.count ? after[right] : .max)
            let (leftStart, rightStart) = (left, right)
            while left < before.count, before[left] == value { left += 1 }
            while right < after.count, after[right] == value { right += 1 }
            let size = Int64(left - leftStart + right - rightStart)
            // All of them have the mean of the ranks rank + 1 ... rank + size.
            doubleRanks += Int64(right - rightStart) * (2 * rank + size + 1)
            rank += size
            if size > 1 { (ties, hasTies) = (ties + Double(size) * (Double(size) * Double(size) - 1), true) }
        }
        let (first, second) = (Int64(before.count), Int64(after.count))
        doubleU = doubleRanks - second * (second + 1)
        if !hasTies, before.count * after.count <= Self.exactLimit {
            p = Self.exact(before.count, after.count, u: Int(doubleU / 2))
        } else {
            p = Self.approximate(Double(first), Double(second), doubleU: Double(doubleU), ties: ties)
        }
    }

    /// The share of all orders with a U of at least `u`: the coefficients of a Gaussian binomial, by Mann & Whitney's
    /// generating function.
    private static func exact(_ first: Int, _ second: Int, u: Int) -> Double {
        let top = first * second
        var counts = [Double](repeating: 0, count: top + 1)
        counts[0] = 1
        for step in 1...first {
            for place in stride(from: top, through: second + step, by: -1) {
                counts[place] -= counts[place - second - step]
            }
            if step <= top { for place in step...top { counts[place] += counts[place - step] } }
        }
        var (all, part) = (0.0, 0.0)
        for (place, count) in counts.enumerated() {
            all += count
            if place >= u { part += count }
        }
        return part / all
    }

    private static func approximate(_ first: Double, _ second: Double, doubleU: Double, ties: Double) -> Double {
        let count = first + second
        let variance = first * second / 12 * (count + 1 - ties / (count * (count - 1)))
        guard variance > 0 else { return 1 }
        return upperTail((doubleU / 2 - first * second / 2 - 0.5) / variance.squareRoot())
    }

    /// The share of the standard normal distribution above `z`: a series near the middle, a continued fraction beyond
    /// (Abramowitz & Stegun 1964, 26.2.11 and 26.2.14).
    private static func upperTail(_ z: Double) -> Double {
        let size = abs(z)
        guard size < 38 else { return z > 0 ? 0 : 1 }
        let density = exponential(-size * size / 2) * 0.398_942_280_401_432_7
        let tail: Double
        if size < 3 {
            var (term, sum) = (size, size)
            for step in 1...60 {
                term *= size * size / Double(2 * step + 1)
                sum += term
            }
            tail = 0.5 - density * sum
        } else {
            var fraction = size
            for step in stride(from: 60, through: 1, by: -1) { fraction = size + Double(step) / fraction }
            tail = density / fraction
        }
        return z >= 0 ? tail : 1 - tail
    }

    /// e to a power of at most 0, the same on every machine: the power is halved until a series converges fast.
    private static func exponential(_ power: Double) -> Double {
        var (rest, halvings) = (power, 0)
        while rest < -0.5 { (rest, halvings) = (rest / 2, halvings + 1) }
        var (term, sum) = (1.0, 1.0)
        for step in 1...16 {
            term *= rest / Double(step)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return sum
    }

    /// `p 0.0312`, `p < 0.0001`.
    public var text: String {
        let tenThousandths = Int64((p * 10_000).rounded())
        guard tenThousandths > 0 else { return "p < 0.0001" }
        let digits = String(String(10_000 + min(9_999, tenThousandths)).dropFirst())
        return tenThousandths >= 10_000 ? "p 1" : "p 0.\(digits)"
    }
}
