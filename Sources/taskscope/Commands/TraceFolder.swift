import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis
import TraceFormat
import TraceImport

/// A folder of recorded traces of one app, ours or those of other programs.
struct TraceFolder {
    /// How the names of traces end; a file that ends like them and begins like no trace does not count.
    private static let endings = [
        ".ndjson", ".json", ".gz", ".html", ".svg", ".xml", ".pftrace", ".perfetto-trace", ".otlp", ".pb",
    ]

    let path: String
    /// The files, relative to the folder.
    let files: [String]

    /// Lists a folder. Prints one line and gives exit code 3 if it cannot be read, or has no trace by the files' names.
    init(_ path: String) throws {
        guard let files = FolderFiles.all(in: path, endings: Self.endings) else {
            throw ExitStatus.badInput.saying("\(path): error: cannot read this folder")
        }
        guard !files.isEmpty else {
            throw ExitStatus.badInput.saying(
                "\(path): error: no file in it ends as a trace does: \(Self.endings.joined(separator: ", "))")
        }
        (self.path, self.files) = (path, files)
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What one of the files holds.
    enum File: Sendable {
        case launch(RecordedLaunch)
        /// Something else.
        case other
        /// The line that says what is wrong with it.
        case fault(String)
    }

    /// The launch in a file.
    static func read(_ path: String, choice: ImportChoice = ImportChoice()) -> File {
        do throws(InputFile.Fault) {
            let stream = try SourceStream(oneOfMany: path)
            guard let first = stream.next(), ForeignTrace.begins(first) || path.hasSuffix(".ndjson") else {
                return stream.fault.map { .fault("\(path): error: \($0)") } ?? .other
            }
            do throws(ImportProblem) {
                let launch = try ForeignTrace(path, choice: choice).read(first: first) { stream.next() }
                return stream.fault.map { .fault("\(path): error: \($0)") } ?? .launch(launch)
            } catch {
                return .fault(error.text(file: path))
            }
        } catch {
            return .fault("\(path): error: cannot be read: \(error.reason)")
        }
    }

    /// The launches of all traces in it. Prints a line for each file that cannot be read, and gives exit code 3 then.
    func launches(_ choice: ImportChoice) throws -> [RecordedLaunch] {
        let (path, files) = (path, files)
        let read = ParallelRuns.map(files.count) { Self.read("\(path)/\(files[$0])", choice: choice) }
        var (launches, isFaulty): ([RecordedLaunch], Bool) = ([], false)
        for file in read {
            switch file {
            case .launch(let launch): launches.append(launch)
            case .other: break
            case .fault(let line):
                isFaulty = true
                Output.complain(line)
            }
        }
        if launches.isEmpty, !isFaulty { Output.complain("\(path): error: no file in it is a trace") }
        guard !isFaulty, !launches.isEmpty else { throw ExitStatus.badInput }
        return launches
    }

    /// The median launch with the durations of all; says on standard error what was read.
    func scenario(_ choice: ImportChoice) throws -> ImportedScenario {
        let launches = try launches(choice)
        guard let imported = TraceImport.scenario(of: launches, file: path) else { throw ExitStatus.badInput }
        let lengths = Distribution(launches.map { Nanoseconds($0.length) })
        Output.complain(
            "\(path): \(Format.count(launches.count, "trace")) read as one scenario; recorded: "
                + lengths.text(ShownTimes(lengths.sorted.last ?? .zero)))
        return imported
    }
}

extension RecordedLaunch {
    /// The records of a replay of the scenario that repeats the launch; nil if that cannot be replayed.
    func replayed(from file: String) -> Trace? {
        let text = TraceImport.scenario(repeating: self, file: file).text
        guard let scenario = ScenarioReader.read(bytes: Array(text.utf8), file: file).scenario,
            var replay = try? Replay(scenario)
        else { return nil }
        replay.run()
        let simulation = replay.simulation
        return Trace(
            header: TraceHeader(name: scenario.name, seed: scenario.seed), names: simulation.traceNames,
            records: simulation.records, end: TraceEnd(of: simulation.records, at: simulation.now))
    }
}

/// The files in a folder and its subfolders.
enum FolderFiles {
    /// The most levels of subfolders.
    private static let depthLimit = 16
    /// The most files.
    static let limit = 1_000_000

    /// The paths, relative to the folder, of regular files with one of these endings, in byte order; nil if it cannot be read.
    /// Does not follow links to folders, so that it ends.
    static func all(in folder: String, endings: [String]) -> [String]? {
        var found: [String] = []
        guard read(folder, "", endings, 0, &found) else { return nil }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func read(
        _ folder: String, _ prefix: String, _ endings: [String], _ depth: Int, _ found: inout [String]
    ) -> Bool {
        guard let names = names(in: folder) else { return false }
        for name in names {
            guard found.count < limit else { break }
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where depth < depthLimit:
                _ = read("\(folder)/\(name)", "\(prefix)\(name)/", endings, depth + 1, &found)
            case S_IFREG where endings.contains { name.hasSuffix($0) }: found.append(prefix + name)
            default: continue
            }
        }
        return true
    }

    /// The names in a folder, as the system orders them; nil if it cannot be read.
    static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
