import SchedulerCore
import TraceFormat

/// Random numbers that are the same on every machine (the constants of Knuth's MMIX generator, high bits used).
public struct Random: RandomNumberGenerator {
    private var state: UInt64

    /// Numbers of a seed.
    public init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var mixed = state
        mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 29)
    }
}

/// Names that need escaping, and one that is another one's twin in another normal form.
public let hardNames = [
    "Login", "推送注册", "caf\u{E9}", "cafe\u{301}", "a \"quoted\" \\ name", "\u{1B}[31m", "tab\tnew\nline", "\u{0}",
    "\u{9B}", "\u{202E}evil", "\u{2028}", "👨‍👩‍👧", "x</script>/", "", "waits for", "lane main", "\u{7F}\u{FEFF}",
    String(repeating: "long", count: 300),
]

/// A trace of `count` random records in which every kind, reason, refusal and warning occurs.
public func randomTrace(seed: UInt64, count: Int) -> Trace {
    var random = Random(seed: seed)
    var names = TraceNames(tasks: hardNames, lanes: ["main", "async", "l\u{E4}ne \"2\""])
    var time: Int64 = 0
    var records: [TraceRecord] = []
    for _ in 0..<count {
        if Bool.random(using: &random) { time += Int64.random(in: 0...3_000_000_000, using: &random) }
        records.append(TraceRecord(Instant(nanoseconds: time), randomFact(using: &random, at: time, names: &names)))
    }
    let end = TraceEnd(of: records, at: Instant(nanoseconds: time))
    let header = TraceHeader(
        name: hardNames.randomElement(using: &random) ?? "", seed: random.next(), tick: .milliseconds(50))
    return Trace(header: header, names: names, records: records, end: seed.isMultiple(of: 5) ? nil : end)
}

private func randomFact(using random: inout Random, at time: Int64, names: inout TraceNames) -> TraceRecord.Fact {
    let task = TaskID(Int.random(in: 0..<names.tasks.count, using: &random))
    let lane = LaneID(Int.random(in: 0..<names.lanes.count, using: &random))
    let run = Int32.random(in: 1...(Bool.random(using: &random) ? 9 : .max), using: &random)
    let attempt = Int32.random(in: 1...4, using: &random)
    switch Int.random(in: 0..<17, using: &random) {
    case 0: return .action(newCommand(using: &random, names: &names))
    case 1:
        let (command, refusal) = (
            newCommand(using: &random, names: &names), randomRefusal(using: &random, names: &names)
        )
        if refusal == .cycle, Bool.random(using: &random) {
            names.cycles[command] = ReasonText.path([pick(hardNames, &random), "B", "A"])
        }
        return .refused(command, refusal)
    case 2: return .event(pick(LifecycleEvent.allCases, &random))
    case 3: return .state(pick(LifecycleState.allCases, &random))
    case 4: return .firstFrame(parked: Int32.random(in: 0...1, using: &random) * 6)
    case 5: return .tick(Int64.random(in: 0...(.max), using: &random))
    case 6: return .release(task, run: run, lane: lane)
    case 7: return .start(task, run: run, attempt: attempt, lane: lane)
    case 8:
        let ready = Instant(nanoseconds: Int64.random(in: 0...time, using: &random))
        let outcome = pick(Outcome.allCases, &random)
        return .finish(
            task, run: run, attempt: attempt, outcome, ready: ready, pick(FinishReason.allCases, &random))
    case 9: return .skip(task, randomReason(using: &random, names: &names))
    case 10: return .miss(task, randomReason(using: &random, names: &names))
    case 11: return .park(task, randomReason(using: &random, names: &names))
    case 12:
        let job = Int64.random(in: 1...(.max), using: &random)
        let willRetry = Bool.random(using: &random)
        return .job(
            job, task, pick(JobSignal.allCases, &random), attempt: attempt, willRetry: willRetry,
            pick(FinishReason.allCases, &random))
    case 13: return .queue(pick(QueueSignal.allCases, &random))
    case 14:
        let reason = Bool.random(using: &random) ? randomReason(using: &random, names: &names) : nil
        let step = Bool.random(using: &random) ? TaskID(0) : nil
        return .sequence(task, pick(SequenceSignal.allCases, &random), step: step, reason)
    case 15:
        names.expectations.append(
            JudgedExpectation(line: Int(run), isMet: attempt == 1, text: "A < \"B\"", actual: pick(hardNames, &random)))
        return .expect(Int32(names.expectations.count - 1))
    default: return .warning(randomWarning(using: &random, names: &names))
    }
}

