import Text
import ArgumentParser
import Planning
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis

/// `taskscope advise`
struct AdviseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advise",
        abstract: "Rank the changes that would shorten a launch: the safe ones, then those with a condition.",
        discussion: """
            Simulates a launch with each sensible change, then with pairs of the twenty best. Each line is a change \
            in what-if's form. First come changes that are correct whatever the tasks do, by what each one saves; \
            then, by the same, those that are correct only under a condition, which they name. --keep names what must not change: a task (A), tasks in their lane (main:A,B), or a \
            lane's width (lane:io).
            """)

    @Argument(
        help: "Scenario file or recorded trace (ndjson); - is standard input.",
        completion: .file(extensions: ["yaml", "yml", "ndjson"]))
    var scenario: String
    @OptionGroup var options: LaunchSelection
    @OptionGroup var output: JSONOption
    @Option(help: "What must not change: TASK, LANE:TASK,TASK or lane:LANE; may be repeated.")
    var keep: [String] = []
    @Flag(help: "Search for the order of ready tasks that gives the shortest launch on the given lanes.")
    var optimize = false
    @Option(parsing: .unconditional, help: "How many lines of each list to show; 0 shows all.")
    var limit = 10

    func validate() throws {
        if limit < 0 { throw ValidationError("--limit must be 0 or more") }
    }

    func run() throws {
        let source = try LaunchSource.read(
            scenario, script: options.script, seed: options.seed, choice: options.choice)
        let (scenario, number) = try source.launchable(number: options.number)
        let kept = try KeepText(scenario).read(keep)
        let planned = try PlannedLaunch(of: scenario, number: number)
        if optimize { return try showOrder(planned, number) }
        var progress = Progress(interruptible: "changes tried")
        let outlook = LaunchOutlook(planned, number: number, keeping: kept) { progress.goesOn(after: $0) }
        let pairs = outlook.pairs { progress.goesOn(after: $0) }
        progress.end()
        let report = AdviceReport(
            outlook, pairs: pairs, lints: source.lints ?? [], limit: limit > 0 ? limit : .max,
            isScenario: source.lints != nil)
        output.write(json: report.json(), text: report.text())
        if progress.isInterrupted { throw ExitStatus.interrupted }
    }

    private func showOrder(_ planned: PlannedLaunch, _ number: Int) throws {
        var progress = Progress(interruptible: "orders tried")
        let search = OrderSearch(planned, number: number) { progress.goesOn(after: $0) }
        progress.end()
        let report = OrderReport(planned, search)
        output.write(json: report.json(), text: report.text())
        if progress.isInterrupted { throw ExitStatus.interrupted }
    }
}

/// `--keep`: what advice must leave alone.
struct KeepText {
    private let scenario: Scenario

    init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    func read(_ texts: [String]) throws -> KeptParts {
        var kept = KeptParts()
        for text in texts {
            guard let colon = text.firstIndex(of: ":"), task(text) == nil else {
                kept.tasks.formUnion(try tasks(text[...]))
                continue
            }
            let (place, names) = (String(text[..<colon]), text[text.index(after: colon)...])
            if place == "lane" {
                guard let lane = scenario.configuration.lane(named: String(names)) else {
                    throw ValidationError("--keep: the scenario has no lane '\(names)'")
                }
                kept.lanes.insert(lane)
                continue
            }
            guard let lane = scenario.configuration.lane(named: place) else {
                throw ValidationError("--keep: the scenario has no lane '\(place)'")
            }
            let tasks = try tasks(names)
            for task in tasks {
                let spec = scenario.tasks[task.offset].spec
                guard scenario.configuration.lane(of: spec) == lane else {
                    throw ValidationError("--keep: '\(spec.name)' is not on lane \(place)")
                }
            }
            kept.places.formUnion(tasks)
        }
        return kept
    }

