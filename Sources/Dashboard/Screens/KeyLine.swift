import SchedulerCore
import SchedulerSimulation
import ScreenKit
import Text
import TraceAnalysis

extension Screen {
    /// The bottom rows: a prompt or notice, else the most useful keys.
    mutating func drawKeyLine() {
        guard layout.keyRows > 0 else { return }
        let row = layout.rows - 1
        if case .prompt(let prompt) = model.overlay {
            draw(prompt, row: row)
        } else if let notice = model.notice {
            drawNotice(notice, row: row)
        } else if model.options.isPresenting {
            drawStop(row: row)
        } else {
            drawKeys(KeyHints(model: model).first, row: row)
        }
        if case .prompt(let prompt) = model.overlay, !prompt.offers.isEmpty {
            drawOffers(prompt, above: row)
        } else if layout.keyRows > 1, model.notice == nil, !model.hasOverlay {
            drawKeys(KeyHints(model: model).second, row: row - 1)
        } else if layout.keyRows > 1, let notice = model.notice, !model.hasOverlay,
            DisplayText.width(of: notice.text) <= layout.columns - 2
        {
            drawKeys(KeyHints(model: model).first, row: row - 1)
        }
    }

    /// A notice in as many rows as it needs, up to `noticeRows`.
    private mutating func drawNotice(_ notice: Notice, row: Int) {
        let width = layout.columns - 2
        var lines = DisplayText.wrap(notice.text, to: max(1, width))
        let limit = max(1, min(Screen.noticeRows, layout.rows / 5))
        if lines.count > limit { lines = lines.prefix(limit - 1) + [lines[(limit - 1)...].joined(separator: " ")] }
        for (place, line) in lines.enumerated() {
            canvas.put(
                " " + line, column: 0, row: row - lines.count + 1 + place, width: layout.columns,
                style: style(of: notice))
        }
    }

    /// The most rows that a notice can have.
    private static let noticeRows = 4

    /// As many hints as fit, those that are always shown first.
    private mutating func drawKeys(_ hints: [KeyHint], row: Int) {
        var column = 1
        var kept = hints.filter { $0.isKept }.reduce(0) { $0 + $1.columns + 2 }
        for hint in hints {
            if hint.isKept { kept -= hint.columns + 2 }
            guard column + hint.columns + kept <= layout.columns else { continue }
            let (key, does) = (hint.keys, hint.does)
            column = canvas.write(key, column: column, row: row, style: theme.keyName)
            column = canvas.write(" \(does)", column: column, row: row, style: theme.dim)
            column += 2
        }
    }
}

/// Keys and what they do, in the key line.
struct KeyHint: Hashable, Sendable {
    var keys: String
    var does: String
    /// Whether it stays where there is little room.
    var isKept = false

    /// Columns that it takes.
    var columns: Int { DisplayText.width(of: keys) + DisplayText.width(of: does) + 1 }
}

/// The keys that are useful now, as they are bound.
struct KeyHints {
    let model: DashboardModel

    /// The key line, most useful first; what does not fit is left out.
    var first: [KeyHint] {
        let state = model.scheduler.state
        var hints: [KeyHint?] = []
        if model.view.isZoomed { hints.append(hint([.escape], "back")) }
        if state == .notRunning, !model.hasPlayingScript {
            hints.append(hint([.world(.act(.launch))], "launch"))
        } else if state == .notRunning {
            hints.append(hint([.time(.runOrHold)], "play the script"))
        }
        let isBack = !model.playback.isRunning && model.session.hasFuture && model.hasEventAhead
        if isBack { hints.append(hint([.time(.nextEvent)], "next event")) }
        if model.canCompare {
            hints.append(hint([.rows(.compare)], model.view.comparison == nil ? "compare" : "compare next"))
            if !model.document.earlier.isEmpty { hints.append(hint([.world(.undo)], "undo")) }
            if let last = model.branches.last {
                hints.append(KeyHint(keys: ":branch \(DisplayText.clean(last.name))", does: "go back"))
            }
        }
        if state != .notRunning {
            let acts: [LifecycleAction] = [.background, .foreground, .memoryWarning, .terminate]
            // What the app is on its way to counts, too: what is refused then is not offered.
            let then = model.scheduler.finalState
            let possible = acts.filter { $0.isAllowed(in: state) && ($0 == .terminate || $0.isAllowed(in: then)) }
            hints.append(hint(possible.map { .world(.act($0)) }, "lifecycle"))
        }
        let isBefore = state == .notRunning && !model.hasPlayingScript && !model.showsProcess
        if state != .notRunning || !model.hasPlayingScript {
            let later = model.session.laterGivenCount
            let run = later > 0 ? "run, repeats \(Format.count(later, "command"))" : "run"
            hints.append(hint([.time(.runOrHold)], model.playback.isRunning ? "pause" : run))
        }
        let path = hint([.rows(.criticalOnly)], "critical path")
        let step = hint([.time(.stepBack), .time(.stepForward)], "step")
        // Before a launch there is a plan to look at, and no time to move through.
        hints += [
            isBefore ? path : step, hint([.world(.whatIf)], "what if"), hint([.advice], "advice"),
            isBack
                ? hint([.time(.previousEvent)], "event before")
                : hint([.time(.previousEvent), .time(.nextEvent)], "event"),
            hint([.help], "help", isKept: true),
            hint([.quit], "quit", isKept: true), hint([.otherPane(forward: true)], "pane"),
            hint([.palette], "command"), hint([.search(.find)], "find"), hint([.zoomPane], "zoom pane"),
            hint([.scale(.finer), .scale(.coarser)], "scale"), isBefore ? step : path,
        ]
        return hints.compactMap { $0 }
    }

    /// The row above the key line on large screens.
    var second: [KeyHint] {
        [
            hint([.details], "details"), model.canCompare ? nil : hint([.rows(.compare)], "compare"),
            hint([.export], "export"),
            hint([.search(.next), .search(.previous)], "next match"), hint([.search(.filter)], "filter"),
            hint([.rows(.sort), .rows(.invertSort)], "sort"), hint([.world(.pauseOrResume)], "pause task"),
            hint([.world(.destroy)], "destroy"), hint([.world(.fireList)], "events"),
            hint([.jump(.upstream), .jump(.downstream)], "up/downstream"),
            hint([.jump(.previousFinding), .jump(.nextFinding)], "findings"), hint([.rows(.rails)], "rails"),
            hint([.scale(.launch)], "launch"), hint([.scale(.everything)], "everything"),
            hint([.time(.slower), .time(.faster)], "speed"),
        ].compactMap { $0 }
    }

    /// The keys of some actions and what they do; nil if none has a key.
    private func hint(_ actions: [KeyAction], _ does: String, isKept: Bool = false) -> KeyHint? {
        let keys = actions.compactMap { model.options.keys.shown(of: $0)?.split(separator: " ").first }
        return keys.isEmpty ? nil : KeyHint(keys: keys.joined(separator: " "), does: does, isKept: isKept)
    }
}
