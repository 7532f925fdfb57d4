import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat

extension DashboardModel {
    /// A dashboard that follows a live process; the session already contains everything known so far.
    public init(
        watching process: WatchedProcess, session: Session, options: DashboardOptions = DashboardOptions()
    ) {
        var session = session
        var process = process
        process.edge = max(process.edge, session.lastReceived)
        session.advance(to: process.edge)
        self.init(session: session, options: options)
        self.process = process
        playback.isRunning = true
        notice = lateStart.map { Notice(text: $0) }
    }

    /// When watching began, if something happened in the process before that; nil: everything is known.
    var lateStart: String? {
        guard let beginning = followingSession?.beginning, beginning > .zero else { return nil }
        return "watched from \(TimeText.text(beginning)) on: earlier history is not known"
    }

    /// Why what the process did cannot be written as a script or scenario, which begins with it; nil if it can.
    public var unwritable: String? { lateStart.map { "a script or a scenario must begin with the process: \($0)" } }

    /// The session that follows the process: the one shown, or one that a branch keeps; nil without a process.
    public var followingSession: Session? {
        session.isFollowing ? session : branches.first { $0.session.isFollowing }?.session
    }

    /// Goes to the process's present from wherever the view is, before everything known is written to a file.
    public mutating func showEverything() {
        if !session.isFollowing, let branch = branches.first(where: { $0.session.isFollowing }) {
            replaceSession(branch.session)
        }
        session.advance(to: max(session.lastReceived, session.now))
        observeSession()
    }

    /// Takes news from the process.
    mutating func take(_ news: ProcessNews) {
        switch news {
        case .happened(let inputs, let now):
            let edge = max(process?.edge ?? now, now)
            process?.edge = edge
            receive(inputs)
            noticeError(in: inputs)
        case .replied(let id, let refusal):
            guard let text = process?.requests.removeValue(forKey: id), let refusal else { return }
            warn("\(DisplayText.clean(text)): \(DisplayText.clean(refusal))")
        case .lost(let reason):
            guard process?.loss == nil else { return }
            process?.loss = reason
            if showsProcess { playback.isRunning = false }
            warn("connection lost: \(DisplayText.clean(reason)); the view stays")
        }
    }

    /// Shows the error text of the last failed attempt.
    private mutating func noticeError(in inputs: [RecordedInput]) {
        for recorded in inputs.reversed() where !recorded.text.isEmpty {
            switch recorded.input {
            case .runFinished, .jobFinished:
                return warn("an attempt failed: \(DisplayText.clean(recorded.text))")
            case .advance, .runHung, .reportedAgain, .jobHung, .limitsDue, .tick, .command: continue
            }
        }
    }

    private mutating func receive(_ inputs: [RecordedInput]) {
        if session.isFollowing {
            session.receive(inputs)
            if playback.isRunning { followProcess() }
        } else if let place = branches.firstIndex(where: { $0.session.isFollowing }) {
            document.branches[place].session.receive(inputs)
        }
    }

    /// Lets real time pass in the process.
    mutating func passInProcess(_ duration: Nanoseconds) {
        guard let living = process, living.loss == nil, duration > .zero else { return }
        process?.edge = living.edge + duration
        if playback.isRunning, session.isFollowing { followProcess() }
    }

    /// Goes to the process's present.
    mutating func followProcess() {
        guard let edge = process?.edge else { return }
        let refused = session.records.count
        session.advance(to: max(now, edge))
        noticeRefusals(of: refused)
    }

    /// Shows why the process refused a command given here.
    private mutating func noticeRefusals(of before: Int) {
        for record in session.records.dropFirst(before) {
            if case .refused = record.fact { return noticeRefusal(since: before) }
        }
    }

    /// Follows the process, or pauses the view.
    mutating func followOrHold() {
        guard let process else { return }
        if process.loss != nil {
            if now < process.edge { move(to: process.edge) }
            return say("the process has ended; nothing more will happen")
        }
        playback.isRunning.toggle()
        if playback.isRunning { followProcess() }
        say(
            playback.isRunning ? "following the process" : "the view is paused; the process continues")
    }

    /// Sends a command to the process if that is allowed.
    mutating func ask(_ command: ScriptCommand, text: String) {
        guard let living = process else { return }
        if let obstacle = obstacle(to: command, living) {
            return warn(obstacle)
        }
        guard let order = CommandLanguage.order(command) else { return }
        let id = living.nextRequest
        process?.nextRequest += 1
        process?.requests[id] = text
        process?.requests[id - Int64(WatchedProcess.maximumRequests)] = nil
        outbox.append(.control(ControlRequest(id: id, text: text, command: order.command, context: order.context)))
    }

    /// Why a command cannot be sent now; nil if it can.
    private func obstacle(to command: ScriptCommand, _ process: WatchedProcess) -> String? {
        if process.loss != nil { return "the process has ended" }
        guard CommandLanguage.order(command) != nil else { return "a running process does not accept this command" }
        guard process.allowsControl else {
            return "\(DisplayText.clean(process.title)) does not allow control: the app must set allowsControl"
        }
        return playback.isRunning ? nil : "the view is paused; Space returns to the present, where commands work"
    }

    /// What the status line shows in place of the clock's state.
    var processWord: String {
        guard let process else { return "" }
        if process.loss != nil { return "LOST" }
        return playback.isRunning ? "LIVE" : "PAUSED"
    }
}

extension CommandLanguage {
    /// A command as a running process accepts it, with its event's context; nil if only a simulation can do it.
    static func order(_ command: ScriptCommand) -> (command: Command, context: String?)? {
        switch command {
        case .order(let command, let context): (command, context?.text)
        case .tick(1): (.tick, nil)
        case .inject, .tick, .advance, .wait, .expect, .note, .view: nil
        }
    }
}

extension Scenario {
    /// The scenario of a process: its tasks and rules, with no durations known.
    public init(of plan: ProcessPlan) {
        self.init(name: plan.name)
        configuration = plan.configuration
        epochStart = plan.epoch
        seed = plan.jobSettings.seed
        tasks = plan.tasks.map { ScenarioTask(spec: $0) }
        sequences = plan.sequences
        jobs.settings = plan.jobSettings
        jobs.behaviours = plan.jobNames.map {
            JobsSpec.Behaviour(task: $0, duration: .fixed(.zero), outcome: .success)
        }
    }
}

/// What the dashboard receives from the watched process.
public enum ProcessNews: Hashable, Sendable {
    /// What has happened there since the last news, in order, and the time there now.
    case happened([RecordedInput], now: Instant)
    /// The answer to the control request with this number; `refusal` is nil if the scheduler received it.
    case replied(id: Int64, refusal: String?)
    /// Nothing more will come; the text says why.
    case lost(String)
}

/// What the dashboard knows about the watched process.
public struct WatchedProcess: Hashable, Sendable {
    /// The most requests that can await an answer; older ones are forgotten.
    static let maximumRequests = 64

    /// The name for people: the app's name and the process ID.
    public let title: String
    /// Whether it carries out commands.
    public let allowsControl: Bool
    /// The latest known time there.
    public internal(set) var edge: Instant
    /// Why nothing more comes; nil while it is alive.
    public internal(set) var loss: String?
    /// The number of the next request, and the texts of the unanswered ones.
    var nextRequest: Int64 = 1
    var requests: [Int64: String] = [:]

    /// A live process at this time.
    public init(title: String, allowsControl: Bool, now: Instant) {
        self.title = title
        self.allowsControl = allowsControl
        edge = now
    }
}
