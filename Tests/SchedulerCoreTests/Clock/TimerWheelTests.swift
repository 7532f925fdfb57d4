import Testing

@testable import SchedulerCore

/// The plainest timers: a list that is kept sorted.
private struct SortedTimers {
    struct Timer {
        var key: Int64
        var order: Int
        var number: Int32
    }
    var timers: [Timer] = []
    var issued = 0

    mutating func arm(_ number: Int32, at key: Int64) {
        _ = cancel(number)
        issued += 1
        var low = 0
        var high = timers.count
        while low < high {
            let middle = (low + high) / 2
            if timers[middle].key <= key { low = middle + 1 } else { high = middle }
        }
        timers.insert(Timer(key: key, order: issued, number: number), at: low)
    }

    mutating func cancel(_ number: Int32) -> Bool {
        guard let index = timers.firstIndex(where: { $0.number == number }) else { return false }
        timers.remove(at: index)
        return true
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
    private func keys(_ due: [(key: Int64, timer: Int32)]) -> [Int64] { due.map(\.key) }

    @Test(arguments: 0..<25)
    func equalsASortedList(seed: Int) {
        var random = TestRandom(seed: seed + 1)
        var wheel = TimerWheel()
        var model = SortedTimers()
        var due: [(key: Int64, timer: Int32)] = []
        for step in 0..<40_000 {
            switch random.next(10) {
            case 0...5:
                // Some are armed already: these move.
                let timer = drawTimer(&random, model)
                let key = drawKey(&random, from: wheel.position)
                wheel.arm(timer, at: key)
                model.arm(timer, at: key)
                #expect(wheel.isArmed(timer))
            case 6, 7:
                let timer = drawTimer(&random, model)
                let wasThere = wheel.cancel(timer)
                #expect(wasThere == model.cancel(timer))
                let again = wheel.cancel(timer)
                #expect(!again && !wheel.isArmed(timer))
            default:
                let target = drawTarget(&random, from: wheel.position, first: model.timers.first?.key)
                due.removeAll(keepingCapacity: true)
                wheel.advance(to: target, due: &due)
                let expected = model.advance(to: target)
                #expect(due.map(\.timer) == expected.map(\.number))
                #expect(due.map(\.key) == expected.map(\.key))
                #expect(wheel.position == target)
            }
            if wheel.count != model.timers.count {
                Issue.record("step \(step): \(wheel.count) timers, and \(model.timers.count) in the list")
                return
            }
        }
    }

    @Test("100,000 timers at once: re-armed, cancelled and fired as a list sorted by key and arming", arguments: 0..<25)
    func aHundredThousandAtOnce(seed: Int) {
        let count = 100_000
        var random = TestRandom(seed: seed + 100)
        var wheel = TimerWheel()
        var timers: [SortedTimers.Timer?] = []
        for number in 0..<count {
            let key = drawKey(&random, from: 0)
            wheel.arm(Int32(number), at: key)
            timers.append(SortedTimers.Timer(key: key, order: number, number: Int32(number)))
        }
        #expect(wheel.count == count)
        for turn in 0..<count / 2 {
            let chosen = random.next(count)
            if turn % 3 == 0 {
                wheel.cancel(Int32(chosen))
                timers[chosen] = nil
            } else {
                let key = drawKey(&random, from: 0)
                wheel.arm(Int32(chosen), at: key)
                timers[chosen] = SortedTimers.Timer(key: key, order: count + turn, number: Int32(chosen))
            }
        }
        let sorted = timers.compactMap { $0 }.sorted { ($0.key, $0.order) < ($1.key, $1.order) }
        #expect(wheel.count == sorted.count)
        var fired: [(key: Int64, timer: Int32)] = []
        while wheel.count > 0, fired.count < sorted.count {
            let before = fired.count
            let target = max(wheel.position, sorted[min(before + random.next(5_000), sorted.count - 1)].key)
            wheel.advance(to: target, due: &fired)
            guard fired.count > before, (fired.last?.key ?? 0) <= target else { break }
        }
        let isSame = fired.elementsEqual(sorted) { $0.key == $1.key && $0.timer == $1.number }
        #expect(isSame)
    }

    /// Often the first or the last of those that are armed, so that the smallest key of a bucket is cancelled.
    private func drawTimer(_ random: inout TestRandom, _ model: SortedTimers) -> Int32 {
        guard let first = model.timers.first, let last = model.timers.last else { return Int32(random.next(3_000)) }
        return [first.number, last.number, Int32(random.next(3_000)), Int32(random.next(3_000))][random.next(4)]
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

    /// Often about the first key that is armed.
    private func drawTarget(_ random: inout TestRandom, from position: Int64, first: Int64?) -> Int64 {
        let next = min(first ?? position, Int64.max / 2)
        let target =
            switch random.next(12) {
            case 0...3: next
            case 4: next - 1
            case 5: next + 1
            case 6: position
            case 7, 8: position + Int64(random.next(130))
            case 9, 10: position + Int64(random.next(1_000_000))
            default: position + [1_000_000_000_000, 120, 64][random.next(3)]
            }
        return max(target, position)
    }

    @Test func equalKeysComeInTheOrderOfArming() {
        var wheel = TimerWheel()
        var due: [(key: Int64, timer: Int32)] = []
        for timer in Int32(0)...99 { wheel.arm(timer, at: 1_000_000) }
        wheel.arm(0, at: 1_000_000)
        wheel.advance(to: 999_999, due: &due)
        #expect(due.isEmpty)
        wheel.advance(to: 1_000_000, due: &due)
        #expect(due.map(\.timer) == Array(1...99) + [0])
    }

    @Test(arguments: [0, 1, 119, 120, 121, 1_000_000_000_000, Int64.max - 1, .max])
    func aTimerIsDueExactlyAtItsKey(key: Int64) {
        var wheel = TimerWheel()
        var due: [(key: Int64, timer: Int32)] = []
        wheel.arm(5, at: key)
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
        var due: [(key: Int64, timer: Int32)] = []
        wheel.advance(to: 100, due: &due)
        wheel.arm(1, at: 100)
        wheel.arm(2, at: 40)
        wheel.arm(3, at: 30)
        wheel.advance(to: 100, due: &due)
        #expect(due.map(\.timer) == [3, 2, 1])
    }

    @Test func aTimerThatIsNotArmedHasNoKeyAndCannotBeCancelled() {
        var wheel = TimerWheel()
        var due: [(key: Int64, timer: Int32)] = []
        wheel.arm(1, at: 1)
        wheel.advance(to: 1, due: &due)
        var wasThere = wheel.cancel(1)
        #expect(!wasThere && !wheel.isArmed(1) && !wheel.isArmed(-1))
        wasThere = wheel.cancel(900)
        #expect(!wasThere && !wheel.isArmed(900))
        wheel.arm(1, at: 5)
        wheel.arm(1, at: 7)
        #expect(wheel.count == 1)
        wasThere = wheel.cancel(1)
        #expect(wasThere && wheel.count == 0)
        wheel.advance(to: 10, due: &due)
        #expect(due.map(\.timer) == [1])
    }

    @Test func copiesAreApart() {
        var wheel = TimerWheel()
        wheel.arm(0, at: 5)
        var copy = wheel
        copy.arm(0, at: 9)
        copy.arm(1, at: 2)
        var (due, dueInCopy): ([(key: Int64, timer: Int32)], [(key: Int64, timer: Int32)]) = ([], [])
        wheel.advance(to: 5, due: &due)
        copy.advance(to: 5, due: &dueInCopy)
        #expect(due.map(\.timer) == [0] && wheel.count == 0)
        #expect(dueInCopy.map(\.timer) == [1] && copy.count == 1)
    }

    @Test("A copy in the middle, then both continue: each as its own list", arguments: 0..<5)
    func copiesGoOnApart(seed: Int) {
        var random = TestRandom(seed: seed + 500)
        var wheel = TimerWheel()
        var model = SortedTimers()
        var due: [(key: Int64, timer: Int32)] = []
        func armSome(_ wheel: inout TimerWheel, _ model: inout SortedTimers) {
            for _ in 0..<500 {
                let (timer, key) = (Int32(random.next(400)), drawKey(&random, from: wheel.position))
                wheel.arm(timer, at: key)
                model.arm(timer, at: key)
            }
        }
        func advanceBoth(_ wheel: inout TimerWheel, _ model: inout SortedTimers) {
            let target = drawTarget(&random, from: wheel.position, first: model.timers.first?.key)
            due.removeAll()
            wheel.advance(to: target, due: &due)
            #expect(due.map(\.timer) == model.advance(to: target).map(\.number))
        }
        armSome(&wheel, &model)
        for _ in 0..<20 {
            var (copy, copyOfModel) = (wheel, model)
            if random.next(2) == 0 { armSome(&copy, &copyOfModel) }
            advanceBoth(&copy, &copyOfModel)
            advanceBoth(&wheel, &model)
            armSome(&wheel, &model)
            if random.next(2) == 0 { (wheel, model) = (copy, copyOfModel) }
        }
    }

    @Test func deadEntriesAreCapped() {
        var wheel = TimerWheel()
        wheel.arm(0, at: 1_000_001)
        for _ in 0..<50_000 { wheel.arm(1, at: 1_000_000) }
        #expect(wheel.entriesHeld <= 2 + 1024 + 2)
    }

    @Test func aTimerTakesAtMost48Bytes() {
        #expect(MemoryLayout<TimerWheel.Entry>.stride * 2 + MemoryLayout<UInt32>.stride <= 48)
    }
}
