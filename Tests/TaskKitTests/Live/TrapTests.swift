import ChildProcesses
import Foundation
import SchedulerCore
import Testing
import TraceFormat

/// A body that traps takes its process with it; what is left is whole.
@Suite(.timeLimit(.minutes(1))) struct TrapTests {
    @Test("A trap leaves the trace up to then and its run counted; the next start reports the job as lost")
    func trap() throws {
        let folder = NSTemporaryDirectory() + "taskkit-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }

        #expect(try run("trap", folder).code >= 128)
        let trace = try Trace(contentsOf: folder + "/trap.ndjson")
        #expect(trace.end == nil)
        #expect(trace.records.last?.fact == .job(1, trace.task("boom"), .jobDidStart, attempt: 1, willRetry: false))
        #expect(trace.records.contains { $0.fact == .firstFrame })

        let again = try run("again", folder)
        #expect(again.code == 0)
        #expect(again.output == "dead [\"1 lost 1\"]\n")
        let next = try Trace(contentsOf: folder + "/again.ndjson")
        #expect(next.end?.state == .active)
        #expect(next.end?.warnings == 1)
    }

    private func run(_ mode: String, _ folder: String) throws -> (code: Int32, output: String) {
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(Self.child), strdup(mode), strdup(folder), nil]
        defer { for argument in arguments { free(argument) } }
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
        defer { for entry in environment { free(entry) } }
        let code = child_run(Self.child, &arguments, &environment, folder + "/out", folder + "/err")
        return (code, try String(contentsOfFile: folder + "/out", encoding: .utf8))
    }

    /// The program beside these tests.
    private static var child: String {
        #if os(Linux)
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("TaskKitChild").path
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent().appendingPathComponent("TaskKitChild").path ?? ""
        #endif
    }
}

extension Trace {
    fileprivate init(contentsOf path: String) throws {
        self = try TraceReader.read(Array(Data(contentsOf: URL(fileURLWithPath: path))))
    }

    fileprivate func task(_ name: String) -> TaskID {
        TaskID(names.tasks.firstIndex(of: name) ?? -1)
    }
}
