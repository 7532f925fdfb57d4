import ArgumentParser
import Text
import TraceImport

/// The arguments that the commands about launches share.
struct LaunchArguments: ParsableArguments {
    @Argument(
        help: "Scenario file, recorded trace or a folder of traces of one app; - is standard input.",
        completion: .file(extensions: ["yaml", "yml", "ndjson"]))
    var source: String

    @OptionGroup var options: LaunchSelection

    func validate() throws {
        if source == "-", options.script == "-" {
            throw ValidationError("scenario and script cannot both be standard input")
        }
    }

    /// The file's contents.
    func read() throws -> LaunchSource {
        try LaunchSource.read(source, script: options.script, seed: options.seed, choice: options.choice)
    }
}

/// Selects the launch to look at.
struct LaunchSelection: ParsableArguments {
    @Option(help: "Script file to use instead of the scenario's own; - is standard input.", completion: .file())
    var script: String?

    @Option(parsing: .unconditional, help: "Seed to use instead of the scenario's.")
    var seed: UInt64?

    @OptionGroup var stretch: TraceChoice

    /// The part of another program's trace that is the launch.
    var choice: ImportChoice { stretch.choice }

    /// How many launches precede the selected one.
    var number: Int { stretch.launch - 1 }
}

/// `--json` of the commands about launches.
struct JSONOption: ParsableArguments {
    @Flag(help: "One JSON object, times in whole nanoseconds.")
    var json = false

    /// Writes the one or the other.
    func write(json: @autoclosure () -> JSONValue, text: @autoclosure () -> String) {
        if self.json { Output.write(json()) } else { Output.write(text()) }
    }
}

/// `--runs` of the commands that launch with many seeds.
struct RunsOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Launch N times, each time with the next seed, and show percentiles and shares instead of one launch.")
    var runs = 1

    func validate() throws {
        if !(1...1_000_000).contains(runs) { throw ValidationError("--runs must be from 1 to 1,000,000") }
    }
}

/// Options that say which launch of a scenario or trace, and which part of a foreign trace is the launch.
struct TraceChoice: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "Which launch, counted from 1; launches without a first frame do not count.")
    var launch = 1
    @Option(
        help:
            "The process of another program's trace: its name or a part of it. Default: all, and the app's main thread."
    )
    var process: String?
    @Option(help: "The thread that is lane main: its name or a part of it.")
    var thread: String?
    @Option(help: "Leave out what ends earlier in the trace, such as 1.5s.")
    var from: String?
    @Option(
        help: """
            Leave out what begins later in the trace, such as 3s; or end with the first slice or task of a name, such as \
            reportFullyDrawn.
            """)
    var until: String?

    func validate() throws {
        if launch < 1 { throw ValidationError("--launch must be 1 or more") }
        if let from, let complaint = DurationText.complaint(about: from) {
            throw ValidationError("--from: \(complaint)")
        }
        if until == "" { throw ValidationError("--until needs a time or a name") }
        let (from, until) = (choice.from ?? 0, choice.until ?? .max)
        if from >= until { throw ValidationError("--until must be later than --from") }
        if launch > 1, from > 0 || until < .max {
            throw ValidationError(
                "--launch chooses a launch of the trace, --from and --until a stretch of it: not both")
        }
    }

    /// The options as one types them, each after a space; empty without any.
    var words: String {
        let options = [
            ("launch", launch > 1 ? String(launch) : nil), ("process", process), ("thread", thread), ("from", from),
            ("until", until),
        ]
        return options.map { name, value in value.map { " --\(name) \(ShellText.argument($0))" } ?? "" }.joined()
    }

    /// What was chosen.
    var choice: ImportChoice {
        var choice = ImportChoice()
        choice.number = launch - 1
        (choice.process, choice.thread) = (process, thread)
        choice.from = from.flatMap { DurationText.parse($0) }?.count
        choice.until = until.flatMap { DurationText.parse($0) }?.count
        choice.last = choice.until == nil ? until : nil
        return choice
    }
}
