import SchedulerCore
import SchedulerSimulation
import Text

/// The keys that are useful now, as they are bound.
struct KeyHints {
    let model: DashboardModel

    /// The key line, most useful first; what does not fit is left out.
    var first: [(keys: String, does: String)] {
        let state = model.scheduler.state
        var hints: [(keys: String, does: String)?] = []
        if model.view.isZoomed { hints.append(hint([.escape], "back")) }
        if state == .notRunning, !model.hasPlayingScript {
            hints.append(hint([.world(.act(.launch))], "launch"))
        } else if state == .notRunning {
            hints.append(hint([.time(.runOrHold)], "play the script"))
        }
        if !model.playback.isRunning, model.session.hasFuture { hints.append(hint([.time(.nextEvent)], "forward")) }
        if model.canCompare {
            hints.append(hint([.rows(.compare)], model.view.comparison == nil ? "compare" : "compare next"))
            if !model.document.earlier.isEmpty { hints.append(hint([.world(.undo)], "undo")) }
            if let last = model.branches.last { hints.append((":branch \(DisplayText.clean(last.name))", "go back")) }
        }
        if state != .notRunning {
            let acts: [LifecycleAction] = [.background, .foreground, .memoryWarning, .terminate]
            hints.append(hint(acts.filter { $0.isAllowed(in: state) }.map { .world(.act($0)) }, "lifecycle"))
        }
        if state != .notRunning || !model.hasPlayingScript {
            hints.append(hint([.time(.runOrHold)], model.playback.isRunning ? "pause" : "run"))
        }
        return
            (hints + [
                hint([.time(.stepBack), .time(.stepForward)], "step"),
                hint([.time(.previousEvent), .time(.nextEvent)], "event"), hint([.world(.whatIf)], "what if"),
                hint([.advice], "advice"),
                hint([.help], "help"), hint([.quit], "quit"), hint([.otherPane(forward: true)], "pane"),
                hint([.palette], "command"), hint([.search(.find)], "find"), hint([.zoomPane], "zoom pane"),
                hint([.scale(.finer), .scale(.coarser)], "scale"), hint([.rows(.criticalOnly)], "critical"),
            ]).compactMap { $0 }
    }

    /// The row above the key line on large screens.
    var second: [(keys: String, does: String)] {
        [
            hint([.details], "details"), hint([.rows(.compare)], "compare"), hint([.export], "export"),
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
    private func hint(_ actions: [KeyAction], _ does: String) -> (keys: String, does: String)? {
        let keys = actions.compactMap { model.options.keys.shown(of: $0)?.split(separator: " ").first }
        return keys.isEmpty ? nil : (keys.joined(separator: " "), does)
    }
}
