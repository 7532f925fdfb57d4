import Testing

@testable import SchedulerCore

/// The plainest timers: a list that is kept sorted.
private struct SortedTimers {
    struct Timer {
        var key: Int64
        var order: Int
        var payload: Int32
    }
    var timers: [Timer] = []
    var issued = 0

    mutating func insert(_ payload: Int32, at key: Int64) -> Int {
        issued += 1
        var low = 0
        var high = timers.count
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].key <= key { low = middle + 1 } else { high = middle }
        }
        timers.insert(Timer(key: key, order: issued, payload: payload), at: low)
        return issued
    }

    mutating func remove(_ order: Int) -> Timer? {
        timers.firstIndex { $0.order == order }.map { timers.remove(at: $0) }
    }

    mutating func advance(to key: Int64) -> [Timer] {
        let due = timers.prefix { $0.key <= key }
        timers.removeFirst(due.count)
        return Array(due)
    }
}

/// A small generator with a fixed sequence (xorshift, Marsaglia 2003).
struct TestRandom {
    private var state: UInt64

    init(seed: Int) {
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(truncatingIfNeeded: (state >> 11) % UInt64(bound))
    }
}

@Suite struct TimerWheelTests {
    private func keys(_ due: [(key: Int64, payload: Int32)]) -> [Int64] { due.map(\.key) }

    @Test(arguments: 0..<25)
    func equalsASortedList(seed: Int) {
        var random = TestRandom(seed: seed + 1)
        var wheel = TimerWheel()
        var model = SortedTimers()
        var handles: [(handle: TimerWheel.Handle, order: Int)] = []
        var due: [(key: Int64, payload: Int32)] = []
        for step in 0..<40_000 {
            switch random.next(10) {
            case 0...3:
                let key = drawKey(&random, from: wheel.position)
                handles.append((wheel.insert(Int32(step), at: key), model.insert(Int32(step), at: key)))
            case 4, 5:
                guard let chosen = pick(&handles, &random) else { continue }
                let wasThere = wheel.cancel(chosen.handle)
                #expect(wasThere == (model.remove(chosen.order) != nil))
                let again = wheel.cancel(chosen.handle)
                #expect(!again)
            case 6, 7:
                guard let chosen = pick(&handles, &random) else { continue }
                let key = drawKey(&random, from: wheel.position)
                let moved = wheel.move(chosen.handle, to: key)
                let timer = model.remove(chosen.order)
                #expect((moved == nil) == (timer == nil))
                if let moved, let timer { handles.append((moved, model.insert(timer.payload, at: key))) }
            default:
                let target = drawTarget(&random, wheel: wheel)
                due.removeAll(keepingCapacity: true)
                wheel.advance(to: target, due: &due)
                let expected = model.advance(to: target)
                #expect(due.map(\.payload) == expected.map(\.payload))
                #expect(due.map(\.key) == expected.map(\.key))
                #expect(wheel.position == target)
            }
            if wheel.nextKey != model.timers.first?.key || wheel.count != model.timers.count {
                Issue.record("step \(step): \(String(describing: wheel.nextKey)), \(wheel.count) timers")
                return
            }
        }
    }

