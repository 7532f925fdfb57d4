import SchedulerCore
import Text
import TraceAnalysis
import TraceFormat

/// A launch from one of our own traces.
extension RecordedLaunch {
    /// The most runs of a launch that become tasks.
    static let maximumRuns = 20_000

    /// The launch after `number` others that reached their first frame; nil if there is none.
    init?(_ trace: Trace, source: String, number: Int) {
        let timeline = Timeline(trace.records)
        let launches = timeline.processes.indices.filter { timeline.processes[$0].firstFrame != nil }
        guard launches.indices.contains(number), let length = timeline.processes[launches[number]].launchTime else {
            return nil
        }
        let names = trace.names.lanes
        self.init(
            name: trace.header.name, source: source,
            lanes: names.map { Lane($0, isThread: false) }, runs: [], length: length.count)
        isExact = true
        var reader = LaunchReader(trace.names, timeline, process: launches[number])
        events = reader.events()
        runs = reader.runs()
        findPredecessors()
        if reader.leftOut > 0 {
            notes.append("Left out: \(Format.count(reader.leftOut, "run")) released after the first frame.")
        }
        if launches.count > 1 {
            notes.append("This is launch \(number + 1) of \(launches.count) in the trace; --launch chooses another.")
        }
    }
}

/// Reads one launch out of the timeline of a trace.
private struct LaunchReader {
    private let names: TraceNames
    private let timeline: Timeline
    private let process: Int
    private let launched: Instant
    private let frameOrder: Int
    private let attempts: [Int: [EarlierAttempt]]
    /// Runs that began after the first frame and are not a part of the launch.
    private(set) var leftOut = 0

    init(_ names: TraceNames, _ timeline: Timeline, process: Int) {
        (self.names, self.timeline, self.process) = (names, timeline, process)
        (launched, frameOrder) = (timeline.processes[process].launched, timeline.processes[process].firstFrameOrder)
        attempts = Dictionary(grouping: timeline.earlierAttempts) { $0.run }
    }

    /// When didFinishLaunching and didBecomeActive were delivered.
    func events() -> (didFinish: Int64, didBecomeActive: Int64) {
        let own = timeline.events.filter { $0.process == process && $0.order < frameOrder }
        let didFinish = own.first { $0.event == .didFinishLaunching }.map { time($0.time) } ?? 0
        return (didFinish, own.first { $0.event == .didBecomeActive }.map { time($0.time) } ?? didFinish)
    }

    private func time(_ instant: Instant) -> Int64 { (instant - launched).count }

    mutating func runs() -> [RecordedLaunch.Run] {
        let released = timeline.runs.indices.filter { Int(timeline.runs[$0].process) == process }
        let kept = released.filter { isInLaunch(timeline.runs[$0]) }
        leftOut = released.count - kept.count
        return kept.sorted { timeline.runs[$0].startOrder < timeline.runs[$1].startOrder }.map(run)
    }

    private func isInLaunch(_ span: RunSpan) -> Bool {
        guard span.startOrder >= 0 else { return false }
        if span.startOrder < frameOrder { return true }
        return isAfterLaunch(span) && span.releaseOrder < frameOrder
    }

    private func isAfterLaunch(_ span: RunSpan) -> Bool { names.name(of: span.lane) == "afterLaunch" }

    private func run(_ index: Int) -> RecordedLaunch.Run {
        let span = timeline.runs[index]
        let start = span.started ?? span.released
        var run = RecordedLaunch.Run(
            names.name(of: span.task), lane: span.lane.offset, start: time(start),
            end: span.finished.map { time($0) } ?? .max)
        run.event = event(of: span)
        run.ready = span.ready.map { time($0) }
        run.outcome = span.outcome ?? .success
        run.isAfterLaunch = isAfterLaunch(span)
        if span.outcome == .cancelled { run.note = "Cancelled with its process; it took longer than this." }
        if span.attempts > 1, let last = span.lastStarted, let finished = span.finished {
            run.attempts = (attempts[index] ?? []).map {
                RecordedLaunch.Attempt(start: time($0.started), end: time($0.finished), outcome: $0.outcome)
            }
            run.attempts.append(
                RecordedLaunch.Attempt(start: time(last), end: time(finished), outcome: span.outcome ?? .success))
        }
        return run
    }

    /// The event of the launch that released a run, or the last one before. A run that began in the same instant, but after
    /// a later event, belongs to that: with the earlier one it would come first in its lane.
    private func event(of span: RunSpan) -> Int {
        var index = Int(span.event)
        while span.started == span.released, index + 1 < timeline.events.count,
            timeline.events[index + 1].time == span.released, timeline.events[index + 1].order < span.startOrder,
            timeline.events[index + 1].process == process
        {
            index += 1
        }
        while index >= 0 {
            switch timeline.events[index].event {
            case .willFinishLaunching: return 0
            case .didFinishLaunching: return 1
            case .didBecomeActive: return 2
            case .willEnterForeground, .didEnterBackground, .didReceiveMemoryWarning, .willTerminate,
                .willResignActive, .significantTimeChange, .openURL, .willChangeStatusBarOrientation,
                .didChangeStatusBarOrientation, .backgroundRefreshStatusDidChange, .userDidTakeScreenshot, .reserved1,
                .reserved2, .idle:
                index -= 1
            }
        }
        return 0
    }
}

extension RecordedLaunch {
    /// What each run waited for: the only run that ended when it became ready.
    mutating func findPredecessors() {
        var byEnd: [Int64: [Int]] = [:]
        for (index, run) in runs.enumerated() {
            byEnd[run.end, default: []].append(index)
        }
        for index in runs.indices {
            let run = runs[index]
            let begin = [0, events.didFinish, events.didBecomeActive][run.event]
            guard let ready = run.ready, ready > begin, !run.isAfterLaunch else { continue }
            let ended = (byEnd[ready] ?? []).filter { $0 < index && runs[$0].start < ready && !runs[$0].isAfterLaunch }
            if ended.count == 1 {
                runs[index].after = ended
                runs[index].note =
                    "It became ready at the instant at which \(UniqueNames.fit(runs[ended[0]].name)) ended."
            }
        }
    }
}

/// Our own traces (The rules, "Trace").
enum NDJSONTrace {
    /// The source as scenarios name it.
    static let source = "taskscope trace"

    /// The launch after `number` others.
    static func read(_ window: ByteWindow, number: Int) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        var reader = TraceReader()
        while let piece = window.piece(), reader.read(next: piece) {}
        let trace: Trace
        do throws(TraceError) {
            trace = try reader.finish()
        } catch {
            let first = error.problems[0]
            throw ImportProblem(first.message, at: .line(Int64(first.line), column: Int64(first.column)))
        }
        guard let launch = RecordedLaunch(trace, source: source, number: number) else {
            let which = number == 0 ? "no launch" : "no launch number \(number + 1)"
            throw ImportProblem("\(which) reaches its first frame", at: .line(1, column: 1))
        }
        return launch
    }
}
