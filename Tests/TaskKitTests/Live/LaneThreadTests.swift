import Dispatch
import Foundation
import SchedulerCore
import Testing

@testable import TaskKit

/// The threads of lanes, and what they execute.
@Suite(.timeLimit(.minutes(1))) struct LaneThreadTests {
    @Test("What was started before its task was replaced has the old body, also where no thread has taken it yet")
    func replacedWhileStarted() async throws {
        let (gate, diary) = (DispatchSemaphore(value: 0), Diary())
        func note(_ line: String) -> TaskRegistration {
            TaskRegistration(
                TaskSpec(name: "N", trigger: .notification("key")), laneName: "serial",
                body: .sync { diary.note("\($0.task) \($0.run) \(line)") })
        }
        // Its thread is not free when the rules have ended it.
        let blocker = task("Blocker", lane: "serial", body: .sync { _ in gate.wait() }) {
            $0.timeout = .milliseconds(1)
        }
        let scheduler = try makeScheduler([blocker, note("old")])
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(scheduler.result("Blocker") == .timedOut)
        try scheduler.post("key")
        #expect(scheduler.snapshot { $0.snapshot(of: TaskID(1)).state } == .running)
        try scheduler.destroy("N")
        try scheduler.inject(note("new"))
        gate.signal()
        await scheduler.waitForRest()
        try scheduler.post("key")
        await scheduler.waitForRest()
        #expect(diary.lines == ["N 1 old", "N 2 new"])
        scheduler.stop()
    }

    #if os(Linux)
        @Test("A lane's threads bear its name")
        func threadNames() async throws {
            let diary = Diary()
            let scheduler = try makeScheduler([
                task(
                    "A",
                    body: .sync { _ in diary.note(try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))
                    })
            ])
            try scheduler.launch()
            await scheduler.waitForRest()
            #expect(diary.lines == ["TaskKit pool\n"])
            scheduler.stop()
        }
    #endif
}
