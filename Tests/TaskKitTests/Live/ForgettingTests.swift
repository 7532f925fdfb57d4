import Dispatch
import SchedulerCore
import TaskKitTestSupport
import Testing
import TraceFormat

@testable import TaskKit

/// A process that continues for months: what is no longer needed is released.
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

    private func state<Value>(_ scheduler: LiveScheduler, _ read: (borrowing LiveState) -> Value) -> Value {
        scheduler.driver.lock.with { read(scheduler.driver.state) }
    }

    @Test("Only the latest commands are known; a waiting run sees the context of its own, however old")
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
        // A name that was released comes back with another body.
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

    @Test("After a simulated month of timers, posts, injected tasks and jobs nothing is kept but the latest")
    func month() async throws {
        let (clock, runs, left) = (ManualClock(), Counter(), Locked(0))
        let scheduler = try makeScheduler(
            [
                LaunchTask("Minute", on: .every(.seconds(60)), lane: "pool") { _ = runs.add() },
                LaunchTask("Posted", on: .notification("key"), lane: "pool") { _ = runs.add() },
            ],
            jobs: [JobWorker("work", body: .sync { if $0.attempt < 3 { throw CancellationError() } })]
        ) {
            $0.clock = clock
            $0.execution = .inline
            $0.tickInterval = .seconds(60)
            $0.store = MemoryJobs()
        }
        try scheduler.launch()
        for hour in 0..<(30 * 24) {
            clock.advance(by: .seconds(3_600))
            try scheduler.post("key", payload: "\(hour)")
            let captured = Captured(left)
            try scheduler.inject(
                LaunchTask("Hour \(hour % 24)", on: .notification("hour")) { withExtendedLifetime(captured) {} })
            try scheduler.post("hour")
            try scheduler.destroy("Hour \(hour % 24)")
            try scheduler.takeIn(JobSpec(task: "work", data: "{\"hour\":\(hour)}"))
        }
        clock.advance(by: .seconds(60))
        #expect(runs.value == 30 * 24 * 61 + 1)
        let kept = state(scheduler) { state in
            [
                "commands": state.names.commands.count, "contexts": state.contexts.count,
                "errors": state.names.errors.count, "messages": state.names.messages.count,
                "names": state.names.tasks.count, "records": state.core.recordCount, "jobs": state.core.jobs.count,
                "starts": state.jobs.starts.count, "announcements": state.jobs.announcements.count,
                "notices": state.jobs.notices.count, "inbox": state.inbox.count,
            ]
        }
        let limits = ["commands": 2 * LiveState.commandTextLimit, "contexts": 128, "names": 30]
        for (what, count) in kept { #expect(count <= limits[what] ?? 0, "\(what)") }
        #expect(left.with { $0 } <= 130)
        await scheduler.stop()
    }
}
