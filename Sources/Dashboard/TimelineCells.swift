import ScreenKit
import Planning
import SchedulerCore
import Text
import TraceAnalysis

/// The meaning of one cell of a timeline row; the screen picks glyph and color.
enum TimelineCell: Int, CaseIterable, Hashable, Sendable {
    case blank, event, now, dependencyWait, laneWait, criticalLaneWait, pauseWait, run, criticalRun, planned,
        criticalPlanned
    case late, failed, ghost
    /// A folded gap.
    case fold

    /// Whether a run is drawn here, past or planned.
    var isRun: Bool {
        switch self {
        case .run, .criticalRun, .planned, .criticalPlanned: true
        case .blank, .event, .now, .dependencyWait, .laneWait, .criticalLaneWait, .pauseWait, .late, .failed, .ghost,
            .fold:
            false
        }
    }
}

extension TimelineCell {
    /// The glyph; ASCII has its own if two stand-ins would look the same.
    func glyph(isASCII: Bool) -> Character {
        switch self {
        case .now where isASCII: "!"
        case .late where isASCII: "x"
        case .pauseWait where isASCII: "p"
        case .fold: ScreenGlyph.fold
        case .blank: " "
        case .event: ScreenGlyph.event
        case .now: ScreenGlyph.now
        case .dependencyWait: ScreenGlyph.dependencyWait
        case .laneWait, .criticalLaneWait: ScreenGlyph.laneWait
        case .pauseWait: ScreenGlyph.pauseWait
        case .run: ScreenGlyph.run
        case .criticalRun: ScreenGlyph.criticalRun
        case .planned, .criticalPlanned: ScreenGlyph.planned
        case .late: ScreenGlyph.late
        case .failed: "x"
        case .ghost: ScreenGlyph.ghost
        }
    }

    /// The glyph in drawable form, computed once for each kind of terminal.
    func drawn(isASCII: Bool) -> Glyph { (isASCII ? TimelineCell.ascii : TimelineCell.unicode)[rawValue] }

    private static let unicode = glyphs(isASCII: false)
    private static let ascii = glyphs(isASCII: true)

    private static func glyphs(isASCII: Bool) -> [Glyph] {
        allCases.map { cell in
            let glyph = cell.glyph(isASCII: isASCII)
            return Glyph(isASCII ? ScreenGlyph.ascii(glyph) : glyph) ?? .blank
        }
    }

    func style(_ theme: Theme) -> Style {
        switch self {
        case .blank: theme.standard
        case .event, .fold: theme.dim
        case .now: theme.now
        case .dependencyWait: theme.dependencyWait
        case .laneWait: theme.laneWait
        case .criticalLaneWait: theme.criticalWait
        case .pauseWait: theme.warning
        case .run: theme.run
        case .criticalRun, .criticalPlanned: theme.critical
        case .planned: theme.planned
        case .late, .failed: theme.alarm
        case .ghost: theme.ghost
        }
    }
}

/// Fills the timeline cells of one row. Precedence in a cell: run, now, mark, wait, event.
struct TimelineRow {
    let scale: TimeScale
    let now: Instant
    private(set) var cells: [TimelineCell]

    /// A row that shows only the events and the current instant.
    init(scale: TimeScale, now: Instant, background: [TimelineCell]) {
        self.scale = scale
        self.now = now
        cells = background
    }

    /// The cells shared by all rows: `┊` where an event was or will be delivered, `≈` where time is folded.
    static func background(scale: TimeScale, events: some Sequence<Course.Event>) -> [TimelineCell] {
        var cells = [TimelineCell](repeating: .blank, count: max(0, scale.cells))
        for event in events {
            let cell = scale.cell(of: event.time)
            if cells.indices.contains(cell) { cells[cell] = .event }
        }
        for fold in scale.folds { cells[fold.cell] = .fold }
        return cells
    }

