import ScreenKit
import Planning
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

extension Screen {
    /// Column headings and the ruler.
    mutating func drawHeadings() {
        guard let row = layout.headingRow else { return }
        for field in layout.fields {
            if field.field == .timeline {
                drawRuler(field, row: row)
                continue
            }
            let isNumber = Screen.isNumber(field.field)
            var isPresent = field.field == .slack && context.showsPresent
            var word = field.field == .slack && model.showsDelta ? "DELTA" : heading(of: field.field)
            if isPresent { word = " NOW" }
            if word.count > field.width { word = "" }
            canvas.put(
                word, column: field.column, row: row, width: field.width, style: theme.heading,
                alignment: isNumber && !isPresent ? .trailing : .leading)
            // Beside what a task waits for there is room for most slacks.
            if isPresent, !model.options.isPresenting {
                (word, isPresent) = (heading(of: .slack), false)
                canvas.put(
                    word, column: field.column + field.width - word.count, row: row, width: word.count,
                    style: theme.heading)
            }
            guard field.field == model.view.sort.field, !isPresent else { continue }
            let end = isNumber ? field.column + field.width : field.column + word.count
            canvas.emphasize(row: row, columns: end - word.count..<end, with: .reverse)
        }
    }

    /// If only the chain is shown, the reasons of its links have the columns of trigger, priority and lane.
    private func heading(of field: Layout.Field) -> String {
        guard model.view.criticalOnly else { return Screen.heading(field) }
        switch field {
        case .trigger: return "WHY IT BEGAN"
        case .priority: return layout.column(.trigger) == nil ? "WHY" : ""
        case .lane: return layout.column(.priority) == nil ? "WHY" : ""
        case .state, .rails, .name, .runs, .last, .next, .own, .wait, .slack, .timeline: return Screen.heading(field)
        }
    }

    static func heading(_ field: Layout.Field) -> String {
        switch field {
        case .state, .timeline: ""
        case .rails: "GRAPH"
        case .name: "TASK"
        case .trigger: "TRIGGER"
        case .priority: "PRI"
        case .lane: "LANE"
        case .runs: "RUNS"
        case .last: "LAST"
        case .next: "NEXT"
        case .own: "OWN"
        case .wait: "WAIT"
        case .slack: "SLACK"
        }
    }

    static func isNumber(_ field: Layout.Field) -> Bool {
        switch field {
        case .runs, .last, .next, .own, .wait, .slack: true
        case .state, .rails, .name, .trigger, .priority, .lane, .timeline: false
        }
    }

    /// Ticks, times, lengths of folds, events, now: later ones take precedence in a cell.
    private mutating func drawRuler(_ field: Layout.Column, row: Int) {
        guard let scale else { return }
        var ruler = RulerText(cells: scale.cells)
        drawTicks(on: &ruler)
        var part = 0
        for fold in scale.folds {
            ruler.drawTimes(scale, part..<fold.cell)
            part = fold.cell + 1
        }
        ruler.drawTimes(scale, part..<scale.cells)
        drawFolds(scale, on: &ruler)
        let place = scale.cell(of: now)
        ruler.put(String(ScreenGlyph.nowMark), at: place, style: .now)
        var labelled = ruler
        drawEvents(scale, on: &ruler)
        // A bar without its label would be a riddle: names of events give way to it.
        if !drawBudget(scale, on: &ruler), reserveBudget(scale, on: &labelled) {
            drawEvents(scale, on: &labelled)
            ruler = labelled
        }
        for (cell, mark) in ruler.marks.enumerated() {
            let style =
                switch mark.style {
                case .blank, .time, .budget: theme.dim
                case .fold, .event, .now: theme.strong
                }
            canvas.set(mark.glyph, column: field.column + cell, row: row, style: style)
        }
    }

    /// The cell from which on the launch would be over its budget; nil if it is not shown.
    private func budgetCell(_ scale: TimeScale) -> Int? {
        let plan = model.tried?.plan ?? plan
        guard let budget = model.session.scenario.launchBudget, let start = plan.launchStart else { return nil }
        let cell = scale.cell(of: start + budget)
        guard (0..<scale.cells).contains(cell), !scale.folds.contains(where: { $0.cell == cell }) else { return nil }
        return cell
    }

