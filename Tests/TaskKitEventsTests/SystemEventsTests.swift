import Foundation
import SchedulerCore
import TaskKit
import TaskKitTestSupport
import Testing

@testable import TaskKitEvents

/// News of the system becomes events; what cannot be provoked here comes through a descriptor of the test's.
@Suite(.timeLimit(.minutes(5))) struct SystemEventsTests {
    /// A pair of connected sockets; `urgent` sends news as `POLLPRI` sees them.
    private struct Wire {
        var here: Int32
        var there: Int32

        /// Over the loopback device, as sockets of the Unix family have no urgent data everywhere.
        static func make() throws -> Wire {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let there = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let works = withUnsafeMutableBytes(of: &address) { bytes -> Bool in
                guard let name = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
                return bind(listener, name, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, name, &size) == 0 && connect(there, name, size) == 0
            }
            try #require(works)
            return Wire(here: accept(listener, nil, nil), there: there)
        }

        func urgent() {
            var byte: UInt8 = 1
            send(there, &byte, 1, Int32(MSG_OOB))
        }
    }

    /// Gives its events once, when it is started.
    private struct Once: EventSource {
        let descriptor: Int32
        let given: [SystemEvent]

        init(_ given: [SystemEvent]) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            var byte: UInt8 = 1
            write(ends[1], &byte, 1)
            Glibc.close(ends[1])
            (descriptor, self.given) = (ends[0], given)
        }

        func events() -> [SystemEvent] {
            var byte: UInt8 = 0
            return read(descriptor, &byte, 1) == 1 ? given : []
        }

        func close() {
            Glibc.close(descriptor)
        }
    }

    /// Gives an event on request.
    private struct Later: EventSource {
        let descriptor: Int32
        let event: SystemEvent
        let writing: Int32

        init(_ event: SystemEvent) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            (descriptor, writing, self.event) = (ends[0], ends[1], event)
        }

        func give() {
            var byte: UInt8 = 1
            write(writing, &byte, 1)
        }

        func events() -> [SystemEvent] {
            var byte: UInt8 = 0
            return read(descriptor, &byte, 1) == 1 ? [event] : []
        }

        func close() {
            Glibc.close(descriptor)
            Glibc.close(writing)
        }
    }

    private func note(_ diary: Diary, _ name: String, on event: TaskTrigger) -> LaunchTask {
        LaunchTask(name, on: event, lane: "pool", TaskOptions(blocks: true), body: .sync { diary.note($0.task) })
    }

    @Test func `memory pressure is a warning`() async throws {
        let diary = Diary()
        let scheduler = try makeScheduler([note(diary, "Drop", on: .didReceiveMemoryWarning)])
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        let wire = try Wire.make()
        let source = MemoryPressureSource(descriptor: wire.here)
        let events = SystemEvents(scheduler, [], more: [source], exit: {})
        wire.urgent()
        await scheduler.wait { core in core.task(named: "Drop").map { core.snapshot(of: $0).runsEnded } == 1 }
        #expect(diary.lines == ["Drop"])
        events.stop()
        close(wire.there)
        await scheduler.stop()
    }

    @Test func `a clock that was set is a significant time change`() async throws {
        let diary = Diary()
        let scheduler = try makeScheduler([note(diary, "Redraw", on: .significantTimeChange)])
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let events = SystemEvents(scheduler, [], more: [ClockChangeSource(descriptor: ends[0])], exit: {})
        var count: UInt64 = 1
        #expect(write(ends[1], &count, 8) == 8)
        await scheduler.wait { core in core.task(named: "Redraw").map { core.snapshot(of: $0).runsEnded } == 1 }
        #expect(diary.lines == ["Redraw"])
        events.stop()
        close(ends[1])
        await scheduler.stop()
    }

    @Test func `a post to the notification center releases the tasks of its key, with its payload`() async throws {
        let diary = Diary()
        let key = "taskkit-test-\(UUID().uuidString)"
        let scheduler = try makeScheduler([
            LaunchTask(
                "Listen", on: .notification(key), lane: "pool", body: .sync { diary.note($0.event.payload ?? "none") })
        ])
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        let events = SystemEvents(scheduler, .notifications)
        NotificationCenter.default.post(name: Notification.Name(key), object: nil, userInfo: ["b": 2, "a": "x"])
        await scheduler.wait { core in core.task(named: "Listen").map { core.snapshot(of: $0).runsEnded } == 1 }
        #expect(diary.lines == ["{\"a\":\"x\",\"b\":2}"])
        events.stop()
        NotificationCenter.default.post(name: Notification.Name(key), object: nil)
        #expect(scheduler.snapshot { core in core.task(named: "Listen").map { core.snapshot(of: $0).run } } == 1)
        await scheduler.stop()
    }

    @Test func `the key of a notification task that is injected later is observed, once`() async throws {
        let diary = Diary()
        let key = "taskkit-test-\(UUID().uuidString)"
        let scheduler = try makeScheduler([])
        let events = SystemEvents(scheduler, .notifications)
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        for name in ["First", "Second"] {
            try scheduler.inject(
                LaunchTask(name, on: .notification(key), lane: "serial", body: .sync { diary.note($0.task) }))
        }
        NotificationCenter.default.post(name: Notification.Name(key), object: nil)
        await scheduler.wait { core in core.task(named: "Second").map { core.snapshot(of: $0).runsEnded } == 1 }
        #expect(diary.lines == ["First", "Second"])
        events.stop()
        await scheduler.stop()
    }

    @Test func `the end of the process waits for what willTerminate releases`() async throws {
        let diary = Diary()
        let scheduler = try makeScheduler([
            note(diary, "Background", on: .didEnterBackground), note(diary, "Terminate", on: .willTerminate),
        ])
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        let ended = DispatchSemaphore(value: 0)
        let events = SystemEvents(scheduler, [], more: [Once([.terminate])]) {
            diary.note("exit")
            ended.signal()
        }
        await hasHappened(ended)
        #expect(diary.lines == ["Background", "Terminate", "exit"])
        events.stop()
    }

    @Test(arguments: [false, true])
    func `a task that hangs or loops keeps the process for the limit, and is named`(loops: Bool) async throws {
        let diary = Diary()
        let isOver = Locked(false)
        defer { isOver.with { $0 = true } }
        let body: TaskBody =
            loops
            ? .sync { _ in while !isOver.with({ $0 }) { giveWay() } }
            : .completion { _, completion in diary.keep(completion) }
        let scheduler = try makeScheduler([
            LaunchTask("Hang", on: .willTerminate, lane: "pool", TaskOptions(blocks: true), body: body)
        ]) { $0.rules.terminateLimit = .milliseconds(20) }
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        let ended = DispatchSemaphore(value: 0)
        let events = SystemEvents(
            scheduler, [], more: [Once([.terminate])],
            exit: {
                diary.note("exit")
                ended.signal()
            }, log: { diary.note($0) })
        await hasHappened(ended)
        #expect(diary.lines == ["terminated before these tasks had ended: Hang", "exit"])
        events.stop()
    }

    /// What is done where these events come at once.
    private func lines(_ given: [SystemEvent], until last: String) async throws -> [String] {
        let diary = Diary()
        let scheduler = try makeScheduler([
            note(diary, "Background", on: .didEnterBackground), note(diary, "Foreground", on: .willEnterForeground),
        ])
        try scheduler.launch()
        await scheduler.wait { $0.firstFrameAt != nil }
        // A stopped process is continued.
        let continued = Later(.foreground)
        let events = SystemEvents(
            scheduler, [], more: [Once(given), continued],
            stopProcess: {
                diary.note("stopped")
                continued.give()
            }, exit: { diary.note("exit") })
        while !diary.lines.contains(last) { try await Task.sleep(for: .milliseconds(1)) }
        events.stop()
        await scheduler.stop()
        return diary.lines
    }

    @Test func `the process stops after didEnterBackground, and comes back`() async throws {
        let lines = try await lines([.foreground, .background], until: "Foreground")
        #expect(lines == ["Background", "stopped", "Foreground"])
    }

    @Test func `continued before it has stopped, it does not stop, as nobody would continue it`() async throws {
        let lines = try await lines([.background, .foreground], until: "Foreground")
        #expect(lines == ["Background", "Foreground"])
    }

    @Test func `terminated before it has stopped, it ends`() async throws {
        let lines = try await lines([.background, .terminate], until: "exit")
        #expect(lines == ["Background", "exit"])
    }

    @Test func `a source that the system does not have is named, and the others are watched`() async throws {
        #expect(throws: EventSourceError.self) {
            try MemoryPressureSource(pressure: ["/nowhere/a"], count: "/nowhere/b")
        }
        let scheduler = try makeScheduler([])
        let events = SystemEvents(scheduler, .clockChanges)
        #expect(events.missing.isEmpty)
        events.stop()
        events.stop()
        await scheduler.stop()
    }

    @Test func `a control group's count matters only if it has changed`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("high 0\nmax 0\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let source = try MemoryPressureSource(count: file.path)
        #expect(source.events() == [])
        let writer = try FileHandle(forWritingTo: file)
        try writer.write(contentsOf: Data("high 1\n".utf8))
        try writer.close()
        #expect(source.events() == [.memoryWarning])
        #expect(source.events() == [])
        source.close()
    }

    /// Waits for a signal on another thread.
    private func hasHappened(_ semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}

extension Diary {
    /// Keeps a completion alive without a report to it.
    fileprivate func keep(_ completion: Completion) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(30)) { _ = completion }
    }
}
