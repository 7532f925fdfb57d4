// swift-format-ignore-file
// What our modules and pages use of UIKit, declared as there; nothing here runs.
// Each declaration names its page below https://developer.apple.com/documentation/uikit.

@_exported import Foundation

/// uiresponder
@MainActor open class UIResponder { public init() { fatalError() } }

/// uibackgroundtaskidentifier
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
    /// uibackgroundtaskidentifier/invalid
    public static let invalid = UIBackgroundTaskIdentifier()
}

/// uiapplication
@MainActor open class UIApplication: UIResponder {
    /// uiapplication/launchoptionskey
    public struct LaunchOptionsKey: Hashable, Sendable {}
    /// uiapplication/shared
    public class var shared: UIApplication { fatalError() }
    /// uiapplication/registerforremotenotifications()
    public func registerForRemoteNotifications() { fatalError() }
    /// uiapplication/beginbackgroundtask(withname:expirationhandler:)
    nonisolated public func beginBackgroundTask(
        withName name: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { fatalError() }
    /// uiapplication/endbackgroundtask(_:)
    nonisolated public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { fatalError() }
}

/// uiapplicationdelegate
@MainActor public protocol UIApplicationDelegate {
    /// uiapplicationdelegate/application(_:willfinishlaunchingwithoptions:)
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    /// uiapplicationdelegate/main()
    public static func main() { fatalError() }
}
