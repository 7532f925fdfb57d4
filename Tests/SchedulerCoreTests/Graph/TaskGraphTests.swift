import TestSupport
import Testing

@testable import SchedulerCore

@Suite struct TaskGraphTests {
    private func graph(_ predecessors: [[Int32]]) -> TaskGraph {
        TaskGraph(
            predecessors.joined().map { TaskGraph.Dependency(source: $0, isSoft: false) },
            predecessors.map { Int32($0.count) })
    }

    @Test("Predecessors keep their listed order, successors are in the order of their numbers")
    func neighbours() {
        let graph = graph([[], [0], [1, 0]])
        #expect(graph.predecessors(of: 2) == [1, 0])
        #expect(graph.successors(of: 0) == [1, 2])
        #expect(graph.successors(of: 2).isEmpty && graph.predecessors(of: 99).isEmpty)
    }

    @Test(
        "However many predecessors a task names, each counts once, as it was named first",
        arguments: [3, 15, 16, 17, 40])
    func namedTwice(count: Int) {
        let names = (0..<count).map { "T\($0)" }
        let spec = TaskSpec(
            name: "Hub", after: names + names.reversed(), follows: names,
            prefers: names + ["Other", "Unknown", "Other"])
        var found: [TaskGraph.Dependency] = [TaskGraph.Dependency(source: 1, isSoft: false)]
        spec.addDependencies(to: &found) {
            names.firstIndex(of: $0) ?? -1
        } preferred: {
            $0 == "Other" ? count : nil
        }
        #expect(found.dropFirst().map { Int($0.source) } == Array(0...count))
        #expect(found.dropFirst().map { $0.isWeak } == names.map { _ in false } + [true])
    }

    @Test("An injected task comes last among the successors and drops its old predecessors")
    func injected() {
        var graph = graph([[], [0], [0]])
        graph.replacePredecessors(of: 1, with: [TaskGraph.Dependency(source: 2, isSoft: true)])
        graph.replacePredecessors(of: 4, with: [TaskGraph.Dependency(source: 0, isSoft: false)])
        #expect(graph.successors(of: 0) == [2, 4])
        #expect(graph.predecessors(of: 1) == [2] && graph.predecessors(of: 3).isEmpty)
        #expect(graph[graph.places(of: 1).lowerBound].isSoft && graph.isSound)
    }

    @Test("Kahn's algorithm orders graphs without a cycle, and no others")
    func cycles() {
        #expect(graph([[], [0], [0, 1]]).isAcyclic)
        #expect(!graph([[1], [0]]).isAcyclic)
        #expect(!graph([[0]]).isAcyclic)
    }

    @Test("The longest path adds up expected times of tasks that exist, and saturates")
    func paths() {
        let fork = graph([[], [0], [0]])
        #expect(fork.longestPaths([1, 2, 4]) { _ in true } == [5, 2, 4])
        #expect(fork.longestPaths([1, 2, 4]) { $0 != 2 } == [3, 2, 4])
        let chain = graph((0..<100).map { $0 == 0 ? [] : [$0 - 1] })
        #expect(chain.longestPaths(Array(repeating: .max / 8, count: 100)) { _ in true }[0] == .max)
    }

    @Test("Injecting one name again and again needs no more room, and the successors stay in order")
    func injectedAgain() {
        var graph = graph([[], [0], [], [0, 2]])
        let many = (0..<3).map { TaskGraph.Dependency(source: $0, isSoft: false) }
        graph.replacePredecessors(of: 4, with: many)
        let (room, before) = (graph.endPlace, graph.successors(of: 0))
        for _ in 0..<100 {
            graph.replacePredecessors(of: 4, with: many.prefix(1))
            graph.replacePredecessors(of: 4, with: many)
        }
        #expect(before == [1, 3, 4] && graph.successors(of: 0) == before)
        #expect(graph.endPlace == room && graph.isSound)
    }
}