    /// The tasks of a list of names, which must name one.
    private func tasks(_ names: Substring) throws -> [TaskID] {
        let list = names.split(separator: ",")
        if list.isEmpty { throw ValidationError("--keep needs TASK, LANE:TASK,TASK or lane:LANE") }
        return try list.map { try known(String($0)) }
    }

    private func task(_ name: String) -> TaskID? {
        scenario.tasks.firstIndex { $0.spec.name.utf8.elementsEqual(name.utf8) }.map { TaskID($0) }
    }

    private func known(_ name: String) throws -> TaskID {
        guard let task = task(name) else { throw ValidationError("--keep: the scenario has no task '\(name)'") }
        return task
    }
}

/// The text and JSON of `advise`.
struct AdviceReport {
    private let outlook: LaunchOutlook
    private let pairs: [Advice]
    private let untriedPairs: Int
    private let lints: [String]
    private let limit: Int
    private let isScenario: Bool
    private var scenario: Scenario { outlook.planned.scenario }
    private var whole: String { scenario.words.whole }

    init(
        _ outlook: LaunchOutlook, pairs: AdviceSearch.Result?, lints: [String], limit: Int,
        isScenario: Bool
    ) {
        (self.outlook, self.lints) = (outlook, lints)
        (self.limit, self.isScenario) = (limit, isScenario)
        (self.pairs, untriedPairs) = (pairs?.advice ?? [], pairs?.untried ?? 0)
    }

    func text() -> String {
        guard let launch = outlook.planned.length, let bound = outlook.bound else {
            return "\(DisplayText.clean(scenario.name)): no launch\nWHY \(outlook.why)\n" + findings
        }
        let times = ShownTimes(launch.time)
        // The waits of a recording leave its lanes little to decide.
        let isBoundSaid = scenario.source == nil || bound < launch.time
        var text = "\(DisplayText.clean(scenario.name)): \(whole) \(launch.text(times))"
        text += (isBoundSaid ? ", \(times.text(bound)) with unlimited lanes" : "") + "\nWHY \(outlook.why)\n"
        if outlook.tries.isEmpty {
            text += "TRY \(outlook.noAdvice)\n"
        } else {
            text += table("change", outlook.tries, times)
        }
        if let untried = outlook.untriedText { text += "\(untried)\n" }
        if !pairs.isEmpty { text += "\n" + table("both changes", pairs, times) }
        if untriedPairs > 0 { text += "\(Format.count(untriedPairs, "pair")) not tried\n" }
        return text + findings
    }

    private func table(_ heading: String, _ list: [Advice], _ times: ShownTimes) -> String {
        let hasConditions = list.prefix(limit).contains { $0.condition != nil }
        let meetBudget = list.prefix(limit).contains { $0.meetsBudget }
        let later = list.prefix(limit).map { outlook.later($0)?.list() }
        let leavesTasks = later.contains { $0 != nil }
        let end = scenario.words.isLaunch ? "frame" : "end"
        var table = Table(
            [.number(whole), .number("gain")] + (meetBudget ? [.words("budget")] : []) + [.words(heading)]
                + (leavesTasks ? [.words("then after the \(end)")] : []) + (hasConditions ? [.words("only if")] : []))
        let free = list.prefix(limit).prefix { $0.condition == nil }.count
        for (place, advice) in list.prefix(limit).enumerated() {
            if place == free {
                let owner = scenario.words.isLaunch ? "app" : whole
                table.add(heading: "correct only if what ONLY IF says is true of the \(owner):")
            }
            table.add(
                [times.text(advice.launch), "-" + TimeText.exact(advice.shownGain)]
                    + (meetBudget ? [advice.meetsBudget ? "kept" : "-"] : []) + [
                        advice.changes.map { $0.text(in: scenario) }.joined(separator: " · ")
                    ] + (leavesTasks ? [later[place] ?? ""] : []) + (hasConditions ? [advice.condition ?? ""] : []))
        }
        let more = list.count - min(limit, list.count)
        return table.text() + (more > 0 ? "and \(Format.count(more)) more; --limit 0 shows all\n" : "")
    }

