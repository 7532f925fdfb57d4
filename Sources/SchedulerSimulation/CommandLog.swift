import SchedulerCore
import Text

/// A value for some of the commands, by their numbers. A list that only grows, so that the copies in keyframes
/// share it; see `ChunkedLog`.
public struct CommandLog<Value: Sendable>: Sendable {
    private var entries = ChunkedLog<(command: CommandID, value: Value)>()

    /// Adds the value of a command, which must be later than all before. O(1) amortized.
    mutating func append(_ value: Value, of command: CommandID) {
        entries.append((command, value))
    }

    /// The value of a command; nil if it has none. O(log n).
    public subscript(command: CommandID) -> Value? {
        let place = entries.partitionPoint { $0.command.index >= command.index }
        return place < entries.count && entries[place].command == command ? entries[place].value : nil
    }

    /// All values, in the order of the commands. O(n).
    public var all: [(command: CommandID, value: Value)] { Array(entries) }
}
