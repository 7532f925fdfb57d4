import Testing
import Text

@Suite struct TableTests {
    private func table() -> Table {
        var table = Table([.number("took"), .words("task"), .link("page")])
        table.add(["7ms", "Login", "a b.html"], isMarked: true)
        table.add(heading: "only if <you> ask:")
        table.add(["120ms", "推*送|\u{1B}", "slow.html"])
        return table
    }

    @Test func `text has columns as wide as their widest cells, and nothing acts on a terminal`() {
        #expect(
            table().text(indent: "  ").split(separator: "\n") == [
                "   TOOK  TASK     PAGE",
                "    7ms  Login    a b.html",
                "  only if <you> ask:",
                "  120ms  推*送|␛  slow.html",
            ])
        #expect(table().text(width: 12).split(separator: "\n").allSatisfy { DisplayText.width(of: String($0)) <= 12 })
    }

    @Test func `Markdown escapes its marks and says how many rows are left out`() {
        #expect(
            table().markdown(limit: 2) == """
                | took | task | page |
                |---:|---|---|
                | 7ms | Login | a b.html |
                | only if &lt;you&gt; ask: |  |  |

                and 1 more

                """)
        #expect(table().markdown().hasSuffix("| 120ms | 推\\*送\\|␛ | slow.html |\n"))
    }

    @Test func `HTML escapes tags, links to pages and marks rows`() {
        let lines = table().html(limit: 2).split(separator: "\n").map { String($0) }
        #expect(
            lines == [
                "<table>",
                "<thead><tr><th class=\"number\">took</th><th>task</th><th>page</th></tr></thead>",
                "<tbody>",
                "<tr class=\"critical\"><td class=\"number\">7ms</td><td>Login</td>"
                    + "<td><a href=\"./a%20b.html\">a b.html</a></td></tr>",
                "<tr><th colspan=\"3\">only if &lt;you&gt; ask:</th></tr>",
                "</tbody>", "</table>", "<p>and 1 more</p>",
            ])
    }

    @Test func `an object keeps the order in which it is written`() {
        let object: JSONValue = ["b": .number(1), "a": .texts(["x", "\""]), "c": .text(nil)]
        #expect(object.text == #"{"b":1,"a":["x","\""],"c":null}"#)
    }

    @Test(arguments: [[], ["x"], ["x", "\"y\n"], Array(repeating: "x", count: 50_000)])
    func `an object with a long list is written as if it were made at once`(elements: [String]) {
        let list = elements.map { JSONValue.string($0) }
        let whole: JSONValue = ["b": .number(1), "list": .array(list), "c": .text(nil)]
        var text = ""
        JSONValue.write([.init("b", .number(1))], list: "list", of: list, [.init("c", .null)]) { text += $0 }
        #expect(text == whole.text)
    }
}
