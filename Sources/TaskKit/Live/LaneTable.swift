/// The executing sides of all lanes, side by side. Copies share them; they are touched under the driver's lock only.
///
/// Unlike an array's, its elements change in place without a look at who else holds them: that is asked several times for
/// each start.
struct LaneTable: RandomAccessCollection {
    /// Owns the memory.
    private final class Storage {
        let base: UnsafeMutablePointer<LaneWork>
        let count: Int

        init(_ lanes: [LaneWork]) {
            count = lanes.count
            base = .allocate(capacity: count)
            for (place, lane) in lanes.enumerated() { (base + place).initialize(to: lane) }
        }

        deinit {
            base.deinitialize(count: count)
            base.deallocate()
        }
    }

    private let storage: Storage
    private let base: UnsafeMutablePointer<LaneWork>
    let endIndex: Int
    var startIndex: Int { 0 }

    init(_ lanes: [LaneWork]) {
        storage = Storage(lanes)
        base = storage.base
        endIndex = storage.count
    }

    subscript(lane: Int) -> LaneWork {
        @inline(__always) unsafeAddress {
            precondition(lane >= 0 && lane < endIndex, "a lane of this scheduler")
            return UnsafePointer(base + lane)
        }
        @inline(__always) nonmutating unsafeMutableAddress {
            precondition(lane >= 0 && lane < endIndex, "a lane of this scheduler")
            return base + lane
        }
    }
}
