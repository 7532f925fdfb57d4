import SchedulerCore

/// The last inputs of a scheduler, in order.
///
/// Past its limit the older half goes at once. A command's text counts as one input for each 64 bytes.
struct InputLog: Sendable {
    /// Inputs that are read at once at most.
    static let batchSize = 256
    /// Bytes of a text that are kept.
    static let textLimit = 8_192

    private let limit: Int
    private var kept: [RecordedInput] = []
    private var size = 0
    /// Inputs before this number were read by somebody, so a further pass is not counted into the last of them.
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
        if case .advance = input, total > sealed, let last = kept.last, case .advance = last.input, last.time == time,
            last.count < .max
        {
            kept[kept.count - 1].count += 1
            return
        }
        let recorded = RecordedInput(time: time, input: input, text: Self.shortened(text ?? ""))
        kept.append(recorded)
        size += Self.size(recorded)
        if size > limit { dropOlderHalf() }
    }

    /// The inputs from number `start` on, at most `batchSize`; nil where that one is no longer kept.
    mutating func read(from start: Int64) -> [RecordedInput]? {
        guard start >= first else { return nil }
        let end = min(total, start + Int64(Self.batchSize))
        sealed = max(sealed, end)
        return start < end ? Array(kept[Int(start - first)..<Int(end - first)]) : []
    }

    /// The next input gets an entry of its own: what is known elsewhere ends with the last one.
    mutating func seal() {
        sealed = total
    }

    private mutating func dropOlderHalf() {
        let count = max(1, kept.count / 2)
        first += Int64(count)
        size -= kept[..<count].reduce(0) { $0 + Self.size($1) }
        kept.removeFirst(count)
    }

    private static func size(_ input: RecordedInput) -> Int { 1 + input.text.utf8.count / 64 }

    private static func shortened(_ text: String) -> String {
        text.utf8.count <= textLimit ? text : String(text.prefix(textLimit / 4))
    }
}
