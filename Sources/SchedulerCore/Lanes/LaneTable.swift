/// The lanes: which ready run starts next, and where there is a place for it.
struct LaneTable: Stored {
    private var lanes: [LaneState]
    /// Lanes in which a run can start, one bit each.
    private var startable: [UInt64]
    private var runsUnderWay = 0
    /// Ready runs that idle released, in all lanes.
    private var idleRuns = 0
    /// Ready runs of main that wait until the basic ones are over.
    private var gatedRuns: [Int32] = []

    /// Creates free lanes; all but `afterLaunch` are open.
    init(_ configuration: SchedulerConfiguration) {
        lanes = configuration.lanes.enumerated().map { LaneState($1, isMain: $0 == 0) }
        startable = Array(repeating: 0, count: (lanes.count + 63) / 64)
        let afterLaunch = configuration.afterLaunchLane
        if afterLaunch != .main { lanes[afterLaunch.offset].isOpen = false }
    }

    subscript(lane: LaneID) -> LaneState { lanes[lane.offset] }
    var ids: [LaneID] { lanes.indices.map { LaneID($0) } }
    var runningCount: Int { runsUnderWay }
    /// Whether a run that idle released waits for a quiet tick.
    var hasIdleRuns: Bool { idleRuns > 0 }
    /// Ready runs that are in no lane's queue.
    var heldBack: [Int32] { lanes.flatMap { lane in lane.idleQueue.all.map { $0.slot } } + gatedRuns }
    /// Whether a run can start in some lane.
    var canStart: Bool { startable.contains { $0 != 0 } }

    /// Whether there are this many lanes, and every lane that can start a run is among them.
    func isSound(count: Int) -> Bool {
        lanes.count == count && lanes.allSatisfy { $0.isSound } && startable.count == (count + 63) / 64
            && startable.indices.allSatisfy { startable[$0] >> UInt64(count - $0 * 64) == 0 }
            && [runsUnderWay, idleRuns].allSatisfy { (0..<Int(Int32.max)).contains($0) }
    }

    /// Why a lane keeps its runs from starting; nil if it does not.
    func blockReason(_ lane: LaneID) -> Reason? {
        let state = lanes[lane.offset]
        guard state.isBlocked else { return nil }
        if state.isPaused { return .lanePaused(lane) }
        return state.isOpen ? .laneStuck(lane) : .laneClosed(lane)
    }

    // MARK: Ready runs

    /// A ready run joins its lane's queue.
    @inline(__always)
    mutating func insert(_ run: ReadyRun, _ lane: LaneID) {
        if lanes[lane.offset].insert(run) { note(lane.offset, canStart: true) }
    }

    /// A ready run that idle released waits until a tick serves it.
    mutating func holdForIdle(_ run: ReadyRun, _ lane: LaneID) {
        lanes[lane.offset].idleQueue.insert(run)
        idleRuns += 1
    }

    /// A ready run of main waits until the basic ones are over.
    mutating func holdAtGate(_ slot: Int32) {
        gatedRuns.append(slot)
    }

    /// The ready runs of a lane, held back or not, except idle's.
    func ready(in lane: LaneID) -> [Int32] {
        lanes[lane.offset].queue.all.map { $0.slot } + (lane == .main ? gatedRuns : [])
    }

    /// What waits for a place in a lane, idle's included.
    func waiting(for lane: LaneID) -> [Int32] {
        ready(in: lane) + lanes[lane.offset].idleQueue.all.map { $0.slot }
    }

    /// Gives the ready runs of all lanes other ranks.
    mutating func rank(by rank: (Int32) -> UInt64) {
        for lane in lanes.indices {
            lanes[lane].queue = Self.ranked(lanes[lane].queue, rank)
            lanes[lane].idleQueue = Self.ranked(lanes[lane].idleQueue, rank)
        }
    }

    private static func ranked(_ queue: Heap<ReadyRun>, _ rank: (Int32) -> UInt64) -> Heap<ReadyRun> {
        var ranked = Heap<ReadyRun>()
        for run in queue.all { ranked.insert(ReadyRun(rank: rank(run.slot), sequence: run.sequence, slot: run.slot)) }
        return ranked
    }

