import ScreenKit
import Planning
import SchedulerCore
import SchedulerSimulation

/// The log's lines on screen, cached until something happens.
struct LogPart: Sendable {
    /// The input from which they were made.
    private struct Key: Hashable, Sendable {
        var records: Int
        var count: Int
        var offset: Int
        var kinds: [String]
        var folded: Int
        var basis: Document.Basis
    }

    private var key: Key?
    /// The newest last; empty if the log is not on the screen.
    private(set) var lines: [LogLine] = []

    /// Updates the lines; costs nothing if nothing happened.
    mutating func update(for model: DashboardModel, _ layout: Layout) {
        guard let area = layout.area(of: .log) else { return }
        let wanted = Key(
            records: model.session.records.count, count: max(0, area.rows - (layout.logHasTitle ? 1 : 0)),
            offset: model.view.logOffset, kinds: model.view.logKinds, folded: model.plan.foldedCount,
            basis: model.document.basis)
        guard wanted != key else { return }
        key = wanted
        lines = model.logLines(count: wanted.count, skipping: wanted.offset)
    }
}

extension DashboardModel {
    /// The last lines of the log, the newest last.
    func logLines(count: Int, skipping: Int) -> [LogLine] {
        let waits = waits
        let format = LogFormat(
            text: FactText(names: waits.names), simulation: session.simulation, plan: plan, waits: waits,
            errorTexts: { [session] instant in session.errorTexts(at: instant) },
            showsTicks: view.logKinds.contains { LogFormat.tick.hasPrefix($0) })
        var lines: [LogLine] = []
        var left = skipping
        for record in session.records.suffix(LogFormat.window).reversed() {
            guard let line = format.line(record) else { continue }
            if !view.logKinds.isEmpty, !view.logKinds.contains(where: line.kind.lowercased().hasPrefix) { continue }
            if left > 0 {
                left -= 1
                continue
            }
            lines.append(line)
            if lines.count == count { break }
        }
        return lines.reversed()
    }

    /// Goes to the time of the log line at the bottom.
    mutating func goToLogLine() {
        guard let line = logLines(count: 1, skipping: view.logOffset).last else {
            notice = Notice(text: "the log is empty")
            return
        }
        playback.isRunning = false
        move(to: line.time)
        notice = Notice(text: "now at the time of that line")
    }
}
