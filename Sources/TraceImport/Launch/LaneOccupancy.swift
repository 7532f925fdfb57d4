/// How full a lane is at each of its runs, taken in the order in which they began.
struct LaneOccupancy {
    /// When each place becomes free.
    private var free: [Int64] = []
    /// Since when all places have been taken.
    private var fullSince = Int64.min

    /// How many places there are: as many as were ever needed at once.
    private(set) var width = 0

    /// The lane of these runs, by start; counts how many places they need.
    init(countingPlaces runs: [(start: Int64, end: Int64)]) {
        var ends: [Int64] = []
        for run in runs {
            if let place = ends.firstIndex(where: { $0 <= run.start }) {
                ends[place] = run.end
            } else {
                ends.append(run.end)
            }
        }
        width = max(1, ends.count)
        free = Array(repeating: Int64.min, count: width)
    }

    /// Since when the lane has been full without a break, if a place became free only at `start`; nil if
    /// there was a free place before.
    func fullSince(_ start: Int64) -> Int64? {
        isFull(start) ? fullSince : nil
    }

    /// When a place becomes free, or became.
    var freed: Int64 { free.min() ?? .min }

    /// Whether no place was free just before `start`.
    func isFull(_ start: Int64) -> Bool { (free.min() ?? .min) >= start }

    /// A run takes a place.
    mutating func take(_ start: Int64, _ end: Int64) {
        guard let first = free.indices.min(by: { free[$0] < free[$1] }) else { return }
        if free[first] < start { fullSince = start }
        free[first] = max(end, start)
    }
}