    /// Draws the runs and marks of one task; `waits` are pauses that held them, and waits before retries.
    mutating func draw(runs: [Course.Run], marks: [Course.Mark], waits: [WaitPiece], criticalRun: Int32) {
        let first = max(0, runs.partitionPoint { $0.released >= scale.start } - 1)
        let last = runs.partitionPoint { $0.released >= scale.end }
        let visible = runs[first..<last]
        for run in visible { drawWaits(run, isCritical: run.number == criticalRun) }
        for wait in waits { span(wait.isPause ? .pauseWait : .laneWait, from: wait.from, to: wait.to) }
        put(.now, at: scale.cell(of: now))
        for mark in marks where mark.kind != .parked && mark.time <= now {
            put(.late, at: scale.cell(of: mark.time))
        }
        for run in visible { drawAttempts(run, isCritical: run.number == criticalRun) }
    }

    /// Draws the runs of another course in free cells; waits for a lane, which a change may bring, stay.
    mutating func drawGhosts(_ runs: [Course.Run]) {
        let first = max(0, runs.partitionPoint { $0.released >= scale.start } - 1)
        for run in runs[first...] where run.released < scale.end {
            for attempt in run.attempts {
                let end = attempt.end ?? scale.end
                guard attempt.start < scale.end, end > scale.start else { continue }
                let last = end > attempt.start ? Instant(nanoseconds: end.nanoseconds - 1) : end
                let low = max(0, scale.cell(of: attempt.start))
                let high = min(scale.cells - 1, scale.cell(of: last))
                guard low <= high else { continue }
                for place in low...high {
                    switch cells[place] {
                    case .blank, .event, .fold, .dependencyWait: cells[place] = .ghost
                    case .now, .laneWait, .criticalLaneWait, .pauseWait, .run, .criticalRun, .planned, .criticalPlanned,
                        .late, .failed, .ghost:
                        break
                    }
                }
            }
        }
    }

    /// The waits, future ones included: a plan shows them before the launch as it does after it.
    private mutating func drawWaits(_ run: Course.Run, isCritical: Bool) {
        let open = run.start ?? run.end ?? (run.attempts.isEmpty ? max(now, run.released) : run.released)
        let ready = min(run.ready ?? open, open)
        span(.dependencyWait, from: run.released, to: ready)
        span(isCritical ? .criticalLaneWait : .laneWait, from: ready, to: open)
    }

    private mutating func drawAttempts(_ run: Course.Run, isCritical: Bool) {
        for attempt in run.attempts {
            let end = attempt.end ?? scale.end
            if attempt.start <= now {
                let past = min(end, now)
                let kind: TimelineCell = isCritical ? .criticalRun : .run
                if past == attempt.start {
                    if attempt.end == past { put(kind, at: scale.cell(of: past)) }
                } else {
                    span(kind, from: attempt.start, to: past)
                }
                if attempt.end == past, let outcome = attempt.outcome, outcome != .success {
                    // A run that was cancelled as it began has no length.
                    let last = end > attempt.start ? Instant(nanoseconds: past.nanoseconds - 1) : past
                    put(.failed, at: scale.cell(of: last))
                }
            }
            guard end > now else { continue }
            let from = max(attempt.start, now)
            span(isCritical ? .criticalPlanned : .planned, from: from, to: end, isGentle: attempt.start <= now)
        }
    }

    private mutating func put(_ cell: TimelineCell, at place: Int) {
        if cells.indices.contains(place) { cells[place] = cell }
    }

    /// Marks every cell that [from, to) touches; an empty span, as of a run without length, marks its cell. A span that
    /// goes into a fold or through it is cut there: it lasts longer than its cells.
    private mutating func span(_ cell: TimelineCell, from: Instant, to: Instant, isGentle: Bool = false) {
        guard to >= from, from < scale.end, to >= scale.start else { return }
        if to == from && !cell.isRun { return }
        let low = max(0, scale.cell(of: from))
        let final = to == from ? to : Instant(nanoseconds: to.nanoseconds - 1)
        let high = min(scale.cells - 1, scale.cell(of: final))
        guard low <= high else { return }
        let folds = low < high ? scale.folds : []
        for place in low...high where !folds.contains(where: { $0.cell == place }) {
            if isGentle && (cells[place] == .run || cells[place] == .criticalRun) { continue }
            cells[place] = cell
        }
    }
}