    @Test(
        "100,000 timers at once: re-armed, cancelled and fired as a list sorted by key and insertion", arguments: 0..<25
    )
    func aHundredThousandAtOnce(seed: Int) {
        let count = 100_000
        var random = TestRandom(seed: seed + 100)
        var wheel = TimerWheel()
        var timers: [SortedTimers.Timer?] = []
        var handles: [TimerWheel.Handle] = []
        for payload in 0..<count {
            let key = drawKey(&random, from: 0)
            handles.append(wheel.insert(Int32(payload), at: key))
            timers.append(SortedTimers.Timer(key: key, order: payload, payload: Int32(payload)))
        }
        #expect(wheel.count == count)
        for turn in 0..<count / 2 {
            let chosen = random.next(count)
            guard timers[chosen] != nil else { continue }
            if turn % 3 == 0 {
                wheel.cancel(handles[chosen])
                timers[chosen] = nil
            } else if let moved = wheel.move(handles[chosen], to: drawKey(&random, from: 0)) {
                timers[chosen] = SortedTimers.Timer(key: moved.key, order: count + turn, payload: Int32(chosen))
                handles[chosen] = moved
            }
        }
        let sorted = timers.compactMap { $0 }.sorted { ($0.key, $0.order) < ($1.key, $1.order) }
        #expect(wheel.count == sorted.count)
        var fired: [(key: Int64, payload: Int32)] = []
        while wheel.count > 0, fired.count < sorted.count {
            let before = fired.count
            let target = max(wheel.position, sorted[min(before + random.next(5_000), sorted.count - 1)].key)
            wheel.advance(to: target, due: &fired)
            let next = fired.count < sorted.count ? sorted[fired.count].key : nil
            guard fired.count > before, (fired.last?.key ?? 0) <= target, wheel.nextKey == next else { break }
        }
        let isSame = fired.elementsEqual(sorted) { $0.key == $1.key && $0.payload == $1.payload }
        #expect(isSame)
    }

    private func pick(
        _ handles: inout [(handle: TimerWheel.Handle, order: Int)], _ random: inout TestRandom
    ) -> (handle: TimerWheel.Handle, order: Int)? {
        guard !handles.isEmpty else { return nil }
        // Often the oldest or the newest, so that the smallest key of a bucket is cancelled.
        let index = [0, handles.count - 1, random.next(handles.count)][random.next(3)]
        handles.swapAt(index, handles.count - 1)
        return handles.removeLast()
    }

    private func drawKey(_ random: inout TestRandom, from position: Int64) -> Int64 {
        let distances: [Int64] = [0, 1, 119, 120, 121, 63, 64, 65, 4095, 4096, 1_000_000_000_000]
        let distance =
            switch random.next(8) {
            case 0...2: distances[random.next(distances.count)]
            case 3, 4: Int64(random.next(5000))
            case 5: Int64(random.next(1_000_000_000))
            case 6: -Int64(random.next(300))
            default: Int64.max - Int64(random.next(3)) - position
            }
        let (key, overflow) = position.addingReportingOverflow(distance)
        return overflow ? .max : max(0, key)
    }

    private func drawTarget(_ random: inout TestRandom, wheel: TimerWheel) -> Int64 {
        let limit = Int64.max / 2
        let next = min(wheel.nextKey ?? wheel.position, limit)
        let target =
            switch random.next(12) {
            case 0...3: next
            case 4: next - 1
            case 5: next + 1
            case 6: wheel.position
            case 7, 8: wheel.position + Int64(random.next(130))
            case 9, 10: wheel.position + Int64(random.next(1_000_000))
            default: wheel.position + [1_000_000_000_000, 120, 64][random.next(3)]
            }
        return max(target, wheel.position)
    }

    @Test func manyTimersAtOnce() {
        var random = TestRandom(seed: 7)
        var wheel = TimerWheel()
        let count = 100_000
        let keys = (0..<count).map { _ in Int64(random.next(10_000_000)) * 1000 }
        var handles = keys.enumerated().map { wheel.insert(Int32($0.offset), at: $0.element) }
        var alive = [Int: Int64](uniqueKeysWithValues: zip(0..<count, keys))
        for index in stride(from: 0, to: count, by: 3) {
            let cancelled = wheel.cancel(handles[index])
            #expect(cancelled)
            alive[index] = nil
        }
        for index in stride(from: 1, to: count, by: 3) {
            let key = Int64(random.next(10_000_000)) * 1000
            handles[index] = wheel.move(handles[index], to: key) ?? handles[index]
            alive[index] = key
        }
        #expect(wheel.count == alive.count)
        #expect(wheel.nextKey == alive.values.min())
        var due: [(key: Int64, payload: Int32)] = []
        wheel.advance(to: 5_000_000_000, due: &due)
        #expect(due.allSatisfy { $0.key <= 5_000_000_000 })
        wheel.advance(to: .max, due: &due)
        #expect(due.count == alive.count)
        #expect(due.allSatisfy { alive[Int($0.payload)] == $0.key })
        #expect(zip(due, due.dropFirst()).allSatisfy { $0.key <= $1.key })
        #expect(wheel.count == 0)
        #expect(wheel.nextKey == nil)
    }

