import Foundation
import SchedulerCore
import TaskKit
import TaskKitTestSupport
import Testing

@testable import TaskKitEvents

/// Time in the background, as iOS grants it; the system is played by the test.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BackgroundTimeTests {
    /// Grants time and notes it; the last grant can expire.
    private final class Grants: BackgroundTime.Grant {
        let diary = Diary()
        let expiration = Locked<(@Sendable () -> Void)?>(nil)

        func begin(_ expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            diary.note("begin")
            expiration.with { $0 = expired }
            return { [diary] in diary.note("end") }
        }
    }

    /// A store that notes when it is given back.
    private final class Store: DurableJobs {
        let diary: Diary

        init(_ diary: Diary) {
            self.diary = diary
        }

        func open(epoch: Int64) throws -> StoredJobs { StoredJobs() }
        func write(_ changes: [JobChange]) throws {}
        func isPassing(_ error: any Error) -> Bool { false }
        func close() {}
        func giveBack() { diary.note("store is given back") }
    }

    /// Not the default one, to which other tests post at the same time.
    private let center = NotificationCenter()

    private func post(_ name: String) {
        center.post(name: Notification.Name("UIApplication\(name)Notification"), object: nil)
    }

    private func launched(
        _ tasks: [LaunchTask], _ grants: Grants, environment: [String: String] = [:], recorder: Recorder? = nil
    ) async throws -> (LiveScheduler, ApplicationNotifications) {
        let scheduler = try makeScheduler(tasks, recorder: recorder) {
            $0.rules.suspendAfter = .seconds(1_000)
            $0.store = Store(grants.diary)
        }
        let notifications = ApplicationNotifications(
            scheduler, grant: grants, environment: environment, center: center)
        post("DidFinishLaunching")
        try await scheduler.wait(for: .launched)
        return (scheduler, notifications)
    }

    @Test func `the process keeps its time until what the background released has ended`() async throws {
        let (grants, gate) = (Grants(), DispatchSemaphore(value: 0))
        let (scheduler, notifications) = try await launched(
            [LaunchTask("Save", on: .didEnterBackground, lane: "serial") { gate.wait() }], grants)
        post("DidEnterBackground")
        #expect(grants.diary.lines == ["begin"])
        gate.signal()
        try await waitFor("end") { grants.diary.lines.last == "end" }
        #expect(grants.diary.lines == ["begin", "store is given back", "end"])
        #expect(scheduler.task("Save")?.lastResult == .success)
        notifications.stop()
        await scheduler.stop()
    }

    @Test func `time that expires ends at once, with the store given back, and only once`() async throws {
        let (grants, gate) = (Grants(), DispatchSemaphore(value: 0))
        let (scheduler, notifications) = try await launched(
            [LaunchTask("Save", on: .didEnterBackground, lane: "serial") { gate.wait() }], grants)
        post("DidEnterBackground")
        let expire = try #require(grants.expiration.with { $0 })
        expire()
        #expect(grants.diary.lines == ["begin", "store is given back", "end"])
        gate.signal()
        try await scheduler.wait(for: .ended("Save"))
        try await scheduler.wait(for: .idle)
        #expect(grants.diary.lines == ["begin", "store is given back", "end"])
        notifications.stop()
        await scheduler.stop()
    }

    @Test func `a task of the system runs the notification tasks of its identifier and says how they went`()
        async throws
    {
        struct Broken: Error {}
        let grants = Grants()
        let (scheduler, notifications) = try await launched(
            [
                LaunchTask("Fetch", on: .notification("refresh"), lane: "serial") {},
                LaunchTask("Trim", on: .notification("refresh"), after: "Fetch", lane: "pool") { () async in },
                LaunchTask("Fail", on: .notification("broken"), lane: "pool") { throw Broken() },
            ], grants)
        post("DidEnterBackground")
        try await waitFor("end") { grants.diary.lines.last == "end" }
        let results = Diary()
        for key in ["refresh", "broken", "nobody"] {
            let before = results.lines.count
            BackgroundRun(scheduler, key) { results.note("\(key) \($0)") }.begin()
            try await waitFor("result of \(key)") { results.lines.count > before }
        }
        #expect(results.lines == ["refresh true", "broken false", "nobody false"])
        #expect(scheduler.task("Trim")?.lastResult == .success)
        notifications.stop()
        await scheduler.stop()
    }

    @Test func `a task of the system that gets no more time is cancelled`() async throws {
        let (grants, results) = (Grants(), Diary())
        let (scheduler, notifications) = try await launched(
            [
                LaunchTask("Fetch", on: .notification("refresh"), lane: "serial") { () async in
                    try? await Task.sleep(for: .seconds(3_600))
                }
            ], grants)
        let run = BackgroundRun(scheduler, "refresh") { results.note("\($0)") }
        run.begin()
        await scheduler.wait { core in core.task(named: "Fetch").map { core.snapshot(of: $0).state } == .running }
        run.expire()
        try await scheduler.wait(for: .ended("Fetch"))
        #expect(scheduler.task("Fetch")?.lastResult == .cancelled)
        #expect(results.lines == ["false"])
        notifications.stop()
        await scheduler.stop()
    }

    @Test(arguments: [true, false])
    func `the trace of a launch says whether the system had prewarmed the process`(isPrewarmed: Bool) async throws {
        let (grants, recorder) = (Grants(), Recorder())
        let (scheduler, notifications) = try await launched(
            [], grants, environment: isPrewarmed ? ["ActivePrewarm": "1"] : [:], recorder: recorder)
        await scheduler.waitForRest()
        await scheduler.stop()
        #expect(
            recorder.inputs.contains { $0.text == "note the system had prewarmed this process" } == isPrewarmed)
        notifications.stop()
    }
}
