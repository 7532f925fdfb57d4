extension DisplayText {
    /// The text in lines of at most `width` columns, broken at spaces if there are any; later lines are indented by two
    /// spaces more than the first.
    public static func wrap(_ text: String, to width: Int) -> [String] {
        guard width > 8, self.width(of: text) > width else { return [text] }
        let margin = String(repeating: " ", count: min(width / 2, text.prefix { $0 == " " }.count + 2))
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let longer =
                line.isEmpty && lines.isEmpty ? String(word) : line == margin ? margin + word : "\(line) \(word)"
            if self.width(of: longer) <= width {
                line = lines.isEmpty && line.isEmpty && word.isEmpty ? " " : longer
            } else {
                if !line.isEmpty, line != margin { lines.append(line) }
                line = cut(margin + word, to: width)
            }
        }
        if line != margin { lines.append(line) }
        return lines
    }
}
