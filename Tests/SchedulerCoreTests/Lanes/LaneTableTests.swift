import Testing

@testable import SchedulerCore

@Suite struct LaneTableTests {
    private let pool = LaneID(1)
    private let afterLaunch = LaneID(3)

    private func lanes(_ pool: LaneSpec = LaneSpec(name: "pool", width: 2)) -> LaneTable {
        LaneTable(SchedulerConfiguration(lanes: [pool]))
    }

    private func run(_ slot: Int32, rank: UInt64 = 0) -> ReadyRun {
        ReadyRun(rank: rank, sequence: Int64(slot), slot: slot)
    }

    @Test("The smaller rank starts first, then the earlier release; main before the other lanes")
    func order() {
        var lanes = lanes()
        lanes.insert(run(1, rank: 2), pool)
        lanes.insert(run(2, rank: 1), pool)
        lanes.insert(run(3, rank: 2), .main)
        #expect([lanes.startNext(), lanes.startNext(), lanes.startNext(), lanes.startNext()] == [3, 2, 1, nil])
        #expect(lanes.runningCount == 3)
    }

    @Test("A lane starts no more runs than it has places")
    func width() {
        var lanes = lanes()
        for slot in 0..<3 as Range<Int32> { lanes.insert(run(slot), pool) }
        #expect([lanes.startNext(), lanes.startNext(), lanes.startNext()] == [0, 1, nil])
        #expect(lanes.leave(pool) == .zero)
        #expect(lanes.startNext() == 2)
    }

    @Test("A place with a gap pauses after a run")
    func gap() {
        var lanes = lanes(LaneSpec(name: "pool", gap: .seconds(1)))
        lanes.insert(run(1), pool)
        lanes.insert(run(2), pool)
        _ = lanes.startNext()
        #expect(lanes.leave(pool) == .seconds(1))
        #expect(lanes.startNext() == nil)
        lanes.endRest(pool)
        #expect(lanes.startNext() == 2)
    }

    @Test("A paused, closed or stuck lane starts nothing and says why")
    func blocked() {
        var lanes = lanes()
        #expect(lanes.blockReason(pool) == nil)
        #expect(lanes.blockReason(afterLaunch) == .laneClosed(afterLaunch))
        #expect(lanes.change(afterLaunch, .open) == true)
        #expect(lanes.change(pool, .pause) == true)
        #expect(lanes.change(pool, .pause) == false)
        #expect(lanes.blockReason(pool) == .lanePaused(pool))
        lanes.insert(run(1), pool)
        #expect(lanes.startNext() == nil)
        #expect(lanes.change(pool, .resume) == true)
        #expect(lanes.change(pool, .stick) == false)
        #expect(lanes.change(pool, .stick) == true)
        #expect(lanes.blockReason(pool) == .laneStuck(pool))
    }

    @Test("A removed run does not start, wherever it was in the lane")
    func removal() {
        var lanes = lanes()
        lanes.insert(run(1), pool)
        lanes.holdForIdle(run(2), pool)
        lanes.holdAtGate(3)
        for slot in 1...3 as ClosedRange<Int32> { lanes.remove(slot, pool) }
        #expect(lanes.startNext(servesIdle: true) == nil && !lanes.hasIdleRuns && lanes.openGate().isEmpty)
    }

    @Test(
        "A run that idle released starts only if it is served, and then in the order of all; the gate opens for all")
    func heldBack() {
        var lanes = lanes()
        lanes.holdForIdle(run(1, rank: 3), pool)
        lanes.holdForIdle(run(2, rank: 1), pool)
        lanes.insert(run(5, rank: 2), pool)
        lanes.holdAtGate(4)
        lanes.holdAtGate(3)
        #expect(lanes.startNext(servesIdle: true) == 2)
        #expect(lanes.startNext() == 5)
        _ = lanes.leave(pool)
        #expect(lanes.startNext() == nil)
        #expect(lanes.startNext(servesIdle: true) == 1)
        #expect(lanes.openGate() == [4, 3])
        #expect(lanes.openGate().isEmpty)
    }
}
