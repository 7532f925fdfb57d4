import Foundation
import SchedulerCore
import TaskKitTestSupport
import Testing
import TraceFormat

/// A body that traps takes its process with it; what is left is whole.
@Suite(.timeLimit(.minutes(5))) struct TrapTests {
    @Test("After a trap the trace is there up to it and the run counts; the next start reports the job as lost")
    func trap() throws {
        try ChildProgram.inFolder { folder in
            #expect(try ChildProgram.run("trap", folder).code >= 128)
            let trace = try Trace(contentsOf: folder + "/trap.ndjson")
            #expect(trace.end == nil)
            // Other tasks may still end while the process dies.
            let job = trace.records.last { if case .job = $0.fact { true } else { false } }
            #expect(job?.fact == .job(1, trace.task("boom"), .jobDidStart, attempt: 1, willRetry: false))
            #expect(trace.records.contains { $0.fact == .firstFrame(parked: 0) })

            let again = try ChildProgram.run("again", folder)
            #expect(again.code == 0)
            #expect(again.output == "dead [\"1 lost 1\"]\n")
            let next = try Trace(contentsOf: folder + "/again.ndjson")
            #expect(next.end?.state == .active)
            #expect(next.end?.warnings == 1)
        }
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
