/// A large value behind one reference: its holder copies eight bytes, and writing copies the value only if it is
/// shared. So passing a model of several kilobytes from function to function costs almost nothing.
@propertyWrapper
struct Boxed<Value: Sendable> {
    private final class Storage {
        let place: UnsafeMutablePointer<Value>

        init(_ value: consuming Value) {
            place = .allocate(capacity: 1)
            place.initialize(to: value)
        }

        deinit {
            place.deinitialize(count: 1)
            place.deallocate()
        }
    }

    private var storage: Storage

    init(wrappedValue: consuming Value) { storage = Storage(wrappedValue) }

    var wrappedValue: Value {
        @inline(__always) unsafeAddress { UnsafePointer(storage.place) }
        @inline(__always) unsafeMutableAddress {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.place.pointee) }
            return storage.place
        }
    }
}

/// The value is written only through the sole owner of its storage.
extension Boxed: @unchecked Sendable {}
