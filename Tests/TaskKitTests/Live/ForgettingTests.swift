import Dispatch
import SchedulerCore
import TaskKitTestSupport
import Testing
import TraceFormat

@testable import TaskKit

/// A process that goes on for months: what nobody needs any more is let go.
@Suite(.timeLimit(.minutes(5))) struct ForgettingTests {
    /// Counts those that are left.
    private final class Captured: Sendable {
        let left: Locked<Int>

        init(_ left: Locked<Int>) {
            self.left = left
            left.with { $0 += 1 }
        }

        deinit { left.with { $0 -= 1 } }
    }

    private func state<Value>(_ scheduler: LiveScheduler, _ read: (LiveState) -> Value) -> Value {
        scheduler.driver.lock.with { read(scheduler.driver.state) }
    }

    @Test("Of commands the latest are known; a run that still waits sees what came with its own, however old")
    func commands() async throws {
        let (gate, diary) = (DispatchSemaphore(value: 0), Diary())
        let quick = TaskSpec(name: "Quick", trigger: .notification("quick"))
        let held = TaskSpec(name: "Held", trigger: .notification("held"))
        let scheduler = try makeScheduler([
            task("Blocker", lane: "serial", body: .sync { _ in gate.wait() }),
            LaunchTask(quick, laneName: "pool", body: .sync { _ in }),
            LaunchTask(held, laneName: "serial", body: .sync { diary.note($0.event.payload ?? "nothing") }),
        ])
        try scheduler.launch()
        try scheduler.post("held", payload: "mine")
        let count = 3 * LiveState.commandTextLimit
        for number in 0..<count { try scheduler.post("quick", payload: "\(number)") }
        let names = state(scheduler) { $0.names }
        #expect(names.commands.count <= 2 * LiveState.commandTextLimit)
        #expect(names.firstCommand + names.commands.count == count + 2)
        #expect(names.text(of: CommandID(count + 1)) == "post quick \(count - 1)")
        #expect(names.text(of: CommandID(0)) == "#0")
        gate.signal()
        await scheduler.waitForRest()
        #expect(diary.lines == ["mine"])
        try scheduler.post("quick", payload: "last")
        await scheduler.waitForRest()
        for _ in 0..<200 {
            try scheduler.post("quick", payload: "more")
            await scheduler.waitForRest()
        }
        #expect(state(scheduler) { $0.contexts.count } <= 128)
        await scheduler.stop()
    }

    @Test("Bodies of injected tasks go with their tasks, whatever their names")
    func injected() async throws {
        let left = Locked(0)
        let scheduler = try makeScheduler([])
        try scheduler.launch()
        await scheduler.waitForRest()
        for number in 0..<1_000 {
            let captured = Captured(left)
            let spec = TaskSpec(name: "T\(number)", trigger: .notification("key\(number)"))
            try scheduler.inject(
                LaunchTask(spec, laneName: "pool", body: .sync { _ in withExtendedLifetime(captured) {} }))
            try scheduler.post("key\(number)")
            await scheduler.waitForRest()
            try scheduler.destroy("T\(number)")
        }
        #expect(left.with { $0 } <= 130)
        // A name that was let go of comes back with another body.
        let diary = Diary()
        try scheduler.inject(
            LaunchTask(
                TaskSpec(name: "T0", trigger: .notification("again")), laneName: "pool",
                body: .sync { _ in diary.note("again") }))
        try scheduler.post("again")
        await scheduler.waitForRest()
        #expect(diary.lines == ["again"])
        await scheduler.stop()
    }
}
