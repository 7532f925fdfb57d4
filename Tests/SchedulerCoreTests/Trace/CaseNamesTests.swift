import Testing

@testable import SchedulerCore

/// Names that scenarios, scripts and traces use: none may change or be mixed up.
@Suite struct CaseNamesTests {
    @Test func states() {
        let names = ["notRunning", "inactive", "active", "background", "suspended"]
        #expect(LifecycleState.allCases.map { "\($0)" } == names)
    }

    @Test func events() {
        let names = """
            willFinishLaunching didFinishLaunching willEnterForeground didEnterBackground didBecomeActive \
            didReceiveMemoryWarning willTerminate willResignActive significantTimeChange openURL \
            willChangeStatusBarOrientation didChangeStatusBarOrientation backgroundRefreshStatusDidChange \
            userDidTakeScreenshot reserved1 reserved2 idle
            """
        #expect(LifecycleEvent.allCases.map { "\($0)" } == names.split(separator: " ").map(String.init))
    }

    @Test func others() {
        #expect(Priority.allCases.map { "\($0)" } == ["critical", "high", "default", "low"])
        #expect(StartupClass.allCases.map { "\($0)" } == ["basic", "sync", "async", "afterLaunch"])
        #expect(CatchUp.allCases.map { "\($0)" } == ["once", "all", "none"])
        #expect(DeathCause.allCases.map { "\($0)" } == ["failed", "critical", "lost", "expired"])
        #expect(Outcome.allCases.map { "\($0)" } == ["success", "fail", "critical", "cancelled", "timedOut"])
    }
}
