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

    @Test(arguments: [
        ([Key.character("x")], "x"), ([.backspace], ""), ([.delete, .character("x")], "x"),
        ([.right, .character("x")], "oldx"), ([.home, .character("x")], "xold"), ([.enter], "old"),
    ])
    func `what is typed replaces a selected text, and a key that moves the cursor keeps it`(keys: [Key], line: String) {
        var prompt = Prompt(.filter, text: "old", isSelected: true)
        for key in keys { #expect(prompt.take(key) != .cancelled) }
        #expect(prompt.line == line)
        var pasted = Prompt(.filter, text: "old", isSelected: true)
        pasted.insert("new")
        #expect(pasted.line == "new")
    }

    @Test func `the filter is typed anew, and one that is refused or left changes nothing`() throws {
        var model = try dashboard()
        model.type("frouter\n")
        model.type("fsession")
        _ = model.handle(.key(.escape))
        #expect(model.view.filter.text == "router")
        model.type("fcolour:red\n")
        #expect(model.notice?.isAlarm == true && model.view.filter.text == "router")
        model.type("fsession\n")
        #expect(model.view.filter.text == "session" && model.order.tasks.count == 1)
    }

    @Test func `pasted control characters become spaces`() {
        var prompt = Prompt(.command)
        prompt.insert("a\u{1B}b\tc")
        #expect(prompt.line == "a b c")
    }
}
