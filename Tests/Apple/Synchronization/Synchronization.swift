// swift-format-ignore-file
// What our modules use of Synchronization, declared as on Apple's systems; nothing here runs.
// Each declaration names its page below https://developer.apple.com/documentation/synchronization.

/// atomicrepresentable
public protocol AtomicRepresentable {}
extension Bool: AtomicRepresentable {}
extension Int: AtomicRepresentable {}
extension Int64: AtomicRepresentable {}
extension UInt8: AtomicRepresentable {}
extension UInt64: AtomicRepresentable {}

/// atomicloadordering
public struct AtomicLoadOrdering: Sendable {
    public static var relaxed: Self { fatalError() }
    public static var acquiring: Self { fatalError() }
    public static var sequentiallyConsistent: Self { fatalError() }
}

/// atomicstoreordering
public struct AtomicStoreOrdering: Sendable {
    public static var relaxed: Self { fatalError() }
    public static var releasing: Self { fatalError() }
    public static var sequentiallyConsistent: Self { fatalError() }
}

/// atomicupdateordering
public struct AtomicUpdateOrdering: Sendable {
    public static var relaxed: Self { fatalError() }
    public static var acquiring: Self { fatalError() }
    public static var releasing: Self { fatalError() }
    public static var acquiringAndReleasing: Self { fatalError() }
    public static var sequentiallyConsistent: Self { fatalError() }
}

/// atomic
public struct Atomic<Value: AtomicRepresentable>: ~Copyable, @unchecked Sendable {
    public init(_ initialValue: consuming Value) { fatalError() }
    public borrowing func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
    public borrowing func store(_ desired: consuming Value, ordering: AtomicStoreOrdering) { fatalError() }
    public borrowing func exchange(_ desired: consuming Value, ordering: AtomicUpdateOrdering) -> Value { fatalError() }
    public borrowing func compareExchange(
        expected: consuming Value, desired: consuming Value, ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: Value) { fatalError() }
}

extension Atomic where Value: FixedWidthInteger {
    @discardableResult
    public borrowing func add(_ operand: Value, ordering: AtomicUpdateOrdering) -> (oldValue: Value, newValue: Value) {
        fatalError()
    }
    @discardableResult
    public borrowing func wrappingAdd(
        _ operand: Value, ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) { fatalError() }
    @discardableResult
    public borrowing func bitwiseOr(
        _ operand: Value, ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) { fatalError() }
    @discardableResult
    public borrowing func subtract(
        _ operand: Value, ordering: AtomicUpdateOrdering
    ) -> (oldValue: Value, newValue: Value) { fatalError() }
}
