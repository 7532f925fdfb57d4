import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// Tasks of a recording that come again and again at the same distance, as the frames of an animation do: each begins with the
/// clock of the screen, whatever ended before.
struct RecordedTicks {
    /// So many of one name are a tick.
    private static let fewest = 8

    private var tasks: Set<TaskID> = []
    private var names: Set<ByteName> = []

    /// None.
    init() {}

    /// Those of a launch: half of the distances between tasks of one name, but for the number after it, differ by less than a
    /// fifth from the median.
    init(_ planned: PlannedLaunch) {
        var starts: [ByteName: [(start: Int64, task: TaskID)]] = [:]
        for run in planned.timeline.runs where Int(run.process) == planned.process {
            guard let started = run.started else { continue }
            starts[Self.base(planned.name(run.task)), default: []].append((started.nanoseconds, run.task))
        }
        for (_, runs) in starts where runs.count >= Self.fewest {
            let sorted = runs.map { $0.start }.sorted()
            let distances = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
            let median = distances[distances.count / 2]
            let near = distances.count { abs($0 - median) <= median / 5 }
            guard median > 0, near * 2 >= distances.count else { continue }
            for run in runs {
                tasks.insert(run.task)
                names.insert(ByteName(planned.name(run.task)))
            }
        }
    }

    var isEmpty: Bool { tasks.isEmpty }

    func contains(_ task: TaskID) -> Bool { tasks.contains(task) }
    func contains(name: String) -> Bool { names.contains(ByteName(name)) }

    /// A name without the number after it.
    private static func base(_ name: String) -> ByteName {
        let text = name.utf8
        let digits = text.reversed().prefix { $0 >= 48 && $0 <= 57 }.count
        guard digits > 0, text.count > digits + 1 else { return ByteName(name) }
        let head = text.dropLast(digits)
        guard head.last == UInt8(ascii: " ") else { return ByteName(name) }
        return ByteName(String(decoding: head.dropLast(), as: UTF8.self))
    }
}
