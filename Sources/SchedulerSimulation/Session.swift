import SchedulerCore
import Text

/// A simulated app that can be driven, watched and taken back in time.
///
/// The session keeps the log of its inputs, everything that happened, and keyframes at regular distances;
/// going back replays from the nearest keyframe, so its cost is bounded by that distance. A value: a copy is a branch.
public struct Session: Sendable {
    /// The distance between two keyframes at first, in records or commands given by hand. Each time
    /// `maximumKeyframeCount` is reached, every other keyframe is dropped and the distance doubles.
    public static let keyframeDistance = 4_096
    /// The maximum number of keyframes.
    public static let maximumKeyframeCount = 512
    /// The maximum number of tasks in all keyframes together, as each one holds the state of every task.
    public static let maximumKeptTasks = 2_000_000
    /// The minimum number of keyframes, however many tasks there are.
    public static let minimumKeyframeCount = 16

    /// The scenario it was made from.
    public let scenario: Scenario
    /// The simulation at `now`. Its own `records` are empty: everything that happened is in `records`.
    public private(set) var simulation: Simulation
    /// The jobs that a store held at t = 0, for a session that begins again; nil without a store.
    public let storedJobs: StoredJobs?
    /// Commands given by hand, in order; those from `nextInput` on lie in the future.
    private var inputs: [GivenInput] = []
    /// The inputs of a followed scheduler, in order; those from `nextInput` on are not carried out yet.
    private(set) var feed: [RecordedInput] = []
    private var nextInput = 0
    private var keyframes: [Keyframe] = []
    /// The current distance between two keyframes, in records or inputs.
    private(set) var keyframeDistance = Self.keyframeDistance
    /// The maximum number of keyframes of this session.
    var keyframeLimit: Int
    /// The first instant that can be shown: t = 0, or where a follower that came late began.
    public private(set) var beginning = Instant.zero
    private var history: [TraceRecord] = []
    private var shown = 0
    /// How many records were made so far, including those made again after going back: the work done.
    private(set) var replayedCount = 0

    /// What was given by hand: a command, or a script to play.
    private struct GivenInput: Sendable {
        enum Kind: Sendable {
            case command(ScriptLine)
            case script([ScriptLine])
        }
        var time: Instant
        var kind: Kind
        /// Whether it changed the past: the rest of a script is then not carried out.
        var dropsScript: Bool

        var isScript: Bool {
            if case .script = kind { return true }
            return false
        }
    }

    /// A simulation to go back to.
    private struct Keyframe: Sendable {
        var simulation: Simulation
        var shown: Int
        var nextInput: Int
    }

    /// Creates a session at t = 0, not running. Throws if something cannot be registered.
    ///
    /// - Parameter jobs: what a job store holds; the session works on this copy and never writes it back by itself.
    public init(scenario: Scenario, jobs: StoredJobs? = nil) throws(RegistrationError) {
        self.scenario = scenario
        storedJobs = jobs
        simulation = try Simulation(scenario: scenario, jobs: jobs)
        keyframeLimit = Self.keyframeLimit(of: scenario)
        collect()
        addKeyframe()
    }

    /// Creates a session that follows another scheduler: `receive` brings its inputs, and no commands are given here.
    /// Throws if something cannot be registered.
    public init(following scenario: Scenario, jobs: StoredJobs? = nil) throws(RegistrationError) {
        try self.init(scenario: scenario, jobs: jobs)
        simulation.beginFollowing()
        keyframes = []
        addKeyframe()
    }

    /// The same from a state on, before which nothing is known; nil if no scheduler of the scenario can be in it.
    public init?(
        following scenario: Scenario, jobs: StoredJobs? = nil, from state: Scheduler.Checkpoint
    ) throws(RegistrationError) {
        try self.init(following: scenario, jobs: jobs)
        guard simulation.goOn(from: state) else { return nil }
        beginning = simulation.now
        history = simulation.opening
        shown = history.count
        keyframes = []
        addKeyframe()
    }

