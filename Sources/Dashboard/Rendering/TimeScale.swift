import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// The timeline's scale: a cell is one step, and a step is 1, 2 or 5 times a power of ten nanoseconds.
struct TimeScale: Hashable, Sendable {
    /// The instant at the left edge of the first cell.
    var start: Instant
    /// The length of a cell.
    var step: Nanoseconds
    /// Number of cells.
    var cells: Int
    /// Idle gaps drawn shorter than they last, in order of time.
    private(set) var folds: [Fold] = []

    /// An idle gap drawn as one cell.
    struct Fold: Hashable, Sendable {
        /// The cell that it occupies.
        var cell: Int
        /// The steps that it replaces, counted from `start`.
        var steps: Range<Int64>
        /// The number of steps; the count of a range would overflow where `Int` has 32 bits.
        var length: Int64 { steps.upperBound - steps.lowerBound }
        /// How long the gap lasts.
        var label: String
    }

    /// A scale without folds.
    init(start: Instant, step: Nanoseconds, cells: Int) {
        self.start = start
        self.step = step
        self.cells = cells
    }

    /// The instant at the right edge.
    var end: Instant { instant(of: cells) }

    /// The cell that holds an instant; below 0 or from `cells` on if it is not shown.
    func cell(of instant: Instant) -> Int {
        let distance = (instant - start).count
        let floored = distance / step.count - (distance < 0 && distance % step.count != 0 ? 1 : 0)
        var cell = floored
        for fold in folds where floored >= fold.steps.lowerBound {
            if fold.steps.contains(floored) { return fold.cell }
            cell -= fold.length - 1
        }
        return Int(max(-1_000_000, min(1_000_000, cell)))
    }

    /// The left edge of a cell.
    func instant(of cell: Int) -> Instant {
        var steps = Int64(cell)
        for fold in folds where cell >= fold.cell {
            if cell == fold.cell { return start + step * fold.steps.lowerBound }
            steps += fold.length - 1
        }
        return start + step * steps
    }

    /// The same scale with gaps, in order of time, folded if that saves cells after the label of their length.
    func folding(_ gaps: [IdleGap]) -> TimeScale {
        var folded = self
        var saved: Int64 = 0
        for gap in gaps where gap.end > start {
            // The cell in which the gap begins shows what happened there.
            let first = gap.start < start ? 0 : (gap.start - start).count / step.count + 1
            let last = (gap.end - start).count / step.count
            guard last - first > 2 else { continue }
            guard first - saved < Int64(cells) else { break }
            folded.folds.append(Fold(cell: Int(first - saved), steps: first..<last, label: gap.label))
            saved += last - first - 1
        }
        return folded
    }

    /// A scale from t = 0 to `end`, with these gaps folded, at the shortest 1-2-5 step that fits.
    static func fitting(through end: Instant, cells: Int, folding gaps: [IdleGap]) -> TimeScale {
        var scale = TimeScale(start: .zero, step: Nanoseconds(1), cells: cells).folding(gaps)
        while scale.end <= end, scale.step < maximumStep {
            scale = TimeScale(start: .zero, step: coarser(scale.step), cells: cells).folding(gaps)
        }
        return scale
    }

    /// The shortest 1-2-5 step at which `length` fits into `cells`.
    static func step(fitting length: Nanoseconds, cells: Int) -> Nanoseconds {
        TextGantt.step(for: length, cells: cells, longest: maximumStep)
    }

    /// The shortest step of two round digits at which `length` fits into `cells`: little more than the length is drawn.
    static func step(closeTo length: Nanoseconds, cells: Int) -> Nanoseconds {
        TextGantt.step(
            for: length, cells: cells, digits: [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100],
            longest: maximumStep)
    }

    /// The next longer step.
    static func coarser(_ step: Nanoseconds) -> Nanoseconds {
        min(maximumStep, leadingDigit(step) == 2 ? Nanoseconds(step.count / 2 * 5) : step * 2)
    }

    /// The next shorter step, at least a nanosecond.
    static func finer(_ step: Nanoseconds) -> Nanoseconds {
        guard step.count > 1 else { return step }
        return leadingDigit(step) == 5 ? Nanoseconds(step.count / 5 * 2) : Nanoseconds(step.count / 2)
    }

