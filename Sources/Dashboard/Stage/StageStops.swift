import SchedulerCore
import SchedulerSimulation

/// Where a presentation stood when a question was asked.
struct Interruption: Sendable {
    var document: Document
    var playback: Playback
    var view: ViewState
    var stage: DirectedView

    /// Whether an answer shows another instant or scenario than the stop: it is beyond the caption, before it or changed.
    func isLeft(by shown: Document) -> Bool {
        shown.edition != document.edition || shown.session.captionLimit != document.session.captionLimit
            || shown.now < document.now
    }
}

/// A script shown to a room: each caption is a stop.
extension DashboardModel {
    /// The number of the caption shown, and of all captions.
    var stop: (number: Int, count: Int) {
        let simulation = (isQuestion || isAside ? interruption?.wrappedValue.document.session : session)?.simulation
        let notes = simulation?.script.lines.count { if case .note = $0.command { true } else { false } }
        return (simulation?.captions.count ?? 0, notes ?? 0)
    }

    /// The caption shown: the last one given up to now, or that of the stop at which a question was asked.
    var caption: String? {
        guard options.isPresenting else { return nil }
        return isAside
            ? interruption?.wrappedValue.document.session.simulation.captions.last?.text
            : session.simulation.captions.last?.text
    }

    /// Whether a question is being answered: a key that is none of the presentation's was typed at a stop.
    var isQuestion: Bool { interruption != nil && !playback.isRunning }

    /// Whether the answer to a question has left the stop at which it was asked; the script directs nothing until then.
    var isAside: Bool { interruption?.wrappedValue.isLeft(by: document) ?? false }

    /// Whether a question is open, or its answer shows anything else than the stop.
    var showsAnswer: Bool {
        guard isQuestion, let asked = interruption?.wrappedValue else { return false }
        return hasOverlay || asked.isLeft(by: document) || now != asked.document.now
            || session.givenCount != asked.document.session.givenCount || tried?.name != asked.document.tried?.name
            || view != asked.view || stage != asked.stage
    }

    /// Whether what is shown is not what the caption is about: the script has gone on, or an answer changed the session.
    var hasLeftStop: Bool {
        if playback.isRunning || isPausedBetweenStops || isAside { return true }
        if isQuestion, let asked = interruption?.wrappedValue.document,
            now != asked.now || session.givenCount != asked.session.givenCount || tried?.name != asked.tried?.name
        {
            return true
        }
        // Behind the last stop, what is left of the script may take time.
        return session.simulation.captions.last.map { $0.time < now } ?? false
    }

    /// Stands at the first caption if the script begins with it, else before its first line.
    mutating func openStage() {
        guard options.isPresenting else { return }
        if stop.count == 0, !session.simulation.script.lines.isEmpty {
            notice = Notice(text: "the script has no note, so nothing is a stop: Space runs and pauses time")
        }
        session.captionLimit = opensAtStop ? 1 : 0
        if opensAtStop { session.advance(to: now) }
        playback.isRunning = false
    }

    /// Whether the script begins with a caption, but for commands of the view.
    private var opensAtStop: Bool {
        let opening = session.simulation.script.lines.first { line in
            if case .view = line.command { return !line.isAtStart }
            return true
        }
        if case .note? = opening?.command { return opening?.isAtStart == true }
        return false
    }

    /// Notes where a presentation stands before a key that is none of its own: a question from the room.
    mutating func beginQuestion() {
        guard options.isPresenting, interruption == nil else { return }
        interruption = Boxed(
            wrappedValue: Interruption(document: document, playback: playback, view: view, stage: stage))
    }

    /// Returns to where the question was asked, as if it had not been.
    private mutating func endQuestion() {
        guard let asked = interruption?.wrappedValue else { return }
        interruption = nil
        // While the script played on there is nothing to return to.
        if !asked.isLeft(by: document), session.givenCount == asked.document.session.givenCount { return }
        let isOtherScenario = document.edition != asked.document.edition
        document.restore(asked.document)
        playback.restore(asked.playback)
        playback.isRunning = false
        observed = nil
        guard isOtherScenario else { return }
        names = CommandLanguage.names(of: session)
        facts = ScenarioFacts(of: session.scenario)
        jobHistory = JobHistory()
        forgetFindings()
    }

    /// Back to the stop at which a question was asked, and to the view that the script directs.
    mutating func returnToStop() {
        endQuestion()
        redirect()
    }

    /// Goes to a stop by its number.
    mutating func goToStop(_ text: String) {
        guard options.isPresenting, stop.count > 0 else {
            return misread("stop goes to a stop of a talk: taskscope --present SCRIPT shows one")
        }
        guard let number = Int(text), (1...stop.count).contains(number) else {
            return misread("stop needs a number from 1 to \(stop.count), as in :stop \(stop.count)")
        }
        endQuestion()
        playback.isRunning = false
        if number > stop.number {
            session.captionLimit = number
            session.advance(to: now + session.scenario.configuration.tick * DashboardModel.maximumMovedTicks)
        } else {
            session.goBack(toCaption: number)
        }
        standAtStop()
        redirect()
    }