    /// Whether another scheduler is followed.
    public var isFollowing: Bool { simulation.isFollowing }

    /// Adds what happened there since the last call; it is shown once `advance` reaches its time.
    public mutating func receive(_ inputs: [RecordedInput]) {
        feed += inputs
    }

    /// The errors of attempts that ended there at an instant, in order. O(log inputs).
    public func errorTexts(at instant: Instant) -> [String] {
        var low = feed.partitionPoint { $0.time >= instant }
        var texts: [String] = []
        while low < feed.count, feed[low].time == instant {
            switch feed[low].input {
            case .runFinished, .jobFinished: if !feed[low].text.isEmpty { texts.append(feed[low].text) }
            case .advance, .runHung, .reportedAgain, .jobHung, .limitsDue, .tick, .command: break
            }
            low += 1
        }
        return texts
    }

    /// How many inputs were received.
    public var receivedCount: Int { feed.count }

    /// The simulation at the last received input, wherever the view is, and what happened after `now`.
    /// The cost depends on what lies after `now` or the last keyframe.
    public var front: (simulation: Simulation, ahead: [TraceRecord]) {
        guard isFollowing, let last = keyframes.last else { return (simulation, []) }
        let isNear = nextInput >= last.nextInput
        var front = isNear ? simulation : last.simulation
        for input in feed[(isNear ? nextInput : last.nextInput)...] { front.follow(input) }
        let fresh = front.takeRecords()
        front.pass(to: now)
        return (front, isNear ? fresh : Array(history[shown..<max(shown, last.shown)]) + fresh)
    }

    /// The time of the last input from there; before the first, where it began.
    public var lastReceived: Instant { feed.last?.time ?? beginning }

    /// The instant shown.
    public var now: Instant { simulation.now }

    /// Everything that happened up to now, in order.
    public var records: ArraySlice<TraceRecord> { history[..<shown] }

    /// Everything known: what happened up to now, and what happens again on `advance`.
    public var knownRecords: ArraySlice<TraceRecord> { history[...] }

    /// How many commands given by hand were carried out up to now; for a follower, how many inputs.
    public var givenCount: Int { nextInput }

    var keyframeCount: Int { keyframes.count }

    /// Whether there are known commands after what is shown.
    public var hasFuture: Bool { shown < history.count || nextInput < max(inputs.count, feed.count) }

    /// Whether commands after what is shown were carried out.
    public var hasLaterCommands: Bool {
        history[shown...].contains { record in
            switch record.fact {
            case .action, .refused: true
            case .event, .state, .firstFrame, .tick, .release, .start, .finish, .skip, .miss, .park, .job, .queue,
                .sequence, .expect, .warning:
                false
            }
        }
    }

    /// Carries out one command at `now`. First drops what is known after `now`, as the past changes.
    ///
    /// `text` is the command as in the script; it is what `action` records show.
    ///
    /// A session that follows another scheduler accepts none: send the command there.
    public mutating func perform(_ command: ScriptCommand, text: String) {
        give(.command(ScriptLine(timing: .at(now - .zero), command: command, text: text)))
    }

    /// The next command given by hand that is known but lies at or after `now`: its time and its text; nil for the text
    /// of a script.
    public var nextGiven: (time: Instant, text: String?)? {
        guard nextInput < inputs.count else { return nil }
        guard case .command(let line) = inputs[nextInput].kind else { return (inputs[nextInput].time, nil) }
        return (inputs[nextInput].time, line.text)
    }

    /// Inputs given by hand that are known but lie at or after `now`.
    public var laterGivenCount: Int { isFollowing ? 0 : inputs.count - nextInput }

    /// Commands that are known but lie at or after `now`; for a follower, those that were given there, in O(inputs).
    public var laterCommandCount: Int {
        guard isFollowing, nextInput < feed.count else { return laterGivenCount }
        return feed[nextInput...].count { if case .command = $0.input { true } else { false } }
    }

