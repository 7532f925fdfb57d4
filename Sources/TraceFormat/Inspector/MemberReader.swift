import SchedulerCore

/// Reads the members of a line: exactly the expected ones, in their order, without spaces.
struct MemberReader: MemberCoding {
    typealias Problem = TraceProblem

    private(set) var cursor: LineCursor

    init(_ line: [UInt8]) {
        cursor = LineCursor(line)
    }

    /// The kind of the line.
    mutating func begin() throws(TraceProblem) -> MessageKind {
        try cursor.read("{\"kind\":\"")
        return try cursor.readWord("kind")
    }

    /// Nothing may follow.
    mutating func end() throws(TraceProblem) {
        try cursor.read("}")
        guard cursor.isAtEnd else { throw cursor.problem("expected the end of the line") }
    }

    private mutating func take(_ key: StaticString) -> Bool {
        let start = cursor
        if cursor.take(",\""), cursor.take(key), cursor.take("\":") { return true }
        cursor = start
        return false
    }

    private mutating func read(_ key: StaticString) throws(TraceProblem) {
        guard take(key) else { throw cursor.problem("expected \(key)") }
    }

    private mutating func readNumber(_ range: ClosedRange<Int64>) throws(TraceProblem) -> Int64 {
        let start = cursor.place
        let number = try cursor.readNumber()
        guard range.contains(number) else { throw cursor.problem("the number is out of range", at: start) }
        return number
    }

    private mutating func readText() throws(TraceProblem) -> String {
        try cursor.read("\"")
        return String(decoding: try cursor.readText(), as: UTF8.self)
    }

    mutating func number(_ key: StaticString, _ value: inout Int64, in range: ClosedRange<Int64>) throws(TraceProblem) {
        try read(key)
        value = try readNumber(range)
    }

    mutating func number(_ key: StaticString, _ value: inout Int64?, in range: ClosedRange<Int64>) throws(TraceProblem)
    {
        value = take(key) ? try readNumber(range) : nil
    }

    mutating func natural(_ key: StaticString, _ value: inout UInt64) throws(TraceProblem) {
        try read(key)
        value = try cursor.readNatural()
    }

    mutating func text(_ key: StaticString, _ value: inout String) throws(TraceProblem) {
        try read(key)
        value = try readText()
    }

    mutating func text(_ key: StaticString, _ value: inout String?) throws(TraceProblem) {
        value = take(key) ? try readText() : nil
    }

    mutating func texts(_ key: StaticString, _ value: inout [String]) throws(TraceProblem) {
        try read(key)
        try cursor.read("[")
        value = []
        if cursor.take("]") { return }
        repeat { value.append(try readText()) } while cursor.take(",")
        try cursor.read("]")
    }

    mutating func flag(_ key: StaticString, _ value: inout Bool) throws(TraceProblem) {
        try read(key)
        value = try cursor.readBool()
    }

    mutating func flag(_ key: StaticString, _ value: inout Bool?) throws(TraceProblem) {
        value = take(key) ? try cursor.readBool() : nil
    }

    mutating func word<W: Word>(_ key: StaticString, _ value: inout W) throws(TraceProblem) {
        try read(key)
        try cursor.read("\"")
        value = try cursor.readWord(key)
    }
}
