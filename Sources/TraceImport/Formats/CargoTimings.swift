import Text
import TraceAnalysis

/// The report of `cargo build --timings`: units with their starts and durations, and which unit unblocks which.
///
/// A unit that others may build on before it is finished becomes two tasks: its metadata, and the rest.
enum CargoTimings {
    /// The longest report that is read, in bytes.
    private static let limit = 256 << 20

    /// How much later than another unit's start the end of the unit that unlocked it may stand: the report rounds a start and a
    /// duration to hundredths of a second, and writes them after the fact.
    private static let rounding: Int64 = 100_000_000

    struct Unit {
        var crate: String
        /// What is built of it, after a blank; empty for the library.
        var target = ""
        /// The version, for names that stand for several.
        var version = ""
        var name: String { crate + target }
        var start: Int64
        var end: Int64
        /// When its metadata was ready; nil if no other unit began with it.
        var metadata: Int64?
        /// The same, whether or not another one did; nil if the report does not say.
        var early: Int64?
        /// Its features that have a library built or linked in.
        var building: [String] = []
        var unlocked: [Int64]
        var unlockedByMetadata: [Int64]
    }

    /// The build in a report.
    static func read(_ window: ByteWindow, name: String) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        var whole = ByteWindow(try window.rest(limit: limit))
        guard let place = whole.bytes[...].place(of: "UNIT_DATA = ") else {
            if let units = CargoDrawing.units(whole.bytes) { return launch(units, JobQueue(), name: name) }
            throw whole.problem("found no units: a report of cargo build --timings has UNIT_DATA")
        }
        whole.position = place + 12
        var tokens = JSONTokens(whole)
        guard case .arrayStart = try tokens.next() else { throw tokens.problem("UNIT_DATA: expected a list") }
        var units: [Int64: Unit] = [:]
        var order: [Int64] = []
        while true {
            let token = try tokens.next()
            if case .arrayEnd = token { break }
            let value = try tokens.value(from: token)
            guard let number = value["i"]?.whole, let unit = unit(value) else {
                throw tokens.problem("a unit lacks its number, start or duration, or one is negative or too large")
            }
            if units[number] == nil { order.append(number) }
            units[number] = unit
        }
        guard !order.isEmpty else { throw tokens.problem("found no units") }
        let queue = (try? JobQueue(&tokens)) ?? JobQueue()
        var listed = order.compactMap { number in units[number].map { (number, $0) } }
        let reason = cell("Error:</td>", whole.bytes[...])
        let failure = reason.flatMap { _ in CargoFailure(listed.map { $0.1 }, queue) }
        var isStated = false
        if let failure, let number = order.max(), number < .max {
            let before = failure.before(listed.map { $0.1 })
            isStated = before != nil && CargoFailure.isStated(at: failure.ready, queue)
            var needed = before.map { [$0] } ?? []
            if isStated, let before {
                let others = failure.others(listed.map { $0.1 }, isMetadata: before.isMetadata)
                needed += others.filter { $0.unit != before.unit }
            }
            for (unit, isMetadata) in needed {
                if isMetadata {
                    listed[unit].1.metadata = listed[unit].1.early
                    listed[unit].1.unlockedByMetadata.append(number + 1)
                } else {
                    listed[unit].1.unlocked.append(number + 1)
                }
            }
            let name = (reason.flatMap { failed($0) } ?? "an unlisted unit") + BuildUnits.failed
            listed.append(
                (
                    number + 1,
                    Unit(crate: name, start: failure.start, end: failure.end, unlocked: [], unlockedByMetadata: [])
                ))
        }
        var launch = launch(listed, queue, whole, name: name)
        if isStated { for index in launch.runs.indices { launch.runs[index].isInferred = false } }
        if let reason {
            let shown = reason == "build failed" ? "" : " (\(DisplayText.clean(reason)))"
            let left = leftOut(whole.bytes[...], reason, Set(units.values.map { Array($0.crate.utf8) }))
            let time = failure.map { " at \(DurationText.rounded(nanoseconds: $0.end))" } ?? ""
            let rest = failure.map { $0.end < launch.length } ?? false ? " and what ran then" : ""
            launch.notes.insert(
                "The build failed\(time)\(shown): this is what it did until then\(rest), not a whole build.\(left)",
                at: 0)
            // The report counts jobs until then.
            if failure == nil {
                launch.words.end = "its failure"
                launch.addFailure(of: failed(reason), queue)
            }
        }
        let jobs = BuildJobs(whole, queue, length: launch.length)
        (launch.cause, launch.help) = (jobs?.text, jobs?.help)
        let failedAt = failure.map { "failed at \(DurationText.rounded(nanoseconds: $0.end))" }
        let details = [failedAt, detail(whole.bytes[...])].compactMap { $0 }
        launch.words.detail = details.isEmpty ? nil : details.joined(separator: ", ")
        launch.features = CargoFeatures(units.values.map { $0 }, whole.bytes[...]).text
        return launch
    }

    /// What stands beside a word in the table of the report; nil if nothing does.
    private static func cell(_ word: StaticString, _ report: ArraySlice<UInt8>) -> String? {
        guard let place = report.place(of: word) else { return nil }
        let row = report[(place + word.utf8CodeUnitCount)...].prefix(4000)
        guard let cell = row.place(of: "<td>") else { return nil }
        let end = row[cell...].place(of: "</td>") ?? row.endIndex
        return String(decoding: row[(cell + 4)..<max(end, cell + 4)], as: UTF8.self)
    }

    /// `profile dev, for x86_64-unknown-linux-gnu, 3 of 239 units fresh`; nil if the report says none of that.
    private static func detail(_ report: ArraySlice<UInt8>) -> String? {
        let profile = cell("Profile:</td>", report).map { "profile \(UniqueNames.fit($0))" }
        let target = cell("rustc:</td>", report)?.split(separator: ">").compactMap { line -> String? in
            let words = line.split(separator: " ")
            return words.count > 1 && words[0] == "Target:"
                ? "for \(UniqueNames.fit(String(words[1].prefix { $0 != "<" })))" : nil
        }.first
        func count(_ word: StaticString) -> Int? { cell(word, report).flatMap { Int($0) } }
        let units = count("Fresh units:</td>").flatMap { fresh in
            count("Total units:</td>").map {
                "\(Format.count(fresh)) of \(Format.count($0, "unit")) fresh" + (fresh == 0 ? ": a clean build" : "")
            }
        }
        let parts = [profile, target, units].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The unit that a message names.
    private static func failed(_ reason: String) -> String? {
        let quoted = reason.split(separator: "`", omittingEmptySubsequences: false)
        return quoted.count > 2 ? UniqueNames.fit(String(quoted[1])) : nil
    }

    /// Which unit failed: a report has only those that were finished. One that is named in the message, else one of the targets
    /// that the report lacks.
    private static func leftOut(_ report: ArraySlice<UInt8>, _ reason: String, _ known: Set<[UInt8]>) -> String {
        if let failed = failed(reason) { return " The report leaves out what failed, \(failed)." }
        let shown = 8
        let targets = (cell("Targets:</td>", report) ?? "").split(separator: ">").map { $0.prefix { $0 != " " } }
        let names = targets.filter { !$0.isEmpty && !known.contains(Array($0.utf8)) }.map { String($0) }
        let list = names.prefix(shown).map { UniqueNames.fit($0) }.joined(separator: ", ")
        return " The report does not name what failed"
            + (names.isEmpty ? "." : "; of the targets it lacks \(list)\(names.count > shown ? " and more" : "").")
    }

    private static func unit(_ value: JSONValue) -> Unit? {
        guard let start = value["start"]?.count(scale: 1_000_000_000), start >= 0,
            let duration = value["duration"]?.count(scale: 1_000_000_000), duration >= 0,
            start <= 1 << 61, duration <= 1 << 61
        else { return nil }
        func list(_ names: String...) -> [Int64] {
            names.flatMap { value[$0]?.elements ?? [] }.compactMap { $0.whole }
        }
        var metadata = value["rmeta_time"]?.count(scale: 1_000_000_000)
        for section in value["sections"]?.elements ?? [] where section.elements.first?.string == "frontend" {
            metadata = section.elements.last?["end"]?.count(scale: 1_000_000_000)
        }
        let early = list("unblocked_rmeta_units", "unlocked_rmeta_units")
        let target = value["target"]?.string ?? ""
        let ready = metadata.map { start + min(duration, max(0, $0)) }
        return Unit(
            crate: value["name"]?.string ?? "unit", target: target, version: value["version"]?.string ?? "",
            start: start, end: start + duration, metadata: early.isEmpty ? nil : ready,
            early: ready.flatMap { $0 < start + duration ? $0 : nil },
            building: (value["features"]?.elements ?? []).compactMap { $0.string }.filter(CargoFeatures.isBuilding),
            unlocked: list("unblocked_units", "unlocked_units"), unlockedByMetadata: early)
    }

    /// The launch of these units up to the last of them.
    private static func launch(
        _ units: [(Int64, Unit)], _ queue: JobQueue, _ report: ByteWindow? = nil, name: String
    ) -> RecordedLaunch {
        let length = units.map { $0.1.end }.max() ?? 0
        var launch = RecordedLaunch(
            name: name, source: "cargo build --timings", lanes: [.init("main"), .init("jobs")], runs: [], length: length
        )
        launch.words = RecordedWords("build")
        launch.words.end = units.max { $0.1.end < $1.1.end }.map { UniqueNames.fit($0.1.name) }
        // It writes hundredths of a second, older versions tenths.
        launch.precision = .max
        launch.rounding = rounding
        var first: [Int64: Int] = [:]
        var last: [Int64: Int] = [:]
        let several = namesOfSeveralVersions(units.map { $0.1 })
        var codegen: [(name: String, length: Int64)] = []
        for (number, unit) in units {
            first[number] = launch.runs.count
            let hasSeveral = several.contains(Array(unit.crate.utf8))
            let name = hasSeveral ? "\(unit.crate) \(unit.version)\(unit.target)" : unit.name
            if unit.metadata == nil, let early = unit.early, unit.end - early >= length / Self.longCodegen,
                !name.utf8.contains(UInt8(ascii: ","))
            {
                codegen.append((UniqueNames.fit(name), unit.end - early))
            }
            launch.runs.append(.init(name, lane: 1, start: unit.start, end: unit.metadata ?? unit.end))
            if let metadata = unit.metadata {
                var rest = RecordedLaunch.Run(name + BuildUnits.suffix, lane: 1, start: metadata, end: unit.end)
                rest.after = [launch.runs.count - 1]
                launch.runs.append(rest)
            }
            last[number] = launch.runs.count - 1
        }
        for (number, unit) in units {
            for (numbers, from) in [(unit.unlocked, last[number]), (unit.unlockedByMetadata, first[number])] {
                guard let from else { continue }
                for other in numbers {
                    guard let to = first[other], to != from, !launch.runs[to].after.contains(from),
                        launch.runs[from].end <= launch.runs[to].start + max(launch.tolerance, rounding)
                    else { continue }
                    launch.runs[to].after.append(from)
                    let end = max(launch.runs[from].start, min(launch.runs[from].end, launch.runs[to].start))
                    // The rest of the unit goes on from there.
                    if let rest = last[number], rest != from { launch.runs[rest].start = end }
                    launch.runs[from].end = end
                }
            }
        }
        for index in launch.runs.indices {
            let start = launch.runs[index].start
            let ready = launch.runs[index].after.map { launch.runs[$0].end }.max() ?? 0
            launch.runs[index].statesAll = true
            launch.runs[index].isQueued = queue.isBusy(from: ready, to: start)
            launch.runs[index].isInferred = BuildUnits.hasFailed(launch.runs[index].name)
        }
        launch.notes.append(
            "cargo names only the last unit that another one waited for. A wait of less than 1/500 of the build, "
                + "\(DurationText.rounded(nanoseconds: launch.tolerance)), counts with the unit after it.")
        if let words = aloneText(units.map { $0.1 }, length, report) { launch.notes.append(words) }
        codegen.sort { ($1.length, $0.name) < ($0.length, $1.name) }
        let words = codegen.prefix(mostCodegen).map { "\($0.name) \($0.length / 1_000_000)ms" }
        if !words.isEmpty { launch.words.codegen = words.joined(separator: ", ") }
        launch.putInOrder()
        return launch
    }

    /// Names of crates that were built in more than one version, such as `syn` 1 and 2.
    private static func namesOfSeveralVersions(_ units: [Unit]) -> Set<[UInt8]> {
        var versions: [[UInt8]: Set<[UInt8]>] = [:]
        for unit in units { versions[Array(unit.crate.utf8), default: []].insert(Array(unit.version.utf8)) }
        return Set(versions.filter { $0.value.count > 1 }.keys)
    }

    /// So many units that are one task say how long their codegen took: those in which it takes one part in `longCodegen` of the
    /// build.
    private static let (mostCodegen, longCodegen): (Int, Int64) = (32, 100)

    /// A tenth of a build in which only one unit ran is worth a word.
    private static let alone: Int64 = 10

    /// How long only one unit ran, the longest such stretch and what helps there; nil if it is less than a tenth of the build.
    private static func aloneText(_ units: [Unit], _ length: Int64, _ report: ByteWindow?) -> String? {
        let changes = (units.map { ($0.start, 1) } + units.map { ($0.end, -1) }).sorted { $0 < $1 }
        var (running, since, stretches) = (0, Int64(0), [Range<Int64>]())
        var (stretch, longest) = ((from: Int64(0), to: Int64(-1)), (from: Int64(0), to: Int64(0)))
        for (time, change) in changes {
            if running == 1, time > since {
                stretches.append(since..<time)
                // A unit after another is one stretch.
                stretch = (stretch.to == since ? stretch.from : since, time)
                if stretch.to - stretch.from > longest.to - longest.from { longest = stretch }
            }
            (running, since) = (running + change, time)
        }
        let sum = stretches.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        guard sum >= length / alone else { return nil }
        let use = report.flatMap { report in
            BuildJobs.processorUse(report) { time in
                let place = stretches.partitionPoint { $0.upperBound >= time }
                return place < stretches.count && stretches[place].lowerBound < time
            }
        }
        func text(_ time: Int64) -> String { DurationText.rounded(nanoseconds: time) }
        let help =
            use.flatMap { use in
                use < BuildJobs.fullUse
                    ? nil
                    : "there the processors were \(use)% busy: less to compile helps (opt-level, features), neither more jobs "
                        + "nor another order."
            } ?? "there a shorter chain of units helps, more jobs do not."
        return
            "For \(text(sum)) of the build only one unit ran, longest from \(text(longest.from)) to \(text(longest.to)): "
            + help
    }
}

extension RecordedLaunch {
    /// Adds what failed, which the report leaves out, behind the last unit and its own build script; if no other unit is left that
    /// waits, behind all that no unit is known to have waited for.
    fileprivate mutating func addFailure(of name: String?, _ queue: CargoTimings.JobQueue) {
        let end = queue.end
        guard end - length > tolerance else { return }
        let isStated = CargoFailure.isStated(at: length, queue)
        let last = runs.lastIndex { $0.end == length }
        let awaited = Set(runs.flatMap { $0.after })
        let others = runs.indices.filter { index in
            index != last
                && (name.map { runs[index].name.hasPrefix($0 + " ") } ?? false
                    || isStated && !awaited.contains(index) && CargoFailure.isNeeded(runs[index].name))
        }
        var failed = Run((name ?? "what failed") + BuildUnits.failed, lane: 1, start: length, end: end)
        failed.after = (last.map { [$0] } ?? []) + others
        (failed.statesAll, failed.isInferred) = (true, !isStated)
        runs.append(failed)
        length = end
        events.didBecomeActive = end
    }
}
