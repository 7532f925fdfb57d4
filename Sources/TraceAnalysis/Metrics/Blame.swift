import SchedulerCore
import Text

/// How long each task of a launch ran and waited, one row per task.
public struct Blame: Hashable, Sendable {
    /// One task's part in the launch, over its runs before the first frame.
    public struct Row: Hashable, Sendable {
        /// Which.
        public let task: TaskID
        /// Its name.
        public let name: String
        /// Own time; of a recorded span, what no task explains that ran meanwhile, and of a device nothing.
        public fileprivate(set) var own: Nanoseconds
        /// How long a recorded span was that no thread ran; nil: it is none.
        public fileprivate(set) var span: Nanoseconds?
        /// Time spent waiting for predecessors.
        public fileprivate(set) var dependencyWait: Nanoseconds
        /// Time spent ready, waiting for a place in the lane.
        public fileprivate(set) var laneWait: Nanoseconds
        /// Of a recorded trace: how long after the last thing that it is known or assumed to have waited for it began; nil of a
        /// unit of a build of which nothing is known.
        public let gapWait: Nanoseconds?
        /// How long it waited: for predecessors and its lane; of a recorded trace, in which a task is released with the launch,
        /// only after the last thing that it waited for, and after its lane was free.
        public var wait: Nanoseconds { isForeign ? gapWait ?? .zero : laneWait + dependencyWait }
        fileprivate let isForeign: Bool
        /// When its first run began, counted from the launch; nil if it has not.
        public let began: Nanoseconds?
        /// Whether something ran for it: the unit of a device only waits for it.
        public let isWork: Bool
        /// How much later it could have ended; nil if no end would have delayed the first frame, or if that is not known.
        public fileprivate(set) var slack: Nanoseconds?
        /// Whether it is a device beside the critical path of a boot of which nothing says who needs it: its mount may have waited
        /// for it.
        public let isSlackUnknown: Bool
        /// Whether it is on the critical path.
        public fileprivate(set) var isCritical: Bool
        /// When its last run ended, counted from the launch; nil if it has not.
        public fileprivate(set) var ended: Nanoseconds?
        /// Of a unit of a build with which others began before it ended: how long after its beginning.
        public fileprivate(set) var metadata: Nanoseconds?
        /// Of a unit of a build: how long its codegen took; nil if the recording does not say.
        public fileprivate(set) var codegen: Nanoseconds?
    }

    /// What rows are sorted by.
    public enum Order: String, CaseIterable, Sendable {
        case own, dependency, lane, wait, slack, end, name
    }

    /// The rows, in the order of the releases.
    public private(set) var rows: [Row]

    /// The rows of a launch. O(runs + dependencies).
    public init(_ launch: LaunchMeasure) {
        var places: [Int] = []
        var rows: [Row] = []
        var gaps: [TaskID: RunSpan] = [:]
        let work = launch.spans.isEmpty ? nil : KnownWork(launch)
        let ends = launch.whole == "build" ? launch.ends : nil
        let unknown = launch.devicesOfUnknownUse
        for index in launch.launchRuns {
            let span = launch.timeline.runs[index]
            if launch.isGap(span.task) {
                gaps[span.task] = span
                continue
            }
            let gap =
                gaps.isEmpty || span.started != span.ready
                ? nil
                : launch.facts.dependencies(of: span.task).lazy.compactMap { gaps[$0.task] }
                    .first { $0.finished == span.ready }
            while places.count <= span.task.offset { places.append(-1) }
            let spanned = launch.spans.contains(span.task) ? span.own : nil
            let explained =
                work.flatMap { work in
                    span.started.flatMap { from in span.finished.map { work.length(from: from, to: $0) } }
                } ?? .zero
            let isWork = !launch.isDevice(span.task)
            let own =
                isWork
                ? spanned.map { Nanoseconds(max(0, $0.count - explained.count)) } ?? span.own ?? .zero : .zero
            let row = Row(
                task: span.task, name: launch.name(span.task), own: own, span: spanned,
                dependencyWait: span.dependencyWait ?? .zero, laneWait: span.laneWait ?? .zero,
                gapWait: ends.map { launch.wait(ofUnit: span, behind: gap?.task, $0) } ?? gap?.own ?? .zero,
                isForeign: launch.isForeign,
                began: span.started.map { $0 - launch.launched }, isWork: isWork,
                slack: unknown.contains(span.task) ? nil : launch.path.slack(ofRun: index),
                isSlackUnknown: unknown.contains(span.task),
                isCritical: launch.path.isCritical(index),
                ended: span.finished.map { $0 - launch.launched })
            if places[span.task.offset] < 0 {
                places[span.task.offset] = rows.count
                rows.append(row)
            } else {
                rows[places[span.task.offset]] = rows[places[span.task.offset]].joined(with: row)
            }
        }
        self.rows = rows
    }

