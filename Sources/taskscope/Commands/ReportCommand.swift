import ArgumentParser
import SchedulerCore
import Text
import TraceAnalysis
import TraceFormat

/// `taskscope report`
struct ReportCommand: ParsableCommand {
    /// The output format.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case text, markdown, json, html
    }

    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Summarize a folder of recorded launches: percentiles, builds, regressions.",
        discussion: """
            Every trace counts, ours (.ndjson) and those of other programs, subfolders included. The build is the subfolder or, for a file \
            directly in the folder, its name up to the first '_'. The day is the first date such as 2026-11-22 in the \
            file's path. A file that cannot be read is reported and left out; the exit code is then 3.
            """)

    @Argument(help: "A folder of recorded traces.", completion: .directory) var folder: String
    @Option(help: "Compare this build and later ones with earlier ones.") var since: String?
    @Option(help: "text; markdown: for tickets; json: an object; html: one file.") var format = Form.text
    @Option(help: "Write a page for each of the ten slowest launches into this folder.", completion: .directory)
    var pages: String?
    @Option(
        name: [.customShort("o"), .customLong("output")], help: "The file; default: standard output.",
        completion: .file())
    var output: String?

    /// How many files are read before their launches are added up.
    private static let batch = 256
    /// How many faults are reported at most.
    private static let faultLimit = 20

    private enum Outcome: Sendable {
        case launches([ReportedLaunch], failed: Int)
        case noTrace
        case fault(String)
    }

    func run() throws {
        try Output.check(output, replacing: .exports)
        let files = try TraceFolder(folder).files
        if let since, !files.contains(where: { LaunchOrigin(path: $0).build == since }) {
            throw ExitStatus.badInput.saying("\(folder): error: no launch of build \(since)")
        }
        var report = LaunchReport(since: since)
        let faults = read(files, into: &report)
        let written = try pages.map { try writePages(report, into: $0) } ?? []
        let links = written.map { link(to: $0) }
        try Output.write(text(of: report, pages: links), to: output, replacing: .exports)
        if faults > 0 {
            if faults > Self.faultLimit { Output.complain("and \(faults - Self.faultLimit) more") }
            throw ExitStatus.badInput
        }
    }

    /// Reads all files, on all cores; returns how many could not be read.
    private func read(_ files: [String], into report: inout LaunchReport) -> Int {
        var faults = 0
        var progress = Progress("launches read")
        let folder = folder
        for start in stride(from: 0, to: files.count, by: Self.batch) {
            let paths = Array(files[start..<min(files.count, start + Self.batch)])
            let outcomes = ParallelRuns.map(paths.count) { number -> Outcome in
                switch Source.readTrace("\(folder)/\(paths[number])") {
                case .fault(let line): return .fault(line)
                case .other: return .noTrace
                case .trace(let trace):
                    let all = ReportedLaunch.all(in: trace)
                    return .launches(all.launches, failed: all.failed)
                }
            }
            for (path, outcome) in zip(paths, outcomes) {
                switch outcome {
                case .fault(let line):
                    faults += 1
                    if faults <= Self.faultLimit {
                        progress.end()
                        Output.complain(line)
                    }
                case .noTrace: break
                case .launches(let launches, let failed):
                    report.add(failed: failed)
                    let origin = LaunchOrigin(path: path)
                    for launch in launches { report.add(launch, from: origin) }
                }
            }
            progress.report(start + paths.count, of: files.count)
        }
        progress.end()
        return faults
    }

    /// Writes the pages of the slowest launches; returns their paths.
    private func writePages(_ report: LaunchReport, into target: String) throws -> [String] {
        mkdir(target, 0o777)
        return try report.slowest.enumerated().map { place, slow in
            guard case .trace(let trace) = Source.readTrace("\(folder)/\(slow.path)") else { return "" }
            let path = "\(target)/slow-\(place + 1).html"
            try ExportCommand.write(LaunchRecording(trace), as: .page, to: path)
            return path
        }
    }

    /// How the report links to a page: a report in another folder needs the whole path.
    private func link(to page: String) -> String {
        guard format == .html, let output, output.utf8.contains(UInt8(ascii: "/")), let real = realpath(page, nil)
        else {
            return page
        }
        defer { free(real) }
        return String(cString: real)
    }

    private func text(of report: LaunchReport, pages: [String]) -> String {
        let title = "Launches in \(folder)"
        switch format {
        case .markdown: return report.markdown(title: title, pages: pages)
        case .html: return report.html(title: title, pages: pages)
        case .json: return report.json()
        case .text: return report.parts(pages: pages).map { $0.text() }.joined()
        }
    }
}
