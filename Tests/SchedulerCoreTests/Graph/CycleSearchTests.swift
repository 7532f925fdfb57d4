import TestSupport
import Testing

@testable import SchedulerCore

@Suite struct CycleSearchTests {
    private func search(_ lists: [[Int]]) -> CycleSearch? {
        CycleSearch(count: lists.count) { lists[$0] }
    }

    @Test(
        "The shortest cycle, in waiting order, and those only downstream of one",
        arguments: [
            ([[0]], [0], []),
            ([[1], [0], [1]], [0, 1], [2]),
            ([[2], [0], [1], [3]], [3], []),
            ([[3, 1], [0], [1], [2]], [0, 1], []),
        ] as [([[Int]], [Int], [Int])])
    func shortest(lists: [[Int]], cycle: [Int], downstream: [Int]) throws {
        let found = try #require(search(lists))
        #expect(found.cycle.sorted() == cycle.sorted() && found.downstream == downstream)
    }

    @Test("Without a cycle none is found", arguments: [[], [[]], [[], [0], [0, 1]]] as [[[Int]]])
    func none(lists: [[Int]]) {
        #expect(search(lists) == nil)
    }

    @Test("The search finds a cycle, and no other is shorter", arguments: 0..<Campaign.count(25))
    func random(seed: Int) {
        var cases = CaseGenerator(seed: UInt64(seed))
        let count = cases.number(1...9)
        let lists = (0..<count).map { _ in
            Set((0..<cases.number(0...2)).map { _ in cases.number(0...count - 1) }).sorted()
        }
        let shortest = (0..<count).compactMap { length(from: $0, lists) }.min()
        let found = search(lists)
        #expect(found?.cycle.count == shortest)
        guard let cycle = found?.cycle else { return }
        for (index, task) in cycle.enumerated() {
            #expect(lists[cycle[(index + 1) % cycle.count]].contains(task))
        }
    }

    /// The length of the shortest way from a task back to itself, by trying every number of steps.
    private func length(from start: Int, _ lists: [[Int]]) -> Int? {
        var reached = Set([start])
        for steps in 1...lists.count {
            reached = Set(reached.flatMap { lists[$0] })
            if reached.contains(start) { return steps }
        }
        return nil
    }

    @Test("A cycle is written whole up to 100 names, a longer one by its ends and a count")
    func text() {
        func path(_ count: Int) -> String { CycleText.path((0..<count).map { "T\($0)" } + ["T0"]) }
        #expect(path(2) == "T0 -> T1 -> T0")
        #expect(path(100).hasPrefix("T0 -> T1 -> ") && path(100).hasSuffix(" -> T98 -> T99 -> T0"))
        #expect(path(100).split(separator: " -> ").count == 101)
        #expect(path(101).contains(" -> T19 -> ... 62 more ... -> T82 -> "))
        #expect(path(100_000).utf8.count < 500)
    }
}
