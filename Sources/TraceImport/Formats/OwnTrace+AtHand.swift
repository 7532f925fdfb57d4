import SchedulerCore
import Text

/// Attempts exactly as the exports write them, which nearly all are: text for text, without blanks, in their order. What
/// is written in another way, or says why it ended, is nil here and read with the rest of its file.
extension OwnTrace {
    /// An event of Chrome's trace that is an attempt.
    @inline(__always)
    mutating func scanChromeRun(_ scanner: inout JSONScanner) -> OwnRun? {
        guard scanner.next() == Byte.openBrace, scanner.take("{\"name\":"), let name = scanner.string(),
            scanner.take(",\"cat\":\"run\",\"ph\":\"")
        else { return nil }
        let isEnded = scanner.take("X\",\"pid\":")
        guard isEnded || scanner.take("B\",\"pid\":"), scanner.whole() != nil,
            scanner.take(",\"tid\":"), scanner.whole() != nil,
            scanner.take(",\"ts\":"), let start = scanner.thousandths()
        else { return nil }
        var run = OwnRun()
        run.start = start
        if isEnded {
            guard scanner.take(",\"dur\":"), let length = scanner.thousandths() else { return nil }
            run.end = start + length
        }
        guard scanner.take(",\"args\":{\"run\":"), let number = scanner.whole(),
            scanner.take(",\"attempt\":"), let attempt = scanner.whole(),
            scanner.take(",\"lane\":"), let lane = scanner.string(),
            !scanner.take(",\"event\":") || scanner.string() != nil,
            scanner.take(",\"released\":"), let released = scanner.whole()
        else { return nil }
        run.set(run: number, attempt: attempt)
        run.released = released
        if isEnded {
            guard scanner.take(",\"ready\":"), let ready = scanner.whole(),
                scanner.take(",\"outcome\":\""), let outcome = scanner.outcome()
            else { return nil }
            (run.ready, run.outcome) = (ready, outcome)
        }
        guard scanner.take(",\"records\":["), scanner.addRecords(to: &run, before: "", behind: ""),
            scanner.take(Byte.closeBracket), self.name(&run, task: name, lane: lane)
        else { return nil }
        // What the scenario says of its task is read once.
        guard scanner.take("}}") || isStated(run.task) && scanner.skipMembers() && scanner.take("}}") else {
            return nil
        }
        return run.isWhole ? run : nil
    }

    /// A span of OTLP that is an attempt; its times count from `epoch`.
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
    /// The outcome whose word is next, and the quote behind it.
    @inline(__always)
    fileprivate mutating func outcome() -> Outcome? {
        if take("success\"") { return .success }
        guard let outcome = Outcome.allCases.first(where: { take($0.word) }), take(Byte.doubleQuote) else { return nil }
        return outcome
    }

    /// Passes the numbers of an attempt's records; each stands between two texts.
    @inline(__always)
    fileprivate mutating func addRecords(to run: inout OwnRun, before: StaticString, behind: StaticString) -> Bool {
        repeat {
            guard take(before), let record = whole(), take(behind) else { return false }
            run.add(record: record)
        } while take(Byte.comma)
        return true
    }
}
