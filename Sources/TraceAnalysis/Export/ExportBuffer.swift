import TraceFormat

/// Bytes on their way out: collected, then handed over in large portions.
struct ExportBuffer {
    /// Room for bytes. It has its own memory, so that writing needs no checks.
    private final class Room {
        let base: UnsafeMutableRawPointer
        let count: Int

        init(count: Int) {
            base = .allocate(byteCount: count, alignment: 16)
            self.count = count
        }

        deinit { base.deallocate() }
    }

    /// This many bytes are handed over at once, or a few more: what a processor's own memory holds.
    private static let portion = 1 << 17
    private var room: Room
    private var next: UnsafeMutableRawPointer
    private var left: Int
    private let sink: (UnsafeRawBufferPointer) -> Void

    init(_ sink: @escaping (UnsafeRawBufferPointer) -> Void) {
        self.sink = sink
        room = Room(count: Self.portion + (1 << 14))
        (next, left) = (room.base, room.count)
    }

    /// Writes with a pen that has room for `count` bytes.
    @inline(__always)
    mutating func write(reserving count: Int, _ body: (inout Pen) -> Void) {
        var pen = open(reserving: count)
        body(&pen)
        close(pen)
    }

    /// A pen that has room for `count` bytes; nothing else may write before it is closed.
    @inline(__always)
    mutating func open(reserving count: Int) -> Pen {
        if left < count + Pen.slack { makeRoom(for: count + Pen.slack) }
        return Pen(at: next)
    }

    /// Keeps what an open pen has written.
    @inline(__always)
    mutating func close(_ pen: Pen) {
        left -= pen.next - next
        next = pen.next
    }

    private mutating func makeRoom(for count: Int) {
        flush()
        guard left < count else { return }
        room = Room(count: count)
        (next, left) = (room.base, room.count)
    }

    /// Writes bytes.
    mutating func write(_ text: [UInt8]) { write(reserving: text.count) { $0.put(text) } }

    /// Writes text.
    mutating func write(_ text: String) { write(Array(text.utf8)) }

    /// Hands everything over.
    mutating func flush() {
        sink(UnsafeRawBufferPointer(start: room.base, count: room.count - left))
        (next, left) = (room.base, room.count)
    }
}
