import SchedulerCore
import SchedulerSimulation
import Text

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
            hints.append(hint(acts.filter { $0.isAllowed(in: state) }.map { .world(.act($0)) }, "lifecycle"))
        }
        let isBefore = state == .notRunning && !model.hasPlayingScript && !model.showsProcess
        if state != .notRunning || !model.hasPlayingScript {
            let later = model.session.laterGivenCount
            let run = later > 0 ? "run, +\(Format.count(later, "command"))" : "run"
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
