import Text
import ArgumentParser
import Dashboard
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TraceAnalysis
import TraceImport

/// `taskscope what-if`
struct WhatIfCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if",
        abstract: "Try changes to a scenario: the launch with each one, and with all of them.",
        discussion: """
            A change is one argument, in quotes:
              'lane network width 2'     'order criticalPath'
              'Login duration 100ms'     'Login priority high'
              'Session after Keychain'   'Session -after Keychain'
              'Login lane io'            'Login class afterLaunch'   'Login on active'
              'Login blocks false'       'Session -follows Feed'    'Session -assumes Feed'
              'Session -prefers Feed'    'Login outcome success'
            Put names with spaces in double quotes. The file is not changed; -o writes one with all of the \
            changes, and keeps the comments and the layout.
            """)

    @Argument(
        help: "Scenario file or recorded trace (ndjson); - is standard input.",
        completion: .file(extensions: ["yaml", "yml", "ndjson"]))
    var scenario: String
    @Argument(help: "Changes, each one argument in quotes.")
    var changes: [String]
    @OptionGroup var options: LaunchSelection
    @OptionGroup var format: JSONOption
    @Option(
        name: [.short, .customLong("output")],
        help: "The scenario file to write, with all of the changes; - is standard output, instead of the launches.",
        completion: .file(extensions: ["yaml", "yml"]))
    var output: String?
    @Flag(help: "Replace the file of -o, whatever it is.")
    var force = false

    func validate() throws {
        if output == "-", format.json {
            throw ValidationError("-o - writes the scenario to standard output: leave out --json")
        }
    }

    func run() throws {
        let file = Source.title(scenario)
        let contents = try Source.readLaunch(scenario, choice: options.choice)
        let original = try output.map { _ in try Self.original(contents, file: file) }
        let source = try LaunchSource.launch(in: contents, file: file, script: options.script, seed: options.seed)
        let (scenario, number) = try source.launchable(number: options.number)
        let reader = ChangeText(scenario)
        var read: [ScenarioChange] = []
        for text in changes {
            do throws(WrongChange) {
                read.append(try reader.read(text))
            } catch {
                throw ValidationError(error.message)
            }
        }
        let report = try WhatIfReport(scenario, read, number: number, of: source)
        if output != "-" { format.write(json: report.json(), text: report.text()) }
        if let original { try write(original, with: read) }
    }

    /// The scenario's text, for the file to write.
    private static func original(_ contents: Source.LaunchFile, file: String) throws -> ReadScenario {
        switch contents {
        case .other(let bytes): return ReadScenario(file: file, text: String(decoding: bytes, as: UTF8.self))
        case .imported(let imported): return ReadScenario(file: file, text: imported.text)
        case .trace:
            throw ExitStatus.badInput.saying(
                "\(file): error: -o needs a scenario; taskscope import makes one of a trace")
        }
    }

    /// Writes what the file says, with the changes; a seed or a script of the command line is no part of it.
    private func write(_ original: ReadScenario, with changes: [ScenarioChange]) throws {
        var changed = try Source.scenario(bytes: Array(original.text.utf8), file: original.file)
        ScenarioChange.apply(changes, to: &changed)
        let text = original.changed(to: changed)
        let known = output == original.file ? original.text : nil
        try Output.write(
            text ?? ScenarioWriter.text(of: changed), to: output, replacing: force ? .anything : .known(known))
        if text == nil { Output.complain("taskscope: the comments are not kept: the changes do not fit into the text") }
    }
}

/// The text and JSON of `what-if`.
struct WhatIfReport {
    private let scenario: Scenario
    private let changes: [ScenarioChange]
    private let before: PlannedLaunch
    /// The same, in which a unit of a boot that only waits waits for what is changed, if it may have.
    private let awaiting: PlannedLaunch
    private let singles: [LaunchLength?]
    private let after: PlannedLaunch
    private let gain: AssumedGain
    /// The launch with each change if no assumption is true; nil if that makes no difference.
    private let withoutAssumptions: [Nanoseconds?]
    private let words: RecordedWords
    /// What no number here knows.
    private let caveat: String?