    /// The basic runs are over. Returns the runs that waited for that.
    mutating func openGate() -> [Int32] {
        defer { gatedRuns.removeAll() }
        return gatedRuns
    }

    /// A run is no longer ready. O(ready runs of its lane).
    mutating func remove(_ slot: Int32, _ lane: LaneID) {
        lanes[lane.offset].queue.removeFirst { $0.slot == slot }
        if lanes[lane.offset].idleQueue.removeFirst(where: { $0.slot == slot }) != nil { idleRuns -= 1 }
        gatedRuns.removeAll { $0 == slot }
        refresh(lane)
    }

    // MARK: Places

    /// Removes the run that starts next, main first, then lanes as declared; it takes a place. Nil if none can start.
    /// `servesIdle`: it may be one that idle released.
    @inline(__always)
    mutating func startNext(servesIdle: Bool = false) -> Int32? {
        if servesIdle, idleRuns > 0 { return startNextOrIdle() }
        guard let word = startable.firstIndex(where: { $0 != 0 }) else { return nil }
        let lane = word << 6 | startable[word].trailingZeroBitCount
        let (run, canStart) = lanes[lane].start()
        runsUnderWay += 1
        note(lane, canStart: canStart)
        return run?.slot
    }

    private mutating func startNextOrIdle() -> Int32? {
        let lane = lanes.firstIndex { $0.hasPlace && !($0.queue.isEmpty && $0.idleQueue.isEmpty) }
        guard let lane else { return nil }
        var run = lanes[lane].queue.first
        if let idle = lanes[lane].idleQueue.first, run.map({ idle < $0 }) ?? true {
            run = lanes[lane].idleQueue.popFirst()
            idleRuns -= 1
        } else {
            lanes[lane].queue.popFirst()
        }
        lanes[lane].running += 1
        runsUnderWay += 1
        refresh(LaneID(lane))
        return run?.slot
    }

    /// A run has ended: its place is free, or rests for the returned gap. Zero: there is none.
    @inline(__always)
    mutating func leave(_ lane: LaneID) -> Nanoseconds {
        let (gap, canStart) = lanes[lane.offset].leave()
        runsUnderWay -= 1
        note(lane.offset, canStart: canStart)
        return gap
    }

    /// The pause after a run is over.
    mutating func endRest(_ lane: LaneID) {
        lanes[lane.offset].resting -= 1
        refresh(lane)
    }

    /// Changes what keeps a lane's runs from starting. Returns whether that blocked or freed the lane.
    mutating func change(_ lane: LaneID, _ change: Change) -> Bool {
        let was = lanes[lane.offset].isBlocked
        switch change {
        case .pause: lanes[lane.offset].isPaused = true
        case .resume: lanes[lane.offset].isPaused = false
        case .open: lanes[lane.offset].isOpen = true
        case .stick: lanes[lane.offset].stuck += 1
        case .unstick: lanes[lane.offset].stuck -= 1
        }
        refresh(lane)
        return lanes[lane.offset].isBlocked != was
    }

    /// What blocks or frees a lane.
    enum Change: Sendable {
        case pause, resume, open
        /// A run that never ends takes a place, or frees it.
        case stick, unstick
    }

    /// Checks whether a run can start in `lane`.
    private mutating func refresh(_ lane: LaneID) {
        note(lane.offset, canStart: lanes[lane.offset].canStart)
    }

    @inline(__always)
    private mutating func note(_ lane: Int, canStart: Bool) {
        let bit: UInt64 = 1 << UInt64(lane & 63)
        if (startable[lane >> 6] & bit != 0) != canStart { startable[lane >> 6] ^= bit }
    }
}

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

/// A ready run in its lane's queue: the smaller starts first.
struct ReadyRun: Comparable, BitwiseCopyable, Stored {
    /// Its priority, or with `order: criticalPath` the longest remaining path first.
    let rank: UInt64
    /// Its release number.
    let sequence: Int64
    let slot: Int32

    /// By rank, then by release.
    @inline(__always)
    static func < (left: ReadyRun, right: ReadyRun) -> Bool { left.key < right.key }

    @inline(__always)
    private var key: UInt128 { UInt128(rank) << 64 | UInt128(UInt64(bitPattern: sequence)) }
}
