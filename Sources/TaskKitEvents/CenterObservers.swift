import Foundation
import SchedulerCore
import TaskKit

/// Observers of a notification center that are removed together.
///
/// `@unchecked Sendable`: the tokens are only given back to the center, once, under the lock.
final class CenterObservers: @unchecked Sendable {
    private let center: NotificationCenter
    private let lock = NSLock()
    private var tokens: [String: any NSObjectProtocol] = [:]
    private var isStopped = false

    init(_ center: NotificationCenter = .default) {
        self.center = center
    }

    /// Calls `body` at each post of `name`, on the posting thread; further calls with the same name change nothing.
    func observe(_ name: String, _ body: @escaping @Sendable (Notification) -> Void) {
        lock.withLock {
            guard !isStopped, tokens[name] == nil else { return }
            tokens[name] = center.addObserver(
                forName: Notification.Name(name), object: nil, queue: nil, using: body)
        }
    }

    /// Removes all observers.
    func stop() {
        lock.withLock {
            isStopped = true
            for token in tokens.values { center.removeObserver(token) }
            tokens = [:]
        }
    }
}

/// Forwards posts to `NotificationCenter.default` to notification tasks, including those injected later.
/// `userInfo` becomes the payload if it can be written as JSON.
final class NotificationPosts: Sendable {
    private let observers = CenterObservers()

    init(_ scheduler: LiveScheduler) {
        scheduler.observeNotificationKeys { [weak scheduler, observers] key in
            observers.observe(key) { [weak scheduler] notification in
                let payload = Self.json(notification.userInfo)
                scheduler?.report(
                    .notification(key, payload: payload), from: notification.object.map { "\(type(of: $0))" })
            }
        }
    }

    func stop() {
        observers.stop()
    }

    /// The payload as JSON text with sorted keys; nil if there is none or it cannot be written.
    static func json(_ payload: [AnyHashable: Any]?) -> String? {
        guard let payload else { return nil }
        var object: [String: Any] = [:]
        for (key, value) in payload { object["\(key.base)"] = value }
        guard JSONSerialization.isValidJSONObject(object),
            let text = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}