    init(_ scenario: Scenario, _ changes: [ScenarioChange], number: Int, of source: LaunchSource) throws {
        words = source.recorded ?? .launch
        caveat = source.recording.flatMap { FormatAdvice($0.source).caveat }
        self.scenario = scenario
        self.changes = changes
        before = try PlannedLaunch(of: scenario, number: number)
        awaiting = before.awaiting(changes.compactMap { $0.task }, number: number) ?? before
        let trial = LaunchTrial(of: awaiting.scenario, number: number)
        let gain = AssumedGain(awaiting, number: number, words: words)
        self.gain = gain
        singles = changes.map { change in
            gain.timeWithPool([change]).map { LaunchLength($0, parked: 0) } ?? trial.length(with: [change])
        }
        withoutAssumptions = zip(changes, singles).map { change, time in
            // Whether an assumption is true is no question for what takes it away.
            if case .dropEdge(let task, let other) = change, scenario.tasks[task.offset].isAssumed(other) { return nil }
            let other = gain.timeWithout([change])
            return other == time?.time ? nil : other
        }
        var changed = awaiting.scenario
        ScenarioChange.apply(changes, to: &changed)
        do throws(RegistrationError) {
            after = try PlannedLaunch(of: changed, number: number)
        } catch {
            throw ExitStatus.badInput.saying(
                "error: with these changes the scenario cannot be registered: \(DisplayText.clean(error.description))")
        }
    }

    func text() -> String {
        let times = before.time == nil ? after.shownTimes : before.shownTimes
        var table = Table([.number(words.whole), .number("change"), .words("with")])
        table.add([times.text(before.time, none: "none"), "", "the scenario as it is" + without(before.length)])
        for ((change, launch), other) in zip(zip(changes, singles), withoutAssumptions) {
            table.add([
                times.text(launch?.time, none: "none"), range(launch?.time, other, times),
                change.text(in: scenario) + without(launch),
            ])
        }
        if changes.count > 1 {
            let time = gain.timeWithPool(changes) ?? after.time
            table.add([
                times.text(time, none: "none"), range(time, gain.timeWithout(changes), times),
                "all of them" + without(after.length),
            ])
        }
        let chains =
            before.criticalPath == after.criticalPath
            ? "critical path unchanged: \(before.chainText)\n"
            : "critical path before: \(before.chainText)\ncritical path after:  \(after.chainText)\n"
        let later = LaterTasks(before, without: after).words(limit: 8).map { "\($0)\n" } ?? ""
        return table.text() + remarks(times) + later + chains
    }

    /// On what the numbers rest, and why a change changes nothing.
    private func remarks(_ times: ShownTimes) -> String {
        var text = ""
        var said = SaidConditions()
        let pathStays = changes.count == 1 && before.criticalPath == after.criticalPath
        for ((change, launch), other) in zip(zip(changes, singles), withoutAssumptions) {
            let time = launch?.time
            if other != nil {
                text += "\(gain.text(of: [change], said: &said))\n"
            } else if time == before.time, let task = change.task,
                let why = gain.absorber(of: task, pathStays: pathStays)
            {
                text += "\(why)\n"
            }
            if let rest = words.rest, let task = change.task, task == before.path?.links.last?.task,
                scenario.tasks[task.offset].isSpan
            {
                text += "\(DisplayText.clean(scenario.tasks[task.offset].spec.name)): \(rest)\n"
            }
        }
        return text + (caveat.map { "\($0)\n" } ?? "")
    }

    /// `; complete without 4 parked tasks`, where a launch is.
    private func without(_ launch: LaunchLength?) -> String {
        guard let launch, launch.parked > 0 else { return "" }
        return "; complete \(LaunchText.without(launch.parked))"
    }

    /// A difference, and what it is if no assumption is true, the smaller one first: `0s to -660ms`.
    private func range(_ time: Nanoseconds?, _ other: Nanoseconds?, _ times: ShownTimes) -> String {
        guard let other, let time, let before = before.time, difference(time, times) != difference(other, times) else {
            return difference(time, times)
        }
        let isLess = abs(other.count - before.count) <= abs(time.count - before.count)
        return (isLess ? [other, time] : [time, other]).map { difference($0, times) }.joined(separator: " to ")
    }

    private func difference(_ time: Nanoseconds?, _ times: ShownTimes) -> String {
        guard let time, let before = before.time else { return "" }
        return times.signed(from: before, to: time)
    }

    func json() -> JSONValue {
        let tried = zip(zip(changes, singles), withoutAssumptions).map { pair, other -> JSONValue in
            [
                "change": .string(pair.0.text(in: scenario)), "launch": .time(pair.1?.time),
                "parked": .number(pair.1?.parked ?? 0), "launchWithoutAssumptions": .time(other ?? pair.1?.time),
            ]
        }
        return [
            "name": .string(scenario.name), "launch": .time(before.time), "parked": .number(before.parked),
            "changes": .array(tried),
            "launchWithAll": .time(gain.timeWithPool(changes) ?? after.time), "parkedWithAll": .number(after.parked),
            "laterWithAll": .texts(LaterTasks(before, without: after).names),
            "criticalPath": .texts(before.criticalPath),
            "criticalPathWithAll": .texts(after.criticalPath),
        ]
    }
}