private func pick<Element>(_ elements: [Element], _ random: inout Random) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
}

private func newCommand(using random: inout Random, names: inout TraceNames) -> CommandID {
    names.commands.append(
        pick(["launch", "open-url a://b?c=\"d\"", "post Key {\"a\":[1]}", "destroy \"a b\""], &random))
    return CommandID(names.commands.count - 1)
}

private func newMessage(_ text: String, code: String = "", names: inout TraceNames) -> Int32 {
    names.messages.append(DriverMessage(text, code: code))
    return Int32(names.messages.count - 1)
}

private func randomReason(using random: inout Random, names: inout TraceNames) -> Reason {
    let task = TaskID(Int.random(in: 0..<4, using: &random))
    let lane = LaneID(Int.random(in: 0..<names.lanes.count, using: &random))
    let result = pick(TurnResult.allCases, &random)
    let age = Nanoseconds(Int64.random(in: 0...9_000_000_000, using: &random))
    return pick(
        [
            .predecessor(task, result), .overrun, .paused, .destroyed, .processEnded, .lanePaused(lane),
            .laneClosed(lane), .waitsForUnreleased(task), .waitsForParked(task), .laneStuck(lane), .stuck,
            .tooOld(age), .suspended, .step(result), .text(newMessage("bad \u{7} weather", names: &names)),
        ], &random)
}

private func randomRefusal(using random: inout Random, names: inout TraceNames) -> Refusal {
    let allowed = UInt8.random(in: 1..<32, using: &random)
    let event = pick(LifecycleEvent.allCases, &random)
    return pick(
        [
            .state(pick(LifecycleState.allCases, &random), allowed: allowed), .oncePerProcess(event),
            .delivered(event), .nameInUse, .unknownTask, .unknownLane, .cycle, .interval, .sequenceRunning,
            .notSequence, .tooManyTasks, .duplicateJob(Int64.random(in: 1...(.max), using: &random)), .tooManyJobs,
            .noDeadLetter(Int64.random(in: 1...(.max), using: &random)),
            .noJob(Int64.random(in: 1...(.max), using: &random)), .unfitJob(pick(JobFault.allCases, &random)),
            .limit(pick(SchedulerLimit.allCases, &random)), .nul, .notUnderWay, .stepIsSequence, .jobRunning(7),
            .driver(newMessage("no such file", names: &names)),
        ], &random)
}

private func randomWarning(using random: inout Random, names: inout TraceNames) -> Warning {
    let task = TaskID(Int.random(in: 0..<4, using: &random))
    let limit = Nanoseconds(Int64.random(in: 1...9_000_000, using: &random))
    return pick(
        [
            .watchdog(pick(LifecycleAction.allCases, &random), limit: limit), .stuck(task), .secondCompletion(task),
            .unknownPredecessor(TaskID(1), of: task), .stillParked(task, .waitsForUnreleased(TaskID(0))),
            .stillPaused(task), .lanePaused(LaneID(1)), .jobUnhandled(1, task), .jobLost(.max, task),
            .jobExpired(3, task),
            .jobStuck(4, task),
            .driver(newMessage("no run for Ghost", code: "noRun", names: &names)),
            .driver(newMessage("not our sentence", code: "stuck", names: &names)),
        ], &random)
}
