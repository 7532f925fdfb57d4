import SchedulerCore

/// What attempts execute, by place. Each batch owns the table of its attempts, so that none of them counts references.
///
/// `@unchecked Sendable`: nothing in it changes once it is made.
final class Definitions: @unchecked Sendable {
    /// How a body is called.
    enum Kind: UInt8, Sendable {
        /// There is none: a sequence's own run takes no time.
        case none
        /// At once and to its end: the ordinary case, on the main actor too.
        case sync
        /// As its `TaskBody` says.
        case other
    }

    /// Not copyable, so that a call does not retain what the closure captured.
    private struct SyncBody: ~Copyable {
        let body: @Sendable (RunContext) throws -> Void

        @inline(__always)
        borrowing func call(_ context: borrowing RunContext) throws { try body(context) }

        @inline(__always)
        borrowing func call(_ lent: borrowing RunContext.Borrowed) throws { try body(lent.context) }
    }

    let kinds: [Kind]
    let names: [String]
    /// Side by side: what a thread fetches of a task is this and what the closure captured.
    private let syncBodies: UnsafeMutablePointer<SyncBody>
    /// The others in a list of their own, and for each place where it stands there; without any, none.
    private let others: [TaskBody]
    private let otherPlaces: [Int32]

    /// Room for `count` definitions, which `fill` adds one by one; nil: takes no time.
    private init(count: Int, fill: ((String, TaskBody?) -> Void) -> Void) {
        let syncBodies = UnsafeMutablePointer<SyncBody>.allocate(capacity: count)
        var kinds: [Kind] = []
        var names: [String] = []
        var others: [TaskBody] = []
        var otherPlaces: [Int32] = []
        kinds.reserveCapacity(count)
        names.reserveCapacity(count)
        fill { name, body in
            let place = kinds.count
            names.append(name)
            switch body {
            case .sync(let call):
                (syncBodies + place).initialize(to: SyncBody(body: call))
                kinds.append(.sync)
            case .main(let call):
                (syncBodies + place).initialize(
                    to: SyncBody { context in try MainActor.assumeIsolated { try call(context) } })
                kinds.append(.sync)
            case nil:
                (syncBodies + place).initialize(to: SyncBody { _ in })
                kinds.append(.none)
            case .async(_)?, .completion(_)?:
                (syncBodies + place).initialize(to: SyncBody { _ in })
                kinds.append(.other)
                if otherPlaces.isEmpty { otherPlaces = Array(repeating: -1, count: count) }
                otherPlaces[place] = Int32(others.count)
                if let body { others.append(body) }
            }
        }
        (self.kinds, self.names, self.syncBodies) = (kinds, names, syncBodies)
        (self.others, self.otherPlaces) = (others, otherPlaces)
    }

    /// One definition.
    convenience init(_ name: String, _ body: TaskBody) {
        self.init(count: 1) { add in add(name, body) }
    }

    /// Those of a scheduler: tasks and sequences by `TaskID`, after them the jobs. By index: a loop over the
    /// registrations would copy each.
    convenience init(tasks: [TaskRegistration], sequences: [SequenceSpec], jobs: [JobRegistration]) {
        self.init(count: tasks.count + sequences.count + jobs.count) { add in
            for index in tasks.indices { add(tasks[index].spec.name, tasks[index].body) }
            for sequence in sequences { add(sequence.name, nil) }
            for job in jobs { add(job.name, job.body) }
        }
    }

    deinit {
        syncBodies.deinitialize(count: kinds.count)
        syncBodies.deallocate()
    }

    /// Runs a body of kind `sync` to its end.
    @inline(__always)
    func runSync(at place: Int, _ context: borrowing RunContext) throws { try syncBodies[place].call(context) }

    /// The same with a context that is lent.
    @inline(__always)
    func runSync(at place: Int, _ context: UnsafePointer<RunContext.Borrowed>) throws {
        try syncBodies[place].call(context.pointee)
    }

    /// A body of kind `other`.
    func other(at place: Int) -> TaskBody? { kinds[place] == .other ? others[Int(otherPlaces[place])] : nil }
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
        self.init(Definitions(name, body), at: 0)
    }

    var kind: Definitions.Kind { table.kinds[place] }
    var name: String { table.names[place] }

    /// Whether it is the same.
    func isSame(as other: Definition) -> Bool { table === other.table && place == other.place }
}
