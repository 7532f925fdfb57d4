import SchedulerSimulation
import TraceImport

/// A trace of another program, read on the way by a command that takes a launch.
struct ForeignTrace {
    private let path: String
    private let choice: ImportChoice

    /// The trace in `path`, or what `choice` says of it.
    init(_ path: String, choice: ImportChoice) {
        (self.path, self.choice) = (path, choice)
    }

    /// Whether bytes are the beginning of a trace of another program, compressed or not.
    static func begins(_ bytes: [UInt8]) -> Bool { GzipStream.begins(bytes) || TraceImport.isForeign(bytes) }

    /// The launch in the bytes that begin with `first`. A failure prints one line and gives exit code 3.
    func launch(
        first: [UInt8], format: ImportFormat? = nil, more: @escaping () -> [UInt8]?
    ) throws -> RecordedLaunch {
        do throws(ImportProblem) {
            return try read(first: first, format: format, more: more)
        } catch {
            throw ExitStatus.badInput.saying(error.text(file: Source.title(path)))
        }
    }

    /// The same without a word.
    func read(
        first: [UInt8], format: ImportFormat? = nil, more: @escaping () -> [UInt8]?
    ) throws(ImportProblem) -> RecordedLaunch {
        var pieces: () -> [UInt8]? = more
        var packed: GzipStream?
        if GzipStream.begins(first) {
            let stream = GzipStream(first: first, more: more)
            (packed, pieces) = (stream, { stream.next() })
        } else {
            var isFirst = true
            pieces = {
                guard isFirst else { return more() }
                isFirst = false
                return first.isEmpty ? more() : first
            }
        }
        do throws(ImportProblem) {
            var launch = try TraceImport.launch(
                ByteWindow(pieces), format: format, name: Self.name(path), choice: choice)
            launch.file = Source.title(path)
            if let fault = packed?.fault { throw ImportProblem(fault, at: .byte(0)) }
            return launch
        } catch {
            throw packed?.fault.map { ImportProblem($0, at: .byte(0)) } ?? error
        }
    }

    /// The scenario that repeats the launch; says on standard error what was read.
    func scenario(first: [UInt8], more: @escaping () -> [UInt8]?) throws -> ImportedScenario {
        let launch = try launch(first: first, more: more)
        let imported = TraceImport.scenario(repeating: launch, file: Source.title(path))
        for remark in imported.remarks { Output.complain("taskscope: \(remark)") }
        Output.complain(
            "\(Source.title(path)): imported on the way; what it does not say is called probable, or is a wait")
        return imported
    }

    /// A file's name without folders and extensions.
    private static func name(_ path: String) -> String {
        guard path != "-", let last = path.split(separator: "/").last else { return "Imported launch" }
        return String(last.split(separator: ".").first ?? last)
    }
}
