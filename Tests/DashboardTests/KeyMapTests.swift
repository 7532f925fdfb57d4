import Testing

@testable import Dashboard

@Suite struct KeyMapTests {
    @Test func `no key has two actions`() {
        let keys = KeyMap.bindings.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test func `every action has a name of its own`() {
        #expect(Set(KeyTable.actions).count == KeyTable.actions.count)
    }

    @Test func `every binding says what it does`() {
        #expect(KeyMap.bindings.allSatisfy { !$0.does.isEmpty && !$0.shown.isEmpty && !$0.keys.isEmpty })
    }

    @Test func `gg needs both`() {
        #expect(KeyTable.standard.action(for: .character("g"), after: nil) == nil)
        #expect(KeyTable.standard.action(for: .character("g"), after: .character("g")) == .move(.first))
    }

    @Test func `the list is Markdown, with a line for each section and the name of each action`() {
        let lines = KeyMap.markdown().split(separator: "\n")
        #expect(lines.count == Set(KeyMap.bindings.map(\.section)).count)
        #expect(lines.first?.hasPrefix("- The simulated app: `L` launch, `B` background, ") == true)
        #expect(KeyMap.markdown().contains("\n- Moving: `Up` `k` move-up, `Down` `j` move-down, "))
        let parts = lines.flatMap { $0.split(separator: ": ", maxSplits: 1)[1].split(separator: ", `") }
        #expect(parts.count == KeyMap.bindings.count)
    }
}

extension KeyMap {
    /// The keys as Markdown, for the documentation: a line for each section, each key with its action's name.
    static func markdown() -> String {
        var lines: [String] = []
        for (place, binding) in bindings.enumerated() {
            let shown = binding.shown.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
            if place > 0, bindings[place - 1].section == binding.section {
                lines[lines.count - 1] += ", \(shown) \(binding.name)"
            } else {
                lines.append("- \(binding.section): \(shown) \(binding.name)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
