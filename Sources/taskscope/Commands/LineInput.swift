/// Lines out of bytes as they come in; none is kept that is longer than a limit.
struct LineInput {
    /// The longest line that is taken, in bytes, its end left out.
    static let limit = 1 << 20
    /// The complaint about a longer one.
    static let complaint = "a line of more than \(limit) bytes was ignored"

    /// What came in.
    enum Piece: Hashable {
        case line(String)
        /// A line is too long; reported once.
        case tooLong
    }

    private var pending: [UInt8] = []
    /// The rest of a line that is too long is left out.
    private var isSkipping = false

    /// Takes bytes in; gives the lines that they complete, in order.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [Piece] {
        var pieces: [Piece] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end], to: &pieces)
            if let line = finish() { pieces.append(line) }
            isSkipping = false
            rest = rest[(end + 1)...]
        }
        add(rest, to: &pieces)
        return pieces
    }

    /// The line that has begun; nil if there is none. For the end of the input, which may end without a line's.
    mutating func finish() -> Piece? {
        defer { pending = [] }
        if isSkipping { return nil }
        if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
        return .line(String(decoding: pending, as: UTF8.self))
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, to pieces: inout [Piece]) {
        if isSkipping { return }
        guard pending.count + bytes.count > LineInput.limit else {
            pending += bytes
            return
        }
        pieces.append(.tooLong)
        isSkipping = true
        pending = []
    }
}