    @Test func equalKeysComeInInsertionOrder() {
        var wheel = TimerWheel()
        var due: [(key: Int64, payload: Int32)] = []
        let first = wheel.insert(0, at: 1_000_000)
        for payload in Int32(1)...99 { _ = wheel.insert(payload, at: 1_000_000) }
        let moved = wheel.move(first, to: 1_000_000)
        #expect(moved != nil)
        wheel.advance(to: 999_999, due: &due)
        #expect(due.isEmpty)
        wheel.advance(to: 1_000_000, due: &due)
        #expect(due.map(\.payload) == Array(1...99) + [0])
    }

    @Test(arguments: [0, 1, 119, 120, 121, 1_000_000_000_000, Int64.max - 1, .max])
    func aTimerIsDueExactlyAtItsKey(key: Int64) {
        var wheel = TimerWheel()
        var due: [(key: Int64, payload: Int32)] = []
        _ = wheel.insert(5, at: key)
        #expect(wheel.nextKey == key)
        if key > 0 {
            wheel.advance(to: key - 1, due: &due)
            #expect(due.isEmpty)
        }
        wheel.advance(to: key, due: &due)
        #expect(keys(due) == [key])
        #expect(wheel.position == key)
    }

    @Test func aKeyBeforeThePositionIsDueAtTheNextAdvance() {
        var wheel = TimerWheel()
        var due: [(key: Int64, payload: Int32)] = []
        wheel.advance(to: 100, due: &due)
        _ = wheel.insert(1, at: 100)
        _ = wheel.insert(2, at: 40)
        _ = wheel.insert(3, at: 30)
        #expect(wheel.nextKey == 30)
        wheel.advance(to: 100, due: &due)
        #expect(due.map(\.payload) == [3, 2, 1])
    }

    @Test func staleHandlesDoNothing() {
        var wheel = TimerWheel()
        var due: [(key: Int64, payload: Int32)] = []
        let fired = wheel.insert(1, at: 1)
        wheel.advance(to: 1, due: &due)
        let successor = wheel.insert(2, at: 5)
        let results = (wheel.cancel(fired), wheel.move(fired, to: 9))
        #expect(results == (false, nil))
        let moved = wheel.move(successor, to: 7)
        let stale = wheel.cancel(successor)
        #expect(!stale)
        #expect(wheel.nextKey == 7)
        let cancelled = moved.map { wheel.cancel($0) }
        #expect(cancelled == true)
        #expect(wheel.nextKey == nil)
        let foreign = wheel.cancel(TimerWheel.Handle(key: 3, slot: 900, generation: 0))
        #expect(!foreign)
    }

    @Test func deadEntriesAreCapped() {
        var wheel = TimerWheel()
        _ = wheel.insert(0, at: 1_000_001)
        var handle = wheel.insert(1, at: 1_000_000)
        for _ in 0..<50_000 { handle = wheel.move(handle, to: 1_000_000) ?? handle }
        #expect(wheel.entriesHeld <= 2 + 1024 + 2)
        #expect(wheel.nextKey == 1_000_000)
    }

    @Test func aTimerTakesAtMost48Bytes() {
        #expect(MemoryLayout<TimerEntry>.stride * 2 + MemoryLayout<TimerSlot>.stride * 2 <= 48)
    }
}
