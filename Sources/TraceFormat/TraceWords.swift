import SchedulerCore

/// A case that the trace writes as one fixed word.
protocol Word: CaseIterable, Hashable, Sendable {
    /// The word, plain ASCII that JSON does not escape.
    var word: StaticString { get }
}

extension Word {
    /// The case whose word has exactly these bytes.
    init?(bytes: some Collection<UInt8>) {
        guard let found = Self.allCases.first(where: { $0.word.isEqual(to: bytes) }) else { return nil }
        self = found
    }
}

extension StaticString {
    /// Whether the bytes are those of the string.
    func isEqual(to bytes: some Collection<UInt8>) -> Bool {
        withUTF8Buffer { $0.elementsEqual(bytes) }
    }
}

extension LifecycleState: Word {}
extension LifecycleEvent: Word {}
extension Outcome: Word {}
extension JobSignal: Word {}
extension QueueSignal: Word {}
extension SequenceSignal: Word {}

/// The `kind` of a line.
enum LineKind: UInt8, NamedCase, Word {
    case action, refused, event, state, firstFrame, tick, release, start, finish, skip, miss, park, job, queue
    case sequence, expect, warning, end

    static let words: [StaticString] = [
        "action", "refused", "event", "state", "firstFrame", "tick", "release", "start", "finish", "skip", "miss",
        "park", "job", "queue", "sequence", "expect", "warning", "end",
    ]
}
