import SchedulerCore

/// An optional instant in the eight bytes of an instant.
struct OptionalInstant: Hashable, BitwiseCopyable, Sendable {
    private var nanoseconds = Int64.min

    /// None.
    init() {}

    /// The instant; nil if there is none.
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

    /// The attempts of a run, in order. Nearly all runs have one, which is stored inline; later ones are in a list.
    package struct Attempts: Hashable, Sendable {
        private var firstStart = OptionalInstant()
        /// The end of the first attempt or, without one, of the turn.
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
        /// When the last attempt or, without one, the turn ended; nil until then.
        package var end: Instant? { later.isEmpty ? firstEnd.instant : later.last?.end }

        /// When an attempt began and ended.
        @inline(__always)
        package func times(_ place: Int) -> (start: Instant, end: Instant?) {
            guard place > 0 else { return (firstStart.instant ?? .zero, firstEnd.instant) }
            return (later[place - 1].start, later[place - 1].end)
        }

        /// Adds an attempt that began.
        package mutating func append(_ attempt: Attempt) {
            if isEmpty {
                firstStart.instant = attempt.start
                firstEnd.instant = attempt.end
                firstOutcome = attempt.outcome
            } else {
                later.append(attempt)
            }
        }

        /// Removes the last attempt.
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
