import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// What is only assumed of the critical path of a recording, behind one of its tasks: a gain that crosses such links is there
/// only if each of them holds.
struct AssumedLinks {
    /// One of them: a task that probably waited for another one.
    private struct Link {
        var waiting: TaskID
        /// The name of the other one.
        var other: String
        /// How long after the end of the other one the task began.
        var wait: Nanoseconds
        /// How many others ended in the moment before it began and may be what it waited for.
        var rivals: Int
    }

    private let planned: PlannedLaunch
    private let threads: [TaskID: LaneID]
    /// The shortest time that is worth a word: 1/500 of the launch.
    private let moment: Int64
    private var waits: [Link] = []
    /// Of each link, whether it is one of a task to the one before it on its thread: then only the wait between them is assumed.
    private var areOnThread: [Bool] = []
    var hasWaits: Bool { areOnThread.contains(true) }
    /// The tasks for which a job was free only when another unit ended, by name.
    private var jobs: [String] = []
    /// The longest wait that nothing explains, by the task after it; nil if all are short.
    private var wait: (length: Nanoseconds, before: TaskID)?
    /// A wait of one part in so many of the launch is long.
    private static let longWait: Int64 = 10

    /// Those behind a task; all of the path if the task is not on it. What ticks regularly waits for no task: what comes after it
    /// is named for it, and the task itself is none. A chain of nothing but ticks is named as it is.
    init(_ planned: PlannedLaunch, behind task: TaskID?) {
        let ticks = RecordedTicks(planned)
        self.init(planned, behind: task, except: ticks)
        if waits.isEmpty, !hasWaits, jobs.isEmpty, !ticks.isEmpty {
            self.init(planned, behind: task, except: RecordedTicks())
        }
    }

    private init(_ planned: PlannedLaunch, behind task: TaskID?, except ticks: RecordedTicks) {
        (self.planned, threads) = (planned, planned.scenario.threads)
        let launch = (planned.time ?? .zero).count
        moment = launch / 500
        let links = planned.path?.links ?? []
        let times = RecordedTimes(planned)
        /// What a tick is assumed to wait for, and the last task of the path that is none.
        var (open, last): (TaskID?, TaskID?) = (nil, nil)
        var gap = Nanoseconds.zero
        var isBehind = task == nil || !links.contains { $0.task == task }
        for link in links {
            defer { if link.task == task { isBehind = true } }
            guard let waiting = link.task, let scenarioTask = planned.task(waiting) else { continue }
            let isTick = ticks.contains(waiting) && waiting != task
            let before = last
            if !isTick, !scenarioTask.isGap { last = waiting }
            guard isBehind else { continue }
            if scenarioTask.isGap, !scenarioTask.isQueue, link.task != task {
                gap = link.length
            } else {
                if gap > wait?.length ?? .zero, gap.count >= launch / Self.longWait { wait = (gap, waiting) }
                gap = .zero
            }
            if scenarioTask.isQueue {
                let name = scenarioTask.spec.name.dropFirst(ScenarioTask.queuePrefix.count)
                jobs.append(DisplayText.clean(String(name)))
            }
            let assumed = scenarioTask.assumes.first
            if isTick {
                if assumed != nil, open == nil { open = before }
                continue
            }
            let isAfterTick = assumed.map { ticks.contains(name: $0) } ?? false
            func name(_ task: TaskID) -> String { planned.scenario.tasks[task.offset].spec.name }
            if let other = open.map(name) ?? (isAfterTick ? before.map(name) : assumed) {
                add(waiting, after: other, times)
                open = nil
            }
        }
        // A change to a wait is no reason to doubt what comes right after it.
        guard let task, planned.isGap(task) else { return }
        if areOnThread.first == true {
            areOnThread.removeFirst()
        } else if !waits.isEmpty {
            waits[0].wait = .zero
        }
    }

    private mutating func add(_ waiting: TaskID, after name: String, _ runs: RecordedTimes) {
        let other = planned.scheduler.task(named: name)
        if let other, let thread = threads[waiting], thread == threads[other] {
            return areOnThread.append(true)
        }
        areOnThread.append(false)
        guard let start = runs.starts[waiting], let end = other.flatMap({ runs.ends[$0] }), end <= start else {
            return waits.append(Link(waiting: waiting, other: name, wait: .zero, rivals: 0))
        }
        // The other one itself is among them, and the task if it takes no time.
        let itself = runs.ends[waiting] == start ? 2 : 1
        let ended = runs.count(from: Instant(nanoseconds: end.nanoseconds - moment), to: start)
        waits.append(Link(waiting: waiting, other: name, wait: start - end, rivals: max(0, ended - itself)))
    }

    /// When the tasks of a launch began and ended, gaps left out.
    private struct RecordedTimes {
        var starts: [TaskID: Instant] = [:]
        var ends: [TaskID: Instant] = [:]
        private var sorted: [Instant] = []

        init(_ planned: PlannedLaunch) {
            for run in planned.timeline.runs where Int(run.process) == planned.process {
                guard let task = planned.task(run.task), !task.isGap else { continue }
                starts[run.task] = run.started
                ends[run.task] = run.finished
                if let finished = run.finished { sorted.append(finished) }
            }
            sorted.sort()
        }

        /// How many ended between two instants, both included.
        func count(from first: Instant, to last: Instant) -> Int {
            sorted.partitionPoint { $0 > last } - sorted.partitionPoint { $0 >= first }
        }
    }

