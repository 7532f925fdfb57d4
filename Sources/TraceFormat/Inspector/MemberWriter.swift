import Text
import SchedulerCore

/// Appends members to a line.
struct MemberWriter: MemberCoding {
    typealias Problem = Never

    /// Everything written.
    private(set) var bytes: [UInt8] = []

    /// Begins a line with its kind.
    mutating func begin(_ kind: MessageKind) {
        append("{\"kind\":\"")
        append(kind.word)
        append("\"")
    }

    /// Ends a line.
    mutating func end() {
        append("}\n")
    }

    /// Forgets what was written after the first `count` bytes.
    mutating func cut(to count: Int) {
        bytes.removeSubrange(count...)
    }

    /// Hands over everything written and begins again.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func key(_ key: StaticString) {
        append(",\"")
        append(key)
        append("\":")
    }

    private mutating func append(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        append(number.magnitude)
    }

    private mutating func append(_ number: UInt64) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    mutating func number(_ key: StaticString, _ value: inout Int64, in range: ClosedRange<Int64>) {
        self.key(key)
        append(value)
    }

    mutating func number(_ key: StaticString, _ value: inout Int64?, in range: ClosedRange<Int64>) {
        guard let number = value else { return }
        self.key(key)
        append(number)
    }

    mutating func natural(_ key: StaticString, _ value: inout UInt64) {
        self.key(key)
        append(value)
    }

    mutating func text(_ key: StaticString, _ value: inout String) {
        self.key(key)
        JSONText.append(value, to: &bytes)
    }

    mutating func text(_ key: StaticString, _ value: inout String?) {
        guard let text = value else { return }
        self.key(key)
        JSONText.append(text, to: &bytes)
    }

    mutating func texts(_ key: StaticString, _ value: inout [String]) {
        self.key(key)
        append("[")
        for (place, text) in value.enumerated() {
            if place > 0 { append(",") }
            JSONText.append(text, to: &bytes)
        }
        append("]")
    }

    mutating func flag(_ key: StaticString, _ value: inout Bool) {
        self.key(key)
        if value { append("true") } else { append("false") }
    }

    mutating func flag(_ key: StaticString, _ value: inout Bool?) {
        guard var flag = value else { return }
        self.flag(key, &flag)
    }

    mutating func word<W: Word>(_ key: StaticString, _ value: inout W) {
        self.key(key)
        append("\"")
        append(value.word)
        append("\"")
    }
}
