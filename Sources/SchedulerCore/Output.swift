/// What came of one input: the only way out of the rules besides the trace records.
public struct Output: Hashable, Sendable {
    /// What the driver has to carry out, in this order.
    public internal(set) var effects: Effects
    /// Why the command was refused; nil if it was taken, also where it waits its turn and may be refused then.
    public internal(set) var refusal: Refusal?
    /// The cycle that a refused injection would have closed, its first member repeated; empty for other refusals.
    public internal(set) var refusedCycle: [TaskID] = []

    /// Creates an output.
    public init(effects: Effects, refusal: Refusal? = nil, refusedCycle: [TaskID] = []) {
        self.effects = effects
        self.refusal = refusal
        self.refusedCycle = refusedCycle
    }
}

extension Output: ExpressibleByArrayLiteral {
    /// These effects, and no refusal.
    public init(arrayLiteral effects: Effect...) {
        self.init(effects: Effects(effects))
    }
}

/// Effects in order. None or one, which is nearly always so, costs no allocation.
public struct Effects: Hashable, Sendable {
    private enum Storage: Hashable, Sendable {
        case none
        case one(Effect)
        case many([Effect])
    }

    private var storage = Storage.none

    /// None.
    public init() {}

    /// These effects.
    public init(_ effects: some Collection<Effect>) {
        for effect in effects { append(effect) }
    }

    /// Adds one at the end.
    mutating func append(_ effect: Effect) {
        switch storage {
        case .none: storage = .one(effect)
        case .one(let first): storage = .many([first, effect])
        case .many(var all):
            storage = .none
            all.append(effect)
            storage = .many(all)
        }
    }
}

extension Effects: RandomAccessCollection {
    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int {
        switch storage {
        case .none: 0
        case .one: 1
        case .many(let all): all.count
        }
    }
    /// The effect with this number, from 0.
    public subscript(index: Int) -> Effect {
        switch storage {
        case .none: preconditionFailure("no effect has the number \(index)")
        case .one(let effect):
            precondition(index == 0, "the only effect has the number 0")
            return effect
        case .many(let all): return all[index]
        }
    }
}

extension Effects: ExpressibleByArrayLiteral {
    /// These effects.
    public init(arrayLiteral effects: Effect...) {
        self.init(effects)
    }
}