    /// The same with one row for a unit of a build, up to its metadata and behind that. O(runs).
    public func joiningUnits(of launch: LaunchMeasure) -> Blame {
        let units = BuildUnits(launch)
        var joined = self
        var places: [TaskID: Int] = [:]
        joined.rows = []
        for row in rows {
            if let first = units.first(ofRest: row.task).flatMap({ places[$0] }) {
                joined.rows[first] = joined.rows[first].joined(with: row)
                joined.rows[first].metadata = units.length(joined.rows[first].task)?.metadata
                joined.rows[first].codegen = row.own
            } else {
                places[row.task] = joined.rows.count
                joined.rows.append(row)
                joined.rows[joined.rows.count - 1].codegen = units.codegen(row.task)
            }
        }
        return joined
    }

    /// The rows, the largest first (slack: the smallest; names: from A on); equal ones as released.
    public func sorted(by order: Order) -> [Row] {
        let keys = rows.map { row in
            switch order {
            case .own: -row.own.count
            case .dependency: -row.dependencyWait.count
            case .lane: -row.laneWait.count
            case .wait: -row.wait.count
            case .slack: row.slack?.count ?? .max
            case .end: -(row.ended?.count ?? 0)
            case .name: Int64(0)
            }
        }
        return rows.indices.sorted { left, right in
            if order == .name, rows[left].name != rows[right].name { return rows[left].name < rows[right].name }
            if order == .own, keys[left] == keys[right], rows[left].isWork != rows[right].isWork {
                return rows[left].isWork
            }
            return (keys[left], left) < (keys[right], right)
        }.map { rows[$0] }
    }
}

extension LaunchMeasure {
    /// When the tasks of the launch ended.
    fileprivate var ends: [TaskID: Instant] {
        launchRuns.reduce(into: [:]) { $0[timeline.runs[$1].task] = timeline.runs[$1].finished }
    }

    /// The devices beside the critical path of a boot, whose order is in part assumed, for which no unit is known to wait.
    /// O(runs + dependencies).
    public var devicesOfUnknownUse: Set<TaskID> {
        guard whole == "boot", !assumed.isEmpty else { return [] }
        let runs = launchRuns
        var devices: Set<TaskID> = []
        for run in runs where isDevice(timeline.runs[run].task) && !path.isCritical(run) {
            devices.insert(timeline.runs[run].task)
        }
        for run in runs { devices.subtract(stated(timeline.runs[run].task)) }
        return devices
    }

    /// How long a unit of a build waited after what cargo states that it waited for, or, for a job, since the beginning; nil if
    /// nothing says what it waited for.
    fileprivate func wait(ofUnit run: RunSpan, behind gap: TaskID?, _ ends: [TaskID: Instant]) -> Nanoseconds? {
        guard let started = run.started else { return nil }
        if let ready = stated(run.task).compactMap({ ends[$0] }).max() { return started - ready }
        let isKnown = assumed[run.task] == nil || gap.map(isQueue) ?? false
        return isKnown ? started - launched : nil
    }

    /// Whether a recorded task is the unit of a device, which does nothing but wait for the hardware.
    func isDevice(_ task: TaskID) -> Bool {
        spans.contains(task) && BootUnit.isDevice(name(task))
    }

    /// What a recorded task is that no thread ran: `a span`, or `a device`.
    public func spanWords(_ task: TaskID) -> String { isDevice(task) ? "a device" : "a span" }
}

extension Blame.Row {
    /// Its name; a span that no thread ran is called one: `Sync (a span of 522ms)`; a unit of a build says when its metadata was
    /// ready, and what its codegen took: `cc (rmeta after 1.21s, codegen 2.9s)`.
    public var shownName: String {
        guard let span else {
            let parts = [
                metadata.map { "rmeta after \(TimeText.text($0))" }, codegen.map { "codegen \(TimeText.text($0))" },
            ]
            .compactMap { $0 }
            return name + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
        }
        let name = isWork ? name : BootUnit.short(name)
        guard span > .zero else { return "\(name) (\(isWork ? "a span" : "a device"))" }
        // A unit may use a device before udev has announced it.
        return "\(name) (\(isWork ? "a span of" : "a device, announced after") \(TimeText.text(span)))"
    }

    fileprivate func joined(with later: Blame.Row) -> Blame.Row {
        var row = self
        row.own = own + later.own
        row.span = span.map { $0 + (later.span ?? .zero) } ?? later.span
        row.dependencyWait = dependencyWait + later.dependencyWait
        row.laneWait = laneWait + later.laneWait
        row.slack = [slack, later.slack].compactMap { $0 }.min()
        row.isCritical = isCritical || later.isCritical
        row.ended = later.ended
        return row
    }
}
