public struct TimerWheel: Sendable {
    var items: [(Int64, Int, Int32)] = []
    var n = 0
    public init() {}
    public mutating func insert(_ payload: Int32, at key: Int64) -> Int {
        n += 1
        items.append((key, n, payload))
        return n
    }
    public mutating func advance(to key: Int64, due: inout [(key: Int64, payload: Int32)]) {
        let d = items.filter { $0.0 <= key }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        items.removeAll { $0.0 <= key }
        for x in d { due.append((x.0, x.2)) }
    }
}
public struct ReadyQueue: Sendable {
    var items: [(UInt8, Int64, Int32)] = []
    public init() {}
    public var count: Int { items.count }
    public mutating func insert(_ payload: Int32, priority: UInt8, sequence: Int64) {
        items.append((priority, sequence, payload))
    }
    public mutating func remove(priority: UInt8, sequence: Int64) -> Bool {
        let c = items.count
        items.removeAll { $0.1 == sequence }
        return c != items.count
    }
    public mutating func popFirst() -> Int32? {
        guard let i = items.indices.min(by: { (items[$0].0, items[$0].1) < (items[$1].0, items[$1].1) }) else {
            return nil
        }
        return items.remove(at: i).2
    }
}
public struct KeyedReadyQueue: Sendable {
    var items: [(UInt64, Int64, Int32)] = []
    public init() {}
    public var count: Int { items.count }
    public mutating func insert(_ payload: Int32, key: UInt64, sequence: Int64) {
        items.append((key, sequence, payload))
    }
    public mutating func remove(key: UInt64, sequence: Int64) -> Bool {
        let c = items.count
        items.removeAll { $0.1 == sequence }
        return c != items.count
    }
    public mutating func popFirst() -> Int32? {
        guard let i = items.indices.min(by: { (~items[$0].0, items[$0].1) < (~items[$1].0, items[$1].1) }) else {
            return nil
        }
        return items.remove(at: i).2
    }
}