    /// Carries out the next known command, which must be due at `now`; what comes after it stays known.
    public mutating func repeatGiven() {
        guard nextInput < inputs.count, inputs[nextInput].time == now else { return }
        handInNext()
    }

    /// Loads a script: its lines happen on `advance` from `now` on. Drops what was known after `now`.
    public mutating func play(_ lines: [ScriptLine]) {
        give(.script(lines))
    }

    private mutating func give(_ kind: GivenInput.Kind) {
        if isFollowing { return }
        let changesPast = hasFuture
        if changesPast { forgetFuture() }
        inputs.append(GivenInput(time: now, kind: kind, dropsScript: changesPast))
        handInNext()
    }

    /// Carries out the next known input at `now`.
    private mutating func handInNext() {
        if inputs[nextInput].dropsScript { simulation.dropScript() }
        switch inputs[nextInput].kind {
        case .command(let line): simulation.perform(line)
        case .script(let lines): simulation.load(lines)
        }
        nextInput += 1
        collect()
    }

    /// Repeats the inputs of another session at the same instants, and goes to its current instant. What lies after it
    /// there stays known here. For a session that has no inputs yet.
    ///
    /// - Parameters:
    ///   - endsAtCaption: of a script that stands still at a caption, nothing that comes after it is carried out here, not
    ///     even where it would come sooner.
    ///   - reading: reads a line for this session's scenario.
    public mutating func repeatInputs<Failure: Error>(
        of other: Session, endsAtCaption: Bool = false, reading: (ScriptLine) throws(Failure) -> ScriptLine
    ) throws(Failure) {
        var captionsLeft = endsAtCaption ? other.captionLimit : nil
        if captionsLeft == nil { captionLimit = other.captionLimit }
        for input in other.inputs {
            var input = input
            switch input.kind {
            case .command(let line): input.kind = .command(try reading(line))
            case .script(let lines):
                var read: [ScriptLine] = []
                for line in lines where captionsLeft != 0 {
                    read.append(try reading(line))
                    if case .note = line.command { captionsLeft = captionsLeft.map { $0 - 1 } }
                }
                input.kind = .script(read)
            }
            inputs.append(input)
        }
        handIn(through: other.nextInput)
        // A script of which nothing has happened yet waits here, too.
        if other.now > now || other.simulation.script.next > simulation.script.next { run(to: other.now) }
    }

    /// Carries out the known inputs before this number.
    private mutating func handIn(through count: Int) {
        while nextInput < count {
            run(to: inputs[nextInput].time)
            handInNext()
        }
    }

    /// Advances to `instant`, carrying out known inputs on the way; everything due at `instant` is done.
    ///
    /// Long stretches are split so that keyframes lie close enough to each other.
    public mutating func advance(to instant: Instant) {
        if isFollowing { return follow(to: instant) }
        while nextInput < inputs.count, inputs[nextInput].time <= instant {
            run(to: inputs[nextInput].time)
            if simulation.isHeld, now < inputs[nextInput].time { return }
            handInNext()
        }
        run(to: instant)
    }

    /// How many captions of its script are shown before it stands still; nil: it never does.
    public var captionLimit: Int? {
        get { simulation.captionLimit }
        set { simulation.captionLimit = newValue }
    }

    /// Goes back to where the script stands still after so many captions, before the commands that follow the last of
    /// them. A count that lies ahead changes nothing but the limit.
    public mutating func goBack(toCaption count: Int) {
        let (end, start) = (now, keyframes.last { $0.simulation.captions.count < max(1, count) })
        guard count <= simulation.captions.count, let start else {
            captionLimit = count
            return
        }
        restart(from: start, captionLimit: count)
        advance(to: end)
    }

