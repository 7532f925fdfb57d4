import Foundation
import SchedulerCore

extension JobSpec {
    /// Whether its data is one JSON object, as a script's must be. O(bytes).
    var hasObject: Bool {
        if data == "{}" { return true }
        return (try? JSONSerialization.jsonObject(with: Data(data.utf8))) is [String: Any]
    }
}
