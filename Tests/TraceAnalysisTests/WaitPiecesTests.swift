import SchedulerCore
import Testing
import TraceFormat

@testable import TraceAnalysis

@Suite struct WaitPiecesTests {
    private let names = TraceNames(tasks: ["Own", "Database", "Keychain", "Beat"], lanes: ["main", "async"])
    private func at(_ time: Int64) -> Instant { Instant(nanoseconds: time * 1_000_000) }
    private func stretch(_ from: Int64, _ to: Int64) -> WaitEvidence.Stretch { .init(at(from), at(to)) }
    private let database = TaskID(1)
    private let keychain = TaskID(2)
    private let beat = TaskID(3)

    private func evidence(released: Int64, ready: Int64?, until: Int64) -> WaitEvidence {
        WaitEvidence(
            run: WaitingRun(
                task: TaskID(0), lane: .main, released: at(released), ready: ready.map(at), until: at(until)))
    }

    private func lines(_ evidence: WaitEvidence) -> [String] {
        let text = WaitText(names: names)
        return WaitPieces.of(evidence).map {
            "\(($0.from - .zero).count / 1_000_000)-\(($0.to - .zero).count / 1_000_000) \(text.sentence($0))"
        }
    }

    @Test func `the predecessor that ended last is the cause, the others overlap it`() {
        var evidence = evidence(released: 2, ready: 13, until: 13)
        evidence.predecessors = [
            .init(keychain, released: at(0), ended: at(4)), .init(database, released: at(0), ended: at(13)),
        ]
        #expect(
            lines(evidence) == [
                "2-13 11ms for Database, the last dependency to finish", "2-4 2ms for Keychain, at the same time",
            ])
    }

    @Test func `a predecessor that is not released waits for its event or its timer`() {
        var evidence = evidence(released: 2, ready: nil, until: 10)
        evidence.predecessors = [.init(database, released: at(6), ended: nil)]
        #expect(
            lines(evidence) == [
                "2-6 4ms for Database, whose event had not been delivered",
                "6-10 4ms for Database, the last dependency to finish",
            ])
        evidence.predecessors = [.init(beat, release: .timer, released: nil, ended: nil)]
        #expect(lines(evidence) == ["2-10 8ms for Beat, whose timer was not due yet"])
    }

    @Test func `a lane is held by runs, in its gap, closed or paused`() {
        var evidence = evidence(released: 0, ready: 0, until: 20)
        evidence.gap = .milliseconds(2)
        evidence.laneOpened = at(3)
        evidence.holders = [.init(database, at(3), at(8)), .init(keychain, at(10), at(12))]
        evidence.lanePauses = [stretch(14, 16)]
        evidence.pauses = [stretch(15, 18)]
        #expect(
            lines(evidence) == [
                "0-3 3ms for lane main to open: the first frame opens it",
                "3-8 5ms for lane main, held by Database",
                "8-10 2ms for the gap of lane main after Database",
                "10-12 2ms for lane main, held by Keychain",
                "12-14 2ms for the gap of lane main after Keychain",
                "14-15 1ms because lane main was paused",
                "15-18 3ms because it was paused",
                "18-20 2ms for its turn: an earlier run of its own or others came first",
            ])
    }

    @Test func `a pause of a lane costs nothing while others take all of its places`() {
        var evidence = evidence(released: 0, ready: 0, until: 12)
        evidence.holders = [.init(database, at(0), at(8)), .init(keychain, at(6), at(7))]
        evidence.lanePauses = [stretch(2, 10)]
        evidence.width = 1
        #expect(
            lines(evidence) == [
                "0-6 6ms for lane main, held by Database", "6-7 1ms for lane main, held by Database, Keychain",
                "7-8 1ms for lane main, held by Database", "8-10 2ms because lane main was paused",
                "10-12 2ms for its turn: an earlier run of its own or others came first",
            ])
        evidence.width = 2
        #expect(
            lines(evidence).dropFirst().prefix(2) == [
                "2-6 4ms because lane main was paused", "6-7 1ms for lane main, held by Database, Keychain",
            ])
    }

    @Test func `a suspension takes precedence over every other cause`() {
        var evidence = evidence(released: 0, ready: 4, until: 8)
        evidence.predecessors = [.init(database, released: at(0), ended: at(4))]
        evidence.holders = [.init(keychain, at(4), at(8))]
        evidence.suspensions = [stretch(2, 6)]
        #expect(
            lines(evidence).prefix(4) == [
                "0-2 2ms for Database, the last dependency to finish", "2-4 2ms because the app was suspended",
                "4-6 2ms because the app was suspended", "6-8 2ms for lane main, held by Keychain",
            ])
    }

    @Test func `the pieces cover the wait without a gap`() {
        var state = UInt64(7)
        func random(_ bound: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % bound
        }
        for _ in 0..<500 {
            let released = random(20)
            let ready = released + random(20)
            var evidence = evidence(released: released, ready: ready, until: ready + random(20))
            evidence.gap = .milliseconds(random(3))
            for task in [database, keychain] {
                evidence.predecessors.append(.init(task, released: at(random(30)), ended: at(random(40))))
                let from = random(50)
                evidence.holders.append(.init(task, at(from), at(from + random(10))))
                let start = random(50)
                evidence.suspensions.append(stretch(start, start + random(4)))
                evidence.pauses.append(stretch(start + 4, start + 4 + random(9)))
            }
            let pieces = WaitPieces.of(evidence).filter { !$0.isBeside }
            let total = pieces.reduce(Nanoseconds.zero) { $0 + $1.length }
            #expect(total == evidence.run.until - evidence.run.released)
            #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.to == $1.from })
        }
    }

    @Test func `a sum names the longest pieces in order, with or without who held the lane`() {
        let text = WaitText(names: names)
        let pieces = [
            WaitPiece(.dependency(database), at(0), at(5)), WaitPiece(.paused, at(5), at(6)),
            WaitPiece(.lane(LaneID(1), [keychain]), at(6), at(9)), WaitPiece(.overlapped(keychain), at(0), at(4)),
        ]
        #expect(text.sum(pieces) == "9ms: 5ms for Database + 3ms for lane async (Keychain) + 1ms more")
        #expect(
            text.sum(pieces, withHolders: false) == "9ms: 5ms for Database + 3ms for lane async + 1ms more")
        #expect(text.sum([]) == "")
        let held = [
            WaitPiece(.lane(LaneID(1), [keychain]), at(0), at(4)),
            WaitPiece(.lane(LaneID(1), [database]), at(4), at(9)),
        ]
        #expect(text.sum(held, withHolders: false) == "9ms for lane async", "one wait where no holder tells them apart")
    }

    @Test func `the app was suspended until its next state, or for good`() throws {
        func wait(_ states: [(Int64, LifecycleState)]) throws -> [WaitPiece] {
            var trace = Recorder()
            trace.event(0, .willFinishLaunching)
            trace.release(0, "A")
            for (time, state) in states { trace.add(time, .state(state)) }
            trace.start(10, "A")
            trace.finish(15, "A", ready: 0)
            trace.add(20, .firstFrame(parked: 0))
            let launch = try #require(
                LaunchMeasure(title: "", names: trace.names, timeline: Timeline(trace.records), facts: .unknown))
            let waits = LaunchWaits(launch, written: { $0 })
            return waits.pieces(of: try #require(waits.run(of: trace.named("A"))))
        }
        let ended = try wait([(2, .background), (3, .suspended), (7, .background), (8, .active)])
        #expect(ended.filter { $0.cause == .suspended } == [WaitPiece(.suspended, at(3), at(7))], "\(ended)")
        let lasting = try wait([(2, .background), (3, .suspended)])
        #expect(lasting.filter { $0.cause == .suspended } == [WaitPiece(.suspended, at(3), at(10))], "\(lasting)")
    }

    @Test func `a pause that was refused is no pause`() throws {
        var trace = Recorder()
        trace.event(0, .willFinishLaunching)
        trace.release(0, "A")
        trace.release(0, "B")
        trace.start(0, "A")
        trace.command(2, "pause B", refusal: .unknownTask)
        trace.finish(10, "A", ready: 0)
        trace.start(10, "B")
        trace.finish(15, "B", ready: 0)
        trace.add(20, .firstFrame(parked: 0))
        let launch = try #require(
            LaunchMeasure(title: "", names: trace.names, timeline: Timeline(trace.records), facts: .unknown))
        let waits = LaunchWaits(launch, written: { $0 })
        let run = try #require(waits.run(of: trace.named("B")))
        #expect(waits.pieces(of: run) == [WaitPiece(.lane(.main, [trace.named("A")]), at(0), at(10))])
    }
}
