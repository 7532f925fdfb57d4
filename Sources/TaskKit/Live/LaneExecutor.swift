import SchedulerCore

/// The executing side of a lane: attempts that wait for a thread, and the threads. It decides nothing: how many runs there
/// are at once, and which, the rules said when they ordered the starts. Touched under the driver's lock only.
struct LaneExecutor {
    /// The most threads of one lane, however wide it is.
    static let threadLimit = 64
    /// Bodies shorter than this, in nanoseconds, one thread executes as fast as two, as the rules act one by one.
    private static let worthWaking: Int64 = 1_000
    /// Bodies shorter than this keep a processor busy; longer ones may wait for something.
    private static let worthThread: Int64 = 100_000
    /// Of short bodies one in so many is measured, as looking at a clock takes as long as they do.
    private static let sampling = 16

    let place: LanePlace
    private let width: Int
    private let processors: Int
    private let condition = Condition()
    private var waiting = FirstInFirstOut<Attempt>()
    /// How many attempts threads are at.
    private(set) var executing = 0
    private var threads = 0
    private var idle = 0
    /// A thread was woken or made that has not come yet.
    private var isWaking = false
    /// How long a body takes, in nanoseconds, as far as is known.
    private var bodyLength = Self.worthThread
    /// How many attempts were taken, and how many at the last look.
    private var takes = 0
    private var takesSeen = -1

    init(_ place: LanePlace, width: Int, processors: Int) {
        self.place = place
        self.width = min(max(1, width), Self.threadLimit)
        self.processors = processors
    }

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ attempt: Attempt) {
        waiting.append(attempt)
    }

    /// The next attempt for a thread, which is at it until `end`.
    mutating func take() -> Attempt? {
        guard let attempt = waiting.popFirst() else { return nil }
        executing += 1
        takes &+= 1
        return attempt
    }

    /// Whether the body of the attempt that was taken last is to be measured.
    var isSampled: Bool { bodyLength >= Self.worthWaking || takes % Self.sampling == 0 }

    /// A thread is through with an attempt, whose body took this long; nil: it was not measured.
    mutating func end(after length: Nanoseconds?) {
        executing -= 1
        // One slow body among quick ones may only have been interrupted; who waits behind a slow one `isStuck` finds.
        if let length { bodyLength = max(1, (bodyLength + min(length.count, 16 * bodyLength)) / 2) }
    }

    /// Lets go of all that waits.
    mutating func removeAll() -> [Attempt] { waiting.removeAll() }

    /// How many threads are worth their while.
    private var worthwhile: Int {
        min(bodyLength < Self.worthWaking ? 1 : bodyLength < Self.worthThread ? processors : width, width)
    }

    /// Whether one more thread is worth its while. One at a time comes, and sees for itself whether that is enough.
    var wantsThread: Bool { !waiting.isEmpty && !isWaking && threads - idle < worthwhile }

    /// Whether there are more threads at work than are worth their while.
    var isCrowded: Bool { threads - idle > worthwhile }

    /// Whether what waits could have one more thread, were it worth its while.
    var mayWant: Bool { !waiting.isEmpty && threads - idle < width }

    /// Looks whether anything was taken since the last look; where not, all threads are at long bodies.
    mutating func isStuck() -> Bool {
        defer { takesSeen = takes }
        guard mayWant, !isWaking, takes == takesSeen else { return false }
        bodyLength = max(bodyLength, Self.worthThread)
        return true
    }

    /// Wakes a thread; false if the caller has to make one, which then `arrives`.
    mutating func wake() -> Bool {
        isWaking = true
        if idle > 0 {
            condition.signal()
            return true
        }
        threads += 1
        return false
    }

    /// A thread begins.
    mutating func arrive() {
        isWaking = false
    }

    /// A thread has nothing to do, and waits with `wait` on what this gives.
    mutating func rest() -> Condition {
        idle += 1
        return condition
    }

    /// A thread no longer waits.
    mutating func wakeUp() {
        idle -= 1
        isWaking = false
    }

    /// Sends all threads that wait home.
    func close() {
        condition.broadcast()
    }
}

/// A list that is appended to at one end and taken from at the other, in constant time on the whole.
struct FirstInFirstOut<Element> {
    /// The last ones, in order.
    private var added: [Element] = []
    /// The first ones, the very first at the end.
    private var next: [Element] = []

    var isEmpty: Bool { next.isEmpty && added.isEmpty }

    mutating func append(_ element: Element) {
        added.append(element)
    }

    mutating func popFirst() -> Element? {
        if next.isEmpty {
            swap(&next, &added)
            next.reverse()
        }
        return next.popLast()
    }

    mutating func removeAll() -> [Element] {
        defer { (next, added) = ([], []) }
        return next.reversed() + added
    }
}
