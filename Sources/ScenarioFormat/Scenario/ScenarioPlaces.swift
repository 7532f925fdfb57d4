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

    private let source: SourceText?
    /// Tasks, then sequences, by name; a sequence has no place here.
    private var numbers: [ByteName: Int] = [:]
    private var tasks: [ScenarioTask] = []
    private var places: [TaskPlaces] = []
    private var lanes: [ByteName: Int] = [:]

    /// No place is known.
    init() { source = nil }

    init(_ builder: ScenarioBuilder) {
        source = builder.source
        (numbers, tasks, places) = (builder.numbers, builder.scenario.tasks, builder.taskPlaces)
        for (lane, offset) in builder.laneOffsets {
            lanes[ByteName(builder.scenario.configuration.lanes[lane.offset].name)] = offset
        }
    }

    /// Where a task is; nil if the file does not have it.
    public func task(_ name: String) -> Place? { number(of: name).flatMap { place(at: places[$0].offset) } }
    /// Where a lane is declared.
    public func lane(_ name: String) -> Place? { lanes[ByteName(name)].flatMap { place(at: $0) } }
    /// Where a task names a predecessor.
    public func edge(_ task: String, after predecessor: String) -> Place? {
        guard let number = number(of: task) else { return nil }
        let found = tasks[number].predecessors.firstIndex { $0.utf8.elementsEqual(predecessor.utf8) }
        return found.flatMap { place(at: Int(places[number].predecessors[$0])) }
    }

    private func number(of task: String) -> Int? { numbers[ByteName(task)].flatMap { $0 < tasks.count ? $0 : nil } }

    private func place(at offset: Int) -> Place? {
        source.map {
            let position = $0.position(of: offset)
            return Place(line: position.line, column: position.column)
        }
    }
}
