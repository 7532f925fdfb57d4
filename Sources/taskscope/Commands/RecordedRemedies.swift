import Planning
import SchedulerCore
import Text
import TraceAnalysis
import TraceImport

/// What one does first about another program's recording: about the task whose change gains most, about a wait that is longer than
/// that, about the jobs of a build and the kernel of a boot.
struct RecordedRemedies {
    private static let shown = 3

    private let launch: LaunchMeasure
    private let format: FormatAdvice?
    private let candidates: RecordedCandidates

    init(_ launch: LaunchMeasure, _ format: FormatAdvice?, _ candidates: RecordedCandidates) {
        (self.launch, self.format, self.candidates) = (launch, format, candidates)
    }

    /// What more jobs would give a build at most, in one line with a line feed; empty if its processors were busy.
    var jobs: String {
        guard format?.source.help != .crates, let time = candidates.withJobs else { return "" }
        let gain = ShownTimes(launch.time).signed(from: launch.time, to: time)
        return
            "  a job for every unit that is ready (cargo build -j): at most \(gain), only if the processors have room\n"
    }

    /// A few lines, each with a line feed: what gains most comes first.
    var next: String {
        let best = candidates.best.first
        let gain = best.map { candidates.gained($0) } ?? .zero
        let span = longestSpan.flatMap { $0.length > gain ? "next: \($0.words)\n" : nil } ?? ""
        if let best, let wait = LongestWait(of: launch), wait.length > candidates.gained(best) {
            let words = ["\(wait.howToSee(format)); it is longer than each of these gains"] + parts(without: [])
            return failure + span + words.map { "next: \($0)\n" }.joined()
        }
        let own = [best, other(than: best)].compactMap { $0 }.compactMap { candidate in
            remedy(for: candidate.tasks).map { (words: $0, gain: candidates.gained(candidate)) }
        }
        let words =
            (own + [aboutJobs].compactMap { $0 }).sorted { $0.gain > $1.gain }.map { $0.words }
            + parts(without: best?.tasks)
        return failure + span + words.map { "next: \($0)\n" }.joined()
    }

    /// What one does about the longest span on the path of an app that no thread ran, if the launch does not end with it, and for
    /// how long no task explains it; nil without one.
    private var longestSpan: (words: String, length: Nanoseconds)? {
        guard launch.whole == "launch" else { return nil }
        let ends = [launch.path.links.last?.task] + launch.endSpans.map { $0.task }
        let rows = Blame(launch).rows.filter { $0.isCritical && $0.span != nil && !ends.contains($0.task) }
        return rows.max { $0.own < $1.own }.map { row in
            let length = TimeText.text(row.span ?? .zero)
            let words =
                "\(DisplayText.clean(row.name)): it was under way for \(length), \(TimeText.text(row.own)) of that beside no recorded "
                + "task: what begins and ends it in the code says what it waits for"
            return (words, row.own)
        }
    }

    /// From one part in this many of a boot on, what it does before its units is worth a look.
    private static let large: Int64 = 8

    /// The longest units on the path of a boot have a line each, if they take one part in this many of it.
    private static let share: Int64 = 20

    /// What to do about the long parts of a boot, the longest first: its longest units, but those that are named already, and what
    /// it does before them, of which a plot has only the lengths. Only of the latter if no change to a unit makes it shorter.
    private func parts(without named: [TaskID]?) -> [String] {
        guard launch.whole == "boot" else { return [] }
        let links = launch.path.links.compactMap { link in
            link.task.flatMap { launch.isGap($0) || launch.spans.contains($0) ? nil : (task: $0, length: link.length) }
        }.sorted { $0.length > $1.length }
        let units = links.filter { link in
            BootUnit.isUnit(launch.name(link.task)) && link.length.count >= launch.time.count / Self.share
        }
        let stages = links.filter { link in
            !BootUnit.isUnit(launch.name(link.task)) && link.length.count > launch.time.count / Self.large
        }
        let all = (named == nil ? [] : units.prefix(Self.shown)) + stages
        return all.sorted { $0.length > $1.length }.map { $0.task }.filter { !(named ?? []).contains($0) }
            .compactMap { remedy(for: [$0]) }
    }

    /// The next best candidate of a build, if it is about other units: the same remedy seldom helps both.
    private func other(than best: RecordedCandidates.Candidate?) -> RecordedCandidates.Candidate? {
        guard let best, launch.whole == "build" else { return nil }
        let named = Set(best.tasks + launch.unitsBeside(best.tasks[0]))
        return candidates.best.dropFirst().first { named.isDisjoint(with: $0.tasks) }
    }

    /// The first thing to do about a build that failed.
    private var failure: String {
        let names = launch.launchRuns.map { launch.name(launch.timeline.runs[$0].task) }
        guard let failed = names.first(where: { BuildUnits.hasFailed($0) }), let words = format?.remedy(for: failed)
        else { return "" }
        return "next: \(DisplayText.clean(failed)): \(words)\n"
    }

