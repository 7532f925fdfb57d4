import ArgumentParser

/// The arguments that the commands about launches share.
struct LaunchArguments: ParsableArguments {
    @Argument(
        help: "Scenario file or recorded trace (ndjson); - is standard input.",
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
        try LaunchSource.read(source, script: options.script, seed: options.seed)
    }
}

/// Selects the launch to look at.
struct LaunchSelection: ParsableArguments {
    @Option(help: "Script file to use instead of the scenario's own; - is standard input.", completion: .file())
    var script: String?

    @Option(parsing: .unconditional, help: "Seed to use instead of the scenario's.")
    var seed: UInt64?

    @Option(parsing: .unconditional, help: "Which launch, counted from 1; launches without a first frame do not count.")
    var launch = 1

    func validate() throws {
        if launch < 1 { throw ValidationError("--launch must be 1 or more") }
    }

    /// How many launches precede the selected one.
    var number: Int { launch - 1 }
}

/// `--json` of the commands about launches.
struct JSONOption: ParsableArguments {
    @Flag(help: "One JSON object, times in whole nanoseconds.")
    var json = false
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
