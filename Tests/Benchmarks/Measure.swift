/// The time that `body` takes, in nanoseconds.
func measure(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try clock.measure(body)
    let (seconds, attoseconds) = duration.components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
}

/// The middle one of `values`, which is not empty.
func median(_ values: [Double]) -> Double {
    let value = values.sorted()[values.count / 2]
    return Double(Int(value * 1000 + 0.5)) / 1000
}
