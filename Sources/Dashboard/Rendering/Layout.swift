/// Where everything stands on a screen of a given size; a pure function of size and content.
///
/// A class, as it is handed about with every key and a struct of its size would be copied each time. `@unchecked
/// Sendable`: nothing of it changes once it is made.
final class Layout: @unchecked Sendable {
    /// What the table's columns show.
    enum Field: Hashable, Sendable {
        case state, rails, name, trigger, priorityLane, priority, lane, runs, last, next, own, wait, slack, timeline
    }
    /// A column of the table.
    struct Column: Hashable, Sendable {
        var field: Field
        var column: Int
        var width: Int
    }
    /// What the layout must know of the content.
    struct Content: Hashable, Sendable {
        var nameWidth = 8
        var railSlots = 0
        var rowCount = 0
        var laneCount = 3
        /// The pane that has the screen for itself.
        var zoomed: Pane?
        /// The pane below the table where there is room for one only.
        var lower = Pane.log
        var split = Split.normal
        /// Another branch is compared with.
        var isCompared = false
    }
    /// How table and panes share the height.
    enum Split: String, CaseIterable, Hashable, Sendable {
        case normal = "table and panes"
        case half = "higher panes"
        case none = "table only"

        /// The next one, the first after the last.
        var next: Split {
            let all = Split.allCases
            return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
        }
    }

    /// Smallest size with more than a status line.
    static let minimumColumns = 40
    static let minimumRows = 10
    /// A timeline narrower than this is left out.
    static let minimumTimeline = 12
    static let durationWidth = 6

    let columns: Int
    let rows: Int
    /// What it was made for.
    let content: Content
    /// Only a status line is drawn.
    let isTiny: Bool
    /// Three header lines, lane rows and bottom panes.
    let isLarge: Bool
    /// The table's columns from left to right.
    private(set) var fields: [Column] = []
    /// Row of the event letters (in the large layout also of sort and filter).
    private(set) var eventRow: Int?
    /// Row of the headings and the ruler.
    private(set) var headingRow: Int?
    /// The rows of the table.
    private(set) var table = Rect(column: 0, row: 1, columns: 0, rows: 0)
    /// One row a lane.
    private(set) var lanes: Rect?
    /// The rule with the selected task's details.
    private(set) var detailsRow: Int?
    /// The log's lines; with a title where `logHasTitle`.
    private(set) var log: Rect?
    private(set) var logHasTitle = false
    /// Pane with the neighbourhood of the selection, title included.
    private(set) var graphPane: Rect?
    /// Pane with the selected task's waits and the lints, title included.
    private(set) var whyPane: Rect?
    /// Pane with the job queue, title included; in wide layouts in the place of the one before.
    private(set) var jobsPane: Rect?
    /// Rows of the key line, 0 ... 2, at the bottom.
    private(set) var keyRows = 0

