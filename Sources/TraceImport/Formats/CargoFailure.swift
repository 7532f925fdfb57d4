/// The unit in which a build failed: a report of cargo leaves it out, but counts it among the units that ran.
struct CargoFailure: Equatable {
    /// By how much the times of the units may differ from those of the counts: they are rounded to hundredths of a second.
    private static let rounding: Int64 = 30_000_000

    /// When it was ready and waited for a job.
    let ready: Int64
    /// When it began.
    let start: Int64
    /// When it failed; what ran then only went on to its own end.
    let end: Int64

    /// Nil if the counts do not show exactly one such unit, or a unit began after its end.
    init?(_ units: [CargoTimings.Unit], _ queue: CargoTimings.JobQueue) {
        let (starts, ends) = (units.map { $0.start }.sorted(), units.map { $0.end }.sorted())
        /// How many listed units had begun, and not ended, at two instants.
        func listed(begun: Int64, notEnded: Int64) -> Int64 {
            Int64(starts.partitionPoint { $0 > begun } - ends.partitionPoint { $0 > notEnded })
        }
        var found: (first: Int, end: Int64?)?
        for (place, sample) in queue.samples.enumerated() {
            let least =
                sample.active - listed(begun: sample.time + Self.rounding, notEnded: sample.time - Self.rounding)
            let most = sample.active - listed(begun: sample.time - Self.rounding, notEnded: sample.time + Self.rounding)
            if least > 1 { return nil }
            if least == 1 {
                // A second unit that no row explains.
                if found?.end != nil { return nil }
                found = found ?? (place, nil)
            } else if most <= 0, let first = found?.first, found?.end == nil {
                found = (first, sample.time)
            }
        }
        guard let found, let end = found.end, (starts.last ?? 0) <= end + Self.rounding else { return nil }
        let samples = queue.samples
        let isQueued = found.first > 0 && samples[found.first - 1].waiting > 0
        (start, self.end) = (samples[found.first].time, end)
        ready = isQueued ? samples[found.first - 1].time : start
    }

    /// Whether the counts state that it became ready at an instant: the last unit that waited for others did.
    static func isStated(at ready: Int64, _ queue: CargoTimings.JobQueue) -> Bool {
        queue.lastReady.map { abs($0 - ready) <= rounding } ?? false
    }

    /// The unit whose metadata, or whose end, it became ready with, as an index; nil if none was ready at that time.
    func before(_ units: [CargoTimings.Unit]) -> (unit: Int, isMetadata: Bool)? {
        let found = units.indices.flatMap { index in
            [(units[index].early, true), (units[index].end, false)].compactMap { time, isMetadata in
                time.map { (unit: index, isMetadata: isMetadata, distance: abs($0 - ready)) }
            }
        }
        return found.filter { $0.distance <= Self.rounding }.min { $0.distance < $1.distance }
            .map { ($0.unit, $0.isMetadata) }
    }

    /// The units besides the last one that it waited for: if no other unit is left that waits, it needs all that no listed unit is
    /// known to have waited for, directly or not; of a library its metadata, if that was enough for the last one.
    func others(_ units: [CargoTimings.Unit], isMetadata: Bool) -> [(unit: Int, isMetadata: Bool)] {
        units.indices.filter { index in
            units[index].unlocked.isEmpty && units[index].unlockedByMetadata.isEmpty && Self.isNeeded(units[index].name)
        }.compactMap { index in
            if isMetadata, let early = units[index].early { return early <= ready ? (index, true) : nil }
            return units[index].end <= ready ? (index, false) : nil
        }
    }

    /// Whether other units may need one: none needs a program.
    static func isNeeded(_ name: String) -> Bool {
        ![" bin ", " example ", " test ", " bench "].contains { name.contains($0) }
    }
}