    /// Where the launch would be over its budget; false if there is no room for a label.
    private func drawBudget(_ scale: TimeScale, on ruler: inout RulerText) -> Bool {
        guard let cell = budgetCell(scale) else { return true }
        let (before, after) = ("budget|", "|budget")
        if ruler.isFree(cell..<min(scale.cells, cell + after.count + 1)), cell + after.count <= scale.cells {
            ruler.put(after, at: cell, style: .time)
        } else if ruler.isFree(cell - before.count + 1..<cell + 1) {
            ruler.dropTime(at: cell - before.count)
            ruler.put(before, at: cell - before.count + 1, style: .time)
        } else {
            if ruler.isFree(cell..<cell + 1) { ruler.put("|", at: cell, style: .time) }
            return false
        }
        return true
    }

    /// The same before the names of events are drawn, where it covers none of the events; false if there is no room.
    private func reserveBudget(_ scale: TimeScale, on ruler: inout RulerText) -> Bool {
        guard let cell = budgetCell(scale) else { return false }
        // A blank keeps a name apart from a word.
        for (label, start) in [("|budget", cell), (" budget|", cell - 7)] {
            let (cells, end) = (start..<start + label.count, start + label.count)
            let isTaken = shownEvents.contains { (cells.lowerBound...end).contains(scale.cell(of: $0.time)) }
            let isBeforeFold = end < scale.cells && ruler.marks[end].style == .fold
            guard !isTaken, !isBeforeFold, cells.allSatisfy(ruler.isFree) else { continue }
            ruler.dropTime(at: end)
            ruler.put(label, at: start, style: .budget)
            return true
        }
        return false
    }

    /// The cells of the longest name of an event on the ruler.
    private static let longestName = LifecycleEvent.allCases.flatMap(TriggerText.ruler).map { $0.count }.max() ?? 0

    /// Each fold with its length, to its right if there is room, else to its left; left out where an event has its place, or
    /// where now has it and the length would read as an instant.
    private func drawFolds(_ scale: TimeScale, on ruler: inout RulerText) {
        var end = 0
        let events = Set(shownEvents.map { scale.cell(of: $0.time) })
        for (place, fold) in scale.folds.enumerated() {
            let next = place + 1 < scale.folds.count ? scale.folds[place + 1].cell : scale.cells
            ruler.put(String(ScreenGlyph.fold), at: fold.cell, style: .fold)
            let now = scale.cell(of: self.now)
            // Without a word or the sign it would read as an instant; beside now, with the sign alone, too.
            for label in ["\(fold.label) cut", "+" + fold.label] {
                // The mark of now would cover a part of the length.
                let begin = (fold.cell + 1...fold.cell + label.count).contains(now) ? now + 1 : fold.cell + 1
                func isFree(_ start: Int) -> Bool { !(start..<start + label.count).contains(where: events.contains) }
                let isWorded = label != "+" + fold.label
                // The word gives way to the name of an event before it.
                let room = isWorded ? Self.longestName + 1 : 0
                if isWorded ? begin <= fold.cell + 2 : begin == fold.cell + 1, begin + label.count <= next,
                    isFree(begin)
                {
                    ruler.put(label, at: begin, style: .fold)
                    end = begin + label.count
                    ruler.dropTime(at: end)
                    break
                }
                let left = fold.cell - label.count
                if left >= end, isFree(left), !(left - room..<left).contains(where: events.contains) {
                    ruler.put(label, at: left, style: .fold)
                    end = fold.cell + 1
                    break
                }
            }
        }
    }

    /// A mark at each tick, if ticks are far enough apart to be distinguished.
    private func drawTicks(on ruler: inout RulerText) {
        guard let scale else { return }
        let tick = context.scheduler.configuration.tick
        guard tick.count >= scale.step.count * 2 else { return }
        let cells = context.parts.clock.cells
        for cell in cells.indices where cells[cell] != .blank {
            ruler.put(String(ScreenGlyph.tick), at: cell, style: .blank)
        }
    }

    /// Events, each under the longest of its short names that fits, or else its letter. A name begins at its event, or ends
    /// there if there is no room behind it; times give way.
    private func drawEvents(_ scale: TimeScale, on ruler: inout RulerText) {
        // What is folded away has no place of its own.
        let events = shownEvents.map { (cell: scale.cell(of: $0.time), event: $0.event) }.filter { item in
            !scale.folds.contains { $0.cell == item.cell }
        }
        for (place, item) in events.enumerated() {
            let next = place + 1 < events.count ? events[place + 1].cell : scale.cells
            // If the cell is taken by another event or by now, or is next to one, the name moves a little to the right; where
            // it has no room of its own, the line in the table has to do.
            guard let cell = (item.cell..<item.cell + 8).first(where: { ruler.isApart($0) }) else { continue }
            // A blank keeps it apart from the next one's name.
            let end = place + 1 < events.count ? next - 1 : next
            let room = max(1, min(ruler.room(from: cell), end - cell))
            let names = TriggerText.ruler(item.event)
            // A letter for an event that the next one follows at once is a riddle.
            let isAlone = place + 1 == events.count || next > item.cell + 1
            var (name, start) = (isAlone ? String(names[0].prefix(1)) : "", cell)
            for longer in names {
                let before = item.cell - longer.count + 1
                let isBehind = longer.count <= room
                guard isBehind || ruler.isFree(before..<item.cell + 1) else { continue }
                (name, start) = (longer, isBehind ? cell : before)
                break
            }
            if !name.isEmpty { ruler.put(name, at: start, style: .event) }
        }
    }
}

