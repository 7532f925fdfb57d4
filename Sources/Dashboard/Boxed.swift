/// A large value behind one reference: its holder copies eight bytes, and writing copies the value only where it is
/// shared. So a model of kilobytes is handed from function to function for nothing.
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

    /// Where the value stands; as long as this is not written and has a holder.
    var address: UnsafePointer<Value> { @inline(__always) get { UnsafePointer(storage.place) } }

    var wrappedValue: Value {
        @inline(__always) unsafeAddress { address }
        @inline(__always) unsafeMutableAddress {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.place.pointee) }
            return storage.place
        }
    }
}

extension Boxed {
    /// Asks the value where it stands: what is only read through a reference would be copied whole. `question` gets it as
    /// if it were to be changed, which is how the compiler knows that access is exclusive; it must not change it.
    @inline(__always)
    func ask<Answer>(_ question: (inout Value) -> Answer) -> Answer {
        question(&UnsafeMutablePointer(mutating: address).pointee)
    }
}

/// The value is only written through a copy that holds its storage alone.
extension Boxed: @unchecked Sendable {}