    /// The start of a window of `cells` cells that follows `now`: it moves on by a quarter of its width when
    /// less than an eighth is left ahead.
    static func following(_ now: Instant, step: Nanoseconds, cells: Int) -> Instant {
        let quarter = Int64(max(1, cells / 4))
        let beyond = now.nanoseconds / step.count - Int64(cells - max(1, cells / 8))
        guard beyond >= 0 else { return .zero }
        return Instant.zero + step * ((beyond / quarter + 1) * quarter)
    }

    /// A window that follows `now` and keeps an earlier stretch at the left; the time between the
    /// two is folded, and cells are longer than `step` as far as is needed to fit both. Nil if both are in the window
    /// anyway, or there is too little room.
    static func keeping(
        _ start: Instant, through end: Instant, before now: Instant, step: Nanoseconds, cells: Int
    ) -> TimeScale? {
        guard cells >= minimumKeepingCells,
            following(now, step: step, cells: cells).nanoseconds / step.count > start.nanoseconds / step.count
        else { return nil }
        var step = step
        var room = cells - foldWidth - Int(minimumFollowingCells)
        while true {
            let (first, last) = (start.nanoseconds / step.count, end.nanoseconds / step.count + 1)
            let rest = Int64(cells) - (last - first) - Int64(foldWidth)
            if rest >= minimumFollowingCells || step >= maximumStep || room <= 0 {
                return keeping(first, last, before: now, step: step, cells: cells, rest: Int(rest))
            }
            // No coarser than it must be: what is kept should not shrink to a few cells.
            step = max(step, Self.step(closeTo: end - start, cells: room))
            room -= 1
        }
    }

    private static func keeping(
        _ first: Int64, _ last: Int64, before now: Instant, step: Nanoseconds, cells: Int, rest: Int
    ) -> TimeScale {
        let present = following(now, step: step, cells: rest)
        let scale = TimeScale(start: .zero + step * first, step: step, cells: cells)
        let left = Instant.zero + step * last
        return present > left ? scale.folding([IdleGap(start: left, end: present)]) : scale
    }

    /// Cells between a launch and the present: the fold and a separator.
    private static let foldWidth = 2
    /// The fewest cells that fit both a launch and the present.
    private static let minimumKeepingCells = 18
    /// The fewest cells for following the present beside a launch.
    fileprivate static let minimumFollowingCells: Int64 = 6

    /// Ten days.
    private static let maximumStep = Nanoseconds(1_000_000_000_000_000)

    private static func leadingDigit(_ step: Nanoseconds) -> Int64 {
        var count = step.count
        while count >= 10 { count /= 10 }
        return count
    }
}

extension DashboardModel {
    /// The timeline's scale for this many cells.
    func scale(cells: Int) -> TimeScale {
        let cells = max(1, cells)
        let step: Nanoseconds
        switch view.zoom {
        case .launch:
            if let scale = keptLaunch(cells: cells) { return scale }
            step = launchStep(cells: cells)
        case .everything:
            let gaps = IdleGap.folded(idleGaps, showing: foldLimit - .zero)
            return TimeScale.fitting(through: foldLimit, cells: cells, folding: gaps)
        case .step(let chosen): step = chosen
        case .length(let length): step = TimeScale.step(closeTo: length, cells: cells)
        }
        let start =
            view.pannedTo ?? launchWindow(step: step, cells: cells)
            ?? TimeScale.following(now, step: step, cells: cells)
        let scale = TimeScale(start: start, step: step, cells: cells)
        return scale.folding(IdleGap.folded(idleGaps, showing: scale.end - start))
    }

    /// Where the window begins while a launch is under way that fits into it: it stays where it is until the launch ends.
    private func launchWindow(step: Nanoseconds, cells: Int) -> Instant? {
        guard view.zoom == .launch, let launch = plan.launchStart, let frame = plan.firstFrame, now <= frame else {
            return nil
        }
        let width = step * Int64(cells)
        if frame < .zero + width { return .zero }
        let begin = Instant.zero + step * (launch.nanoseconds / step.count)
        return launch <= now && frame < begin + width ? begin : nil
    }

