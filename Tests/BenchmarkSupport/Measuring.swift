/// The nanoseconds that `work` takes.
package func nanoseconds(_ work: () -> Void) -> Double {
    let elapsed = ContinuousClock().measure(work)
    return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
}

/// The median of some values; if their number is even, the lower one.
package func median(_ values: [Double]) -> Double {
    values.sorted()[(values.count - 1) / 2]
}

/// Measures ours and the peer's in turn, A B A B; each returns nanoseconds by phase, as many as `phases`.
///
/// Prints the medians per operation and the median of the pairs' ratios: the speed of the machine drifts, a ratio of
/// neighbors does not.
package func compare(
    _ title: String, phases: [(name: String, operations: Int)], pairs: Int = 5, ours: () -> [Double],
    peer: () -> [Double]
) {
    var measured: [(ours: [Double], peer: [Double])] = []
    for _ in 0..<pairs { measured.append((ours(), peer())) }
    print("\(title), median of \(pairs) pairs")
    for (index, phase) in phases.enumerated() {
        show(phase.name, phase.operations, measured.map { ($0.ours[index], $0.peer[index]) })
    }
    let operations = phases.reduce(0) { $0 + $1.operations }
    show("whole", operations, measured.map { ($0.ours.reduce(0, +), $0.peer.reduce(0, +)) })
}

private func show(_ name: String, _ operations: Int, _ pairs: [(ours: Double, peer: Double)]) {
    let ours = median(pairs.map { $0.ours / Double(operations) })
    let peer = median(pairs.map { $0.peer / Double(operations) })
    let ratio = median(pairs.map { $0.peer / $0.ours })
    print("  \(name): \(tenths(ours)) ns, peer \(tenths(peer)) ns, peer / ours \(tenths(ratio * 10, shift: 10))")
}

/// A number with one digit after the point, or, shifted by ten, with two.
private func tenths(_ value: Double, shift: Int = 1) -> String {
    let whole = Int((value * 10).rounded())
    let unit = 10 * shift
    let fraction = String(whole % unit)
    return "\(whole / unit)." + String(repeating: "0", count: (shift == 1 ? 1 : 2) - fraction.count) + fraction
}

/// The FNV-1a step that the C peers use.
@inlinable @inline(__always)
package func hashed(_ hash: UInt64, _ value: Int32) -> UInt64 {
    (hash ^ UInt64(bitPattern: Int64(value))) &* 0x0000_0100_0000_01B3
}
