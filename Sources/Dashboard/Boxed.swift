/// A large value behind one reference: its holder copies eight bytes, and writing copies the value only if it is
/// shared. So passing a model of several kilobytes from function to function costs almost nothing.
@propertyWrapper
struct Boxed<Value: Sendable> {
    private final class Storage {
        var held: Held

        init(_ value: consuming Value) { held = Held(value: value) }
    }

    /// A value that is lent, never copied.
    struct Held: ~Copyable {
        var value: Value
    }

    private var storage: Storage

    init(wrappedValue: consuming Value) { storage = Storage(wrappedValue) }

    var wrappedValue: Value {
        @inline(__always) _read { yield storage.held.value }
        @inline(__always) _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.held.value) }
            yield &storage.held.value
        }
    }

    /// Reads from the value; unlike a call through `wrappedValue`, this never copies it.
    @inline(__always)
    func read<Result>(_ body: (borrowing Held) -> Result) -> Result { body(storage.held) }
}

/// The value is written only through the sole owner of its storage.
extension Boxed: @unchecked Sendable {}
