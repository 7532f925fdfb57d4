import Testing
import Text

@Suite struct ScriptNameTests {
    @Test(arguments: ["Login", "推送注册", "a.b-c_d", "lane", "all2"])
    func `a plain name stands without quotes`(name: String) {
        #expect(ScriptName.written(name) == name)
    }

    @Test(arguments: [
        "", "all", "order", "lane:io", "a b", "a,b", "a<b", "a|b", "#1", "a\"b", "a\u{2028}", "\u{FEFF}a", "a\u{FFFF}",
        "a\nb",
    ])
    func `a name that a script would take for something else is in quotes`(name: String) {
        #expect(ScriptName.written(name) == JSONText.quote(name))
    }
}
