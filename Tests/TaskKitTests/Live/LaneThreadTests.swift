import Dispatch
import Foundation
import SchedulerCore
import TaskKitTestSupport
import Testing

@testable import TaskKit

/// The threads of lanes, and what they execute.
@Suite(.timeLimit(.minutes(5))) struct LaneThreadTests {
    @Test("A run that started before its task was replaced has the old body, even if no thread has taken it yet")
    func replacedWhileStarted() async throws {
        let (gate, begun, diary) = (DispatchSemaphore(value: 0), Counter(), Diary())
        func note(_ line: String) -> LaunchTask {
            LaunchTask(
                TaskSpec(name: "N", trigger: .notification("key")), laneName: "serial",
                body: .sync { diary.note("\($0.task) \($0.run) \(line)") })
        }
        // Its thread is not free when the rules have ended it; unless the machine is so slow that it was over before one came.
        let blocker = task(
            "Blocker", lane: "serial",
            body: .sync { _ in
                begun.add()
                gate.wait()
            }
        ) { $0.timeout = .milliseconds(20) }
        let scheduler = try makeScheduler([blocker, note("old")])
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(scheduler.result("Blocker") == .timedOut)
        try scheduler.post("key")
        #expect(begun.value == 0 || scheduler.snapshot { $0.snapshot(of: TaskID(1)).state } == .running)
        try scheduler.destroy("N")
        try scheduler.inject(note("new"))
        gate.signal()
        await scheduler.waitForRest()
        try scheduler.post("key")
        await scheduler.waitForRest()
        #expect(diary.lines == ["N 1 old", "N 2 new"])
        await scheduler.stop()
    }

    @Test(
        "As many long bodies as a lane has room for keep nothing waiting but what has no room", arguments: [1, 2, 8],
        [1, 5, 7])
    func manyLongBodies(workers: Int, long: Int) async throws {
        let (gate, ended) = (DispatchSemaphore(value: 0), Counter())
        let count = TaskBody.sync { _ in
            if ended.add() == 250 { for _ in 0..<long { gate.signal() } }
        }
        let quick = (0..<200).map { number in task("Q\(number)", body: count) }
        let slow = (0..<long).map { number in
            task("Slow\(number)", body: .sync { _ in gate.wait() }) { $0.priority = .low }
        }
        let rest = (0..<50).map { number in task("R\(number)", body: count) { $0.priority = .low } }
        let scheduler = try makeScheduler(quick + slow + rest) { $0.workers = workers }
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(ended.value == 250)
        await scheduler.stop()
    }

    @Test(
        "Threads that watch for the next layer find it, and nothing begins before its predecessors end",
        arguments: [2, 3, 8])
    func layersOfShortBodies(workers: Int) async throws {
        let (layers, width) = (30, 16)
        let (begun, early) = (Counter(), Counter())
        let tasks = (0..<layers * width).map { number in
            let layer = number / width
            return task(
                "T\(number)", after: layer == 0 ? [] : (0..<width).map { "T\((layer - 1) * width + $0)" },
                body: .sync { _ in
                    if begun.value < layer * width { early.add() }
                    for _ in 0..<40 { giveWay() }
                    begun.add()
                })
        }
        let scheduler = try makeScheduler(tasks) { $0.workers = workers }
        try scheduler.launch()
        await scheduler.waitForRest()
        #expect(begun.value == layers * width)
        #expect(early.value == 0)
        await scheduler.stop()
    }

    #if os(Linux)
        @Test("A lane's threads have its name")
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
            await scheduler.stop()
        }
    #endif

    @Test("What wakes a thread that polls closes both ends of its pipe")
    func wakeUp() {
        let reading = withExtendedLifetime(WakeUp()) { dup($0.descriptor) }
        defer { close(reading) }
        // Other programs that start at this moment may hold the other end until they begin.
        var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 10_000) == 1 && request.revents & Int16(POLLHUP) != 0)
    }
}
