import ScreenKit
import Planning
import SchedulerCore
import Text
import TraceAnalysis

/// The clock's ticks on a timeline, and how many turns are due on each.
struct ClockActivity: Sendable {
    /// One cell of the clock's row.
    enum Cell: Hashable, Sendable {
        case blank, tick, due(Int)
    }
    /// The input from which the cells were made.
    struct Key: Hashable, Sendable {
        var scale: TimeScale
        var folded: Int
        var basis: Document.Basis
    }

    private(set) var key: Key?
    private(set) var cells: [Cell] = []

    /// No cells.
    init() {}

    /// The cells of a scale. O(cells + tasks with a timer and their turns in the window).
    init(_ key: Key, plan: Course, scheduler: borrowing Scheduler, timers: [TaskID]) {
        self.key = key
        let scale = key.scale
        cells = Array(repeating: .blank, count: max(0, scale.cells))
        for stretch in ClockActivity.stretches(plan) { mark(stretch, scheduler.configuration.tick) }
        var due: [Int: Int] = [:]
        for task in timers where task.offset < plan.runs.count {
            let runs = plan.runs[task.offset]
            let first = runs.partitionPoint { $0.released >= scale.start }
            let last = runs.partitionPoint { $0.released >= scale.end }
            for run in runs[first..<max(first, last)] { due[scale.cell(of: run.released), default: 0] += 1 }
            // A turn passed over is due then; a run that is skipped was due when it was released.
            for mark in plan.marks(of: task) where mark.kind != .parked {
                let place = runs.partitionPoint { $0.released > mark.time }
                if place > 0, runs[place - 1].skipped == mark.time { continue }
                due[scale.cell(of: mark.time), default: 0] += 1
            }
        }
        // The order does not matter: cells are independent.
        for (cell, count) in due where cells.indices.contains(cell) { cells[cell] = .due(count) }
    }

    /// When the clock ticks: from each launch to the end of its process, suspensions left out.
    private static func stretches(_ plan: Course) -> [(start: Instant, from: Instant, to: Instant)] {
        var found: [(start: Instant, from: Instant, to: Instant)] = []
        var states = plan.states[...]
        for (place, launch) in plan.launches.enumerated() {
            let limit = place + 1 < plan.launches.count ? plan.launches[place + 1].start : .distantFuture
            var from: Instant? = launch.start
            while let state = states.first, state.time < limit {
                states.removeFirst()
                guard state.time >= launch.start else { continue }
                switch state.state {
                case .suspended, .notRunning:
                    if let begun = from { found.append((launch.start, begun, state.time)) }
                    from = nil
                case .inactive, .active, .background: from = from ?? state.time
                }
            }
            if let begun = from { found.append((launch.start, begun, limit)) }
        }
        return found
    }

    private mutating func mark(_ stretch: (start: Instant, from: Instant, to: Instant), _ tick: Nanoseconds) {
        guard let scale = key?.scale, tick > .zero else { return }
        for cell in cells.indices where scale.folds.allSatisfy({ $0.cell != cell }) {
            let (low, high) = (scale.instant(of: cell), scale.instant(of: cell + 1))
            let begin = max(low, stretch.from)
            guard begin < min(high, stretch.to) else { continue }
            // The first tick at or after the start of the cell; the launch itself is not a tick.
            let number = max(1, ((begin - stretch.start).count + tick.count - 1) / tick.count)
            if stretch.start + tick * number < min(high, stretch.to) { cells[cell] = .tick }
        }
    }
}

extension ClockActivity {
    /// Updates the cells; costs nothing if they are current.
    mutating func update(for model: DashboardModel, _ scale: TimeScale) {
        let wanted = Key(scale: scale, folded: model.plan.foldedCount, basis: model.document.basis)
        guard wanted != key else { return }
        self = ClockActivity(wanted, plan: model.plan, scheduler: model.scheduler, timers: model.facts.timers)
    }
}

extension DashboardModel {
    /// The clock's last tick, and when the next one comes; nil while there will be none.
    var tickText: (last: Int64, next: Instant?) { (scheduler.tick, scheduler.ticks.next) }
}
