/// The result of one input: the only output of the rules besides the trace records.
public struct Output: Hashable, Sendable {
    /// What the driver has to carry out, in this order.
    public internal(set) var effects: Effects
    /// Why the command was refused; nil if it was accepted, even if it waits its turn and may be refused then.
    public internal(set) var refusal: Refusal?
    private var cycle: [TaskID]?

    /// Nothing to do, and no refusal.
    init() { effects = Effects() }

    /// The cycle that a refused injection would have closed, its first member repeated; empty for other refusals.
    public internal(set) var refusedCycle: [TaskID] {
        get { cycle ?? [] }
        set { cycle = newValue.isEmpty ? nil : newValue }
    }
}

extension Output: ExpressibleByArrayLiteral {
    /// These effects, and no refusal.
    public init(arrayLiteral effects: Effect...) {
        self.init()
        for effect in effects { self.effects.append(effect) }
    }
}

/// Effects in order. None or one, which is nearly always the case, costs no allocation.
public struct Effects: Hashable, Sendable {
    @usableFromInline var first: Effect?
    /// Nil, which costs nothing to copy, if there are none.
    @usableFromInline var others: [Effect]?

    /// Adds one at the end.
    @inline(__always)
    mutating func append(_ effect: Effect) {
        if first == nil {
            first = effect
        } else if others == nil {
            others = [effect]
        } else {
            others?.append(effect)
        }
    }
}

extension Effects: RandomAccessCollection {
    /// Always 0.
    @inlinable public var startIndex: Int { 0 }
    /// How many there are.
    @inlinable public var endIndex: Int { first == nil ? 0 : 1 + (others?.count ?? 0) }
    /// The effect with this number, from 0.
    @inlinable public subscript(index: Int) -> Effect {
        guard let others, index > 0 else {
            guard index == 0, let first else { preconditionFailure("no effect has the number \(index)") }
            return first
        }
        return others[index - 1]
    }
}
