/// A lane: where runs execute, and how many at once.
public struct LaneSpec: Hashable, Sendable {
    /// The maximum number of runs at once.
    public static let maximumWidth = 65_535
    /// The name of the lane of anchors, which always has a place.
    public static let anchors = "anchors"

    /// The name, unique among lanes.
    public var name: String
    /// How many runs execute at once, 1 ... 65535; `main` is always 1.
    public var width: Int
    /// The pause of a place after each run.
    public var gap: Nanoseconds

    /// Creates a lane, serial and without a gap by default.
    public init(name: String, width: Int = 1, gap: Nanoseconds = .zero) {
        self.name = name
        self.width = width
        self.gap = gap
    }
}
