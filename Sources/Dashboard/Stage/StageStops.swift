import SchedulerCore
import SchedulerSimulation

/// A script shown to a room: each caption is a stop.
extension DashboardModel {
    /// The number of the caption shown, and of all captions.
    var stop: (number: Int, count: Int) {
        let notes = session.simulation.script.lines.count { if case .note = $0.command { true } else { false } }
        return (session.simulation.captions.count, notes)
    }

    /// Stands at the first caption if the script begins with it, else before its first line.
    mutating func openStage() {
        guard options.isPresenting else { return }
        let opening = session.simulation.script.lines.first { line in
            if case .view = line.command { return line.timing != .none }
            return true
        }
        var begins = false
        if case .note? = opening?.command, opening?.timing == ScriptLine.Timing.none { begins = true }
        session.captionLimit = begins ? 1 : 0
        if begins { session.advance(to: now) }
        (playback.isRunning, playback.hasStarted) = (false, true)
    }

    /// A key of the presentation: on to the next stop, or back to the last; false if it is none.
    mutating func direct(_ key: Key) -> Bool {
        guard options.isPresenting else { return false }
        switch key {
        case .character(" "), .enter, .pageDown, .right: goOn(isSkipping: key != .character(" "))
        case .pageUp, .left: goBackToStop()
        case .character, .control, .up, .down, .home, .end, .escape, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            return false
        }
        return true
    }

    /// Plays on to the next stop; while it plays, Space pauses and the other keys go there at once.
    private mutating func goOn(isSkipping: Bool) {
        if playback.isRunning {
            guard isSkipping, stop.number < stop.count else { return playback.isRunning.toggle() }
            session.advance(to: now + session.scenario.configuration.tick * DashboardModel.maximumMovedTicks)
            return standAtStop()
        }
        redirect()
        if session.simulation.isHeld { session.captionLimit = session.simulation.captions.count + 1 }
        playback.isRunning = true
    }

    /// Stops where the script stands still, and marks what happened there.
    mutating func standAtStop() {
        guard session.simulation.isHeld else { return }
        playback.isRunning = false
        happening = Happening(of: session.records, at: now)
    }

    /// Back to the caption shown if the script went on from it, else to the one before.
    private mutating func goBackToStop() {
        let here = session.simulation.captions.count
        playback.isRunning = false
        session.goBack(toCaption: max(0, session.simulation.isHeld ? here - 1 : here))
        redirect()
    }
}
