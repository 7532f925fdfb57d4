import SchedulerCore
import Text

/// When tasks of a recorded launch ran, those left out that are only spans or waits.
struct KnownWork {
    /// The stretches in which at least one ran, in order, and how long all up to each of them took.
    private var stretches: [(from: Instant, to: Instant)] = []
    private var sums: [Int64] = []

    /// The work of a launch, in all lanes or in one. O(n log n) in its runs.
    init(_ launch: LaunchMeasure, in lane: LaneID? = nil) {
        let runs = launch.launchRuns.compactMap { index -> (from: Instant, to: Instant)? in
            let span = launch.timeline.runs[index]
            guard lane.map({ $0 == span.lane }) ?? true, !launch.spans.contains(span.task), !launch.isGap(span.task),
                let started = span.started
            else { return nil }
            return (started, span.finished ?? launch.firstFrame)
        }
        for run in runs.sorted(by: { $0.from < $1.from }) where run.to > run.from {
            if let last = stretches.last, run.from <= last.to {
                stretches[stretches.count - 1].to = max(last.to, run.to)
            } else {
                stretches.append(run)
            }
        }
        var sum = Int64(0)
        for stretch in stretches {
            sum += (stretch.to - stretch.from).count
            sums.append(sum)
        }
    }

    /// How much of the time between two instants something ran.
    func length(from start: Instant, to end: Instant) -> Nanoseconds {
        Nanoseconds(max(0, length(until: end) - length(until: start)))
    }

    private func length(until time: Instant) -> Int64 {
        let place = stretches.partitionPoint { $0.from >= time }
        guard place > 0 else { return 0 }
        return sums[place - 1] - max(0, (stretches[place - 1].to - time).count)
    }
}

/// How the main thread's part of a recorded launch divides among families of slices, which a library writes or which share the
/// beginning of their names: `Compose:recompose` and `Recomposer:recompose` are of `Compose`.
public struct SliceFamilies {
    /// A family takes at least one part in so many of the launch, and as many are shown.
    private static let (part, shown): (Int64, Int) = (20, 3)

    /// What the slices of Android's libraries begin with, in small letters.
    private static let libraries = [
        "compose": "Compose", "recomposer": "Compose", "androidowner": "Compose", "textlayout": "Compose",
        "firebase": "Firebase", "fire": "Firebase", "firebaseinitprovider": "Firebase",
    ]

    /// The largest first.
    private let families: [(name: String, length: Int64)]
    private let rest: Nanoseconds
    /// The time of all other tasks.
    private let others: Nanoseconds
    /// What ends the launch and is only a span, such as a frame that is drawn.
    private let ends: [(name: String, length: Nanoseconds)]
    private let lane: String
    /// `, 348ms of it during Sync (a span)`, of the longest span on the critical path before its end; empty without one.
    private let beside: String

    /// Those of a launch. O(n log n) in its runs.
    public init(_ launch: LaunchMeasure) {
        var members: [String: (count: Int, length: Int64)] = [:]
        for index in launch.launchRuns {
            let span = launch.timeline.runs[index]
            guard span.lane == .main, !launch.isGap(span.task), !launch.spans.contains(span.task), let own = span.own
            else { continue }
            let name = launch.name(span.task)
            let beginning = String(name.prefix { !":# -.".contains($0) })
            let family = Self.libraries[beginning.lowercased()] ?? beginning
            let known = members[family] ?? (0, 0)
            members[family] = (known.count + 1, known.length + own.count)
        }
        families = members.filter {
            $0.value.count > 1 && $0.value.length >= launch.time.count / Self.part && !$0.key.isEmpty
        }
        .map { ($0.key, $0.value.length) }.sorted { ($0.1, $1.0) > ($1.1, $0.0) }
        let work = KnownWork(launch, in: .main)
        let known = work.length(from: launch.launched, to: launch.firstFrame)
        let shown = families.prefix(Self.shown).reduce(0) { $0 + $1.length }
        others = Nanoseconds(max(0, known.count - shown))
        ends = launch.endSpans.compactMap { link in link.task.map { (launch.name($0), link.length) } }
        let spans = launch.path.links.dropLast(max(1, ends.count)).compactMap {
            link -> (name: String, length: Int64)? in
            guard let task = link.task, launch.spans.contains(task) else { return nil }
            let idle = link.length.count - work.length(from: link.from, to: link.to).count
            return idle > launch.time.count / Self.part ? (launch.name(task), idle) : nil
        }
        beside =
            spans.max { $0.length < $1.length }.map {
                ", \(TimeText.text(Nanoseconds($0.length))) of it during \(DisplayText.clean($0.name)) (a span)"
            } ?? ""
        rest = Nanoseconds(max(0, launch.time.count - known.count - ends.reduce(0) { $0 + $1.length.count }))
        lane = launch.name(LaneID.main)
    }

    /// `of the launch, on main: Compose 65ms, fire 16ms, other tasks 5ms, nothing recorded 108ms; then rest of the first frame 29ms, on any thread`;
    /// empty without families.
    public var text: String {
        guard !families.isEmpty else { return "" }
        let parts = families.prefix(Self.shown).map {
            "\(DisplayText.clean($0.name)) \(TimeText.text(Nanoseconds($0.length)))"
        }
        // What a span covers need not have been on this thread.
        let named = ends.map { "\(DisplayText.clean($0.name)) \(TimeText.text($0.length))" }
        let ending = named.isEmpty ? "" : "; then \(named.joined(separator: " and ")), on any thread"
        return "of the launch, on \(DisplayText.clean(lane)): \(parts.joined(separator: ", ")), "
            + (others > Nanoseconds.milliseconds(1) ? "other tasks \(TimeText.text(others)), " : "")
            + "nothing recorded \(TimeText.text(rest))\(beside)\(ending)\n"
    }
}
