import SchedulerCore

/// How a task's attempts behave.
struct Behaviour: Sendable {
    private let duration: DurationModel
    private let outcome: OutcomeModel
    private let nameHash: UInt64

    /// Succeeds at once: a sequence's own run.
    static let instant = Behaviour(.fixed(.zero), .success, "")

    init(_ duration: DurationModel, _ outcome: OutcomeModel, _ name: String) {
        (self.duration, self.outcome) = (duration, outcome)
        nameHash = stableHash(name)
    }

    init(_ task: ScenarioTask) {
        self.init(task.duration, task.outcome, task.spec.name)
    }

    /// The length of every attempt if it never varies and all succeed; -1: `draw` decides.
    var fixedLength: Int64 {
        guard case .fixed(let length) = duration, outcome == .success else { return -1 }
        return max(0, length.count)
    }

    /// Length (nil: never ends) and outcome of one attempt; depends on nothing but the arguments.
    func draw(seed: UInt64, run: Int32, attempt: Int32) -> (length: Nanoseconds?, outcome: Outcome) {
        var generator = Self.generator(seed, nameHash, run, attempt)
        let length = Self.length(duration, &generator)
        return (length, Self.outcome(outcome, attempt, &generator))
    }

    /// The stream of one attempt: seed, name, run and attempt mixed by SplitMix64, one after the other.
    private static func generator(_ seed: UInt64, _ name: UInt64, _ run: Int32, _ attempt: Int32) -> SplitMix64 {
        var first = SplitMix64(seed: seed)
        var second = SplitMix64(seed: first.next() ^ name)
        let turn = UInt64(UInt32(bitPattern: run)) << 32 | UInt64(UInt32(bitPattern: attempt))
        return SplitMix64(seed: second.next() ^ turn)
    }

    private static func length(_ model: DurationModel, _ generator: inout SplitMix64) -> Nanoseconds? {
        let first = generator.next()
        switch model {
        case .never: return nil
        case .fixed(let length): return Nanoseconds(max(0, length.count))
        case .uniform(let low, let high): return between(low.count, high.count, first)
        case .around(let mean, let spread):
            return between(max(0, mean.count - spread.count), mean.count + spread.count, first)
        case .samples(let values):
            return values[Int(first.multipliedFullWidth(by: UInt64(values.count)).high)]
        }
    }

    private static func between(_ low: Int64, _ high: Int64, _ bits: UInt64) -> Nanoseconds {
        let width = UInt64(max(0, high - low)) + 1
        return Nanoseconds(max(0, low) + Int64(bits.multipliedFullWidth(by: width).high))
    }

    private static func outcome(_ model: OutcomeModel, _ attempt: Int32, _ generator: inout SplitMix64) -> Outcome {
        let bits = generator.next()
        switch model {
        case .attempts(let list):
            guard let last = list.last else { return .success }
            switch Int(attempt) <= list.count ? list[Int(attempt) - 1] : last {
            case .always(let outcome): return outcome
            case .chance(let outcome, let perMillion):
                return bits.multipliedFullWidth(by: 1_000_000).high < UInt64(max(0, perMillion)) ? outcome : .success
            }
        }
    }
}

/// How the attempts of all tasks behave, by number; lengths that never vary are stored separately, eight bytes each.
struct Behaviours: Sendable {
    private var lengths: [Int64] = []
    private var drawn: [Int: Behaviour] = [:]

    /// Those of the tasks of a scenario, then of its sequences, whose own runs take no time.
    init(_ scenario: Scenario) {
        lengths.reserveCapacity(scenario.tasks.count + scenario.sequences.count)
        // By index: a loop over the tasks would copy each, with all its names.
        for task in scenario.tasks.indices {
            if case .fixed(let length) = scenario.tasks[task].duration, scenario.tasks[task].outcome == .success {
                lengths.append(max(0, length.count))
            } else {
                append(Behaviour(scenario.tasks[task]))
            }
        }
        for _ in scenario.sequences { append(.instant) }
    }

    /// How many tasks are known.
    var count: Int { lengths.count }

    /// The length of every attempt of a task if it never varies and all succeed; -1: `behaviour` draws.
    @inline(__always)
    func length(of task: Int) -> Int64 { lengths[task] }

    /// How the attempts of a task behave if they are drawn.
    func behaviour(of task: Int) -> Behaviour { drawn[task] ?? .instant }

    /// Adds the next task.
    mutating func append(_ behaviour: Behaviour) {
        lengths.append(.zero)
        set(behaviour, of: lengths.count - 1)
    }

    /// Sets the behavior of a task; attempts of tasks between the last known one and it end at once.
    mutating func set(_ behaviour: Behaviour, of task: Int) {
        while lengths.count <= task { append(.instant) }
        lengths[task] = behaviour.fixedLength
        drawn[task] = behaviour.fixedLength < 0 ? behaviour : nil
    }
}

/// A small generator with the same output on every machine (Steele, Lea & Flood 2014, "Fast splittable
/// pseudorandom number generators"); used as a hash: one state for each draw, so no draw depends on another.
public struct SplitMix64: Sendable {
    private var state: UInt64

    /// The stream that starts at `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound`, both included, equally likely to within 2^-64 (multiply and shift, Lemire 2019).
    public mutating func next(through bound: UInt64) -> UInt64 {
        guard bound < .max else { return next() }
        return next().multipliedFullWidth(by: bound + 1).high
    }
}

/// FNV-1a over the UTF-8 bytes of `name` (Fowler, Noll & Vo): a stable hash for seeding.
func stableHash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return hash
}

/// How long an attempt takes; drawn from the seed, the task's name, the run and the attempt, never from a clock.
public enum DurationModel: Hashable, Sendable {
    /// Always this long.
    case fixed(Nanoseconds)
    /// Uniformly distributed from the first to the second, both included.
    case uniform(Nanoseconds, Nanoseconds)
    /// Uniformly distributed from `mean - spread` to `mean + spread`, never below zero.
    case around(Nanoseconds, spread: Nanoseconds)
    /// One of these, all equally likely; never empty.
    case samples([Nanoseconds])
    /// It does not end by itself.
    case never

    /// Whether no attempt ends in the instant in which it starts.
    var takesTime: Bool {
        switch self {
        case .fixed(let duration): duration > .zero
        case .uniform(let low, _): low > .zero
        case .around(let mean, let spread): mean > spread
        case .samples(let values): values.allSatisfy { $0 > .zero }
        case .never: true
        }
    }

    /// The expected length; nil for `never`. Exact to the nanosecond, rounded down.
    public var expected: Nanoseconds? {
        switch self {
        case .fixed(let duration): duration
        case .uniform(let low, let high): Nanoseconds(low.count + (high.count - low.count) / 2)
        case .around(let mean, _): mean
        case .samples(let values): Nanoseconds(values.reduce(0) { $0 + $1.count / Int64(values.count) })
        case .never: nil
        }
    }
}

/// How an attempt ends when its duration is over.
public enum OutcomeModel: Hashable, Sendable {
    /// Each attempt takes the next entry; the last one repeats. Never empty.
    case attempts([OutcomeChance])

    /// Every attempt succeeds.
    public static let success = OutcomeModel.attempts([.always(.success)])
}

/// The outcome of one attempt.
public enum OutcomeChance: Hashable, Sendable {
    /// Always this one: success, fail or critical.
    case always(Outcome)
    /// This one with this many chances in a million, otherwise success.
    case chance(Outcome, perMillion: Int)
}
