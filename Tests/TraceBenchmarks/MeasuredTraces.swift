#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import SchedulerSimulation
import TraceAnalysis
import TraceFormat
import TraceImport

/// One long trace, written and read in every format with a clock beside it.
struct MeasuredTraces {
    private let trace: Trace
    private let recording: LaunchRecording
    private let memory = MemoryFile()
    private var files: [String: [UInt8]] = [:]

    /// A launch of this many events of Chrome's trace.
    init(events: Int) {
        trace = RepeatedLaunch.trace(rounds: max(1, events / RepeatedLaunch.eventsOfRound))
        recording = LaunchRecording(trace)
    }

    /// The answer to a command: nanoseconds and bytes, or what is wrong.
    mutating func answer(to words: [String]) -> String {
        switch (words.first, words.count) {
        case ("save", 3): return export(words[1]) && memory.save(words[2]) ? "saved" : "error: cannot save"
        case ("write", 2):
            var isDone = false
            let elapsed = Self.nanoseconds { isDone = export(words[1]) }
            return isDone ? "\(elapsed) \(memory.count)" : "error: no such format"
        case ("read", 3):
            let bytes = files[words[2]] ?? MemoryFile.read(words[2])
            files[words[2]] = bytes
            var fault: String?
            let elapsed = Self.nanoseconds { fault = Self.importLaunch(words[1], bytes) }
            return fault.map { "error: \($0)" } ?? "\(elapsed) \(bytes.count)"
        default: return "error: unknown command"
        }
    }

    private func export(_ name: String) -> Bool {
        memory.clear()
        if name == "ndjson" {
            exportRecords()
            return true
        }
        guard let format = ExportFormat(rawValue: name) else { return false }
        return format.write(recording) { memory.append($0) }
    }

    private func exportRecords() {
        var writer = TraceWriter(header: trace.header, names: trace.names)
        for start in stride(from: 0, to: trace.records.count, by: 8192) {
            writer.write(trace.records[start..<min(start + 8192, trace.records.count)])
            writer.drain { memory.append($0) }
        }
        if let end = trace.end { writer.end(end) }
        writer.drain { memory.append($0) }
    }

    /// What is wrong with a file; nil if it was read.
    private static func importLaunch(_ name: String, _ bytes: [UInt8]) -> String? {
        if name == "ndjson" {
            do throws(TraceError) {
                return try TraceReader.read(bytes).records.isEmpty ? "no records" : nil
            } catch {
                return error.description
            }
        }
        do throws(ImportProblem) {
            _ = try TraceImport.launch(ByteWindow(bytes), format: ImportFormat(rawValue: name), name: "app")
            return nil
        } catch {
            return error.text(file: "trace")
        }
    }

    /// The processor time that `work` takes: a machine that is busy with something else takes none of it.
    private static func nanoseconds(_ work: () -> Void) -> Int64 {
        let start = processorTime
        work()
        return processorTime - start
    }

    private static var processorTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
