import SchedulerCore

/// The lines of which a trace has most, exactly as `CommonLine` writes them. Everything else is nil here: `TraceReader`
/// reads it again from the beginning of its line, with all its checks and messages.
extension PlainScanner {
    /// The record of a release, of a start, or of an end in success; the scanner then is at the next line.
    @inline(__always)
    mutating func commonRecord(tasks: inout NameTable, lanes: inout NameTable) -> TraceRecord? {
        guard take("{\"t\":"), let time = instant(), take(",\"kind\":\"") else { return nil }
        if take("start\",\"task\":\"") {
            guard let task = string(), take(",\"run\":"), let run = count(), take(",\"attempt\":"),
                let attempt = count(), take(",\"lane\":\""), let lane = string(), take("}\n"),
                let task = tasks.number(of: task), let lane = lanes.number(of: lane), lane <= Int(UInt16.max)
            else { return nil }
            return TraceRecord(time, .start(TaskID(task), run: run, attempt: attempt, lane: LaneID(lane)))
        }
        if take("finish\",\"task\":\"") {
            guard let task = string(), take(",\"run\":"), let run = count(), take(",\"attempt\":"),
                let attempt = count(), take(",\"outcome\":\"success\",\"ready\":"), let ready = instant(),
                take("}\n"), let task = tasks.number(of: task)
            else { return nil }
            return TraceRecord(
                time, .finish(TaskID(task), run: run, attempt: attempt, .success, ready: ready, .none))
        }
        guard take("release\",\"task\":\""), let task = string(), take(",\"run\":"), let run = count(),
            take(",\"lane\":\""), let lane = string(), take("}\n"),
            let task = tasks.number(of: task), let lane = lanes.number(of: lane), lane <= Int(UInt16.max)
        else { return nil }
        return TraceRecord(time, .release(TaskID(task), run: run, lane: LaneID(lane)))
    }

    @inline(__always)
    private mutating func instant() -> Instant? {
        guard let time = natural(), time <= TraceReader.timeLimit.magnitude else { return nil }
        return Instant(nanoseconds: Int64(truncatingIfNeeded: time))
    }

    @inline(__always)
    private mutating func count() -> Int32? {
        guard let count = natural(), count <= UInt64(Int32.max) else { return nil }
        return Int32(truncatingIfNeeded: count)
    }
}
