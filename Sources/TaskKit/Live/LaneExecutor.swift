import SchedulerCore

/// The executing side of a lane: its threads, and the attempts that wait for one. It decides nothing: the rules choose
/// which runs start, and how many at once. Used only under the driver's lock.
struct LaneExecutor {
    /// The maximum number of threads of a lane, whatever its width.
    static let threadLimit = 64
    /// One thread executes bodies shorter than this, in nanoseconds, as fast as two, as the rules act one at a time.
    private static let worthWaking: Int64 = 1_000
    /// Bodies shorter than this keep a processor busy; longer ones may wait for something.
    private static let worthThread: Int64 = 100_000
    /// One in this many short bodies is measured, as reading a clock takes as long as they do.
    private static let sampling = 16

    let place: LanePlace
    private let width: Int
    private let processors: Int
    private let condition = Condition()
    private var waiting = FirstInFirstOut<LiveAttempt>()
    /// How many attempts are executing.
    private(set) var executing = 0
    private var threads = 0
    private var idle = 0
    /// Whether a thread was woken or created that has not arrived yet.
    private var isWaking = false
    /// The estimated length of a body, in nanoseconds.
    private var bodyLength = Self.worthThread
    /// How many attempts were taken, and how many by the last check.
    private var takes = 0
    private var takesSeen = -1

    init(_ place: LanePlace, width: Int, processors: Int) {
        self.place = place
        self.width = min(max(1, width), Self.threadLimit)
        self.processors = processors
    }

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ attempt: LiveAttempt) {
        waiting.append(attempt)
    }

    /// Takes the next attempt; the thread is busy with it until `end`.
    mutating func take() -> LiveAttempt? {
        guard let attempt = waiting.popFirst() else { return nil }
        executing += 1
        takes &+= 1
        return attempt
    }

    /// Whether to measure the body of the attempt that was taken last.
    var isSampled: Bool { bodyLength >= Self.worthWaking || takes % Self.sampling == 0 }

    /// A thread has finished an attempt, whose body took this long; nil: it was not measured.
    mutating func end(after length: Nanoseconds?) {
        executing -= 1
        // One slow body among quick ones may only have been interrupted; `isStuck` finds what waits behind a slow one.
        if let length { bodyLength = max(1, (bodyLength + min(length.count, 16 * bodyLength)) / 2) }
    }

    /// Removes and returns all waiting attempts.
    mutating func removeAll() -> [LiveAttempt] { waiting.removeAll() }

    /// How many threads pay off.
    private var worthwhile: Int {
        min(bodyLength < Self.worthWaking ? 1 : bodyLength < Self.worthThread ? processors : width, width)
    }

    /// Whether one more thread would pay off. Threads start one at a time, and each checks whether that is enough.
    var wantsThread: Bool { !waiting.isEmpty && !isWaking && threads - idle < worthwhile }

    /// Whether more threads are at work than pay off.
    var isCrowded: Bool { threads - idle > worthwhile }

    /// Whether the lane's width allows the waiting attempts one more thread, even if it does not pay off.
    var mayWant: Bool { !waiting.isEmpty && threads - idle < width }

    /// Checks whether anything was taken since the last check; if not, all threads are busy with long bodies.
    mutating func isStuck() -> Bool {
        defer { takesSeen = takes }
        guard mayWant, !isWaking, takes == takesSeen else { return false }
        bodyLength = max(bodyLength, Self.worthThread)
        return true
    }

    /// Wakes a thread; false if the caller must create one, which then calls `arrive`.
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

    /// A thread has nothing to do, and waits on the condition that this returns.
    mutating func rest() -> Condition {
        idle += 1
        return condition
    }

    /// A thread no longer waits.
    mutating func wakeUp() {
        idle -= 1
        isWaking = false
    }

    /// Wakes all waiting threads to end them.
    func close() {
        condition.broadcast()
    }
}

/// A queue: appends at one end and takes from the other, in amortized constant time.
struct FirstInFirstOut<Element> {
    /// The newest elements, in order.
    private var added: [Element] = []
    /// The oldest elements, in reverse order.
    private var next: [Element] = []

    var isEmpty: Bool { next.isEmpty && added.isEmpty }
    var first: Element? { next.last ?? added.first }

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
