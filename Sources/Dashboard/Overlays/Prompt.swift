/// One line being typed, with a cursor, a history and completions.
struct Prompt: Hashable, Sendable {
    /// What the line is for.
    enum Purpose: Hashable, Sendable {
        case command, find, filter, kinds, help
    }
    /// What a key did to the line.
    enum Result: Hashable, Sendable {
        case editing, accepted(String), cancelled, complete
    }

    /// The longest line that is accepted.
    static let maximumLength = 2000

    let purpose: Purpose
    private(set) var text: [Character] = []
    private(set) var cursor = 0
    /// Earlier lines, the latest last; Up recalls.
    let history: [String]
    /// Whether the text with which the line began is still selected: what is typed replaces it.
    private(set) var isSelected: Bool
    private var recalled: Int?
    private var draft: [Character] = []
    /// Completions offered by the last Tab.
    var offers: [String] = []
    /// Whether there are more completions than `offers`.
    var hasFurtherOffers = false

    init(_ purpose: Purpose, text: String = "", isSelected: Bool = false, history: [String] = []) {
        self.purpose = purpose
        self.isSelected = isSelected && !text.isEmpty
        self.text = Array(text)
        self.history = history
        cursor = self.text.count
    }

    /// The line as typed so far.
    var line: String { String(text) }

    /// Takes one key.
    mutating func take(_ key: Key) -> Result {
        if key != .tab { offers = [] }
        if isSelected {
            isSelected = false
            if case .character = key { replace(with: "") }
            if [.backspace, .delete, .control("h"), .control("d")].contains(key) {
                replace(with: "")
                return .editing
            }
        }
        switch key {
        case .character(let glyph): insert(String(glyph))
        case .enter: return .accepted(line)
        case .escape, .control("c"), .control("g"): return .cancelled
        case .tab: return .complete
        case .backspace, .control("h"):
            if text.isEmpty { return .cancelled }
            removeBefore()
        case .delete: removeAt()
        case .control("d"): removeAt()
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"):
            text.removeSubrange(0..<cursor)
            cursor = 0
        case .control("k"): text.removeSubrange(cursor...)
        case .control("w"): removeWord()
        case .up, .control("p"): recall(-1)
        case .down, .control("n"): recall(1)
        case .control, .pageUp, .pageDown, .backTab, .insert, .function: break
        }
        return .editing
    }

    /// Inserts text at the cursor; line ends and control characters become blanks.
    mutating func insert(_ addition: String) {
        if isSelected { replace(with: "") }
        for glyph in addition {
            guard text.count < Prompt.maximumLength else { return }
            let isControl = glyph.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
            text.insert(isControl ? " " : glyph, at: cursor)
            cursor += 1
        }
    }

    /// Replaces the typed text with a whole line.
    mutating func replace(with line: String) {
        isSelected = false
        text = Array(line)
        cursor = text.count
    }

    private mutating func removeBefore() {
        guard cursor > 0 else { return }
        cursor -= 1
        text.remove(at: cursor)
    }

    private mutating func removeAt() {
        if cursor < text.count { text.remove(at: cursor) }
    }

    private mutating func removeWord() {
        while cursor > 0, text[cursor - 1] == " " { removeBefore() }
        while cursor > 0, text[cursor - 1] != " " { removeBefore() }
    }

    private mutating func recall(_ direction: Int) {
        let from = recalled ?? history.count
        let next = from + direction
        guard next >= 0, next <= history.count, !history.isEmpty else { return }
        if recalled == nil { draft = text }
        recalled = next == history.count ? nil : next
        text = recalled.map { Array(history[$0]) } ?? draft
        cursor = text.count
    }
}
