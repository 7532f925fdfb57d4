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
        guard layout.area(of: .log) != nil else { return }
        let wanted = Key(
            records: model.session.records.count, count: model.logRoom(layout),
            offset: model.view.logOffset, kinds: model.view.logKinds, folded: model.plan.foldedCount,
            basis: model.document.basis)
        guard wanted != key else { return }
        key = wanted
        lines = model.logLines(count: wanted.count, skipping: wanted.offset)
    }
}

extension DashboardModel {
    /// Rows of the log's lines.
    func logRoom(_ layout: Layout) -> Int {
        max(0, (layout.area(of: .log)?.rows ?? 0) - (layout.logHasTitle ? 1 : 0))
    }

    /// Scrolls back from the newest line, or towards it if `distance` is negative; the oldest lines fill the place.
    mutating func scrollLog(back distance: Int) {
        let room = logRoom(layout)
        let wanted = max(0, view.logOffset + distance)
        guard distance > 0, logLines(count: room, skipping: wanted).count < room else {
            view.logOffset = wanted
            return
        }
        let all = logLines(count: LogFormat.window, skipping: 0).count
        view.logOffset = max(0, min(wanted, all - room))
    }

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
            return say("the log is empty")
        }
        playback.isRunning = false
        move(to: line.time)
        say("now at the time of that line")
    }
}
