import Testing

@testable import Dashboard

@Suite struct PromptTests {
    private func typed(_ keys: [Key], history: [String] = []) -> Prompt {
        var prompt = Prompt(.command, history: history)
        for key in keys { _ = prompt.take(key) }
        return prompt
    }

    @Test func `editing keys edit`() {
        #expect(typed([.character("a"), .character("c"), .left, .character("b")]).line == "abc")
        #expect(typed([.character("a"), .character("b"), .home, .delete]).line == "b")
        #expect(typed([.character("a"), .character(" "), .character("b"), .control("w")]).line == "a ")
        #expect(typed([.character("a"), .character("b"), .control("w")]).line == "")
        #expect(typed([.character("a"), .character("b"), .control("u")]).line == "")
    }

    @Test func `up and down recall without losing what was typed`() {
        #expect(typed([.up], history: ["one", "two"]).line == "two")
        #expect(typed([.up, .up, .up], history: ["one", "two"]).line == "one")
        #expect(typed([.character("x"), .up, .down], history: ["one"]).line == "x")
    }

    @Test func `escape and backspace on nothing leave`() {
        var prompt = Prompt(.command)
        #expect(prompt.take(.escape) == .cancelled)
        #expect(prompt.take(.backspace) == .cancelled)
    }

    @Test func `pasted control characters become spaces`() {
        var prompt = Prompt(.command)
        prompt.insert("a\u{1B}b\tc")
        #expect(prompt.line == "a b c")
    }
}