    init(columns: Int, rows: Int, content: Content) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.content = content
        isTiny = columns < Layout.minimumColumns || rows < Layout.minimumRows
        isLarge = columns >= 140 && rows >= 36
        guard !isTiny else { return }
        let hasLogBeside = content.zoomed == nil && content.split != .none
        let tableColumns = isLarge && columns >= 200 && hasLogBeside ? columns - 61 : columns
        fields = columns >= 140 ? wideFields(tableColumns, content) : narrowFields(content)
        if isLarge {
            stackLarge(tableColumns, content)
        } else {
            stackSmall(content)
        }
    }

    /// The column of a field, if it is shown.
    func column(_ field: Field) -> Column? {
        fields.first { $0.field == field }
    }

    /// Cells of the timeline; 0 where it is left out.
    var timelineWidth: Int { column(.timeline)?.width ?? 0 }

    private func railsWidth(_ content: Content) -> Int {
        let wanted = max(5, min(content.railSlots, Rails.maximumSlots + 1) * 2)
        return min(wanted, max(6, columns / 6)) + 1
    }

    private func nameWidth(_ content: Content) -> Int {
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

    private func narrowFields(_ content: Content) -> [Column] {
        var list: [(Field, Int)] = [(.state, 2)]
        if columns >= 56 { list.append((.rails, railsWidth(content))) }
        list.append((.name, nameWidth(content)))
        if columns >= 100 { list.append((.trigger, 11)) }
        if columns >= 64 { list.append((.priorityLane, 3)) }
        list.append((.timeline, 0))
        if columns >= 120 { list.append((.next, Layout.durationWidth)) }
        // Beside NEXT and WAIT a blank keeps the longest duration apart.
        if columns >= 72 { list.append((.own, Layout.durationWidth + (columns >= 120 ? 1 : 0))) }
        if columns >= 120 { list.append((.wait, Layout.durationWidth + 3)) }
        if columns >= 80 { list.append((.slack, slackWidth(content))) }
        return place(list, in: columns)
    }

    private func wideFields(_ total: Int, _ content: Content) -> [Column] {
        place(
            [
                (.state, 2), (.rails, railsWidth(content)), (.name, nameWidth(content)), (.trigger, 12),
                (.priority, 5), (.lane, 7), (.runs, 4), (.last, Layout.durationWidth + 1),
                (.next, Layout.durationWidth + 1),
                (.own, Layout.durationWidth + 1), (.wait, Layout.durationWidth + 3), (.slack, slackWidth(content) + 1),
                (.timeline, 0),
            ], in: total)
    }

    /// A blank and a duration; compared with a branch, with its sign.
    private func slackWidth(_ content: Content) -> Int { Layout.durationWidth + (content.isCompared ? 2 : 1) }

    private func stackSmall(_ content: Content) {
        keyRows = 1
        if let zoomed = content.zoomed, zoomed != .tasks {
            show(zoomed, in: Rect(column: 0, row: 1, columns: columns, rows: rows - 2), hasTitle: true)
            return
        }
        var top = 1
        if rows >= 14 {
            eventRow = 1
            headingRow = 2
            top = 3
        }
        var bottom = rows - keyRows
        let spare = bottom - top - content.rowCount - 1
        var wanted = rows >= 24 ? max(3 + (rows - 24) / 4, min(spare, rows / 2)) : rows - 21
        if content.lower != .log, rows >= 18 { wanted = max(wanted, rows / 3) }
        switch content.split {
        case .normal: break
        case .half: wanted = max(wanted, rows / 2)
        case .none: wanted = 0
        }
        if content.zoomed != nil { wanted = 0 }
        wanted = min(wanted, bottom - top - 4)
        if wanted > 0 {
            bottom -= wanted
            let hasTitle = content.lower != .log || content.split == .half
            show(content.lower, in: Rect(column: 0, row: bottom, columns: columns, rows: wanted), hasTitle: hasTitle)
        }
        if rows >= 18, content.zoomed == nil {
            bottom -= 1
            detailsRow = bottom
        }
        table = Rect(column: 0, row: top, columns: columns, rows: max(0, bottom - top))
    }

    /// Gives a pane its place.
    private func show(_ pane: Pane, in area: Rect, hasTitle: Bool) {
        switch pane {
        case .tasks: table = area
        case .graph: graphPane = area
        case .log:
            log = area
            logHasTitle = hasTitle
        case .why: whyPane = area
        case .jobs: jobsPane = area
        }
    }

    private func stackLarge(_ tableColumns: Int, _ content: Content) {
        keyRows = 2
        if let zoomed = content.zoomed, zoomed != .tasks {
            show(zoomed, in: Rect(column: 0, row: 2, columns: columns, rows: rows - keyRows - 2), hasTitle: true)
            return
        }
        logHasTitle = true
        eventRow = 2
        headingRow = 3
        let top = 4
        let laneRows = min(content.laneCount, max(3, rows / 8))
        let room = rows - keyRows - top - laneRows
        var paneRows = max(rows * 2 / 5, min(room - content.rowCount, rows / 2))
        switch content.split {
        case .normal: break
        case .half: paneRows = rows * 3 / 5
        case .none: paneRows = 0
        }
        if content.zoomed != nil { paneRows = 0 }
        let tableRows = max(3, room - paneRows)
        table = Rect(column: 0, row: top, columns: tableColumns, rows: tableRows)
        lanes = Rect(column: 0, row: table.endRow, columns: tableColumns, rows: laneRows)
        guard paneRows > 0 else { return }
        let paneTop = top + tableRows + laneRows
        let height = max(0, rows - keyRows - paneTop)
        if tableColumns < columns {
            let half = tableColumns / 2
            graphPane = Rect(column: 0, row: paneTop, columns: half, rows: height)
            let area = Rect(column: half, row: paneTop, columns: tableColumns - half, rows: height)
            if content.lower == .jobs { jobsPane = area } else { whyPane = area }
            log = Rect(column: tableColumns, row: 1, columns: columns - tableColumns, rows: rows - keyRows - 1)
        } else {
            let third = columns / 3
            graphPane = Rect(column: 0, row: paneTop, columns: third, rows: height)
            log = Rect(column: third, row: paneTop, columns: columns - 2 * third, rows: height)
            let area = Rect(column: columns - third, row: paneTop, columns: third, rows: height)
            if content.lower == .jobs { jobsPane = area } else { whyPane = area }
        }
    }
}
