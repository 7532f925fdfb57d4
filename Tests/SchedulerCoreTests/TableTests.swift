import Testing

@testable import SchedulerCore

@Suite struct TableTests {
    @Test("A table grows, and keeps what it has")
    func growth() {
        var table = Table<Int32>()
        for number in 0..<100 { table.append(Int32(number)) }
        table[7] += 1
        #expect(table.count == 100 && table[7] == 8 && Array(table.suffix(2)) == [98, 99])
    }

    @Test("A copy keeps its values when the other one changes, which must own its storage first")
    func copies() {
        var table = Table<Int32>()
        for number in 1...3 { table.append(Int32(number)) }
        let copy = table
        #expect(table.own() && !table.own())
        table[1] = 9
        table.append(4)
        #expect(Array(table) == [1, 9, 3, 4] && Array(copy) == [1, 2, 3])
    }

    @Test("A copy of a scheduler stays as it is, whatever the other one does")
    func keyframes() throws {
        let tasks = ["A", "B"].map { TaskSpec(name: $0, trigger: .events(EventSet(.didFinishLaunching))) }
        var scheduler = try Scheduler(configuration: SchedulerConfiguration(), tasks: tasks)
        scheduler.handle(.command(.action(.launch), CommandID(0)), at: .zero)
        var keyframes: [(Scheduler, [TaskSnapshot])] = []
        for _ in 0..<9 {
            keyframes.append((scheduler, [0, 1].map { scheduler.snapshot(of: TaskID($0)) }))
            for case .start(let run, _, _, _, _) in scheduler.handle(.advance, at: .zero).effects {
                scheduler.handle(.runFinished(run, .success), at: .zero)
            }
        }
        #expect(scheduler.snapshot(of: TaskID(1)).runsEnded == 1)
        for (keyframe, then) in keyframes { #expect([0, 1].map { keyframe.snapshot(of: TaskID($0)) } == then) }
    }
}
