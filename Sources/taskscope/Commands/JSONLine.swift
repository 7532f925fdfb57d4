import Text
import SchedulerCore
import TraceFormat

/// One JSON object printed by a command; members keep the order in which they were added.
struct JSONLine {
    private var members: [String] = []

    /// The object's text.
    var text: String { "{" + members.joined(separator: ",") + "}" }

    /// Adds a string.
    mutating func add(_ key: String, _ text: String) { members.append("\(Self.quoted(key)):\(Self.quoted(text))") }
    /// Adds a string or null.
    mutating func add(_ key: String, _ text: String?) {
        members.append("\(Self.quoted(key)):\(text.map { Self.quoted($0) } ?? "null")")
    }
    /// Adds a number.
    mutating func add(_ key: String, _ number: Int) { members.append("\(Self.quoted(key)):\(number)") }
    /// Adds true or false.
    mutating func add(_ key: String, _ flag: Bool) { members.append("\(Self.quoted(key)):\(flag)") }
    /// Adds a duration in nanoseconds, or null.
    mutating func add(_ key: String, _ time: Nanoseconds?) {
        members.append("\(Self.quoted(key)):\(time.map { String($0.count) } ?? "null")")
    }
    /// Adds a list of objects.
    mutating func add(_ key: String, _ list: [JSONLine]) {
        members.append("\(Self.quoted(key)):[\(list.map { $0.text }.joined(separator: ","))]")
    }
    /// Adds a list of strings.
    mutating func add(_ key: String, _ list: [String]) {
        members.append("\(Self.quoted(key)):[\(list.map { Self.quoted($0) }.joined(separator: ","))]")
    }
    /// Adds an object.
    mutating func add(_ key: String, _ object: JSONLine) { members.append("\(Self.quoted(key)):\(object.text)") }

    private static func quoted(_ text: String) -> String { String(decoding: JSONText.quoted(text), as: UTF8.self) }
}
