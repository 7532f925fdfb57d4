import Text

/// Several launches of one app as one: the median launch, the durations of all as samples, and inferred predecessors.
public struct CombinedLaunch: Sendable {
    /// How many samples a task keeps.
    public static let maximumSamples = 100

    /// The launch whose time is the median.
    public private(set) var launch: RecordedLaunch
    /// How many launches there were.
    public let count: Int
    /// The predecessors that were inferred.
    public let inferred: [InferredPredecessors]
    /// What the user should know, one line each.
    public private(set) var remarks: [String] = []

    /// Combines one or more launches; accepts predecessors that reach this many thousandths, or none if nil.
    public init?(_ launches: [RecordedLaunch], thousandths: Int?) {
        let order = launches.indices.sorted { (launches[$0].length, $0) < (launches[$1].length, $1) }
        guard let middle = order.isEmpty ? nil : order[(order.count - 1) / 2] else { return nil }
        launch = launches[middle]
        count = launches.count
        inferred = launches.count > 1 ? EdgeInference.infer(launches) : []
        guard count > 1 else { return }
        let names = EdgeInference.names(launch)
        collectDurations(launches, names)
        for found in inferred { report(found, thousandths, names) }
        launch.putInOrder()
        AssumedPredecessors.find(in: &launch)
        collectWaits(launches)
        let file = launch.file.isEmpty ? "" : ", \(launch.file),"
        launch.notes.insert(
            "The median launch of \(Format.count(count, "trace"))\(file) with the durations of all as samples.",
            at: 0)
        noteAbsent(launches, names)
    }

    private mutating func collectDurations(_ launches: [RecordedLaunch], _ names: [String]) {
        var lengths: [[UInt8]: [Int64]] = [:]
        for launch in launches {
            for (run, name) in zip(launch.runs, EdgeInference.names(launch)) where run.end != .max {
                lengths[Array(name.utf8), default: []].append(run.end - run.start)
            }
        }
        for index in launch.runs.indices where launch.runs[index].attempts.isEmpty && launch.runs[index].end != .max {
            let all = (lengths[Array(names[index].utf8)] ?? []).sorted()
            guard let first = all.first, first != all[all.count - 1] else { continue }
            launch.runs[index].samples = Self.spread(all)
            if all.count < count {
                launch.runs[index].note = note(launch.runs[index].note, "In \(all.count) of \(count) traces.")
            }
        }
    }

    /// What nothing explains is drawn with its task: how long it waited after its last predecessor, in each trace.
    private mutating func collectWaits(_ launches: [RecordedLaunch]) {
        let names = EdgeInference.names(launch).map { Array($0.utf8) }
        let tables = launches.map { launch in
            Dictionary(
                zip(EdgeInference.names(launch).map { Array($0.utf8) }, launch.runs),
                uniquingKeysWith: { first, _ in first })
        }
        for index in launch.runs.indices where launch.runs[index].assumed != nil || launch.runs[index].wait != nil {
            let before = (launch.runs[index].after + [launch.runs[index].assumed].compactMap { $0 }).map { names[$0] }
            let waits = tables.compactMap { table -> Int64? in
                guard let run = table[names[index]] else { return nil }
                let last = before.compactMap { table[$0]?.end }.filter { $0 != .max }.max() ?? 0
                return max(0, run.start - last)
            }.sorted()
            guard let least = waits.first, let most = waits.last, most - least > launch.tolerance else { continue }
            launch.runs[index].waits = Self.spread(waits)
            launch.runs[index].wait = launch.runs[index].wait ?? 0
        }
    }

    /// At most `maximumSamples` of the sorted values, evenly spread.
    private static func spread(_ values: [Int64]) -> [Int64] {
        guard values.count > maximumSamples else { return values }
        return (0..<maximumSamples).map { values[$0 * (values.count - 1) / (maximumSamples - 1)] }
    }

    private func note(_ old: String?, _ new: String) -> String { old.map { "\($0) \(new)" } ?? new }

    /// Says what was inferred, and accepts it if it reaches the threshold.
    private mutating func report(_ found: InferredPredecessors, _ thousandths: Int?, _ names: [String]) {
        let list = found.after.map { found.after.count > 1 ? "\($0.name) (\($0.last))" : $0.name }
        let text =
            "\(found.task) began right after \(list.joined(separator: ", ")) in \(found.support) of \(found.waits) "
            + "traces in which it waited, and never before"
        guard let thousandths, found.reaches(thousandths: thousandths) else {
            remarks.append("likely, but not added: \(text)")
            return
        }
        remarks.append("inferred: \(text)")
        guard let task = names.firstIndex(where: { $0.utf8.elementsEqual(found.task.utf8) }) else { return }
        for predecessor in found.after {
            guard let other = names.firstIndex(where: { $0.utf8.elementsEqual(predecessor.name.utf8) }),
                launch.runs[other].end <= launch.runs[task].start + launch.tolerance,
                !launch.runs[task].after.contains(other)
            else { continue }
            launch.runs[task].after.append(other)
        }
        launch.runs[task].note = note(
            launch.runs[task].note,
            "Inferred: right after \(list.joined(separator: ", ")) in \(found.support) of \(found.waits) traces.")
    }

    private mutating func noteAbsent(_ launches: [RecordedLaunch], _ names: [String]) {
        var known = Set(names.map { Array($0.utf8) })
        let before = known.count
        for launch in launches { for name in EdgeInference.names(launch) { known.insert(Array(name.utf8)) } }
        if known.count > before {
            launch.notes.append(
                "Left out: \(Format.count(known.count - before, "task")) that only other traces have.")
        }
    }
}