    /// Goes back to the state shown at `instant`, commands given there included; those after it stay known and happen
    /// again on `advance`. An instant that is not before `now` changes nothing.
    public mutating func goBack(to instant: Instant) {
        guard instant < now, let start = keyframes.last(where: { $0.simulation.now <= instant }) ?? keyframes.first
        else { return }
        restart(from: start, captionLimit: captionLimit)
        advance(to: max(instant, .zero))
    }

    /// Goes back to before the commands given at `now`, if there are any; false if there are none. A script loaded
    /// there before them stays loaded.
    ///
    /// From t = 0 after a launch this is the app before its launch.
    public mutating func goBackBeforeCommands() -> Bool {
        let target = now
        let given = inputs[..<min(nextInput, inputs.count)]
        let first = given.lastIndex { $0.time < target || $0.isScript }.map { $0 + 1 } ?? 0
        guard !isFollowing, first < nextInput,
            let start = keyframes.last(where: { $0.simulation.now <= target && $0.nextInput <= first })
        else { return false }
        restart(from: start, captionLimit: captionLimit)
        handIn(through: first)
        run(to: target)
        return true
    }

    private mutating func restart(from keyframe: Keyframe, captionLimit: Int?) {
        (simulation, shown, nextInput) = (keyframe.simulation, keyframe.shown, keyframe.nextInput)
        self.captionLimit = captionLimit
    }

    /// The next instant after `now` at which a known input or the simulation does something; nil if nothing will.
    public var nextInstant: Instant? {
        var next = simulation.nextInstant
        if nextInput < inputs.count { next = min(next, inputs[nextInput].time) }
        if isFollowing { return nextInput < feed.count ? feed[nextInput].time : nil }
        if !simulation.isHeld, let line = simulation.script.nextTime { next = min(next, line) }
        return next == .distantFuture ? nil : next
    }

    /// Carries out what happened in the followed scheduler up to `instant`.
    private mutating func follow(to instant: Instant) {
        while nextInput < feed.count, feed[nextInput].time <= instant {
            simulation.follow(feed[nextInput])
            nextInput += 1
            if simulation.scheduler.recordCount >= Self.keyframeDistance { collect() }
        }
        simulation.pass(to: instant)
        collect()
    }

    private mutating func run(to instant: Instant) {
        while true {
            let target = nearTarget(instant)
            simulation.advance(to: target)
            collect()
            if target >= instant || simulation.isHeld { return }
        }
    }

    /// A step on the way to `instant`, so that one stretch makes no more than about a keyframe's worth of records.
    private func nearTarget(_ instant: Instant) -> Instant {
        let next = min(simulation.nextInstant, simulation.script.nextTime ?? .distantFuture)
        guard next < instant else { return instant }
        return min(instant, max(next, now + simulation.scheduler.configuration.tick))
    }

    private mutating func forgetFuture() {
        inputs.removeSubrange(nextInput...)
        history.removeSubrange(shown...)
        let (place, time, known) = (shown, now, nextInput)
        keyframes.removeAll { $0.shown > place || $0.simulation.now > time || $0.nextInput > known }
    }

    /// Adds what happened; if it was already known, only the position moves.
    private mutating func collect() {
        let fresh = simulation.takeRecords()
        replayedCount += fresh.count
        let known = min(history.count - shown, fresh.count)
        history.append(contentsOf: fresh[known...])
        shown += fresh.count
        guard let last = keyframes.last else { return }
        let distance = max(shown - last.shown, nextInput - last.nextInput)
        if distance >= keyframeDistance { addKeyframe() }
    }

    private mutating func addKeyframe() {
        keyframes.append(Keyframe(simulation: simulation, shown: shown, nextInput: nextInput))
        guard keyframes.count > keyframeLimit else { return }
        keyframeDistance *= 2
        keyframes = stride(from: 0, to: keyframes.count, by: 2).map { keyframes[$0] }
    }

    private static func keyframeLimit(of scenario: Scenario) -> Int {
        let fitting = maximumKeptTasks / max(1, scenario.tasks.count)
        return max(minimumKeyframeCount, min(maximumKeyframeCount, fitting))
    }
}
