import Text
import ScenarioFormat
import SchedulerCore
import TraceFormat

/// The keys in effect: those of `KeyMap` with the user's changes.
public struct KeyTable: Hashable, Sendable {
    /// The keys of the key map.
    public static let standard = KeyTable()

    /// All bindings in the order of the help screen.
    public let bindings: [KeyBinding]
    private let table: [Key: Int]
    /// The binding of each printable ASCII character; -1 if it has none.
    private let plain: [Int16]

    private init(_ bindings: [KeyBinding] = KeyMap.bindings) {
        self.bindings = bindings
        var table: [Key: Int] = [:]
        for (place, binding) in bindings.enumerated() {
            for key in binding.keys { table[key] = place }
        }
        self.table = table
        plain = (0..<128).map { table[.character(Character(Unicode.Scalar(UInt8($0))))].map(Int16.init) ?? -1 }
    }

    /// The names of actions that keys can be assigned to.
    public static var actions: [String] { KeyMap.bindings.map { $0.name } }

    /// The standard keys with changes; an action that loses a key keeps its other keys.
    ///
    /// - Returns: the table, and one line for each invalid change, as `FILE:LINE:COLUMN: error: …`.
    public static func changed(
        by settings: DashboardSettings, file: String
    ) -> (table: KeyTable, problems: [String]) {
        var bindings = KeyMap.bindings
        var problems: [String] = []
        var taken: Set<Key> = [.control("c"), .control("z")]
        for change in settings.keys {
            guard let place = bindings.firstIndex(where: { $0.name == change.action }) else { continue }
            let words = change.keys.split(separator: " ").map(String.init)
            let keys = words.compactMap(key(named:))
            let at = "\(file):\(change.line):\(change.column): error: "
            guard !keys.isEmpty, keys.count == words.count else {
                problems.append(
                    at + "\(DisplayText.clean(change.keys)) is not a key: write L, Space, Tab, F5 or Ctrl-X")
                continue
            }
            if let twice = keys.first(where: taken.contains) {
                problems.append(at + "\(shown(twice)) is already in use")
                continue
            }
            taken.formUnion(keys)
            for other in bindings.indices where other != place {
                let left = bindings[other].keys.filter { !keys.contains($0) }
                if left != bindings[other].keys {
                    bindings[other] = bindings[other].with(left, left.map(shown).joined(separator: " "))
                }
            }
            bindings[place] = bindings[place].with(keys, keys.map(shown).joined(separator: " "))
        }
        return (KeyTable(bindings.filter { !$0.keys.isEmpty }), problems)
    }

    /// What a key does outside prompts and lists; nil if it does nothing. `previous` is the key before it.
    func action(for key: Key, after previous: Key?) -> KeyAction? {
        guard let place = place(of: key) else { return nil }
        return bindings[place].isDouble && previous != key ? nil : bindings[place].action
    }

    /// The first key of an action, as people write it; nil if it has none.
    func shown(of action: KeyAction) -> String? {
        bindings.first { $0.action == action }?.shown.split(separator: " ").first.map(String.init)
    }

    private func place(of key: Key) -> Int? {
        guard case .character(let character) = key, let ascii = character.asciiValue else { return table[key] }
        let place = Int(plain[Int(ascii)])
        return place >= 0 ? place : nil
    }

    private static let named: [(String, Key)] = [
        ("Space", .character(" ")), ("Tab", .tab), ("Shift-Tab", .backTab), ("Enter", .enter), ("Esc", .escape),
        ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end),
        ("PgUp", .pageUp), ("PgDn", .pageDown), ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert),
    ]

    /// The key with this name; nil if there is none.
    static func key(named name: String) -> Key? {
        if name.count == 1, let glyph = name.first { return .character(glyph) }
        if let known = named.first(where: { $0.0.lowercased() == name.lowercased() }) { return known.1 }
        if name.hasPrefix("Ctrl-"), name.count == 6, let last = name.last, last.isLetter, last.isASCII {
            return .control(Character(last.lowercased()))
        }
        if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...24).contains(number) {
            return .function(number)
        }
        return nil
    }

    /// The key as people write it.
    static func shown(_ key: Key) -> String {
        if let known = named.first(where: { $0.1 == key }) { return known.0 }
        switch key {
        case .character(let glyph): return String(glyph)
        case .control(let letter): return "Ctrl-\(letter.uppercased())"
        case .function(let number): return "F\(number)"
        case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab, .backTab, .backspace,
            .delete, .insert:
            return "?"
        }
    }
}
