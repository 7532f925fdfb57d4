import SchedulerCore

/// An instant that may be missing, in the eight bytes of one that is there.
struct OptionalInstant: Hashable, BitwiseCopyable, Sendable {
    private var nanoseconds = Int64.min

    /// None.
    init() {}

    /// The instant; nil: none.
    var instant: Instant? {
        @inline(__always) get { nanoseconds == .min ? nil : Instant(nanoseconds: nanoseconds) }
        @inline(__always) set { nanoseconds = newValue?.nanoseconds ?? .min }
    }
}

extension Course {
    /// One attempt of a run.
    package struct Attempt: Hashable, Sendable {
        package var start: Instant
        package var end: Instant?
        package var outcome: Outcome?
    }

    /// The attempts of a run, in order. Nearly all runs have one: it is here, only later ones in a list of their own.
    package struct Attempts: Hashable, Sendable {
        private var firstStart = OptionalInstant()
        /// Of the first attempt; without one, of the turn.
        private var firstEnd = OptionalInstant()
        private var later: [Attempt] = []
        private var firstOutcome: Outcome?

        /// None.
        package init() {}

        /// When the turn ended without an attempt.
        package var skipped: Instant? {
            get { isEmpty ? firstEnd.instant : nil }
            set { if isEmpty { firstEnd.instant = newValue } }
        }
        /// When the first one began.
        package var start: Instant? { firstStart.instant }
        /// When the last one ended, or the turn without one; nil while it has not.
        package var end: Instant? { later.isEmpty ? firstEnd.instant : later.last?.end }

        /// When an attempt began and ended.
        @inline(__always)
        package func times(_ place: Int) -> (start: Instant, end: Instant?) {
            guard place > 0 else { return (firstStart.instant ?? .zero, firstEnd.instant) }
            return (later[place - 1].start, later[place - 1].end)
        }

        /// One more began.
        package mutating func append(_ attempt: Attempt) {
            if isEmpty {
                firstStart.instant = attempt.start
                firstEnd.instant = attempt.end
                firstOutcome = attempt.outcome
            } else {
                later.append(attempt)
            }
        }

        /// Takes the last one back.
        package mutating func removeLast() {
            if later.popLast() == nil { self = Attempts() }
        }
    }
}

extension Course.Attempts: RandomAccessCollection, MutableCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { firstStart.instant == nil ? 0 : 1 + later.count }

    package subscript(place: Int) -> Course.Attempt {
        get {
            guard place == 0 else { return later[place - 1] }
            return Course.Attempt(start: firstStart.instant ?? .zero, end: firstEnd.instant, outcome: firstOutcome)
        }
        set {
            if place > 0 {
                later[place - 1] = newValue
                return
            }
            firstStart.instant = newValue.start
            firstEnd.instant = newValue.end
            firstOutcome = newValue.outcome
        }
    }
}