    private var findings: String {
        guard !outlook.findings.isEmpty || !lints.isEmpty else { return "" }
        // check takes no trace, but explains a kind without a file.
        var text =
            "\nfindings, each explained by check --explain \(isScenario ? "ID" : "KIND, the word before the colon"):\n"
        for finding in outlook.findings.prefix(limit) {
            text += "  \(finding.line)\n"
        }
        let more = outlook.findings.count - min(limit, outlook.findings.count)
        if more > 0 { text += "and \(Format.count(more)) more; --limit 0 shows all\n" }
        return text + lints.prefix(limit).map { "  file:\(DisplayText.clean($0))\n" }.joined()
    }

    func json() -> JSONValue {
        [
            "name": .string(scenario.name), "launch": .time(outlook.time),
            "boundWithUnlimitedLanes": .time(outlook.bound), "why": .string(outlook.why),
            "changes": .array(json(outlook.tries)), "pairs": .array(json(pairs)),
            "untried": .number(outlook.untried), "untriedPairs": .number(untriedPairs),
            "findings": .array(outlook.findings.map { $0.json(in: scenario) }), "fileLints": .texts(lints),
        ]
    }

    /// A list, of which the first ones, as many as the text shows, say what they leave for later.
    private func json(_ list: [Advice]) -> [JSONValue] {
        list.enumerated().map { place, advice in
            [
                "changes": .texts(advice.changes.map { $0.text(in: scenario) }), "title": .string(advice.title),
                "launch": .time(advice.launch), "gain": .time(advice.gain), "condition": .text(advice.condition),
                "meetsBudget": .bool(advice.meetsBudget),
                "later": place < limit ? outlook.later(advice).map { .texts($0.names) } ?? .null : .null,
            ]
        }
    }
}

extension Finding {
    /// The finding as an object.
    func json(in scenario: Scenario) -> JSONValue {
        [
            "id": .string(id), "kind": .string(kind.rawValue), "text": .string(text), "cost": .time(cost),
            "remedy": .text(remedy.map { $0.text(in: scenario) }), "launch": .time(launch),
            "condition": .text(condition),
        ]
    }
}

/// The text and JSON of `advise --optimize`.
struct OrderReport {
    private let planned: PlannedLaunch
    private let search: OrderSearch?

    init(_ planned: PlannedLaunch, _ search: OrderSearch?) {
        (self.planned, self.search) = (planned, search)
    }

    func text() -> String {
        guard let search, let launch = planned.length else { return "no launch: the first frame is never reached\n" }
        let times = ShownTimes(launch.time)
        var text = "launch \(launch.text(times)); best order found \(times.text(search.launch)) "
        text += "(\(times.signed(from: launch.time, to: search.launch))), \(Format.count(search.tried)) orders tried\n"
        text +=
            search.launch == search.bound
            ? "no order on these lanes is shorter\n"
            : "no order on these lanes is shorter than \(times.text(search.bound)); this one is "
                + "\(share(search)) above that bound\n"
        for change in search.changes { text += "  " + DisplayText.clean(change.text(in: planned.scenario)) + "\n" }
        if search.changes.isEmpty { text += "  the current order\n" }
        return text
    }

    /// How far the best launch is above the bound, in hundredths of a percent, rounded up.
    private func share(_ search: OrderSearch) -> String {
        let (above, bound) = (search.launch.count - search.bound.count, max(1, search.bound.count))
        let hundredths = Int128(above) * 10_000 / Int128(bound)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
    }

    func json() -> JSONValue {
        [
            "name": .string(planned.scenario.name), "launch": .time(planned.time), "best": .time(search?.launch),
            "bound": .time(search?.bound), "tried": .number(search?.tried ?? 0),
            "changes": .texts((search?.changes ?? []).map { $0.text(in: planned.scenario) }),
        ]
    }
}
