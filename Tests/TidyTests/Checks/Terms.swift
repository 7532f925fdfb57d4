/// One word for one thing, in the text of strings, in the pages and in the demos. The glossary defines the words.
enum Terms {
    /// Words in lowercase that stand for something which has another word.
    struct Term: Equatable, Sendable {
        var write: String
        var not: [String]
    }

    static let terms: [Term] = [
        Term(write: "dependency", not: ["edge", "edges"]),
        Term(write: "critical path", not: ["critical chain", "critical chains"]),
        Term(write: "finding", not: ["lint", "lints"]),
        Term(write: "share a lane", not: ["take turns", "takes turns", "took turns"]),
        Term(write: "block an event", not: ["hold its event", "holds its event", "hold no event", "holds no event"]),
        Term(write: "branch", not: ["old course", "course before"]),
        Term(write: "trigger", not: ["what releases each"]),
    ]

    /// Words that belong to somebody else: a mistyped command, and Graphviz.
    private static let exceptions: Set<String> = [
        "Sources/taskscope/Commands/Taskscope.swift: lint", "Sources/TraceImport/Formats/SystemdTrace.swift: edge",
        "Sources/TraceAnalysis/Export/TaskGraphDocument.swift: edge",
    ]

    static func check(_ file: TextFile) -> [Finding] {
        let whole = file.text.lowercased()
        guard isRead(file.path), terms.contains(where: { $0.not.contains { whole.contains($0) } }) else { return [] }
        let code = file.isSwift ? TextFile(path: file.path, text: CodeText.code(of: file.text)).lines : []
        return file.lines.enumerated().flatMap { index, line in
            let text = file.isSwift ? literals(of: line, code: code[index]) : line
            // Words between single blanks, so that a term is found as whole words.
            let words = " " + text.lowercased().split { !$0.isLetter }.joined(separator: " ") + " "
            return terms.flatMap { term in
                term.not.filter { words.contains(" \($0) ") && !exceptions.contains("\(file.path): \($0)") }.map {
                    Finding(path: file.path, line: index + 1, message: "'\($0)': write '\(term.write)'")
                }
            }
        }
    }

    /// A line's literal text: what is neither code nor comment.
    private static func literals(of line: String, code: String) -> String {
        let line = Array(line.utf8)
        let code = Array(code.utf8)
        guard line.count == code.count, !line.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "//".utf8) else {
            return ""
        }
        let text = zip(line, code).map { $1 == UInt8(ascii: " ") ? $0 : UInt8(ascii: " ") }
        // A comment behind code.
        return String(decoding: text, as: UTF8.self).components(before: " // ")
    }

    private static func isRead(_ path: String) -> Bool {
        if path == "README.md" { return true }
        let isText = [".swift", ".md", ".yaml", ".scope"].contains { path.hasSuffix($0) }
        return isText && (path.hasPrefix("Sources/") || path.hasPrefix("Demo/"))
    }
}

extension String {
    /// What comes before `mark`; all if there is none.
    fileprivate func components(before mark: String) -> String {
        firstRange(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
    }
}
