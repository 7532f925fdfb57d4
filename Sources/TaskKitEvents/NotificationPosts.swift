import Foundation
import SchedulerCore
import TaskKit

/// Posts to `NotificationCenter.default` as posts to notification tasks: those under the keys that tasks had when this
/// began. `userInfo` becomes the payload where it can be written as JSON.
final class NotificationPosts: Sendable {
    /// What `removeObserver` wants back.
    ///
    /// `@unchecked Sendable`: the tokens are only handed back, once, under the lock that holds them.
    private struct Tokens: @unchecked Sendable {
        var list: [any NSObjectProtocol] = []
    }

    private let tokens = Locked(Tokens())

    init(_ scheduler: LiveScheduler) {
        let keys = Set(
            scheduler.plan.tasks.compactMap { task -> String? in
                guard case .notification(let key) = task.trigger else { return nil }
                return key
            })
        var list: [any NSObjectProtocol] = []
        for key in keys {
            let token = NotificationCenter.default.addObserver(
                forName: Notification.Name(key), object: nil, queue: nil
            ) { [weak scheduler] notification in
                scheduler?.report(.notification(key, payload: Self.json(notification.userInfo)))
            }
            list.append(token)
        }
        let observed = Tokens(list: list)
        tokens.with { $0 = observed }
    }

    func stop() {
        tokens.with { tokens in
            for token in tokens.list { NotificationCenter.default.removeObserver(token) }
            tokens.list = []
        }
    }

    /// The payload as JSON text with sorted keys; nil where there is none or it cannot be written.
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
