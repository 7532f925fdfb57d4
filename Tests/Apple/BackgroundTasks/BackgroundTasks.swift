// swift-format-ignore-file
// What our modules use of BackgroundTasks, declared as there; nothing here runs.
// Each declaration names its page below https://developer.apple.com/documentation/backgroundtasks.

import Dispatch

/// bgtask: not Sendable there.
open class BGTask {
    /// bgtask/expirationhandler
    public var expirationHandler: (() -> Void)?
    /// bgtask/settaskcompleted(success:)
    public func setTaskCompleted(success: Bool) { fatalError() }
    init() { fatalError() }
}

/// bgtaskscheduler
open class BGTaskScheduler {
    /// bgtaskscheduler/shared
    public class var shared: BGTaskScheduler { fatalError() }
    /// bgtaskscheduler/register(fortaskwithidentifier:using:launchhandler:)
    public func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool { fatalError() }
}