/// The ruler's cells while they are being filled.
struct RulerText {
    /// What a mark is.
    enum Style: Hashable, Sendable {
        /// Nothing, or a tick.
        case blank
        case time, budget, fold, event, now
    }

    /// One cell; `text` is the number of the text that it belongs to.
    struct Mark {
        var glyph: Character
        var style: Style
        var text: Int
    }

    private(set) var marks: [Mark]
    private var texts = 0

    init(cells: Int) { marks = Array(repeating: Mark(glyph: " ", style: .blank, text: 0), count: max(0, cells)) }

    /// Writes a text starting at a cell, as far as there are cells; removes times that it would partly cover, an event's
    /// name also those that it would touch.
    mutating func put(_ text: String, at cell: Int, style: Style) {
        texts += 1
        if style == .event {
            for place in [cell - 1, cell + text.count] where marks.indices.contains(place) {
                if marks[place].style == .time { clear(text: marks[place].text, around: place) }
                if marks[place].style == .blank { marks[place].glyph = " " }
            }
        }
        for (offset, glyph) in text.enumerated() where marks.indices.contains(cell + offset) {
            let place = cell + offset
            if marks[place].style == .time { clear(text: marks[place].text, around: place) }
            marks[place] = Mark(glyph: glyph, style: style, text: texts)
        }
    }

    /// Takes away the time that has a cell, so that no other text touches it.
    mutating func dropTime(at place: Int) {
        if marks.indices.contains(place), marks[place].style == .time { clear(text: marks[place].text, around: place) }
    }

    private mutating func clear(text: Int, around place: Int) {
        for other in max(0, place - 12)..<min(marks.count, place + 12) where marks[other].text == text {
            marks[other] = Mark(glyph: " ", style: .blank, text: 0)
        }
    }

    /// Whether an event may start in a cell: not directly after the length of a fold, which would read as one word.
    func isFree(_ cell: Int) -> Bool {
        guard marks.indices.contains(cell) else { return false }
        if cell > 0, marks[cell - 1].style == .fold, marks[cell - 1].glyph != ScreenGlyph.fold { return false }
        return marks[cell].style == .blank || marks[cell].style == .time
    }

    /// Whether an event may be there and is neither right after another one's name or a time nor right before a name.
    func isApart(_ cell: Int) -> Bool {
        if cell + 1 < marks.count, marks[cell + 1].style == .event { return false }
        guard isFree(cell), cell > 0 else { return isFree(cell) }
        switch marks[cell - 1].style {
        case .event, .budget: return false
        case .time: return marks[cell - 1].glyph == "|" || marks[cell - 1].text == marks[cell].text
        case .blank, .fold, .now: return true
        }
    }

    /// The number of cells from this one to the next fold, event or now.
    func room(from cell: Int) -> Int {
        let end = marks.indices.dropFirst(cell + 1).first { place in
            switch marks[place].style {
            case .blank, .time: false
            case .budget, .fold, .event, .now: true
            }
        }
        return (end ?? marks.count) - cell
    }

    /// Whether there is nothing but times in these cells and nothing else right before them.
    func isFree(_ cells: Range<Int>) -> Bool {
        guard cells.lowerBound >= 0, cells.upperBound <= marks.count else { return false }
        return marks[max(0, cells.lowerBound - 1)..<cells.upperBound].allSatisfy { mark in
            mark.style == .blank || mark.style == .time
        }
    }

    /// The time at every tenth step, within these cells.
    mutating func drawTimes(_ scale: TimeScale, _ cells: Range<Int>) {
        func steps(_ cell: Int) -> Int64 { (scale.instant(of: cell) - .zero).count / scale.step.count }
        for cell in cells where steps(cell) % 10 == 0 {
            let label = TimeText.exact(scale.instant(of: cell) - .zero)
            let hasRoom = DisplayText.width(of: label) <= min(9, cells.upperBound - cell - 1)
            put(hasRoom ? "|" + label : "|", at: cell, style: .time)
        }
    }
}
