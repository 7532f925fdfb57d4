import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceImport

/// What a reader of another program's trace asks first: what takes longest on the critical path, what of the path is known,
/// and how to go on.
struct RecordedSummary {
    private static let shown = 3

    /// From one part in this many of the launch on, what is not recorded is worth recording.
    private static let large: Int64 = 8

    /// No app of Android launches in less.
    private static let shortest = Nanoseconds.milliseconds(1)

    private let launch: LaunchMeasure
    private let arguments: LaunchArguments
    private let scenario: Scenario?
    /// Whether the recording was imported before, into the scenario that is read.
    private let isScenario: Bool
    private let recording: RecordedSource?
    private let format: FormatAdvice?

    init(_ launch: LaunchMeasure, of source: LaunchSource, _ arguments: LaunchArguments) {
        (self.launch, self.arguments) = (launch, arguments)
        (scenario, recording) = (source.recording?.scenario, source.recording?.source)
        format = recording.map { FormatAdvice($0) }
        isScenario = !source.isForeign
    }

    /// Whether an app of Android seems to have launched in less time than any can.
    private var isArtificial: Bool { recording?.format == .perfetto && launch.time < Self.shortest }

    /// What stands before all else: one line, if the recording is of no launch.
    var warning: String {
        guard isArtificial else { return "" }
        return
            "not a real launch: its timestamps look artificial, as \(TimeText.text(launch.time)) is too short for one; "
            + "what follows only repeats the file\n"
    }

    /// A few lines; nothing for a launch of ours.
    func text() -> String {
        guard launch.isForeign else { return "" }
        guard !isArtificial else { return "" }
        let links = launch.path.links.enumerated().filter { $0.element.length > .zero && $0.element.task != nil }
        let longest = links.sorted { $0.element.length > $1.element.length }.prefix(Self.shown)
        guard !longest.isEmpty else { return known }
        let list = longest.map { "\(name($0.offset)) \(TimeText.text($0.element.length))" }
        let sum = longest.reduce(Int64(0)) { $0 + $1.element.length.count }
        return failure + "longest on the critical path: \(list.joined(separator: ", ")); "
            + "\(Format.percent(sum, of: launch.time.count)) of the \(launch.whole)\n"
            + (recording?.format == .perfetto ? SliceFamilies(launch).text : "")
            + (recording?.cause.map { "\($0)\n" } ?? "") + known + advice
    }

    /// Which unit of a build failed, and when; empty of any other launch.
    private var failure: String {
        let runs = launch.launchRuns.map { launch.timeline.runs[$0] }
        guard let run = runs.first(where: { BuildUnits.hasFailed(launch.name($0.task)) }), let start = run.started,
            let end = run.finished
        else { return "" }
        let assumed = launch.assumed[run.task] ?? []
        let known = Set(assumed + launch.stated(run.task))
        let before = runs.filter { known.contains($0.task) }.compactMap { other in
            other.finished.map { (end: $0, name: launch.name(other.task)) }
        }.max { $0.end < $1.end }
        let name = DisplayText.clean(String(launch.name(run.task).dropLast(BuildUnits.failed.count)))
        let times = [start, end].map { TimeText.text($0 - launch.launched) }
        let after = before.map { ", \(assumed.isEmpty ? "" : "probably ")after \(DisplayText.clean($0.name))" } ?? ""
        return "failed: \(name), from \(times[0]) to \(times[1])\(after); the report leaves it out: "
            + "its times are inferred\n"
    }

    /// What no slack of a recording knows; empty for one of ours.
    var slackText: String {
        guard let recording else { return "" }
        if let most = recording.couldEnd("that much") {
            return
                "SLACK: a unit \(most); and if each job goes to the same unit as here: a unit that ends later keeps its job from "
                + "others, too\n"
        }
        return launch.assumed.isEmpty
            ? "" : "SLACK: under the assumed order, because the file does not state all of it\n"
    }

    /// The same behind a list of slacks.
    var slackDoubt: String { recording?.couldEnd("that much").map { "; each \($0)" } ?? "" }

    /// How the work of a build divides, as far as cargo says, and what the times of its units include; empty of any other launch.
    func workText(_ rows: [Blame.Row]) -> String {
        guard recording?.format == .cargo else { return "" }
        let all = rows.reduce(0) { $0 + $1.own.count }
        let scripts = rows.filter { BuildUnits.isScript($0.name) }.reduce(0) { $0 + $1.own.count }
        let part =
            scripts > 0
            ? ", build scripts \(TimeText.text(Nanoseconds(scripts))), \(Format.percent(scripts, of: all))" : ""
        return "OWN of all units: \(TimeText.text(Nanoseconds(all)))\(part)\n"
            + "OWN: with a wait of less than 1/500 of the build before a unit, and in a build script for the job server\n"
    }

    /// Where the rest stands that `blame` does not say; empty for a launch of ours.
    var pointer: String {
        launch.isForeign && !isArtificial
            ? "why, and what would shorten it: taskscope critical-path \(file)\n" : ""
    }

