import SchedulerCore
import Text
import TraceAnalysis
import TraceFormat

/// What one of our own sources says about a task besides its runs.
public struct StatedTask: Hashable, Sendable {
    /// Its rank.
    public var priority = Priority.default
    /// Names of the tasks that it waits for.
    public var after: [String] = []
}

/// A launch from one of our own traces.
extension RecordedLaunch {
    /// The most runs of a launch that become tasks.
    static let maximumRuns = 20_000

    /// The launch after `number` others that reached their first frame; nil if there is none.
    init?(_ trace: Trace, source: String, number: Int, stated: [ByteName: StatedTask] = [:]) {
        let found = LaunchRecords(trace.records, number: number)
        let timeline = Timeline(found.records)
        guard let process = timeline.processes.first, let firstFrame = process.firstFrame else { return nil }
        let names = trace.names.lanes
        self.init(
            name: trace.header.name, source: source,
            lanes: names.map { Lane($0, isThread: false) }, runs: [], length: (firstFrame - process.launched).count)
        isExact = true
        var reader = LaunchReader(trace.names, timeline, process)
        events = reader.events()
        runs = reader.runs()
        findPredecessors(stated: stated)
        let leftOut = reader.leftOut + found.laterRuns
        if leftOut > 0 { notes.append("Left out: \(Format.count(leftOut, "run")) released after the first frame.") }
        if found.launches > 1 {
            notes.append("This is launch \(number + 1) of \(found.launches) in the trace; --launch chooses another.")
        }
    }
}

/// What a long trace says of one launch: the records up to its first frame, and what became of the runs released by then.
/// A session may continue for a million more, none of which belongs to it.
private struct LaunchRecords {
    /// The records; none if there are not that many launches.
    private(set) var records: [TraceRecord] = []
    /// How many runs its process released later.
    private(set) var laterRuns = 0
    /// How many launches reached their first frame.
    private(set) var launches = 0

    /// The records of the launch after `number` others that reached their first frame. O(records).
    init(_ all: [TraceRecord], number: Int) {
        var (begin, frame) = (-1, -1)
        var chosen: (process: Range<Int>, frame: Int)?
        func end(at place: Int, _ records: inout LaunchRecords) {
            guard begin >= 0, frame >= 0 else { return }
            if records.launches == number { chosen = (begin..<place, frame) }
            records.launches += 1
        }
        for (place, record) in all.enumerated() {
            switch record.fact {
            case .event(.willFinishLaunching):
                end(at: place, &self)
                (begin, frame) = (place, -1)
            case .firstFrame: frame = place
            default: break
            }
        }
        end(at: all.count, &self)
        guard let chosen else { return }
        records = Array(all[chosen.process.lowerBound...chosen.frame])
        addEnds(all[(chosen.frame + 1)..<chosen.process.upperBound])
    }

    /// Adds what became of the runs that are released.
    private mutating func addEnds(_ later: ArraySlice<TraceRecord>) {
        var released: [Int32] = []
        for record in records {
            guard case .release(let task, let run, _) = record.fact, task.offset >= 0 else { continue }
            while released.count <= task.offset { released.append(.min) }
            released[task.offset] = run
        }
        for record in later {
            switch record.fact {
            case .release: laterRuns += 1
            case .start(let task, let run, _, _), .finish(let task, let run, _, _, _, _):
                if released.indices.contains(task.offset), run <= released[task.offset] { records.append(record) }
            default: break
            }
        }
    }
}

/// Reads one launch out of the timeline of its records.
private struct LaunchReader {
    private let names: TraceNames
    private let timeline: Timeline
    private let launched: Instant
    private let frameOrder: Int
    private let attempts: [Int: [EarlierAttempt]]
    /// Runs that began after the first frame and are not a part of the launch.
    private(set) var leftOut = 0

    init(_ names: TraceNames, _ timeline: Timeline, _ process: ProcessSpan) {
        (self.names, self.timeline) = (names, timeline)
        (launched, frameOrder) = (process.launched, process.firstFrameOrder)
        attempts = Dictionary(grouping: timeline.earlierAttempts) { $0.run }
    }

    /// When didFinishLaunching and didBecomeActive were delivered.
    func events() -> (didFinish: Int64, didBecomeActive: Int64) {
        let own = timeline.events.filter { $0.order < frameOrder }
        let didFinish = own.first { $0.event == .didFinishLaunching }.map { time($0.time) } ?? 0
        return (didFinish, own.first { $0.event == .didBecomeActive }.map { time($0.time) } ?? didFinish)
    }

    private func time(_ instant: Instant) -> Int64 { (instant - launched).count }

    mutating func runs() -> [RecordedLaunch.Run] {
        let kept = timeline.runs.indices.filter { isInLaunch(timeline.runs[$0]) }
        leftOut = timeline.runs.count - kept.count
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

    /// The event of the launch that released a run, or the last one before.
    private func event(of span: RunSpan) -> Int {
        var index = Int(span.event)
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
    /// What each run waited for: what its source states, or else the only run that ended when it became ready.
    mutating func findPredecessors(stated: [ByteName: StatedTask] = [:]) {
        var byEnd: [Int64: [Int]] = [:]
        var byName: [ByteName: Int] = [:]
        for (index, run) in runs.enumerated() {
            byEnd[run.end, default: []].append(index)
            if byName[ByteName(run.name)] == nil { byName[ByteName(run.name)] = index }
        }
        for index in runs.indices {
            let run = runs[index]
            if let known = stated[ByteName(run.name)] {
                runs[index].priority = known.priority
                runs[index].after = known.after.compactMap { byName[ByteName($0)] }.filter {
                    $0 != index && runs[$0].end <= (run.ready ?? run.start) && !runs[$0].isAfterLaunch
                }
                continue
            }
            let begin = [0, events.didFinish, events.didBecomeActive][run.event]
            guard let ready = run.ready, ready > begin, !run.isAfterLaunch else { continue }
            let ended = (byEnd[ready] ?? []).filter { $0 < index && runs[$0].start < ready && !runs[$0].isAfterLaunch }
            if ended.count == 1 {
                runs[index].after = ended
                runs[index].note =
                    "It became ready at the instant at which \(UniqueNames.fit(runs[ended[0]].name)) ended."
            }
        }
        if !keepsPriorities { for index in runs.indices { runs[index].priority = .default } }
    }

    /// Whether no run began while one of a higher rank waited for the same lane, as in an order by the critical path. Long
    /// launches are not searched.
    private var keepsPriorities: Bool {
        guard runs.count <= 3_000 else { return false }
        for (index, run) in runs.enumerated() where !run.isAfterLaunch {
            for other in runs[(index + 1)...] where other.lane == run.lane && other.priority < run.priority {
                if !other.isAfterLaunch, (other.ready ?? other.start) <= run.start { return false }
            }
        }
        return true
    }
}
