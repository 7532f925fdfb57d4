import Testing
import Text

@Suite("Searching in a text")
struct TextSearchTests {
    @Test(
        "a part is found wherever it is, whatever its case",
        arguments: [
            ("Network", "net", true), ("Network", "WORK", true), ("Network", "network", true), ("Network", "", true),
            ("", "", true), ("", "a", false), ("Net", "Network", false), ("aab", "ab", true), ("Größe", "ÖSS", false),
            ("Größe", "ÖẞE", true), ("a b", "ab", false),
        ])
    func found(text: String, part: String, isHeld: Bool) {
        #expect(text.holds(part) == isHeld)
    }
}