    /// What helps a build whose units waited for free jobs, with what it gains at most; nil of any other one.
    private var aboutJobs: (words: String, gain: Nanoseconds)? {
        guard let format, let help = format.jobsHelp else { return nil }
        let crates = CrateVersions(launch).crates.map { (text: $0.text, time: candidates.time(without: $0.tasks)) }
        let more = format.source.help == .jobs ? candidates.withJobs : nil
        let best = crates.reduce(more ?? launch.time) { min($0, $1.time) }
        let gain = Nanoseconds(launch.time.count - best.count)
        guard !crates.isEmpty else { return ("\(help) (cargo tree -e features)", gain) }
        let times = ShownTimes(launch.time)
        // What leaves a busy processor speeds up others, by how much the recording does not say.
        let isBusy = format.source.help == .crates
        func isWorth(_ time: Nanoseconds) -> Bool { isBusy || times.text(time) != times.text(launch.time) }
        var parts = crates.filter { isWorth($0.time) }.map {
            isBusy ? $0.text : "\($0.text): up to \(times.signed(from: launch.time, to: $0.time))"
        }
        let rest = crates.filter { !isWorth($0.time) }.map { $0.text }
        if !rest.isEmpty { parts.append("\(rest.joined(separator: ", ")): 0s, as the build waits for other units") }
        let list = parts.joined(separator: "; of ")
        return ("\(help); one version instead of \(list) (cargo tree -d says who needs them)", gain)
    }

    private func remedy(for tasks: [TaskID]) -> String? {
        let name = launch.name(tasks[0])
        let before: TaskID? =
            if case .dependency(let task)? = launch.path.links.first(where: { $0.task == tasks[0] })?.why,
                !launch.isGap(task)
            { task } else { nil }
        let hints = hints(on: tasks[0])
        guard
            let words = format?.remedy(
                for: name, with: tasks.dropFirst().map { launch.name($0) }, after: before.map { launch.name($0) },
                codegen: launch.codegenShare(of: tasks[0]), isWait: !hints.isEmpty, isOnMain: isOnMain(tasks[0]))
        else { return nil }
        return "\(BootUnit.short(name)): \(hints)\(words)\(beside(tasks[0]))"
    }

    private func isOnMain(_ task: TaskID) -> Bool {
        launch.launchRuns.contains { launch.timeline.runs[$0].task == task && launch.timeline.runs[$0].lane == .main }
    }

    /// A unit that was alone for less waits for nothing that is worth a search.
    private static let shortestAlone = Nanoseconds.seconds(1)
    /// Nor one that was alone for less than one part in this many of the boot.
    private static let waitShare: Int64 = 10

    /// Of a unit of a boot, what its length looks like, and for how long no other unit was starting; empty if neither is known.
    private func hints(on task: TaskID) -> String {
        let (name, runs) = (launch.name(task), launch.launchRuns.map { launch.timeline.runs[$0] })
        guard launch.whole == "boot", BootUnit.isUnit(name), BootUnit.waits(name) == nil,
            let run = runs.first(where: { $0.task == task }), let start = run.started, let end = run.finished
        else { return "" }
        let others = runs.compactMap { other -> (start: Instant, end: Instant)? in
            guard other.task != task, !launch.isGap(other.task), !launch.spans.contains(other.task),
                let began = other.started, let ended = other.finished, began < ended, began < end, ended > start
            else { return nil }
            return (began, ended)
        }
        let middle = Instant(nanoseconds: end.nanoseconds - (end - start).count / 2)
        if let seconds = BootUnit.timeout(of: name, end - start),
            !others.contains(where: { $0.end > middle && $0.end < end })
        {
            return "it looks like a timeout of \(seconds)s: it probably waited; "
        }
        if let seconds = BootUnit.sleptSeconds(of: name, end - start) {
            return "it took little more than \(seconds)s, as with a sleep, which systemctl edit could shorten; "
        }
        let alone = time(from: start, to: end, without: others)
        // Beside the last unit of a boot, none is left to start.
        let isLast = !runs.contains { other in
            !launch.isGap(other.task) && !BootUnit.isTarget(launch.name(other.task))
                && other.started.map { $0 >= end } ?? false
        }
        guard !isLast, alone.count * 2 >= (end - start).count, alone.count * Self.waitShare > launch.time.count,
            alone >= Self.shortestAlone
        else { return "" }
        let hasSession = runs.contains { BootUnit.isSession(launch.name($0.task)) }
        return
            "for \(TimeText.text(alone)) of it no other unit was starting: it may wait for something outside the plot"
            + (hasSession
                ? ", such as the user's session (systemd-analyze --user blame, journalctl --user -b); " : "; ")
    }

    /// How much of a stretch no other one covers.
    private func time(
        from start: Instant, to end: Instant, without others: [(start: Instant, end: Instant)]
    ) -> Nanoseconds {
        var (free, covered) = (Int64(0), start)
        for other in others.sorted(by: { $0.start < $1.start }) {
            free += max(0, (other.start - covered).count)
            covered = max(covered, other.end)
        }
        return Nanoseconds(free + max(0, (end - covered).count))
    }

    /// Of a build, which units of about the same length ran beside one: `; likewise zstd-sys …, which ran beside it`.
    private func beside(_ task: TaskID) -> String {
        let names = launch.unitsBeside(task).prefix(Self.shown).map { other in
            let name = launch.name(other)
            return DisplayText.clean(name) + (format?.libraryHint(for: name) ?? "")
        }
        return names.isEmpty ? "" : "; likewise \(names.joined(separator: ", ")), which ran beside it"
    }
}
