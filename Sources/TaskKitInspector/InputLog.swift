import SchedulerCore

/// The last inputs of a scheduler, in order.
///
/// Beyond its limit it drops the older half at once. A command's text counts as one input for each 32 bytes.
struct InputLog: Sendable {
    /// The maximum number of inputs that are read at once.
    static let batchSize = 256
    /// The maximum number of bytes that are kept of a text.
    static let textLimit = 8_192

    /// An input in 32 bytes; texts are stored separately, as only commands have one.
    private struct Entry: Sendable {
        enum What: Sendable {
            case passes(Int32)
            case input(Input)
        }
        var time: Instant
        var what: What
    }

    private let limit: Int
    private var kept: [Entry] = []
    private var texts: [Int64: String] = [:]
    private var textSize = 0
    /// Inputs before this number were read, so another pass is not added to the last of them.
    private var sealed: Int64 = 0
    /// The number of the first input that is kept.
    private(set) var first: Int64 = 0

    /// An empty log.
    init(limit: Int) {
        self.limit = max(2, limit)
    }

    /// Inputs noted so far.
    var total: Int64 { first + Int64(kept.count) }

    /// Whether everything from the start is still kept.
    var isWhole: Bool { first == 0 }

    /// Notes an input. Amortized O(1).
    mutating func note(_ input: Input, at time: Instant, text: String?) {
        if case .advance = input {
            if total > sealed, let last = kept.last, last.time == time, case .passes(let count) = last.what,
                count < .max
            {
                kept[kept.count - 1].what = .passes(count + 1)
            } else {
                kept.append(Entry(time: time, what: .passes(1)))
            }
        } else {
            if let text { keep(text) }
            kept.append(Entry(time: time, what: .input(input)))
        }
        if kept.count + textSize / 32 > limit { dropOlderHalf() }
    }

    /// Seals the last input, so that later passes do not count into it; returns how many were noted.
    mutating func seal() -> Int64 {
        sealed = total
        return total
    }

    /// The inputs from number `start` on, at most `batchSize`; nil if that one is no longer kept.
    mutating func read(from start: Int64) -> [RecordedInput]? {
        guard start >= first else { return nil }
        let end = min(total, start + Int64(Self.batchSize))
        sealed = max(sealed, end)
        return start < end ? (start..<end).map(recorded) : []
    }

    private func recorded(_ number: Int64) -> RecordedInput {
        let entry = kept[Int(number - first)]
        switch entry.what {
        case .passes(let count): return RecordedInput(time: entry.time, input: .advance, count: count)
        case .input(let input): return RecordedInput(time: entry.time, input: input, text: texts[number] ?? "")
        }
    }

    /// Keeps the text of the next input.
    private mutating func keep(_ text: String) {
        let kept = text.utf8.count <= Self.textLimit ? text : String(text.prefix(Self.textLimit / 4))
        texts[total] = kept
        textSize += kept.utf8.count
    }

    private mutating func dropOlderHalf() {
        let count = max(1, kept.count / 2)
        first += Int64(count)
        kept.removeFirst(count)
        texts = texts.filter { $0.key >= first }
        textSize = texts.values.reduce(0) { $0 + $1.utf8.count }
    }
}
