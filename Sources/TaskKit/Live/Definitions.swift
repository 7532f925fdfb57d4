/// What attempts execute, by place. Each batch owns the table of its attempts, so that none of them counts references.
///
/// `@unchecked Sendable`: nothing in it changes once it is made.
final class Definitions: @unchecked Sendable {
    /// How a body is called.
    enum Kind: UInt8, Sendable {
        /// There is none: a sequence's own run takes no time.
        case none
        /// At once and to its end: the ordinary case.
        case sync
        /// As its `TaskBody` says.
        case other
    }

    /// Not copyable, so that a call does not retain what the closure captured.
    private struct SyncBody: ~Copyable {
        let body: @Sendable (RunContext) throws -> Void

        @inline(__always)
        borrowing func call(_ context: borrowing RunContext) throws { try body(context) }
    }

    let kinds: [Kind]
    let names: [String]
    /// Side by side: what a thread fetches of a task is this and what the closure captured.
    private let syncBodies: UnsafeMutablePointer<SyncBody>
    private let otherBodies: [Int: TaskBody]

    /// A name each with its body; nil: takes no time.
    init(names: [String], bodies: [TaskBody?]) {
        self.names = names
        syncBodies = .allocate(capacity: bodies.count)
        var kinds: [Kind] = []
        kinds.reserveCapacity(bodies.count)
        var others: [Int: TaskBody] = [:]
        for (place, body) in bodies.enumerated() {
            guard case .sync(let call)? = body else {
                (syncBodies + place).initialize(to: SyncBody { _ in })
                kinds.append(body == nil ? .none : .other)
                others[place] = body
                continue
            }
            (syncBodies + place).initialize(to: SyncBody(body: call))
            kinds.append(.sync)
        }
        (self.kinds, otherBodies) = (kinds, others)
    }

    deinit {
        syncBodies.deinitialize(count: kinds.count)
        syncBodies.deallocate()
    }

    /// Runs a body of kind `sync` to its end.
    @inline(__always)
    func runSync(at place: Int, _ context: borrowing RunContext) throws { try syncBodies[place].call(context) }

    /// A body of kind `other`.
    func other(at place: Int) -> TaskBody? { otherBodies[place] }
}

/// One definition with the table that it lives in.
struct Definition: Sendable {
    let table: Definitions
    let place: Int

    /// One of the table that a scheduler was made with.
    init(_ table: Definitions, at place: Int) {
        (self.table, self.place) = (table, place)
    }

    /// One that came later.
    init(_ name: String, _ body: TaskBody) {
        self.init(Definitions(names: [name], bodies: [body]), at: 0)
    }

    var kind: Definitions.Kind { table.kinds[place] }
    var name: String { table.names[place] }

    /// Whether it is the same.
    func isSame(as other: Definition) -> Bool { table === other.table && place == other.place }
}
