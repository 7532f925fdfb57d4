/// Where the compiler's view of data races is turned off, a comment on the line before says what protects the value.
enum UnsafeConcurrency {
    static func check(_ file: SourceFile) -> [Finding] {
        file.codeLines.enumerated().compactMap { index, line in
            guard line.contains("@unchecked") || line.contains("nonisolated(unsafe)") else { return nil }
            let before = index > 0 ? file.lines[index - 1].drop(while: \.isWhitespace) : ""
            guard !before.hasPrefix("//") else { return nil }
            return Finding(path: file.path, line: index + 1, message: "no comment says what protects this")
        }
    }
}
