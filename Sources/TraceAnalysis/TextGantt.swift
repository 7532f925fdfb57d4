import Text
import SchedulerCore
import TraceFormat

/// The glyphs of a timeline, as on the screen.
public struct TimelineGlyphs: Hashable, Sendable {
    /// Ran on the critical path.
    public var critical: Character
    /// Ran.
    public var ran: Character
    /// Waited for its lane.
    public var laneWait: Character
    /// Waited for a predecessor.
    public var dependencyWait: Character
    /// A lifecycle event.
    public var event: Character
    /// A turn that was skipped or missed.
    public var mark: Character

    /// The glyphs of one kind of terminal.
    public init(_ glyphs: Glyphs) {
        switch glyphs {
        case .unicode:
            (critical, ran, laneWait, dependencyWait, event, mark) =
                ("█", "▓", "░", "·", "┊", "!")
        case .ascii:
            (critical, ran, laneWait, dependencyWait, event, mark) =
                ("#", "=", "-", ".", "|", "!")
        }
    }
}

/// Draws runs over time in plain text: one row per task, one cell per step.
public struct TextGantt {
    /// The longest step: sixteen years.
    public static let longestStep = Nanoseconds(500_000_000_000_000_000)

    /// The shortest step at which `duration` fits into `cells`: one of the digits times a power of ten nanoseconds, and
    /// at most `longest`. The last digit begins the next power.
    public static func step(
        for duration: Nanoseconds, cells: Int, digits: [Int64] = [1, 2, 5, 10], longest: Nanoseconds = longestStep
    ) -> Nanoseconds {
        let least = min(longest.count, max(1, (duration.count - 1) / Int64(max(1, cells)) + 1))
        let last = digits[digits.count - 1]
        var unit: Int64 = 1
        while unit * last <= least { unit *= 10 }
        return min(longest, Nanoseconds(unit * (digits.first { unit * $0 >= least } ?? last)))
    }

    /// How long a cell is.
    public let step: Nanoseconds
    /// How many cells there are.
    public let cells: Int
    /// The cells, and one more for everything after the chart's end.
    private let drawn: Int
    private let timeline: Timeline
    private let glyphs: Glyphs
    private let shapes: TimelineGlyphs
    private let start: Instant

    /// A chart of the timeline from `start` to `end`, nil: up to its end, in at most `cells` cells.
    public init(_ timeline: Timeline, cells: Int, glyphs: Glyphs, from start: Instant = .zero, end: Instant? = nil) {
        (self.timeline, self.glyphs, self.start) = (timeline, glyphs, start)
        let length = max(min(end ?? timeline.lastTime, timeline.lastTime) - start, Nanoseconds(1))
        step = Self.step(for: length, cells: cells)
        self.cells = max(1, min(cells, Int(clamping: (length.count - 1) / step.count + 1)))
        let isCut = start + step * Int64(self.cells) < timeline.lastTime
        drawn = self.cells + (isCut ? 1 : 0)
        shapes = TimelineGlyphs(glyphs)
    }

    /// The letters of the events; if two fall on one cell, the later one moves right by up to three cells.
    public func eventRow() -> String {
        var row = [Character](repeating: " ", count: drawn)
        let lettered = timeline.events.filter { $0.event.letter != "o" && $0.time >= start }
        for event in lettered {
            let cell = cell(of: event.time)
            if let free = (cell..<min(cell + 4, drawn)).first(where: { row[$0] == " " }) {
                row[free] = event.event.letter
            }
        }
        for event in timeline.events where event.event.letter == "o" && event.time >= start {
            let cell = cell(of: event.time)
            if row[cell] == " " { row[cell] = event.event.letter }
        }
        return String(row.prefix(cells))
    }

    /// The ruler: a mark and the time every ten cells, as far as there is room.
    public func ruler() -> String {
        var row = ""
        var cell = 0
        while cell < cells {
            let time = Nanoseconds(step.count.multipliedReportingOverflow(by: Int64(cell)).partialValue)
            let label = "|" + TimeText.short(start + time - .zero)
            let room = min(10, cells - cell)
            let text = DisplayText.width(of: label) <= room ? label : "|"
            row += DisplayText.pad(text, to: room, glyphs: glyphs)
            cell += 10
        }
        return row
    }

    /// The cells of one task: its runs, their waits, and the events in the background; `retryWaits` are the waits of later
    /// attempts for their lane.
    public func row(
        of runs: [Int], attempts: [EarlierAttempt], marks: [TurnMark],
        retryWaits: [(from: Instant, to: Instant)] = [], isCritical: (Int) -> Bool
    ) -> String {
        var row = [Character](repeating: " ", count: drawn)
        for event in timeline.events where event.time >= start { row[cell(of: event.time)] = shapes.event }
        for index in runs { fillWaits(of: timeline.runs[index], in: &row) }
        for wait in retryWaits { fillWait(wait.from, wait.to, shapes.laneWait, in: &row) }
        for mark in marks where mark.kind != .park && mark.time >= start { row[cell(of: mark.time)] = shapes.mark }
        for index in runs {
            let span = timeline.runs[index]
            guard let started = span.lastStarted else { continue }
            let shape = isCritical(index) ? shapes.critical : shapes.ran
            fill(started, span.finished ?? timeline.lastTime, shape, in: &row)
        }
        for attempt in attempts {
            fill(attempt.started, attempt.finished, isCritical(attempt.run) ? shapes.critical : shapes.ran, in: &row)
        }
        return String(row.prefix(cells))
    }

    private func fillWaits(of span: RunSpan, in row: inout [Character]) {
        let end = span.started ?? span.skipped ?? timeline.lastTime
        let ready = span.ready ?? end
        fillWait(span.released, ready, shapes.dependencyWait, in: &row)
        fillWait(ready, end, shapes.laneWait, in: &row)
    }

    private func fillWait(_ from: Instant, _ to: Instant, _ glyph: Character, in row: inout [Character]) {
        guard from < to else { return }
        fill(from, to, glyph, in: &row)
    }

    /// Fills what lies between two instants, at least one cell; what ends before the chart begins is left out.
    private func fill(_ from: Instant, _ to: Instant, _ glyph: Character, in row: inout [Character]) {
        guard from >= start || to > start else { return }
        let first = cell(of: from)
        let last = max(first, cell(of: Instant(nanoseconds: max(to.nanoseconds - 1, from.nanoseconds))))
        for cell in first...last { row[cell] = glyph }
    }

    private func cell(of time: Instant) -> Int {
        max(0, min(drawn - 1, Int(clamping: (time - start).count / step.count)))
    }
}
