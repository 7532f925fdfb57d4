/// What became of rows since it was asked last; kept only once a store asks.
struct JobJournal: Sendable {
    private var changes: [JobChange]?

    /// Whether a store asks.
    var isKept: Bool { changes != nil }
    /// Whether there is something to take.
    var isEmpty: Bool { changes?.isEmpty ?? true }

    mutating func begin() { changes = changes ?? [] }

    mutating func append(_ change: JobChange) { changes?.append(change) }

    /// Hands over what was kept.
    mutating func take() -> [JobChange] {
        guard let taken = changes else { return [] }
        changes = []
        return taken
    }
}

extension JobQueue {
    /// From now on what becomes of rows is kept for a store.
    public mutating func followChanges() { journal.begin() }

    /// Whether there are changes to take.
    public var hasChanges: Bool { !journal.isEmpty }

    /// What became of rows since the last call, in order.
    public mutating func takeChanges() -> [JobChange] { journal.take() }
}
