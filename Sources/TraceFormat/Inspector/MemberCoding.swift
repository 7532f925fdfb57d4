import SchedulerCore

/// The members of a line, in their order: written from values, or read into them. One description of a line serves both,
/// so that what is written is what is read.
protocol MemberCoding {
    /// What can go wrong: nothing while writing.
    associatedtype Problem: Error

    /// A whole number in this range.
    mutating func number(_ key: StaticString, _ value: inout Int64, in range: ClosedRange<Int64>) throws(Problem)
    /// A number that may be absent.
    mutating func number(_ key: StaticString, _ value: inout Int64?, in range: ClosedRange<Int64>) throws(Problem)
    /// A text.
    mutating func text(_ key: StaticString, _ value: inout String) throws(Problem)
    /// A text that may be absent.
    mutating func text(_ key: StaticString, _ value: inout String?) throws(Problem)
    /// Texts in brackets.
    mutating func texts(_ key: StaticString, _ value: inout [String]) throws(Problem)
    /// `true` or `false`.
    mutating func flag(_ key: StaticString, _ value: inout Bool) throws(Problem)
    /// A flag that may be absent.
    mutating func flag(_ key: StaticString, _ value: inout Bool?) throws(Problem)
    /// A fixed word.
    mutating func word<W: Word>(_ key: StaticString, _ value: inout W) throws(Problem)
    /// An unsigned number of 64 bits.
    mutating func natural(_ key: StaticString, _ value: inout UInt64) throws(Problem)
}

extension MemberCoding {
    /// A number of the type's own range.
    mutating func number<I: FixedWidthInteger>(_ key: StaticString, _ value: inout I) throws(Problem) {
        try number(key, &value, from: Int64(clamping: I.min), to: Int64(clamping: I.max))
    }

    /// A number from `least` to `most`.
    mutating func number<I: FixedWidthInteger>(
        _ key: StaticString, _ value: inout I, from least: Int64, to most: Int64
    ) throws(Problem) {
        var wide = Int64(clamping: value)
        try number(key, &wide, in: max(least, Int64(clamping: I.min))...min(most, Int64(clamping: I.max)))
        value = I(clamping: wide)
    }

    /// Bytes, each as two hexadecimal digits; from anything else nothing is read.
    mutating func bytes(_ key: StaticString, _ value: inout [UInt8]) throws(Problem) {
        let digits = Array("0123456789abcdef".utf8)
        var written = [UInt8](repeating: 0, count: value.count * 2)
        for (place, byte) in value.enumerated() {
            written[2 * place] = digits[Int(byte >> 4)]
            written[2 * place + 1] = digits[Int(byte & 15)]
        }
        var text = String(decoding: written, as: UTF8.self)
        try self.text(key, &text)
        let read = text.utf8.compactMap { digit in digits.firstIndex(of: digit).map { UInt8($0) } }
        let isWhole = read.count == text.utf8.count && read.count % 2 == 0
        value = isWhole ? stride(from: 0, to: read.count, by: 2).map { read[$0] << 4 | read[$0 + 1] } : []
    }

    /// A duration, not negative.
    mutating func time(_ key: StaticString, _ value: inout Nanoseconds) throws(Problem) {
        try number(key, &value.count, in: 0...Int64.max)
    }

    /// A duration that may be absent.
    mutating func time(_ key: StaticString, _ value: inout Nanoseconds?) throws(Problem) {
        var count = value?.count
        try number(key, &count, in: 0...Int64.max)
        value = count.map(Nanoseconds.init)
    }

    /// An instant.
    mutating func instant(_ key: StaticString, _ value: inout Instant) throws(Problem) {
        try number(key, &value.nanoseconds, in: Int64.min...Int64.max)
    }

    /// An instant that may be absent.
    mutating func instant(_ key: StaticString, _ value: inout Instant?) throws(Problem) {
        var count = value?.nanoseconds
        try number(key, &count, in: Int64.min...Int64.max)
        value = count.map(Instant.init(nanoseconds:))
    }
}