    /// The first of them in words; nil if only the times between tasks, or jobs, are assumed.
    var first: String? { waits.first.map { words($0) } }

    /// What must be true, as in `Parse really waits for Read`; of more than two links the weakest, and why it is. Names are
    /// cleaned; empty if nothing is assumed.
    var condition: String {
        var said = SaidConditions()
        return condition(&said)
    }

    /// The same behind what was said before: `so` stands for that.
    func condition(_ said: inout SaidConditions) -> String {
        var rest: [String] = []
        if hasWaits {
            rest.append("what is not recorded between slices of a thread takes as long")
        } else if let wait {
            // What ended it may come at its own time, such as a limit or an answer from a network.
            rest.append("the wait before \(BootUnit.short(planned.name(wait.before))) is as long")
        }
        if !jobs.isEmpty { rest.append("a job is free that much earlier for \(Self.list(jobs))") }
        let all = waits.map { words($0) } + rest
        let new = all.filter { !said.parts.contains($0) }
        // All that was said must be so again.
        let isAgain = !said.parts.isEmpty && said.parts.isSubset(of: all)
        said.parts.formUnion(all)
        guard isAgain else { return (list(waits, weakest) + rest).joined(separator: " and ") }
        let newLinks = list(waits.filter { new.contains(words($0)) })
        return (["so"] + newLinks + new.filter { rest.contains($0) }).joined(separator: " and ")
    }

    /// So many links besides the weakest are named.
    private static let named = 3

    /// Links in words; more than two as one list, the weakest first: `B really waits for A, C for B and D for C`.
    private func list(_ links: [Link], _ weakest: (place: Int, why: String)? = nil) -> [String] {
        guard links.count > 2 else { return links.map { words($0) } }
        var others = links
        let first = words(others.remove(at: weakest?.place ?? 0)) + (weakest?.why ?? "")
        let more = others.count - Self.named
        var named = others.prefix(Self.named).map {
            "\(BootUnit.short(planned.name($0.waiting))) for \(BootUnit.short($0.other))"
        }
        if more > 0 { named.append("\(Format.count(more, "more link")) that critical-path --json marks assumed") }
        return [Format.list([first] + named)]
    }

    /// The link that is least likely: the one across the longest wait that nothing explains, else the one with the most rivals.
    private var weakest: (place: Int, why: String)? {
        guard let first = waits.indices.first else { return nil }
        let longest = waits.indices.dropFirst().reduce(first) { waits[$1].wait > waits[$0].wait ? $1 : $0 }
        if waits[longest].wait.count > moment {
            return (longest, " (the weakest: \(TimeText.text(waits[longest].wait)) lie between them)")
        }
        let rivals = waits.indices.dropFirst().reduce(first) { waits[$1].rivals > waits[$0].rivals ? $1 : $0 }
        let count = waits[rivals].rivals
        guard count > 0 else { return (first, "") }
        return (rivals, " (the weakest: \(count) more ended in that moment)")
    }

    private func words(_ link: Link) -> String {
        "\(BootUnit.short(planned.name(link.waiting))) really waits for \(BootUnit.short(link.other))"
    }

    /// `a, b and c`; of many the first two and how many more.
    private static func list(_ names: [String]) -> String {
        Format.list(names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names)
    }
}

/// The conditions that an output said already: it says each once, and means it by `so` from then on.
public struct SaidConditions: Sendable {
    fileprivate var parts: Set<String> = []

    /// None.
    public init() {}
}

/// Tasks of a recording that come again and again at the same distance, as the frames of an animation do: each begins with the
/// clock of the screen, whatever ended before.
struct RecordedTicks {
    /// So many of one name are a tick.
    private static let fewest = 8

    private var tasks: Set<TaskID> = []
    private var names: Set<ByteName> = []

    /// None.
    init() {}

    /// Those of a launch: half of the distances between tasks of one name, but for the number after it, differ by less than a
    /// fifth from the median.
    init(_ planned: PlannedLaunch) {
        var starts: [ByteName: [(start: Int64, task: TaskID)]] = [:]
        for run in planned.timeline.runs where Int(run.process) == planned.process {
            guard let started = run.started else { continue }
            starts[Self.base(planned.name(run.task)), default: []].append((started.nanoseconds, run.task))
        }
        for (_, runs) in starts where runs.count >= Self.fewest {
            let sorted = runs.map { $0.start }.sorted()
            let distances = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
            let median = distances[distances.count / 2]
            let near = distances.count { abs($0 - median) <= median / 5 }
            guard median > 0, near * 2 >= distances.count else { continue }
            for run in runs {
                tasks.insert(run.task)
                names.insert(ByteName(planned.name(run.task)))
            }
        }
    }

    var isEmpty: Bool { tasks.isEmpty }

    func contains(_ task: TaskID) -> Bool { tasks.contains(task) }
    func contains(name: String) -> Bool { names.contains(ByteName(name)) }

    /// A name without the number after it.
    private static func base(_ name: String) -> ByteName {
        let text = name.utf8
        let digits = text.reversed().prefix { $0 >= 48 && $0 <= 57 }.count
        guard digits > 0, text.count > digits + 1 else { return ByteName(name) }
        let head = text.dropLast(digits)
        guard head.last == UInt8(ascii: " ") else { return ByteName(name) }
        return ByteName(String(decoding: head.dropLast(), as: UTF8.self))
    }
}
