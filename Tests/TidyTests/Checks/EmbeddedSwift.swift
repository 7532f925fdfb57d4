/// What Embedded Swift lacks: the modules that the page is made of must do without it. Demo/page/build compiles them; this
/// says it at once, and names what the compiler would let pass.
enum EmbeddedSwift {
    /// The modules of the page.
    static let modules: Set<String> = [
        "Text", "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "Planning",
        "ScreenKit", "Dashboard",
    ]

    /// Computed, as a pattern is not Sendable.
    private static var bans: [(pattern: Regex<Substring>, message: String)] {
        [
            (/\\\.[A-Za-z_0-9]+/, "no key paths: write a closure"),
            (/\bany\s+[A-Z]\w*/, "no existentials: take a generic or an enum"),
            (/\brethrows\b/, "no rethrows: typed throws"),
            (/\bthrows\b(?!\s*\()/, "no untyped throws: name the error's type"),
            (/\bas\s*\?/, "no dynamic casts"),
            (/\b(?:Mirror|dump)\s*\(/, "no reflection"),
            (/\bString\s*\(\s*(?:describing|reflecting)\s*:/, "no reflection: let the type describe itself"),
            (/\buniquingKeysWith\b/, "no Dictionary(_:uniquingKeysWith:): write a loop"),
        ]
    }

    /// What is compiled for a page only, line by line.
    private static func withoutNativeParts(_ lines: [String]) -> [String] {
        var depth = 0
        return lines.map { line in
            let start = line.drop { $0 == " " }
            if depth > 0 || start == "#if !hasFeature(Embedded)" {
                if start.hasPrefix("#if") { depth += 1 }
                if start == "#endif" { depth -= 1 }
                return ""
            }
            return line
        }
    }

    static func check(_ file: SourceFile) -> [Finding] {
        guard file.isSource, modules.contains(file.module) else { return [] }
        let code = withoutNativeParts(file.codeLines).joined(separator: "\n")
        let findings = bans.flatMap { ban in
            code.ranges(of: ban.pattern.wordBoundaryKind(.simple)).map { range in
                let line = 1 + code[..<range.lowerBound].count { $0 == "\n" }
                return Finding(path: file.path, line: line, message: ban.message)
            }
        }
        return findings.sorted { $0.line < $1.line }
    }
}
