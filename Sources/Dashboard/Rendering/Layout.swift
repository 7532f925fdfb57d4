import SchedulerSimulation
import ScreenKit
import Text

/// Where everything is on a screen of a given size; a pure function of size and content.
///
/// A class, because it is passed around with every key and a struct of its size would be copied each time. `@unchecked
/// Sendable`: it does not change after `init`.
final class Layout: @unchecked Sendable {
    /// What the table's columns show.
    enum Field: Hashable, Sendable {
        case state, rails, name, trigger, priority, lane, runs, last, next, own, wait, slack, timeline
    }
    /// A column of the table.
    struct Column: Hashable, Sendable {
        var field: Field
        var column: Int
        var width: Int
    }
    /// What the layout must know about the content.
    struct Content: Hashable, Sendable {
        var nameWidth = 8
        /// Columns of the longest name of a lane that is shown.
        var laneWidth = 4
        var railSlots = 0
        /// Whether rails are shown, at any width; nil: if there is room.
        var showsRails: Bool?
        var rowCount = 0
        /// Lanes that are shown.
        var laneCount = 3
        /// Rows that a form takes at the bottom, above the key line; 0 without one.
        var formRows = 0
        /// The pane that fills the whole screen.
        var zoomed: Pane?
        /// The pane below the table if there is room for only one.
        var lower = Pane.log
        var split = Split.normal
        /// Whether the log has the focus: it then takes the row of what happens now, where it has none of its own.
        var isInLog = false
        /// Whether another branch is compared.
        var isCompared = false
        /// Lines of the caption that is shown.
        var captionLines = 0
        /// Rows that WHY needs on a stage.
        var whyLines = 1
        /// Whether the table is the critical path, with the reasons of its links.
        var isChain = false
        /// Whether the rows are sorted by their waits, which then have a column at any width.
        var isByWait = false
        /// Whether a change is tried.
        var isTrying = false
        /// Whether a task was selected, so that a presentation says why this one waited.
        var explainsTask = false
        /// What a presentation shows beside the table; nil: no script is presented.
        var stage: Set<ViewCommand.Part>?
    }
    /// How table and panes share the height.
    enum Split: String, CaseIterable, Hashable, Sendable {
        case normal = "table and panes"
        case half = "taller panes"
        case none = "table only"

        /// The next one; wraps around.
        var next: Split {
            let all = Split.allCases
            return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
        }
    }

    /// The smallest size with more than a status line.
    static let minimumColumns = 40
    static let minimumRows = 10
    /// From so many rows on, one says what happens now and next.
    static let momentRows = 24
    /// A timeline narrower than this is left out.
    static let minimumTimeline = 12
    static let durationWidth = 6
    /// Columns of NOW, which SLACK has too, so that the timeline stays when one gives way to the other. On a stage it has
    /// more room: nothing else says there what waits.
    private var presentWidth: Int {
        let columns = content.stage == nil ? columns : columns + 40
        return columns < 140 ? 14 : columns < 170 ? 22 : 26
    }
    /// A caption has this many lines, so that most of them leave the table in its place.
    static let usualCaptionLines = 3

    let columns: Int
    let rows: Int
    /// The content for which it was made.
    let content: Content
    /// Whether only a status line is drawn.
    let isTiny: Bool
    /// Whether panes are side by side below the table.
    let isLarge: Bool
    /// The table's columns from left to right.
    private(set) var fields: [Column] = []
    /// Row of WHY.
    private(set) var headlineRow: Int?
    /// How many rows WHY has.
    private(set) var whyRows = 1
    /// Whether TRY is in the next row.
    private(set) var hasTry = false
    /// Row of the headings and the ruler.
    private(set) var headingRow: Int?
    /// The rows of the table.
    private(set) var table = Rect(column: 0, row: 1, columns: 0, rows: 0)
    /// The rows of the lanes, one per lane.
    private(set) var lanes: Rect?
    /// Row of the clock.
    private(set) var clockRow: Int?
    /// The rule that names the selected row.
    private(set) var ruleRow: Int?
    /// The lines below the rule: why the selected task waited, which tasks it delayed, what it needs.
    private(set) var reasons: Rect?
    /// The areas of the panes, by number, titles included; nil if not shown.
    private var areas = [Rect?](repeating: nil, count: Pane.allCases.count)
    /// Whether the log has a title; if not, it is plain lines.
    private(set) var logHasTitle = false
    /// The row that says what happens now and next.
    private(set) var momentRow: Int?
    /// The form at the bottom, its rule included.
    private(set) var form: Rect?
    /// The caption of a presentation, its rule included.
    private(set) var caption: Rect?
    /// Rows of the key line, 0 ... 2, at the bottom.
    private(set) var keyRows = 0

