/// Cases that scenarios and traces write as one word each. The words are listed, as Swift's own lookup of a case's
/// name searches all types of the program, which takes much of the time of a short process.
public protocol NamedCase: CustomStringConvertible, RawRepresentable<UInt8> {
    /// The words, by raw value.
    static var words: [StaticString] { get }
}

extension NamedCase {
    /// As scenarios and traces write it.
    public var word: StaticString { Self.words[Int(rawValue)] }
    /// The same as text.
    public var description: String { word.description }
}

extension LifecycleState: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["notRunning", "inactive", "active", "background", "suspended"]
}

extension LifecycleEvent: NamedCase {
    /// The words, as The rules, "Lifecycle", list them.
    public static let words: [StaticString] = [
        "willFinishLaunching", "didFinishLaunching", "willEnterForeground", "didEnterBackground", "didBecomeActive",
        "didReceiveMemoryWarning", "willTerminate", "willResignActive", "significantTimeChange", "openURL",
        "willChangeStatusBarOrientation", "didChangeStatusBarOrientation", "backgroundRefreshStatusDidChange",
        "userDidTakeScreenshot", "reserved1", "reserved2", "idle",
    ]
}

extension Priority: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["critical", "high", "default", "low"]
}

extension StartupClass: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["basic", "sync", "async", "afterLaunch"]
}

extension CatchUp: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["once", "all", "none"]
}

extension DeathCause: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["failed", "critical", "lost", "expired"]
}

extension Outcome: NamedCase {
    /// The words, by raw value.
    public static let words: [StaticString] = ["success", "fail", "critical", "cancelled", "timedOut"]
}
