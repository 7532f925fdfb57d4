import SchedulerCore
import Text

/// Attempts exactly as the exports write them, which nearly all are: text for text, without blanks, in their order. What
/// is written in another way, or says why it ended, is nil here and read with the rest of its file.
extension OwnTrace {
    /// Takes in an event of Chrome's trace that is an attempt; false if the next one is not, or not plain.
    mutating func takeChromeRun(_ scanner: inout JSONScanner) -> Bool {
        // In a variable of its own, the scanner's place stays in a register.
        var text = scanner
        guard let run = scanChromeRun(&text) else { return false }
        scanner = text
        add(run)
        return true
    }

    /// Takes in a span of OTLP that is an attempt; its times count from `epoch`. False if the next one is not, or not plain.
    mutating func takeSpan(_ scanner: inout JSONScanner, epoch: Int64) -> Bool {
        var text = scanner
        guard let run = scanSpan(&text, epoch: epoch) else { return false }
        scanner = text
        add(run)
        return true
    }

    /// The attempt that is next in a Chrome trace; nil if it is not plain.
    @inline(__always)
    mutating func scanChromeRun(_ scanner: inout JSONScanner) -> OwnRun? {
        var run = OwnRun()
        guard scanner.next() == Byte.openBrace, scanner.take("{\"name\":"), let name = scanner.string(),
            scanner.take(",\"cat\":\"run\",\"ph\":\""), scanner.takeTimes(of: &run),
            scanner.take(",\"args\":{\"run\":"), let number = scanner.whole(),
            scanner.take(",\"attempt\":"), let attempt = scanner.whole(),
            scanner.take(",\"lane\":"), let lane = scanner.string(), scanner.takeCourse(of: &run),
            self.name(&run, task: name, lane: lane)
        else { return nil }
        run.set(run: number, attempt: attempt)
        // What the scenario says of its task is read once.
        guard scanner.take("}}") || isStated(run.task) && scanner.skipMembers() && scanner.take("}}") else {
            return nil
        }
        return run.isWhole ? run : nil
    }

    /// The attempt that is next in OTLP; nil if it is not plain.
    @inline(__always)
    mutating func scanSpan(_ scanner: inout JSONScanner, epoch: Int64) -> OwnRun? {
        guard scanner.next() == Byte.openBrace, scanner.take("{\"traceId\":"), scanner.string() != nil,
            scanner.take(",\"spanId\":"), scanner.string() != nil,
            scanner.take(",\"parentSpanId\":"), scanner.string() != nil,
            scanner.take(",\"name\":"), scanner.string() != nil,
            scanner.take(",\"kind\":1,\"startTimeUnixNano\":\""), let start = scanner.whole(),
            scanner.take("\",\"endTimeUnixNano\":\""), let end = scanner.whole(), end >= start,
            scanner.take("\",\"attributes\":[{\"key\":\"taskscope.task\",\"value\":{\"stringValue\":"),
            let name = scanner.string(),
            scanner.take("}},{\"key\":\"taskscope.run\",\"value\":{\"intValue\":\""), let number = scanner.whole(),
            scanner.take("\"}},{\"key\":\"taskscope.attempt\",\"value\":{\"intValue\":\""),
            let attempt = scanner.whole(),
            scanner.take("\"}},{\"key\":\"taskscope.lane\",\"value\":{\"stringValue\":"), let lane = scanner.string(),
            !scanner.take("}},{\"key\":\"taskscope.event\",\"value\":{\"stringValue\":") || scanner.string() != nil,
            scanner.take("}},{\"key\":\"taskscope.released\",\"value\":{\"intValue\":\""),
            let released = scanner.whole()
        else { return nil }
        var run = OwnRun()
        run.set(run: number, attempt: attempt)
        run.released = released
        if scanner.take("\"}},{\"key\":\"taskscope.ready\",\"value\":{\"intValue\":\"") {
            guard let ready = scanner.whole(),
                scanner.take("\"}},{\"key\":\"taskscope.outcome\",\"value\":{\"stringValue\":\""),
                let outcome = scanner.outcome()
            else { return nil }
            (run.ready, run.outcome) = (ready, outcome)
        } else {
            guard scanner.take(Byte.doubleQuote) else { return nil }
        }
        guard scanner.take("}},{\"key\":\"taskscope.records\",\"value\":{\"arrayValue\":{\"values\":["),
            scanner.addRecords(to: &run, before: "{\"intValue\":\"", behind: "\"}"), scanner.take("]}}}"),
            self.name(&run, task: name, lane: lane)
        else { return nil }
        guard scanner.take(Byte.closeBracket) || isStated(run.task) && scanner.skipElements(),
            scanner.skipMembers(), scanner.take(Byte.closeBrace),
            set(&run, start: start, end: run.outcome == nil ? nil : end, epoch: epoch)
        else { return nil }
        return run.isWhole ? run : nil
    }
}

extension JSONScanner {
    /// Passes the phase, the process, the thread and the times of an event of Chrome's trace.
    fileprivate mutating func takeTimes(of run: inout OwnRun) -> Bool {
        // In a variable of its own, the place stays in a register.
        var text = self
        let isEnded = text.take("X\",\"pid\":")
        guard isEnded || text.take("B\",\"pid\":"), text.whole() != nil, text.take(",\"tid\":"), text.whole() != nil,
            text.take(",\"ts\":"), let start = text.thousandths()
        else { return false }
        run.start = start
        if isEnded {
            guard text.take(",\"dur\":"), let length = text.thousandths() else { return false }
            run.end = start + length
        }
        self = text
        return true
    }

    /// Passes what follows the lane, up to the numbers of the records.
    fileprivate mutating func takeCourse(of run: inout OwnRun) -> Bool {
        var text = self
        guard !text.take(",\"event\":") || text.string() != nil, text.take(",\"released\":"),
            let released = text.whole()
        else { return false }
        run.released = released
        if run.end != nil {
            guard text.take(",\"ready\":"), let ready = text.whole(), text.take(",\"outcome\":\""),
                let outcome = text.outcome()
            else { return false }
            (run.ready, run.outcome) = (ready, outcome)
        }
        guard text.take(",\"records\":["), text.addRecords(to: &run, before: "", behind: ""),
            text.take(Byte.closeBracket)
        else { return false }
        self = text
        return true
    }

    /// The outcome whose word is next, and the quote after it.
    @inline(__always)
    fileprivate mutating func outcome() -> Outcome? {
        if take("success\"") { return .success }
        guard let outcome = Outcome.allCases.first(where: { take($0.word) }), take(Byte.doubleQuote) else { return nil }
        return outcome
    }

    /// Passes the numbers of an attempt's records; each is between two texts.
    @inline(__always)
    fileprivate mutating func addRecords(to run: inout OwnRun, before: StaticString, behind: StaticString) -> Bool {
        repeat {
            guard take(before), let record = whole(), take(behind) else { return false }
            run.add(record: record)
        } while take(Byte.comma)
        return true
    }
}
