import SchedulerCore

/// The executing side of a lane: attempts that wait for a thread, and the threads. It decides nothing: how many runs there
/// are at once, and which, the rules said when they ordered the starts. Touched under the driver's lock only.
struct LaneExecutor {
    /// The most threads of one lane, however wide it is.
    static let threadLimit = 64
    /// From one body's end to the next one's, in nanoseconds: if it is shorter than this, one thread does it all, as
    /// waking another one takes longer.
    private static let worthWaking: Int64 = 2_000
    /// Bodies shorter than this keep a processor busy; longer ones may wait for something.
    private static let worthThread: Int64 = 100_000

    let name: String
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
    /// From one body's end to the next one's, in nanoseconds, as far as is known.
    private var bodyLength = Self.worthThread
    /// How many attempts were taken, and how many at the last look.
    private var takes = 0
    private var takesSeen = -1

    init(name: String, width: Int, processors: Int) {
        self.name = name
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

    /// A thread is through with an attempt, which took this long.
    mutating func end(after length: Nanoseconds) {
        executing -= 1
        // One slow body among quick ones may only have been interrupted; who waits behind a slow one `isStuck` finds.
        bodyLength = max(1, (bodyLength + min(length.count, 16 * bodyLength)) / 2)
    }

    /// Lets go of all that waits.
    mutating func removeAll() -> [Attempt] { waiting.removeAll() }

    /// Whether one more thread is worth its while. One at a time comes, and sees for itself whether that is enough.
    var wantsThread: Bool {
        let worthwhile = bodyLength < Self.worthWaking ? 1 : bodyLength < Self.worthThread ? processors : width
        return !waiting.isEmpty && !isWaking && threads - idle < min(worthwhile, width)
    }

    /// Whether what waits could have one more thread, were it worth its while.
    var mayWant: Bool { !waiting.isEmpty && threads - idle < width }

    /// Looks whether anything was taken since the last look; where not, all threads are at long bodies.
    mutating func isStuck() -> Bool {
        defer { takesSeen = takes }
        return mayWant && !isWaking && takes == takesSeen
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
    private var elements: [Element?] = []
    private var first = 0

    var isEmpty: Bool { first == elements.count }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        let element = elements[first].take()
        first += 1
        if first == elements.count {
            elements.removeAll(keepingCapacity: first <= 1_024)
            first = 0
        } else if first >= 1_024, first * 2 >= elements.count {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }

    mutating func removeAll() -> [Element] {
        defer { (elements, first) = ([], 0) }
        return elements[first...].compactMap { $0 }
    }
}