    /// The scale that keeps a finished launch in view after time has moved past it; nil while the timeline is zoomed or
    /// panned, or if there is no room for both.
    func keptLaunch(cells: Int) -> TimeScale? {
        guard view.zoom == .launch, view.pannedTo == nil, let start = plan.launchStart, let frame = plan.firstFrame,
            frame > start, frame <= now
        else { return nil }
        // What a launch is complete without ran later: nothing that happened since is to be folded away.
        if plan.launchLength.map({ $0.parked > 0 }) ?? false {
            return TimeScale.fitting(
                through: foldLimit, cells: cells, folding: IdleGap.folded(idleGaps, showing: foldLimit - .zero))
        }
        let step = launchStep(cells: cells)
        let end = max(frame, comparedFrame ?? frame)
        guard var scale = TimeScale.keeping(start, through: end, before: now, step: step, cells: cells) else {
            return nil
        }
        // What the launch began and the first frame did not wait for stays in view, too, if the launch hardly shrinks for it.
        if launchWorkEnd > frame,
            let whole = TimeScale.keeping(start, through: launchWorkEnd, before: now, step: step, cells: cells),
            whole.step.count / 5 * 4 <= scale.step.count
        {
            scale = whole
        }
        if options.isPresenting { scale = showingWhatHappened(scale, launch: frame - start) }
        return foldsGhosts(scale) ? TimeScale.fitting(through: foldLimit, cells: cells, folding: []) : scale
    }

    /// The scale for an audience, which cannot look for what a fold hides: only time in which nothing happened is folded, unless
    /// the launch would shrink to a few cells.
    private func showingWhatHappened(_ scale: TimeScale, launch: Nanoseconds) -> TimeScale {
        guard let fold = scale.folds.first else { return scale }
        let whole = IdleGap(start: scale.instant(of: fold.cell), end: scale.instant(of: fold.cell + 1))
        let quiet = plan.quietGaps(
            from: whole.start, until: whole.end, timers: facts.timers, tick: session.scenario.configuration.tick)
        if quiet == [whole] { return scale }
        let folded = IdleGap.folded(quiet, showing: now - scale.start)
        let shown = Nanoseconds(folded.reduce((now - scale.start).count) { $0 - $1.length.count })
        for room in (1...scale.cells).reversed() {
            let step = max(scale.step, TimeScale.step(closeTo: shown, cells: room))
            guard launch >= step * TimeScale.minimumFollowingCells else { break }
            let start = Instant.zero + step * (scale.start.nanoseconds / step.count)
            let wide = TimeScale(start: start, step: step, cells: scale.cells).folding(folded)
            if wide.end > now { return wide }
        }
        return scale
    }

    /// How far ahead rows show the plan: to the end of the timeline; if the launch takes part of it, as far as it
    /// would reach without the launch.
    func horizon(of scale: TimeScale) -> Instant {
        let isKept = view.zoom == .launch && !scale.folds.isEmpty
        return isKept ? max(scale.end, now + scale.step * Int64(scale.cells)) : scale.end
    }

    /// The latest instant that is certain: gaps end there at the latest, and a view of everything ends there.
    var foldLimit: Instant { max(.zero + document.plannedLaunch, now) }

    /// The step at which the launch fits, with its first frame. The column of differences takes a cell of the timeline, and must not make all
    /// others longer.
    private func launchStep(cells: Int) -> Nanoseconds {
        let taken = showsDelta && layout.column(.slack) != nil && !layout.hasPresent ? 1 : 0
        let length = max(document.plannedLaunch, (comparedFrame ?? .zero) - .zero)
        return TimeScale.step(fitting: length + Nanoseconds(1), cells: cells + taken)
    }

    /// The end of the launch that an audience compares the present one with: the timeline holds both.
    private var comparedFrame: Instant? { options.isPresenting ? compared?.plan.firstFrame : nil }

    /// Cells of the timeline at the terminal's size; 40 if the screen has no timeline.
    var timelineCells: Int {
        let width = layout.timelineWidth
        return width > 0 ? width : 40
    }
}
