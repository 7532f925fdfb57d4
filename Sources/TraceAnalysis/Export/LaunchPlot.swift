import Text
import SchedulerCore

/// A launch as a picture: one row a task with its waits and runs, the events, and what the lanes did.
///
/// A run's own time and lane stand right of its bar, where nothing else of its row is; the plot leaves room for them.
public struct LaunchPlot: Sendable {
    private static let (rowHeight, nameWidth, labelWidth, margin) = (18, 160, 150, 20)
    private let launch: LaunchMeasure
    private let width: Int

    /// A plot of a launch, this many pixels wide, at least 400.
    public init(_ launch: LaunchMeasure, width: Int = 1000) {
        (self.launch, self.width) = (launch, max(400, width))
    }

    /// The picture. O(runs).
    public func svg() -> String {
        var whole = ""
        write { whole += $0 }
        return whole
    }

    /// Writes the picture piece by piece: that of many runs is never held as a whole.
    public func write(to sink: (String) -> Void) {
        let runs = launch.launchRuns.filter { !launch.isGap(launch.timeline.runs[$0].task) }
        let keys = legend()
        let top = 2 * Self.margin + Self.rowHeight
        let bottom = top + runs.count * Self.rowHeight
        let height = bottom + Self.rowHeight * ((keys.last?.row ?? 0) + 1) + Self.margin
        var picture = SVGText(width: width, height: height)
        let title = SVGText.cut(
            "\(launch.title): \(launch.whole) \(launch.length.text)", to: width - 2 * Self.margin, size: 14)
        picture.text(title, x: Self.margin, y: Self.margin, size: 14)
        drawScale(&picture, top: top, bottom: bottom)
        for (row, index) in runs.enumerated() {
            draw(index, top: top + row * Self.rowHeight, &picture)
            if let piece = picture.piece() { sink(piece) }
        }
        for key in keys { draw(key, top: bottom + (key.row + 1) * Self.rowHeight, &picture) }
        sink(picture.document())
    }

    /// The pixels between the launch and its first frame.
    private var chartWidth: Int { width - Self.nameWidth - Self.labelWidth - Self.margin }

    private func x(_ time: Instant) -> Int {
        let (from, length) = (Self.margin + Self.nameWidth, max(1, launch.time.count))
        let distance = max(0, min(length, (time - launch.launched).count))
        return from + Int(Int128(distance) * Int128(chartWidth) / Int128(length))
    }

    private func drawScale(_ picture: inout SVGText, top: Int, bottom: Int) {
        let step = TextGantt.step(for: launch.time, cells: min(10, chartWidth / 50))
        var time = launch.launched
        while time <= launch.firstFrame {
            picture.line(x(time), top - 4, x(time), bottom, stroke: "#ddd")
            picture.text(
                TimeText.short(time - launch.launched), x: x(time), y: top - 8, anchor: "middle", fill: "#666", size: 10
            )
            time = time + step
        }
        let process = launch.timeline.processes[launch.process]
        for event in launch.timeline.events.dropFirst(process.firstEvent).prefix(while: { event in
            event.order < process.firstFrameOrder
        }) {
            picture.line(x(event.time), top - 4, x(event.time), bottom + 4, stroke: "#1a5fb4", isDashed: true)
        }
        picture.line(x(launch.firstFrame), top - 4, x(launch.firstFrame), bottom + 4, stroke: "#b00020")
    }

    private func draw(_ index: Int, top: Int, _ picture: inout SVGText) {
        let span = launch.timeline.runs[index]
        let height = Self.rowHeight - 6
        let isCritical = launch.path.isCritical(index)
        let name = SVGText.cut(launch.name(span.task), to: Self.nameWidth - 6, size: 12)
        picture.text(name, x: Self.margin, y: top + 12, fill: isCritical ? "#b00020" : "#222")
        let started = span.started ?? launch.firstFrame
        let ready = min(span.ready ?? started, started)
        if ready > span.released {
            picture.line(x(span.released), top + 8, x(ready), top + 8, stroke: "#aaa", isDashed: true)
        }
        if started > ready {
            picture.rectangle(
                x: x(ready), y: top + 4, width: x(started) - x(ready), height: height - 4, fill: "#f6d32d")
        }
        let end = span.finished ?? launch.firstFrame
        picture.rectangle(
            x: x(started), y: top + 2, width: x(end) - x(started), height: height,
            fill: isCritical ? "#b00020" : "#5e7ea6")
        guard let own = span.own else { return }
        let words = "\(TimeText.text(own)) \(DisplayText.clean(launch.name(span.lane)))"
        let label = SVGText.cut(words, to: Self.labelWidth - 6, size: 10)
        // A bar is at least a pixel wide.
        picture.label(label, x: max(x(end), x(started) + 1) + 5, y: top + 12, fill: "#666", size: 10)
    }

    /// A kind of mark, what it means, and its place in the legend.
    private struct LegendKey {
        /// The color of its box; nil for a dashed line.
        let fill: String?
        let words: String
        let left: Int
        let row: Int
    }

    private func legend() -> [LegendKey] {
        var (left, row) = (Self.margin, 0)
        let kinds = [
            ("#b00020", "critical path"), ("#5e7ea6", "ran"), ("#f6d32d", "waited for its lane"),
            (nil, "waited for a predecessor"),
        ]
        return kinds.map { fill, words in
            let taken = 16 + SVGText.width(of: words, size: 11)
            if left + taken > width - Self.margin { (left, row) = (Self.margin, row + 1) }
            defer { left += taken + 24 }
            return LegendKey(fill: fill, words: words, left: left, row: row)
        }
    }

    private func draw(_ key: LegendKey, top: Int, _ picture: inout SVGText) {
        if let fill = key.fill {
            picture.rectangle(x: key.left, y: top - 9, width: 10, height: 10, fill: fill)
        } else {
            picture.line(key.left, top - 4, key.left + 10, top - 4, stroke: "#aaa", isDashed: true)
        }
        picture.text(key.words, x: key.left + 16, y: top, fill: "#666", size: 11)
    }
}
