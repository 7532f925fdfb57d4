import BenchmarkSupport
import Dispatch
import Foundation
import Synchronization

/// How the peers of the live scheduler run the same graph; each gives the nanoseconds from its start to its last task.
enum LivePeers {
    /// Counters of what each task still waits for, and of what is left.
    private final class Counters: Sendable {
        let waits: [Counter]
        let left: Atomic<Int>

        init(_ graph: LiveGraph) {
            waits = graph.predecessors.map { Counter($0.count) }
            left = Atomic(graph.count)
        }
    }

    /// One atomic number.
    private final class Counter: Sendable {
        private let number: Atomic<Int>

        init(_ start: Int) {
            number = Atomic(start)
        }

        /// Whether it reached zero.
        func drop() -> Bool { number.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 }
    }

    /// A concurrent queue, and an atomic counter for each task: what one would write by hand.
    static func dispatch(_ graph: LiveGraph, _ body: @escaping @Sendable () -> Void) -> Double {
        let counters = Counters(graph)
        let queue = DispatchQueue(label: "peer", attributes: .concurrent)
        let done = DispatchSemaphore(value: 0)
        @Sendable func run(_ task: Int) {
            body()
            for next in graph.successors[task] where counters.waits[Int(next)].drop() {
                queue.async { run(Int(next)) }
            }
            if counters.left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { done.signal() }
        }
        let roots = graph.predecessors.indices.filter { graph.predecessors[$0].isEmpty }
        return nanoseconds {
            for root in roots { queue.async { run(root) } }
            done.wait()
        }
    }

    /// A task group to which each task adds those that it made ready.
    static func group(_ graph: LiveGraph, _ body: @escaping @Sendable () -> Void) async -> Double {
        let counters = Counters(graph)
        let roots = graph.predecessors.indices.filter { graph.predecessors[$0].isEmpty }
        let clock = ContinuousClock()
        let begin = clock.now
        await withTaskGroup(of: [Int32].self) { group in
            @Sendable func run(_ task: Int) -> [Int32] {
                body()
                return graph.successors[task].filter { counters.waits[Int($0)].drop() }
            }
            for root in roots { group.addTask { run(root) } }
            while let ready = await group.next() {
                for next in ready { group.addTask { run(Int(next)) } }
            }
        }
        let elapsed = (clock.now - begin).components
        return Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
    }

    /// Foundation's operations with dependencies, two at a time.
    static func operations(_ graph: LiveGraph, _ body: @escaping @Sendable () -> Void) -> Double {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
        let operations = graph.predecessors.map { _ in BlockOperation(block: body) }
        for (task, list) in graph.predecessors.enumerated() {
            for predecessor in list { operations[task].addDependency(operations[Int(predecessor)]) }
        }
        return nanoseconds { queue.addOperations(operations, waitUntilFinished: true) }
    }
}
