/// A lane at work.
struct Lane: Sendable {
    let gap: Nanoseconds
    let width: Int
    /// Places of runs under way.
    var running = 0
    /// Places in the pause after a run.
    var resting = 0
    /// Places of runs that never end; they are among the running ones.
    var stuck = 0
    var isPaused = false
    var isOpen = true
    /// The runs that can start as soon as there is a place.
    var queue = Heap<ReadyRun>()
    /// Those that idle released: each of them waits for a tick that has let no other one start.
    var idleQueue = Heap<ReadyRun>()

    /// A free lane.
    init(_ spec: LaneSpec, isMain: Bool) {
        gap = spec.gap
        width = isMain ? 1 : min(max(1, spec.width), LaneSpec.maximumWidth)
    }

    /// No run of the lane can start, however long one waits.
    var isBlocked: Bool { isPaused || !isOpen || stuck >= width }
    /// Whether a run that is ready can start now.
    var hasPlace: Bool { running + resting < width && !isPaused && isOpen }
}
