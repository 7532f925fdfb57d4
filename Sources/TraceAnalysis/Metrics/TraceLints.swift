import Text
import SchedulerCore
import TraceFormat

/// Something in a trace that deserves a look.
public struct TraceLint: Hashable, Sendable {
    /// What kind of thing.
    public enum Kind: UInt8, CaseIterable, Sendable {
        /// A run of the critical path stood ready and waited for its lane.
        case queued
        /// A timer's run began after its tick.
        case late
    }

    /// What kind of thing.
    public let kind: Kind
    /// The run, an index into `Timeline.runs`.
    public let run: Int
    /// Since when it waited.
    public let from: Instant
    /// Until when.
    public let to: Instant
    /// One sentence for people; names in it are cleaned.
    public let text: String
}

/// Finds what deserves a look in a finished trace.
public enum TraceLints {
    /// How many lints are found at most; what lies beyond is not looked at.
    public static let limit = 1000

    /// The lints of a trace in the order of the runs. O(runs log runs).
    ///
    /// - Parameters:
    ///   - paths: the critical paths of its launches.
    ///   - isTimer: whether a task is released by the clock; a trace does not tell.
    public static func find(
        in timeline: Timeline, paths: [CriticalPath], names: TraceNames, isTimer: (TaskID) -> Bool = { _ in false },
        glyphs: Glyphs = .unicode
    ) -> [TraceLint] {
        var lints: [TraceLint] = []
        let ends = LaneEnds(timeline)
        let queued = Set(
            paths.flatMap { path in path.links.filter(\.isLaneWait).compactMap(\.run) })
        for (index, span) in timeline.runs.enumerated() where lints.count < limit {
            guard let started = span.started else { continue }
            let wait: (kind: TraceLint.Kind, from: Instant)
            if isTimer(span.task), started > span.released {
                wait = (.late, span.released)
            } else if queued.contains(index), let ready = span.ready, started > ready {
                wait = (.queued, ready)
            } else {
                continue
            }
            let holder = ends.holder(of: span).map { name($0, names, glyphs) }
            let task = name(span.task, names, glyphs)
            let lane = DisplayText.clean(names.name(of: span.lane), glyphs: glyphs)
            let time = TimeText.exact(started - wait.from)
            let text = sentence(wait.kind, task: task, time: time, lane: lane, holder: holder)
            lints.append(TraceLint(kind: wait.kind, run: index, from: wait.from, to: started, text: text))
        }
        return lints
    }

    private static func name(_ task: TaskID, _ names: TraceNames, _ glyphs: Glyphs) -> String {
        DisplayText.clean(names.name(of: task), glyphs: glyphs)
    }

    /// The sentence of a lint; the names are cleaned.
    public static func sentence(
        _ kind: TraceLint.Kind, task: String, time: String, lane: String, holder: String?
    ) -> String {
        switch kind {
        case .queued: "\(task) queued \(time) for lane \(lane)" + (holder.map { ", held by \($0)" } ?? "")
        case .late: "\(task) late \(time)" + (holder.map { ": lane \(lane) held by \($0)" } ?? "")
        }
    }
}

extension CriticalPath.Link {
    fileprivate var isLaneWait: Bool {
        switch why {
        case .lane: true
        case .dependency, .event, .release, .laneGap, .clock, .gap: false
        }
    }
}

/// The ended runs of each lane in the order of their ends.
private struct LaneEnds {
    private let timeline: Timeline
    private var ends: [LaneID: [Int]]

    init(_ timeline: Timeline) {
        self.timeline = timeline
        let runs = timeline.runs
        let ended = runs.indices.filter { runs[$0].finishOrder >= 0 }
        ends = Dictionary(grouping: ended.sorted { runs[$0].finishOrder < runs[$1].finishOrder }) { runs[$0].lane }
    }

    /// Whose run ended last in the lane before this one began, while this one waited.
    func holder(of span: RunSpan) -> TaskID? {
        let sorted = ends[span.lane] ?? []
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if timeline.runs[sorted[middle]].finishOrder < span.startOrder { low = middle + 1 } else { high = middle }
        }
        guard low > 0, let end = timeline.runs[sorted[low - 1]].finished, end > span.released else { return nil }
        return timeline.runs[sorted[low - 1]].task
    }
}