    /// What a link of the path is called: a wait by what came after it.
    private func name(_ place: Int) -> String {
        guard let task = launch.path.links[place].task else { return "-" }
        guard launch.isGap(task) else {
            let words = launch.spans.contains(task) ? " (\(launch.spanWords(task)))" : ""
            return BootUnit.short(launch.name(task)) + words
        }
        let what =
            launch.isQueue(task) ? "a wait for a job" : launch.isUnrecorded(task) ? "nothing recorded" : "a wait"
        if launch.isBuildStart(task) { return "cargo itself" }
        guard place + 1 < launch.path.links.count, let next = launch.path.links[place + 1].task else { return what }
        return "\(what) before \(BootUnit.short(launch.name(next)))"
    }

    /// What is close behind the path, and what the launch would gain at most from one of its longest tasks.
    private var advice: String {
        var said = SaidConditions()
        guard let scenario, let planned = try? PlannedLaunch(of: scenario) else { return "" }
        let waits = isBoot ? RecordedWaits(launch, planned) : nil
        let candidates = RecordedCandidates(launch, planned, waits: waits?.waits ?? [], format)
        let near = (waits?.text ?? "") + almostCritical()
        let remedies = RecordedRemedies(launch, format, candidates)
        guard let best = candidates.best.first else {
            let verb = candidates.moves ? "be hardly shorter" : "be as long"
            let wait = LongestWait(of: launch).flatMap { $0.length.count > launch.time.count / Self.large ? $0 : nil }
            let tasks = isBoot ? "units" : "tasks"
            return near + "without any one of its longest \(tasks) the \(launch.whole) would \(verb)\n" + remedies.jobs
                + remedies.next + (wait.map { "next: \($0.howToSee(format))\n" } ?? "")
        }
        let changes = best.changes.map { ShellText.quoted($0.text(in: scenario)) }.joined(separator: " ")
        var text = near + "what each would save if it took no time:\n"
        for candidate in candidates.best { text += "  \(candidates.text(candidate, &said))\n" }
        return text + remedies.jobs + (format?.caveat.map { "  \($0)\n" } ?? "") + frames
            + "to simulate the first: taskscope what-if \(file) \(changes)\n" + remedies.next
    }

    /// What a gain of an app is worth whose launch ends with a frame; empty of any other launch.
    private var frames: String {
        recording?.format == .perfetto && recording?.words.end?.hasPrefix("the first frame") ?? false
            ? "  up to the drawn frame: the display shows that at its next tick, so that the launch gains whole frames, and a smaller change may gain nothing\n"
            : ""
    }

    /// What the recording shows inside long tasks, and at its end, of which `blame` has only a row; empty if nothing.
    var insideText: String {
        guard !isArtificial else { return "" }
        let end = launch.path.links.last?.task.flatMap { task in
            launch.spans.contains(task)
                ? launch.recorded?.rest.map { "\(DisplayText.clean(launch.name(task))): \($0)\n" } : nil
        }
        let inside = recording?.inside.map { "inside the longest (a slice in another counts in both): \($0)\n" }
        return (end ?? "") + (inside ?? "")
    }

    /// The file as an argument, with its options.
    private var file: String {
        ShellText.argument(Source.title(arguments.source)) + arguments.options.stretch.words
    }

    /// The recording as an argument: the scenario that repeats it is not imported again.
    private var recordedFile: String {
        guard case .systemd? = recording?.format, let own = recording?.file, isScenario else { return file }
        return ShellText.argument(own)
    }

    private var isBoot: Bool { recording?.words.whole == "boot" }

    /// The longest tasks beside the path that would soon be on it.
    private func almostCritical() -> String {
        // The slacks of a boot rest on an order that is assumed.
        if isBoot, !launch.assumed.isEmpty { return "" }
        let hundredth = launch.time.count / 100
        let bound = launch.tasksBoundByJobs
        let rows = Blame(launch).rows.filter { row in
            !row.isCritical && row.own.count > hundredth && row.slack.map { $0.count < hundredth } ?? false
                && !bound.contains(row.task)
        }.sorted { $0.own > $1.own }
        guard !rows.isEmpty else { return "" }
        let list = rows.prefix(Self.shown).map {
            "\(DisplayText.clean($0.name)) (\(TimeText.text($0.slack ?? .zero)) of slack)"
        }
        return "almost critical: \(list.joined(separator: ", "))\(slackDoubt)\n"
    }

    /// The lengths of the waits on the path, by what they are.
    private var pathWaits: [LaunchMeasure.GapKind: [Int64]] {
        Dictionary(
            grouping: launch.path.links.filter { $0.task.map(launch.isGap) ?? false },
            by: { launch.kind(ofGap: $0.task ?? TaskID(0)) }
        ).mapValues { links in links.map { $0.length.count } }
    }

