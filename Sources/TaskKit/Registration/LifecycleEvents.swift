import SchedulerCore

extension EventSet {
    /// The launch begins.
    public static let willFinishLaunching = EventSet(LifecycleEvent.willFinishLaunching)
    /// The launch is nearly over.
    public static let didFinishLaunching = EventSet(LifecycleEvent.didFinishLaunching)
    /// The app comes back.
    public static let willEnterForeground = EventSet(LifecycleEvent.willEnterForeground)
    /// The app is in the background.
    public static let didEnterBackground = EventSet(LifecycleEvent.didEnterBackground)
    /// The app is active.
    public static let didBecomeActive = EventSet(LifecycleEvent.didBecomeActive)
    /// Memory is low.
    public static let didReceiveMemoryWarning = EventSet(LifecycleEvent.didReceiveMemoryWarning)
    /// The process ends.
    public static let willTerminate = EventSet(LifecycleEvent.willTerminate)
    /// Something covers the app.
    public static let willResignActive = EventSet(LifecycleEvent.willResignActive)
    /// The clock was set, or a new day began.
    public static let significantTimeChange = EventSet(LifecycleEvent.significantTimeChange)
    /// A URL was opened.
    public static let openURL = EventSet(LifecycleEvent.openURL)
    /// The screen is about to rotate.
    public static let willChangeStatusBarOrientation = EventSet(LifecycleEvent.willChangeStatusBarOrientation)
    /// The screen has rotated.
    public static let didChangeStatusBarOrientation = EventSet(LifecycleEvent.didChangeStatusBarOrientation)
    /// Background refresh was allowed or forbidden.
    public static let backgroundRefreshStatusDidChange = EventSet(LifecycleEvent.backgroundRefreshStatusDidChange)
    /// A screenshot was taken.
    public static let userDidTakeScreenshot = EventSet(LifecycleEvent.userDidTakeScreenshot)
    /// For the app's own use.
    public static let reserved1 = EventSet(LifecycleEvent.reserved1)
    /// For the app's own use.
    public static let reserved2 = EventSet(LifecycleEvent.reserved2)
    /// A stretch of work is over.
    public static let idle = EventSet(LifecycleEvent.idle)
}

extension TaskTrigger {
    /// The launch begins.
    public static let willFinishLaunching = TaskTrigger.events(.willFinishLaunching)
    /// The launch is nearly over.
    public static let didFinishLaunching = TaskTrigger.events(.didFinishLaunching)
    /// The app comes back.
    public static let willEnterForeground = TaskTrigger.events(.willEnterForeground)
    /// The app is in the background.
    public static let didEnterBackground = TaskTrigger.events(.didEnterBackground)
    /// The app is active.
    public static let didBecomeActive = TaskTrigger.events(.didBecomeActive)
    /// Memory is low.
    public static let didReceiveMemoryWarning = TaskTrigger.events(.didReceiveMemoryWarning)
    /// The process ends.
    public static let willTerminate = TaskTrigger.events(.willTerminate)
    /// Something covers the app.
    public static let willResignActive = TaskTrigger.events(.willResignActive)
    /// The clock was set, or a new day began.
    public static let significantTimeChange = TaskTrigger.events(.significantTimeChange)
    /// A URL was opened.
    public static let openURL = TaskTrigger.events(.openURL)
    /// The screen is about to rotate.
    public static let willChangeStatusBarOrientation = TaskTrigger.events(.willChangeStatusBarOrientation)
    /// The screen has rotated.
    public static let didChangeStatusBarOrientation = TaskTrigger.events(.didChangeStatusBarOrientation)
    /// Background refresh was allowed or forbidden.
    public static let backgroundRefreshStatusDidChange = TaskTrigger.events(.backgroundRefreshStatusDidChange)
    /// A screenshot was taken.
    public static let userDidTakeScreenshot = TaskTrigger.events(.userDidTakeScreenshot)
    /// For the app's own use.
    public static let reserved1 = TaskTrigger.events(.reserved1)
    /// For the app's own use.
    public static let reserved2 = TaskTrigger.events(.reserved2)
    /// A stretch of work is over.
    public static let idle = TaskTrigger.events(.idle)
}
