import SchedulerCore

/// Numbers for what a sentence names, given out while a trace is read.
protocol NameNumbering {
    /// The number of a task; nil if the bytes are not UTF-8.
    mutating func task(_ name: ArraySlice<UInt8>) -> TaskID?
    /// The number of a lane; nil if the bytes are not UTF-8 or there are too many lanes.
    mutating func lane(_ name: ArraySlice<UInt8>) -> LaneID?
}

extension ReasonText {
    /// The reason with this wording; nil if there is none: the sentence is then kept verbatim.
    static func reason(_ text: ArraySlice<UInt8>, numbering: inout some NameNumbering) -> Reason? {
        for form in reasonForms {
            guard let middle = text.between(form.before, form.after) else { continue }
            switch form.reason {
            case .predecessor(_, let result):
                if middle.isEmpty { continue }
                return numbering.task(middle).map { .predecessor($0, result) }
            case .waitsForUnreleased: return numbering.task(middle).map { .waitsForUnreleased($0) }
            case .waitsForParked: return numbering.task(middle).map { .waitsForParked($0) }
            case .lanePaused: return numbering.lane(middle).map { .lanePaused($0) }
            case .laneClosed: return numbering.lane(middle).map { .laneClosed($0) }
            case .laneStuck: return numbering.lane(middle).map { .laneStuck($0) }
            case .tooOld: return time(middle).map { .tooOld($0) }
            case .overrun, .paused, .destroyed, .processEnded, .stuck, .suspended, .step:
                if middle.isEmpty { return form.reason }
            case .text: break
            }
        }
        return nil
    }

    /// Why an attempt ended, from its wording; nil if no reason has it.
    static func finishReason(_ text: [UInt8]) -> FinishReason? {
        FinishReason.allCases.first { Self.text($0)?.isEqual(to: text) ?? false }
    }

    /// The refusal of `command` with this wording; nil if none has it.
    static func refusal(_ text: ArraySlice<UInt8>, command: String) -> Refusal? {
        if let plain = refusals[[UInt8](text)] { return plain }
        if let digits = text.between(duplicateJob, ""), let job = number(digits) { return .duplicateJob(job) }
        if let digits = text.between(noDeadLetter, ""), let job = number(digits) { return .noDeadLetter(job) }
        if let digits = text.between(jobRunning, ""), let job = number(digits) { return .jobRunning(job) }
        if let digits = text.between(noJob, ""), let job = number(digits) { return .noJob(job) }
        let beginning = [UInt8]((verb(of: command) + " needs ").utf8)
        guard let rest = text.between(beginning, []) else { return nil }
        return stateRefusals[[UInt8](rest)]
    }

    /// The path in the sentence of a refused cycle; nil if it is another sentence, or has no path.
    static func cyclePath(_ text: ArraySlice<UInt8>) -> String? {
        text.between(closesCycle + cyclePath, "").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The warning with this code and wording; nil if there is none.
    static func warning(
        code: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, numbering: inout some NameNumbering
    ) -> Warning? {
        switch String(validating: code, as: UTF8.self) {
        case "watchdog":
            for action in LifecycleAction.allCases {
                guard let limit = text.between([UInt8]((verb(of: action) + passedLimit).utf8), []) else { continue }
                return time(limit).map { .watchdog(action, limit: $0) }
            }
            return nil
        case "stuck": return text.between("", neverEnds).flatMap { numbering.task($0) }.map { .stuck($0) }
        case "secondCompletion":
            return text.between("", reportedTwice).flatMap { numbering.task($0) }.map { .secondCompletion($0) }
        case "unknownPredecessor":
            guard let names = text.between("", doesNotExist), let (left, right) = names.split(around: waitsFor),
                let task = numbering.task(left), let predecessor = numbering.task(right)
            else { return nil }
            return .unknownPredecessor(predecessor, of: task)
        case "stillParked":
            guard let (name, why) = text.split(around: stillParked), let task = numbering.task(name),
                let reason = reason(why, numbering: &numbering)
            else { return nil }
            return .stillParked(task, reason)
        case "stillPaused":
            return text.between("", stillPaused).flatMap { numbering.task($0) }.map { .stillPaused($0) }
        case "lanePaused":
            return text.between(laneWord, stillPaused).flatMap { numbering.lane($0) }.map { .lanePaused($0) }
        case "jobUnhandled": return job(text, jobUnhandled, numbering: &numbering).map { .jobUnhandled($0, $1) }
        case "jobLost": return job(text, jobLost, numbering: &numbering).map { .jobLost($0, $1) }
        case "jobExpired": return job(text, jobExpired, numbering: &numbering).map { .jobExpired($0, $1) }
        case "jobStuck": return job(text, jobStuck, numbering: &numbering).map { .jobStuck($0, $1) }
        default: return nil
        }
    }

    /// The job and the task that a warning about a job names.
    private static func job(
        _ text: ArraySlice<UInt8>, _ end: String, numbering: inout some NameNumbering
    ) -> (Int64, TaskID)? {
        guard let (digits, name) = text.between(jobWord, end)?.split(around: ofTask), let job = number(digits),
            let task = numbering.task(name)
        else { return nil }
        return (job, task)
    }

    /// The number with these digits, without a sign or leading zeros.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        return "\(number)".utf8.elementsEqual(digits) ? number : nil
    }