    /// A key of the presentation: on to the next stop, or back to the last; false if it is none.
    mutating func direct(_ key: Key) -> Bool {
        guard options.isPresenting else { return false }
        // The row that was chosen to answer a question opens.
        if key == .enter, let asked = interruption?.wrappedValue, asked.view.selected != view.selected { return false }
        switch key {
        case .character(" "), .enter, .pageDown, .right:
            view.isZoomed = false
            endQuestion()
            goOn(isSkipping: key != .character(" "))
        case .pageUp, .left:
            view.isZoomed = false
            if isQuestion {
                returnToStop()
            } else {
                endQuestion()
                goBackToStop()
            }
        case .character, .control, .up, .down, .home, .end, .escape, .tab, .backTab, .backspace, .delete, .insert,
            .function:
            return false
        }
        return true
    }

    /// Time may pass the caption at which a script stands, if a question asks for it.
    mutating func letTimePass() {
        if options.isPresenting, session.simulation.isHeld { session.captionLimit = nil }
    }

    /// Plays on to the next stop; while it plays, Space pauses and the other keys go there at once.
    private mutating func goOn(isSkipping: Bool) {
        if playback.isRunning || isSkipping && isPausedBetweenStops {
            guard isSkipping, stop.number < stop.count else { return playback.isRunning.toggle() }
            session.advance(to: now + session.scenario.configuration.tick * DashboardModel.maximumMovedTicks)
            return standAtStop()
        }
        redirect()
        guard hasMoreToShow else {
            sayLastStop()
            return
        }
        if onlyDirects {
            session.captionLimit = nil
            session.advance(to: now)
            sayLastStop()
            return
        }
        // What follows the last caption may end with a launch that is still under way.
        playback.endsWithLaunch = stop.count > 0 && stop.number == stop.count
        if session.simulation.isHeld { session.captionLimit = session.simulation.captions.count + 1 }
        playback = nextPlayback
        playback.isRunning = true
    }

    /// Whether time does not run, and the script has left a stop and not reached the next one.
    var isPausedBetweenStops: Bool {
        !playback.isRunning && !session.simulation.isHeld && stop.number > 0 && hasMoreToShow
    }

    /// How time runs once the talk goes on.
    var nextPlayback: Playback {
        var next = playback
        if let speed = nextSpeed { next.speed = speed }
        return next
    }

    /// The speed that the script sets before time passes, in thousandths: it holds from the first frame on.
    private var nextSpeed: Int? {
        var speed: Int?
        let script = session.simulation.script
        for line in script.lines[script.next...] {
            guard line.timing == .none else { break }
            if case .note = line.command { break }
            if case .view(.speed(let thousandths)) = line.command { speed = thousandths }
        }
        return speed
    }

    /// Whether the script goes on: a stop follows, or commands do.
    var hasMoreToShow: Bool { stop.count == 0 || stop.number < stop.count || hasPlayingScript }

    /// Whether nothing of the script is left but commands of the view and expectations: no time has to pass for them.
    var onlyDirects: Bool {
        let script = session.simulation.script
        return stop.count > 0 && stop.number == stop.count
            && script.lines[script.next...].allSatisfy { line in
                if case .view = line.command { return line.timing == .none }
                return line.command.isExpectation
            }
    }

    /// Says that a talk is at its end; false if time may run on.
    @discardableResult
    mutating func sayLastStop() -> Bool {
        guard options.isPresenting, !hasMoreToShow else { return false }
        say("that was the last stop: PgUp goes back, \(key(of: .quit)) ends")
        return true
    }

    /// Stops where the script stands still, and marks what happened there.
    mutating func standAtStop() {
        guard session.simulation.isHeld else { return }
        playback.isRunning = false
        // What was looked at on the way here is over.
        if !isAside { interruption = nil }
        happening = Happening(of: session.records, at: now)
    }

    /// Back to the caption shown if the script went on from it, else to the one before.
    private mutating func goBackToStop() {
        let here = session.simulation.captions.count
        playback.isRunning = false
        // A talk that opens with a caption has nothing before it.
        if opensAtStop, here <= 1, session.simulation.isHeld { say("this is the first stop") }
        session.goBack(toCaption: max(opensAtStop ? 1 : 0, session.simulation.isHeld ? here - 1 : here))
        redirect()
    }
}

extension ScriptLine {
    /// Whether it happens at once if it is the first line: without a time or, as a rehearsal writes it, at 0s.
    fileprivate var isAtStart: Bool {
        switch timing {
        case .none, .at(.zero), .after(.zero): true
        case .at, .after: false
        }
    }
}