    /// How much of the critical path the column of waits holds that is not known, which no row of a task shows; empty if it is little.
    var gapText: String {
        let waits = pathWaits
        return [
            (LaunchMeasure.GapKind.unrecorded, "GAP: nothing is recorded then on the thread of the task"),
            (.unexplained, "WAITED: for an unrecorded reason"),
        ].map { kind, words in
            let sum = (waits[kind] ?? []).reduce(0, +)
            guard sum > launch.time.count / Self.large else { return "" }
            return "\(words): \(TimeText.text(Nanoseconds(sum))) of the critical path, "
                + "\(Format.percent(sum, of: launch.time.count)) of the \(launch.whole)\n"
        }.joined()
    }

    /// How much of the path the trace does not state: links that are there only because of an assumption, and waits.
    private var known: String {
        let (links, shown) = (launch.path.links, launch.shownLinks)
        let assumed = shown.count { link, wait in
            guard case .dependency(let other) = (wait ?? link).why else { return false }
            return launch.isAssumed(link, after: other)
        }
        let waits = pathWaits
        func sum(_ kind: LaunchMeasure.GapKind) -> Int64 { (waits[kind] ?? []).reduce(0, +) }
        let queued = sum(.job)
        var parts: [String] = []
        let tasks = links.count { $0.task.map { !launch.isGap($0) } ?? false }
        if recording?.format == .cargo {
            let stated = links.count { $0.task.map { !launch.isGap($0) && !launch.stated($0).isEmpty } ?? false }
            let isCounted = links.contains { link in
                link.task.map { BuildUnits.hasFailed(launch.name($0)) && !launch.stated($0).isEmpty } ?? false
            }
            parts.append(
                "stated by cargo: what \(stated) of \(Format.count(tasks, "task")) on the path waited for"
                    + (isCounted ? " (for one, by its counts of units)" : ""))
        }
        if assumed > 0 {
            parts.append("assumed: what \(assumed) of \(Format.count(tasks, "task")) on the path waited for")
        }
        if queued > 0 {
            parts.append(
                "waiting for a free job, assumed to be the one that ended last: \(TimeText.text(Nanoseconds(queued))), "
                    + "\(Format.percent(queued, of: launch.time.count)) of the \(launch.whole)")
        }
        let words: [(kind: LaunchMeasure.GapKind, title: String, one: String, many: String)] = [
            (.unrecorded, "not recorded between slices of a thread", "stretch", "stretches"),
            (.unexplained, "unexplained", "wait", "waits"),
        ]
        for (kind, title, noun, nouns) in words where sum(kind) > 0 {
            let long = (waits[kind] ?? []).count { $0 >= launch.time.count / 500 }
            let short = (waits[kind] ?? []).count - long
            let counts = [
                long > 0 || short == 0 ? "\(Format.count(long)) \(long == 1 ? noun : nouns)" : nil,
                short > 0 ? "\(short) short \(long > 0 ? "ones" : short == 1 ? noun : nouns)" : nil,
            ].compactMap { $0 }.joined(separator: " and ")
            parts.append(
                "\(title): \(counts), \(TimeText.text(Nanoseconds(sum(kind)))), "
                    + "\(Format.percent(sum(kind), of: launch.time.count)) of the \(launch.whole)")
        }
        let unknown = sum(.unrecorded) + sum(.unexplained)
        let longest = unknown > launch.time.count / Self.large ? LongestWait(of: launch)?.text(format) ?? "" : ""
        // In words once: the table only says probably.
        let guess =
            assumed == 0
            ? ""
            : "probably: the file states no order there; a task is taken to have waited for the one that ended just before it\n"
        let standard =
            isBoot && links.contains(where: launch.isStandard)
            ? "as in every boot: by the order of systemd's own units (systemd.special(7), bootup(7)), which no plot has to record\n"
            : ""
        let hint = format.flatMap { assumed > 0 && $0.lacksOrder ? $0.orderHint(for: recordedFile) : nil }
        let order = hint.map { "the machine knows the order: \($0)\n" } ?? ""
        return parts.isEmpty ? "" : parts.joined(separator: "; ") + "\n" + guess + standard + order + longest
    }
}

extension LaunchMeasure {
    /// The links of the path of another program's trace as they are shown: without waits of less than a moment between two
    /// tasks, which stand beside the task behind them.
    var shownLinks: [(link: CriticalPath.Link, wait: CriticalPath.Link?)] {
        var shown: [(link: CriticalPath.Link, wait: CriticalPath.Link?)] = []
        var wait: CriticalPath.Link?
        for (index, link) in path.links.enumerated() {
            if isForeign, index + 1 < path.links.count, link.length.count < time.count / 500, let task = link.task,
                isGap(task), case .dependency = link.why
            {
                wait = link
                continue
            }
            shown.append((link, wait))
            wait = nil
        }
        return shown
    }
}

/// Text as one word of a shell.
enum ShellText {
    /// In quotes if it needs them.
    static func argument(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-_./+@%:,=".contains($0) }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    static func quoted(_ text: String) -> String {
        "'" + DisplayText.clean(text).replacing("'", with: "'\\''") + "'"
    }
}
