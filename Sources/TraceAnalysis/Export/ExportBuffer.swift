import TraceFormat

/// Bytes on their way out: kept until there is a good deal of them, then given away.
struct ExportBuffer {
    /// This many bytes are given away at once, or a few more.
    private static let portion = 1 << 20
    private var bytes: [UInt8]
    private var used = 0
    private let sink: (UnsafeRawBufferPointer) -> Void

    init(_ sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.sink = sink
        bytes = [UInt8](repeating: 0, count: Self.portion + (1 << 16))
    }

    /// Writes with a pen that has room for `count` bytes.
    @inline(__always)
    mutating func write(reserving count: Int, _ body: (inout Pen) -> Void) {
        if used >= Self.portion { flush() }
        let wanted = used + count + Pen.slack
        if wanted > bytes.count { bytes.append(contentsOf: repeatElement(0, count: wanted - bytes.count)) }
        used = bytes.withUnsafeMutableBytes { room in
            guard let base = room.baseAddress else { return used }
            var pen = Pen(at: base + used)
            body(&pen)
            return pen.next - base
        }
    }

    /// Writes bytes.
    mutating func write(_ text: [UInt8]) { write(reserving: text.count) { $0.put(text) } }

    /// Writes text.
    mutating func write(_ text: String) { write(Array(text.utf8)) }

    /// Gives everything away.
    mutating func flush() {
        bytes.withUnsafeBytes { sink(UnsafeRawBufferPointer(rebasing: $0[..<used])) }
        used = 0
    }
}
