import Testing

@Suite struct CodeTextTests {
    @Test(arguments: [
        ("a // b", "a     "), ("a /* b */ c", "a         c"), ("a /* /* */ b */ c", "a               c"),
        ("\"a\" b", "    b"), ("\"\\\"a\" b", "      b"), ("#\"a\\\"# b", "       b"), ("\"// a\" b", "       b"),
        ("\"a\\(b)c\"", "    b   "), ("\"a\\(b(\"c\"))d\"", "    b(   )   "),
        ("\"\"\"\na\"b\n\"\"\" c", "   \n   \n    c"),
        ("#if a\nb", "#if a\nb"), ("\"\" a", "   a"), ("\"open", "     "),
    ])
    func onlyCodeStays(_ text: String, _ code: String) {
        #expect(CodeText.code(of: text) == code)
    }

    @Test func everyFileKeepsItsLines() {
        for file in Repository.swiftFiles { #expect(file.lines.count == file.codeLines.count, "\(file.path)") }
    }
}
