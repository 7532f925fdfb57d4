/// The result of one input: the only output of the rules besides the trace records.
public struct Response: Hashable, Sendable {
    /// What the driver has to carry out, in this order.
    public internal(set) var effects: [Effect] = []
    /// Why the command was refused; nil if it was accepted, even if it waits its turn and may be refused then.
    public internal(set) var refusal: Refusal?
    private var cycle: [TaskID]?

    /// Nothing to do, and no refusal.
    init() {}

    /// The cycle that a refused injection would have closed, its first member repeated; empty for other refusals.
    public internal(set) var refusedCycle: [TaskID] {
        get { cycle ?? [] }
        set { cycle = newValue.isEmpty ? nil : newValue }
    }
}

extension Response: ExpressibleByArrayLiteral {
    /// These effects, and no refusal.
    public init(arrayLiteral effects: Effect...) {
        self.init()
        self.effects = effects
    }
}