    init(columns: Int, rows: Int, content: Content) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.content = content
        isTiny = columns < Layout.minimumColumns || rows < Layout.minimumRows
        isLarge = columns >= 120 && rows >= 36
        guard !isTiny else { return }
        let hasLogBeside = content.zoomed == nil && content.split != .none && content.formRows == 0
        let tableColumns = isLarge && columns >= 200 && hasLogBeside ? columns - 61 : columns
        fields = fields(in: tableColumns)
        keyRows = isLarge && content.formRows == 0 && content.stage == nil ? 2 : 1
        stack(tableColumns)
    }

    /// Where a pane is; nil if it is not on the screen.
    func area(of pane: Pane) -> Rect? { pane == .tasks ? table : areas[pane.rawValue - 1] }

    /// The column of a field, if it is shown.
    func column(_ field: Field) -> Column? {
        fields.first { $0.field == field }
    }

    /// Whether the lanes are the last rows of the table, as they have no room of their own; a stage may hide them.
    var showsLanesAsRows: Bool { lanes == nil && content.stage?.contains(.lanes) ?? true }

    /// Whether column NOW has room.
    var hasPresent: Bool { columns >= (content.stage == nil ? 100 : 70) }

    /// Cells of the timeline; 0 if it is left out.
    var timelineWidth: Int { column(.timeline)?.width ?? 0 }

    // MARK: Columns

    private func fields(in total: Int) -> [Column] {
        var list: [(Field, Int)] = [(.state, 3)]
        if content.stage != nil {
            list += [(.name, nameWidth), (.lane, hasReasons ? reasonWidth : laneWidth), (.timeline, 0)]
            if hasReasons {
                // Of what is compared, the room that its figures need.
                return place(list + (content.isCompared ? [(.slack, Layout.durationWidth + 2)] : []), in: total)
            }
            return place(list + (hasPresent ? [(.slack, presentWidth)] : []), in: total)
        }
        if content.showsRails ?? (columns >= 140) { list.append((.rails, railsWidth)) }
        list.append((.name, nameWidth))
        if columns >= 120 { list.append((.trigger, 12)) }
        if columns >= 60 { list.append((.priority, 5)) }
        // The reasons begin in the column of priority.
        if columns >= 68 { list.append((.lane, hasReasons ? reasonWidth - 5 : laneWidth)) }
        list.append((.timeline, 0))
        // A blank separates the longest duration from the column before it.
        let width = Layout.durationWidth + 1
        if columns >= 180 { list += [(.runs, 5), (.last, width)] }
        if columns >= 120 { list.append((.next, width)) }
        if columns >= 72 { list.append((.own, width)) }
        let isByWait = content.isByWait && columns < 120
        if columns >= 120 || isByWait { list.append((.wait, width + 3)) }
        if hasReasons || isByWait {
            return place(list, in: total)
        } else if hasPresent {
            list.append((.slack, presentWidth))
        } else if columns >= 80 {
            list.append((.slack, width + (content.isCompared ? 1 : 0)))
        }
        return place(list, in: total)
    }

    private var laneWidth: Int { max(4, min(content.laneWidth, columns < 100 ? 9 : 12)) + 1 }

    /// Whether the reasons of the critical path need the room of SLACK, which is CP in each of its rows.
    private var hasReasons: Bool {
        content.isChain && columns >= 68 && (content.stage != nil || !content.isCompared && columns < 120)
    }

    private var reasonWidth: Int { columns < 80 ? 18 : columns < 100 ? 23 : 30 }

    /// A seventh of the width at most, with the blank after them.
    private var railsWidth: Int {
        let wanted = max(1, min(content.railSlots, Rails.maximumSlots + 1) * 2 - 1)
        return min(wanted, max(3, columns / 7 - 1)) + 1
    }

    private var nameWidth: Int {
        let limit = columns < 60 ? 13 : columns < 100 ? 15 : columns < 140 ? 18 : 22
        return max(6, min(content.nameWidth, limit)) + 1
    }

    /// Lays columns of these widths side by side; the timeline (width 0) takes what is left.
    private func place(_ list: [(Field, Int)], in total: Int) -> [Column] {
        let rest = total - list.reduce(0) { $0 + $1.1 }
        var next = 0
        var result: [Column] = []
        for (field, width) in list {
            let shown = field == .timeline ? rest : width
            if field == .timeline && rest < Layout.minimumTimeline { continue }
            result.append(Column(field: field, column: next, width: shown))
            next += shown
        }
        return result
    }

    // MARK: Rows

    /// The fewest rows of tasks that leave room for rows of lanes and the clock.
    private static let minimumTasks = 5

    private var hasMoment: Bool { rows >= Layout.momentRows && (isLarge || !content.isInLog) }

    private func stack(_ tableColumns: Int) {
        if let parts = content.stage { return setStage(parts) }
        var top = 1
        if rows >= 14 {
            headlineRow = 1
            hasTry = rows >= 20
            top = hasTry ? 3 : 2
        }
        var bottom = rows - keyRows
        if let zoomed = content.zoomed, zoomed != .tasks {
            show(zoomed, in: Rect(column: 0, row: top, columns: columns, rows: bottom - top), hasTitle: true)
            return
        }
        if tableColumns < columns {
            let area = Rect(column: tableColumns, row: top, columns: columns - tableColumns, rows: bottom - top)
            show(.log, in: area, hasTitle: true)
        }
        if rows >= 12 {
            headingRow = top
            top += 1
        }
        if content.formRows > 0 {
            let height = min(content.formRows, max(3, bottom - top - 3))
            form = Rect(column: 0, row: bottom - height, columns: columns, rows: height)
            bottom -= height
        } else if content.zoomed == nil {
            if hasMoment {
                bottom -= 1
                momentRow = bottom
            }
            bottom = isLarge ? placePanes(top, bottom, tableColumns) : placeBelow(top, bottom)
            if rows >= 18 {
                bottom -= 1
                ruleRow = bottom
            }
        }
        placeTable(top, bottom, tableColumns)
    }

    /// A presentation: title, table, lanes and caption, and what its script shows.
    private func setStage(_ parts: Set<ViewCommand.Part>) {
        var top = 2
        var bottom = rows - 1
        // Beside a change that is tried, other advice and what it mends would only confuse.
        let showsWhy = parts.contains(.why) && !content.explainsTask && !content.isTrying
        if showsWhy || parts.contains(.advice) && !content.isTrying, rows >= 16 {
            (headlineRow, hasTry) = (top, parts.contains(.advice))
            whyRows = !showsWhy ? 0 : rows >= 20 ? min(2, content.whyLines) : 1
            top += whyRows + (hasTry ? 1 : 0)
        }
        headingRow = top
        top += 1
        let captionRows = 1 + max(Layout.usualCaptionLines, content.captionLines)
        let height = min(content.formRows > 0 ? content.formRows : captionRows, max(1, rows / 4))
        bottom -= height
        let area = Rect(column: 0, row: bottom, columns: columns, rows: height)
        if content.formRows > 0 { form = area } else { caption = area }
        if parts.contains(.why), content.explainsTask, rows >= 16, !content.isTrying {
            let height = rows >= 20 ? 2 : 1
            bottom -= height
            reasons = Rect(column: 0, row: bottom, columns: columns, rows: height)
        }
        // A pane that answers a question stands in place of the lanes; the script's own has a third.
        let asked = content.zoomed == .tasks ? nil : content.zoomed
        if asked != nil || parts.contains(.log) || parts.contains(.graph), bottom - top >= 12 {
            let pane: Pane =
                asked
                ?? (parts.contains(.graph) && content.lower != .log ? .graph : parts.contains(.log) ? .log : .graph)
            let room = bottom - top
            let height = asked == nil ? room / 3 : content.split == .half ? room - 3 : room / 2
            bottom -= height
            show(pane, in: Rect(column: 0, row: bottom, columns: columns, rows: height), hasTitle: true)
        }
        let showsLanes = parts.contains(.lanes) && asked == nil
        let laneRows = showsLanes ? max(0, min(content.laneCount, bottom - top - Layout.minimumTasks)) : 0
        // The lanes follow the tasks where these leave room.
        let lanesTop = min(bottom - laneRows, top + content.rowCount + 1)
        if laneRows > 0 { lanes = Rect(column: 0, row: lanesTop, columns: columns, rows: laneRows) }
        table = Rect(column: 0, row: top, columns: columns, rows: max(0, (laneRows > 0 ? lanesTop : bottom) - top))
    }

    /// The table, with lanes and clock below it.
    private func placeTable(_ top: Int, _ bottom: Int, _ columns: Int) {
        let room = max(0, bottom - top)
        // A filter may leave fewer tasks than need room.
        let taskRows = min(Layout.minimumTasks, max(1, content.rowCount))
        var below = 0
        if rows >= 16, room > taskRows {
            let laneRows = max(0, min(content.laneCount, room - taskRows - 1, max(4, rows / 4)))
            below = laneRows + 1
            clockRow = bottom - 1
            if laneRows > 0 {
                lanes = Rect(column: 0, row: bottom - below, columns: columns, rows: laneRows)
            }
        }
        table = Rect(column: 0, row: top, columns: columns, rows: room - below)
    }

    /// The areas below the rule of a small layout; returns the row after the remaining ones.
    private func placeBelow(_ top: Int, _ bottom: Int) -> Int {
        var wanted = rows >= Layout.momentRows ? (hasMoment ? 0 : 1) + (rows - Layout.momentRows) / 3 : 0
        var reasonRows = rows >= 22 ? (rows >= 30 ? 3 : 2) : rows >= 19 ? 1 : 0
        let isLog = content.lower == .log
        if !isLog, rows >= 18 { wanted = rows / 3 }
        // What the table leaves free.
        let spare = bottom - top - content.rowCount - content.laneCount - 2 - reasonRows
        wanted = max(wanted, min(spare, rows / 2))
        switch content.split {
        case .normal: break
        case .half: wanted = rows / 2
        case .none: wanted = 0
        }
        let hasTitle = !isLog || content.split == .half
        if hasTitle, wanted > 0 { reasonRows = 0 }
        wanted = max(0, min(wanted, bottom - top - 4 - reasonRows))
        var bottom = bottom
        if wanted > 0 {
            bottom -= wanted
            show(content.lower, in: Rect(column: 0, row: bottom, columns: columns, rows: wanted), hasTitle: hasTitle)
        }
        if reasonRows > 0 {
            bottom -= reasonRows
            reasons = Rect(column: 0, row: bottom, columns: columns, rows: reasonRows)
        }
        return bottom
    }

    /// The panes of a large layout, side by side; returns the row after the remaining ones.
    private func placePanes(_ top: Int, _ bottom: Int, _ tableColumns: Int) -> Int {
        let needed = content.rowCount + content.laneCount + 2
        var height = max(rows * 3 / 10, min(bottom - top - needed, rows / 2))
        switch content.split {
        case .normal: break
        case .half: height = rows / 2
        case .none:
            let row = bottom - 3
            reasons = Rect(column: 0, row: row, columns: tableColumns, rows: 3)
            return row
        }
        height = max(0, min(height, bottom - top - 4))
        let row = bottom - height
        let isBeside = tableColumns < columns
        let parts = isBeside ? 2 : 3
        let part = tableColumns / parts
        show(.graph, in: Rect(column: 0, row: row, columns: part, rows: height), hasTitle: true)
        if !isBeside {
            let area = Rect(column: part, row: row, columns: tableColumns - 2 * part, rows: height)
            show(.log, in: area, hasTitle: true)
        }
        let last = isBeside ? tableColumns - part : part
        let area = Rect(column: tableColumns - last, row: row, columns: last, rows: height)
        // The third place goes to the chosen pane if it has none yet.
        let third: Pane = [.tasks, .graph, .log].contains(content.lower) ? .why : content.lower
        show(third, in: area, hasTitle: true)
        return row
    }

    /// Gives a pane its place.
    private func show(_ pane: Pane, in area: Rect, hasTitle: Bool) {
        if pane == .tasks { table = area } else { areas[pane.rawValue - 1] = area }
        if pane == .log { logHasTitle = hasTitle }
    }
}
