import Text
import SchedulerCore

/// A launch as a picture: one row a task with its waits and runs, the events, and what the lanes did.
public struct LaunchPlot: Sendable {
    private static let (rowHeight, nameWidth, margin) = (18, 160, 20)
    private let launch: LaunchMeasure
    private let width: Int

    /// A plot of a launch, this many pixels wide.
    public init(_ launch: LaunchMeasure, width: Int = 1000) {
        (self.launch, self.width) = (launch, max(400, width))
    }

    /// The picture. O(runs).
    public func svg() -> String {
        let runs = launch.launchRuns
        let height = Self.rowHeight * (runs.count + 3) + 3 * Self.margin
        var picture = SVGText(width: width, height: height)
        let time = TimeText.text(launch.time)
        picture.text("\(launch.title): launch \(time)", x: Self.margin, y: Self.margin, size: 14)
        let top = 2 * Self.margin + Self.rowHeight
        let bottom = top + runs.count * Self.rowHeight
        drawScale(&picture, top: top, bottom: bottom)
        for (row, index) in runs.enumerated() { draw(index, top: top + row * Self.rowHeight, &picture) }
        drawLegend(&picture, top: bottom + Self.rowHeight)
        return picture.document
    }

    private func x(_ time: Instant) -> Int {
        let (from, length) = (Self.margin + Self.nameWidth, max(1, launch.time.count))
        let distance = max(0, min(length, (time - launch.launched).count))
        return from + Int(Int128(distance) * Int128(width - Self.nameWidth - 2 * Self.margin) / Int128(length))
    }

    private func drawScale(_ picture: inout SVGText, top: Int, bottom: Int) {
        let step = TextGantt.step(for: launch.time, cells: 10)
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
        let name = DisplayText.cut(DisplayText.clean(launch.name(span.task)), to: 22)
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
        if let own = span.own {
            let isRoomy = x(end) + 60 < width
            let words = "\(TimeText.text(own)) \(DisplayText.clean(launch.name(span.lane)))"
            picture.text(
                words, x: isRoomy ? x(end) + 4 : x(span.released) - 4, y: top + 12, anchor: isRoomy ? "start" : "end",
                fill: "#666", size: 10)
        }
    }

    private func drawLegend(_ picture: inout SVGText, top: Int) {
        var left = Self.margin
        for (fill, words) in [("#b00020", "critical path"), ("#5e7ea6", "ran"), ("#f6d32d", "waited for its lane")] {
            picture.rectangle(x: left, y: top - 9, width: 10, height: 10, fill: fill)
            picture.text(words, x: left + 16, y: top, fill: "#666", size: 11)
            left += 140
        }
        picture.line(left, top - 4, left + 10, top - 4, stroke: "#aaa", isDashed: true)
        picture.text("waited for a predecessor", x: left + 16, y: top, fill: "#666", size: 11)
    }
}