    /// The duration that `exact` writes like this.
    private static func time(_ text: ArraySlice<UInt8>) -> Nanoseconds? {
        for (unit, size) in units {
            guard let digits = text.between("", unit), let number = Int64(String(decoding: digits, as: UTF8.self))
            else { continue }
            let (count, isLarge) = number.multipliedReportingOverflow(by: size)
            let time = Nanoseconds(count)
            if !isLarge && exact(time).utf8.elementsEqual(text) { return time }
        }
        return nil
    }

    private struct ReasonForm {
        var reason: Reason
        var before: [UInt8]
        var after: [UInt8]
    }

    /// Every form of a reason, its names left open.
    private static let reasonForms: [ReasonForm] = {
        let (task, lane) = (TaskID(0), LaneID.main)
        var reasons: [Reason] = [
            .overrun, .paused, .destroyed, .processEnded, .lanePaused(lane), .laneClosed(lane),
            .waitsForUnreleased(task), .waitsForParked(task), .laneStuck(lane), .stuck, .tooOld(.zero), .suspended,
        ]
        reasons += TurnResult.allCases.map { .step($0) }
        reasons += TurnResult.allCases.map { .predecessor(task, $0) }
        return reasons.map { reason in
            let sentence = Sentence(reason)
            return ReasonForm(
                reason: reason, before: [UInt8](sentence.before.utf8), after: [UInt8](sentence.after.utf8))
        }
    }()

    private static let refusals: [[UInt8]: Refusal] = {
        let events = LifecycleEvent.allCases
        let all: [Refusal] =
            [
                .nameInUse, .unknownTask, .unknownLane, .cycle, .interval, .sequenceRunning, .notSequence,
                .tooManyTasks, .tooManyJobs, .nul, .notUnderWay, .stepIsSequence,
            ] + JobFault.allCases.map { .unfitJob($0) } + SchedulerLimit.allCases.map { .limit($0) }
            + events.map { .oncePerProcess($0) } + events.map { .delivered($0) }
        var refusals: [[UInt8]: Refusal] = [:]
        for refusal in all.reversed() {
            refusals[[UInt8](text(refusal, command: "", names: TraceNames()).utf8)] = refusal
        }
        return refusals
    }()

    /// Refusals by state, without the command's verb and `needs`.
    private static let stateRefusals: [[UInt8]: Refusal] = {
        var refusals: [[UInt8]: Refusal] = [:]
        for state in LifecycleState.allCases {
            for allowed in UInt8(0)..<32 {
                let refusal = Refusal.state(state, allowed: allowed)
                let sentence = text(refusal, command: "", names: TraceNames())
                refusals[[UInt8](sentence.utf8.dropFirst(" needs ".utf8.count))] = refusal
            }
        }
        return refusals
    }()
}

extension ArraySlice<UInt8> {
    /// What is between a beginning and an end; nil if they are not there.
    fileprivate func between(_ before: [UInt8], _ after: [UInt8]) -> ArraySlice<UInt8>? {
        guard count >= before.count + after.count, starts(with: before), suffix(after.count).elementsEqual(after) else {
            return nil
        }
        return dropFirst(before.count).dropLast(after.count)
    }

    fileprivate func between(_ before: String, _ after: String) -> ArraySlice<UInt8>? {
        between([UInt8](before.utf8), [UInt8](after.utf8))
    }

    /// What is before and after the first occurrence of `middle`.
    fileprivate func split(around middle: String) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        let middle = [UInt8](middle.utf8)
        guard count >= middle.count else { return nil }
        for start in startIndex...(endIndex - middle.count) where self[start...].starts(with: middle) {
            return (self[..<start], self[(start + middle.count)...])
        }
        return nil
    }
}
