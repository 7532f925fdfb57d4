import Text
import SchedulerCore
import SchedulerSimulation

/// Where each thing is in a scenario file, for messages about it.
public struct ScenarioPlaces: Sendable {
    /// A place in the file.
    public struct Place: Hashable, Comparable, Sendable {
        /// The line, from 1.
        public var line: Int
        /// The column in characters (Unicode scalars), from 1.
        public var column: Int

        /// The beginning of the file.
        public static let start = Place(line: 1, column: 1)

        /// An earlier place is smaller.
        public static func < (left: Place, right: Place) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    private struct Edge: Hashable {
        var task: ByteName
        var predecessor: ByteName
    }

    private var tasks: [ByteName: Place] = [:]
    private var lanes: [ByteName: Place] = [:]
    private var edges: [Edge: Place] = [:]

    /// No place is known.
    init() {}

    init(_ builder: ScenarioBuilder) {
        func place(_ offset: Int) -> Place {
            let position = builder.source.position(of: offset)
            return Place(line: position.line, column: position.column)
        }
        for draft in builder.tasks {
            let name = ByteName(draft.task.spec.name)
            tasks[name] = place(draft.offset)
            for reference in draft.predecessors {
                let edge = Edge(task: name, predecessor: ByteName(reference.name))
                if edges[edge] == nil { edges[edge] = place(reference.offset) }
            }
        }
        for (lane, offset) in builder.laneOffsets {
            lanes[ByteName(builder.scenario.configuration.lanes[lane.offset].name)] = place(offset)
        }
    }

    /// Where a task is; nil if the file does not have it.
    public func task(_ name: String) -> Place? { tasks[ByteName(name)] }
    /// Where a lane is declared.
    public func lane(_ name: String) -> Place? { lanes[ByteName(name)] }
    /// Where a task names a predecessor.
    public func edge(_ task: String, after predecessor: String) -> Place? {
        edges[Edge(task: ByteName(task), predecessor: ByteName(predecessor))]
    }
}
