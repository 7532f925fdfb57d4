/// Splits incoming bytes into lines; drops lines longer than a limit.
struct LineInput {
    /// The longest accepted line, in bytes, without its line end.
    static let limit = 1 << 20
    /// The message about a longer one.
    static let complaint = "a line of more than \(limit) bytes was ignored"

    /// A piece of the input.
    enum Piece: Hashable {
        case line(String)
        /// A line that is too long; reported once.
        case tooLong
    }

    private var pending: [UInt8] = []
    /// The rest of a line that is too long is being skipped.
    private var isSkipping = false

    /// Takes bytes; returns the lines that they complete, in order.
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

    /// The unfinished line; nil if there is none. For the end of the input, which may lack a final line end.
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
