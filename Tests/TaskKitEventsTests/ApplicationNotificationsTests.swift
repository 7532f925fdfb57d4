import Foundation
import SchedulerCore
import TaskKit
import TaskKitTestSupport
import Testing

@testable import TaskKitEvents

/// The notifications of UIKit and AppKit, by name: they are posted here as those post them.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ApplicationNotificationsTests {
    /// Stands for `UIApplication.shared`.
    private final class Application {}

    private let application = Application()

    private func post(_ name: String) {
        NotificationCenter.default.post(
            name: Notification.Name("UIApplication\(name)Notification"), object: application)
    }

    @Test func `each event of the system reaches its tasks, with the sender`() async throws {
        let diary = Diary()
        let tasks = LifecycleEvent.allCases.map { event in
            LaunchTask(
                "\(event)", on: .events(EventSet(event)), lane: "serial", TaskOptions(blocks: true),
                body: .sync { diary.note("\($0.task) \($0.event.url ?? "") \($0.event.sender ?? "nobody")") })
        }
        let scheduler = try makeScheduler(tasks) {
            $0.rules.tick = .milliseconds(10)
            $0.rules.suspendAfter = .seconds(100)
        }
        let notifications = ApplicationNotifications(scheduler)
        func run(_ name: String, _ wanted: [String], url: String = "", from sender: String = "Application") async throws
        {
            let before = diary.lines.filter { !$0.hasPrefix("idle") }.count
            post(name)
            await scheduler.wait { !$0.isDelivering && $0.runningCount == 0 }
            let lines = diary.lines.filter { !$0.hasPrefix("idle") }.dropFirst(before)
            #expect(Array(lines) == wanted.map { $0.contains(" ") ? $0 : "\($0)  Application" }, "\(name)")
        }
        try await run("DidFinishLaunching", ["willFinishLaunching", "didFinishLaunching", "didBecomeActive  nobody"])
        try await run("DidBecomeActive", [])
        try await run("WillResignActive", ["willResignActive"])
        try await run("DidEnterBackground", ["didEnterBackground"])
        try await run("DidBecomeActive", ["willEnterForeground", "didBecomeActive"])
        for event in ["DidReceiveMemoryWarning", "UserDidTakeScreenshot"] {
            try await run(event, [event.prefix(1).lowercased() + event.dropFirst()])
        }
        try await run("SignificantTimeChange", ["significantTimeChange"])
        try await run("WillChangeStatusBarOrientation", ["willChangeStatusBarOrientation"])
        try await run("DidChangeStatusBarOrientation", ["didChangeStatusBarOrientation"])
        try await run("BackgroundRefreshStatusDidChange", ["backgroundRefreshStatusDidChange"])
        let url = try #require(URL(string: "shop://cart"))
        notifications.open(url, from: "Mail")
        await scheduler.wait { !$0.isDelivering && $0.runningCount == 0 }
        #expect(diary.lines.contains("openURL shop://cart Mail"))
        try scheduler.fire(EventSet(.reserved1).union(EventSet(.reserved2)))
        await scheduler.wait { core in
            ["idle", "reserved2"].allSatisfy { name in
                core.task(named: name).map { core.snapshot(of: $0).runsEnded > 0 } ?? false
            }
        }
        try await run(
            "WillTerminate", ["willResignActive", "didEnterBackground", "willTerminate"])
        let heard = Set(diary.lines.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(heard == Set(LifecycleEvent.allCases.map { "\($0)" }))
        notifications.stop()
        post("DidFinishLaunching")
        #expect(scheduler.snapshot { $0.state } == .notRunning)
        await scheduler.stop()
    }

    @Test func `an app that launched earlier is not launched again`() async throws {
        let recorder = Recorder()
        let scheduler = try makeScheduler([], recorder: recorder)
        let notifications = ApplicationNotifications(scheduler)
        try scheduler.launch()
        post("DidFinishLaunching")
        await scheduler.wait { $0.firstFrameAt != nil }
        await scheduler.stop()
        let isRefused = scheduler.recorded(recorder) { recorder in
            recorder.records.contains { if case .refused = $0.fact { true } else { false } }
        }
        #expect(!isRefused)
        notifications.stop()
    }
}
