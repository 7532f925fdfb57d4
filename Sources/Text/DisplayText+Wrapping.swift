extension DisplayText {
    /// The text in lines of at most `width` columns, broken at spaces if there are any; later lines are indented by two
    /// spaces more than the first.
    public static func wrap(_ text: String, to width: Int) -> [String] {
        guard width > 8, self.width(of: text) > width else { return [text] }
        let margin = String(repeating: " ", count: min(width / 2, text.prefix { $0 == " " }.count + 2))
        var lines: [String] = []
        // Nil before the first word, which may be empty: text that is indented begins with some that are.
        var line: String?
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.map { $0 == margin ? margin + word : "\($0) \(word)" } ?? String(word)
            if self.width(of: longer) <= width {
                line = longer
            } else {
                if let line, !isBlank(line) { lines.append(line) }
                line = cut(margin + word, to: width)
            }
        }
        if let line, line != margin || lines.isEmpty { lines.append(line) }
        return lines
    }

    private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 == Byte.space } }
}
