import TestSupport
import Testing

@testable import ScenarioFormat

@Suite struct DependencyGraphTests {
    private func graph(_ lists: [[Int]]) -> DependencyGraph {
        var graph = DependencyGraph()
        for list in lists { graph.appendNode(list.map { ($0, 0) }) }
        return graph
    }

    @Test func `the shortest cycle is found and begins with the lowest number`() {
        let cycles = graph([[1], [2], [3, 1], [0], [3], [4], []]).cycles()
        #expect(cycles.map(\.path) == [[1, 2]])
        #expect(cycles.map(\.downstream) == [[4, 5]])
    }

    @Test func `each strongly connected component is reported`() {
        #expect(graph([[0], [2], [1], []]).cycles().map(\.path) == [[0], [1, 2]])
    }

    @Test(arguments: 0..<Campaign.count(25))
    func `cycles agree with trying every node`(seed: Int) {
        var generator = TestGenerator(seed: seed)
        for _ in 0..<60 {
            let count = 1 + generator.next(below: 8)
            let lists = (0..<count).map { _ in
                (0..<generator.next(below: 3)).map { _ in generator.next(below: count) }
            }
            let found = graph(lists).cycles()
            let shortest = (0..<count).compactMap { shortestReturn(lists, $0) }.min()
            #expect(found.map(\.path.count).min() == shortest)
            for cycle in found {
                for (index, node) in cycle.path.enumerated() {
                    #expect(lists[node].contains(cycle.path[(index + 1) % cycle.path.count]))
                }
            }
        }
    }

    /// The length of the shortest way from a node back to itself.
    private func shortestReturn(_ lists: [[Int]], _ start: Int) -> Int? {
        var reached = Set(lists[start])
        for length in 1...lists.count {
            if reached.contains(start) { return length }
            reached = Set(reached.flatMap { lists[$0] })
        }
        return nil
    }

    @Test func `a chain of 100,000 tasks, open and closed`() {
        let count = 100_000
        #expect(graph((0..<count).map { $0 == 0 ? [] : [$0 - 1] }).cycles() == [])
        let ring = graph((0..<count).map { [($0 + count - 1) % count] }).cycles()
        #expect(ring.count == 1 && ring[0].path.count == count)
    }

    @Test func `a cycle is shown in full, what is downstream with twelve names and a count`() {
        let tasks = (0..<20).map { "- {name: T\($0), on: launch, after: T\(($0 + 1) % 20)}" }
        let more = (0..<15).map { "- {name: D\($0), on: launch, after: T0}" }
        let text = diagnostics("tasks:\n" + (tasks + more).joined(separator: "\n"))
        #expect(
            text == [
                "2:33: error: cycle: " + ((0..<20) + [0]).map { "T\($0)" }.joined(separator: " -> ") + "; "
                    + "only downstream of it: D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, D10, D11 and 3 more"
            ])
    }
}
