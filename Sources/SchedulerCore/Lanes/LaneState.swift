struct LaneState: Stored {
    let gap: Nanoseconds
    let width: Int
    /// Places taken by runs.
    var running = 0
    /// Places in the pause after a run.
    var resting = 0
    /// Places of runs that never end; they are among the running ones.
    var stuck = 0
    var isPaused = false
    var isOpen = true
    /// The runs that can start as soon as there is a place.
    var queue = Heap<ReadyRun>()
    /// Ready runs that idle released: each waits for a tick that has not started another one.
    var idleQueue = Heap<ReadyRun>()

    init(_ spec: LaneSpec, isMain: Bool) {
        gap = spec.gap
        width = isMain ? 1 : min(max(1, spec.width), LaneSpec.maximumWidth)
    }

    var isSound: Bool {
        (1...LaneSpec.maximumWidth).contains(width)
            && [running, resting, stuck].allSatisfy { (0..<Int(Int32.max)).contains($0) }
    }

    /// Adds a ready run to the queue. Returns whether it, or another one, can start now.
    @inline(__always)
    mutating func insert(_ run: ReadyRun) -> Bool {
        queue.insert(run)
        return hasPlace
    }

    /// The first ready run takes a place. Returns whether another one can start.
    @inline(__always)
    mutating func start() -> (run: ReadyRun?, canStart: Bool) {
        let run = queue.popFirst()
        running += 1
        return (run, canStart)
    }

    /// A run has ended: its place is free, or rests. Returns whether another one can start.
    @inline(__always)
    mutating func leave() -> (gap: Nanoseconds, canStart: Bool) {
        running -= 1
        if gap > .zero { resting += 1 }
        return (gap, canStart)
    }

    /// Whether no run of the lane can start, however long it waits.
    var isBlocked: Bool { isPaused || !isOpen || stuck >= width }
    /// Whether a run that is ready can start now.
    var hasPlace: Bool { running + resting < width && !isPaused && isOpen }
    /// Whether a run waits for nothing but its turn.
    var canStart: Bool { hasPlace && !queue.isEmpty }
}
