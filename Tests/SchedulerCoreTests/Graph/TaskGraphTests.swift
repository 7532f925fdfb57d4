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
        #expect(graph[graph.edges(of: 1).lowerBound].isSoft)
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

    @Test("A wait stays on its edge until it ends, and the task knows along how many edges it waits")
    func waits() {
        var graph = graph([[], [], [0, 1]])
        let edge = graph.edges(of: 2).lowerBound
        graph.beginWait(along: edge, EdgeWait(slot: 7, turn: .next, isParked: true))
        graph.beginWait(along: edge + 1, EdgeWait(slot: 7, turn: .current))
        #expect(graph[edge].wait.turn == .next && graph[edge].wait.isParked && graph.waits(of: 2) == 2)
        graph.changeWait(along: edge, .current, isParked: false)
        #expect(graph[edge].wait.turn == .current && !graph[edge].wait.isParked && graph[edge].wait.slot == 7)
        #expect(graph.endWait(along: edge + 1) == 1)
        graph.stopWaiting(2)
        #expect(graph[edge].wait.turn == .none && graph.waits(of: 2) == 0)
    }
}
