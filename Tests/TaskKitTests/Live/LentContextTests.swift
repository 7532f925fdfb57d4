import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// Contexts are lent to bodies; who keeps one has it to the end.
@Suite(.timeLimit(.minutes(1))) struct LentContextTests {
    @Test("A lent context is laid out as a context is")
    func layout() {
        #expect(MemoryLayout<RunContext.Lent>.size == MemoryLayout<RunContext>.size)
        #expect(MemoryLayout<RunContext.Borrowed>.size == MemoryLayout<RunContext>.size)
        #expect(MemoryLayout<RunContext>.offset(of: \.batch) == MemoryLayout<RunContext.Lent>.offset(of: \.batch))
        #expect(MemoryLayout<RunContext>.offset(of: \.index) == RunContext.Lent.indexOffset)
    }

    @Test(
        "A context that a body keeps goes on telling of its own run, however many come after", arguments: [false, true])
    func kept(isChain: Bool) async throws {
        let kept = Locked<[RunContext]>([])
        let count = 500
        let tasks = (0..<count).map { number in
            task(
                "T\(number)", after: isChain && number > 0 ? ["T\(number - 1)"] : [],
                body: .sync { context in
                    if number % 3 == 0 { kept.with { $0.append(context) } }
                })
        }
        let scheduler = try makeScheduler(tasks)
        try scheduler.launch()
        await scheduler.waitForRest()
        let names = kept.with { $0.map(\.task) }
        #expect(Set(names) == Set(stride(from: 0, to: count, by: 3).map { "T\($0)" }))
        #expect(names.count == Set(names).count)
        #expect(kept.with { $0.allSatisfy { $0.run == 1 && $0.attempt == 1 && $0.lane == "pool" && !$0.isCancelled } })
        scheduler.stop()
        #expect(kept.with { $0.map(\.task) } == names)
    }
}
