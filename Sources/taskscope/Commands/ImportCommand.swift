import ArgumentParser
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceImport

extension ImportFormat: ExpressibleByArgument {}

/// `taskscope import FILE…`
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a scenario from recorded traces: durations, outcomes, lanes, dependencies.",
        discussion: """
            The file's contents determine the format. The scenario goes to standard output or to -o, and passes \
            `taskscope check`; time that a trace does not explain becomes a task named gap. Messages go to \
            standard error.
            """)

    @Argument(help: "Traces of one app, or folders of them; - is standard input.", completion: .file())
    var files: [String]

    @Option(
        name: [.short, .customLong("output")], help: "The scenario file to write.",
        completion: .file(extensions: ["yaml"]))
    var output: String?
    @Flag(help: "Replace the file of -o, whatever it is.")
    var force = false

    @Option(help: "The traces' format, if their contents do not determine it: \(ImportFormat.list).")
    var format: ImportFormat?

    @OptionGroup var stretch: TraceChoice

    @Option(
        help: """
            Also add dependencies that no trace states but at least this share of traces shows, such as 0.95; without \
            this option they are only listed. A task must have waited in eight launches or more.
            """, transform: ImportCommand.share)
    var infer: Int?

    func validate() throws {
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input can be read only once") }
    }

    /// A share in thousandths.
    private static func share(_ text: String) throws -> Int {
        guard let share = NumberText.decimal(text, scale: 1000), (1...1000).contains(share) else {
            throw ValidationError("--infer must be above 0 and at most 1, as in 0.95")
        }
        return share
    }

    func run() throws {
        let launches = try files.flatMap { path in
            TraceFolder.isFolder(path) ? try TraceFolder(path).launches(stretch.choice) : [try read(path)]
        }
        let imported = TraceImport.scenario(of: launches, file: Source.title(files[0]), thousandths: infer)
        guard let imported else { throw ExitStatus.badInput }
        for remark in imported.remarks { Output.complain("taskscope: \(remark)") }
        try compare(imported, of: launches.count)
        try Output.write(imported.text, to: output, replacing: force ? .anything : .known(nil))
    }

    private func read(_ path: String) throws -> RecordedLaunch {
        let stream = try SourceStream(path)
        let launch = try ForeignTrace(path, choice: stretch.choice).launch(
            first: stream.next() ?? [], format: format, more: { stream.next() })
        if let fault = stream.fault {
            throw ExitStatus.badInput.saying(
                ImportProblem(fault, at: .byte(stream.count)).text(file: Source.title(path)))
        }
        return launch
    }

    /// Prints the launch time of the scenario beside that of the trace.
    private func compare(_ imported: ImportedScenario, of count: Int) throws {
        let scenario = try Source.scenario(bytes: Array(imported.text.utf8), file: "<imported>")
        let length = Nanoseconds(imported.length)
        let times = ShownTimes(length)
        guard let measure = try LaunchSource.measure(scenario, number: 0) else {
            return Output.complain("taskscope: the scenario does not reach its first frame; the trace does")
        }
        let source = count > 1 ? imported.file : "the trace"
        let said =
            "\(imported.words.whole) \(times.text(length)) in \(source), \(times.text(measure.time)) in the scenario"
        Output.complain("taskscope: \(said)")
    }
}
