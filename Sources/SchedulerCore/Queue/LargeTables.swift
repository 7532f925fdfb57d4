/// Room for tables of megabytes: the system may be told of it before it is used.
public enum LargeTables {
    /// Tables of so many bytes and more.
    public static let size = 4 << 20
    /// What such tables lie on: a huge page of most systems.
    public static let alignment = 2 << 20

    /// Is given the room of every large table before its first use, as address and bytes; asks for huge pages, for
    /// example. Set once, before the first scheduler is made: nothing protects it.
    nonisolated(unsafe) public static var prepare: @Sendable (UnsafeMutableRawPointer, Int) -> Void = { _, _ in }
}
