/// Calls that the program's own code may not make.
enum BannedCalls {
    private struct Ban {
        var pattern: Regex<Substring>
        var message: String
        /// Where it is allowed all the same.
        var folders: [String] = []
    }

    private static let terminal = "Sources/taskscope/Terminal/"
    private static let live = "Sources/TaskKit"

    /// Computed, as a pattern is not Sendable.
    private static var bans: [Ban] {
        [
            Ban(pattern: /\btry\s*!/, message: "try! hides an error"),
            Ban(pattern: /\bas\s*!/, message: "as! ends the program on a wrong type"),
            Ban(pattern: /\bfatalError\s*\(/, message: "our own bug is a precondition, bad input an error"),
            Ban(pattern: /\b(?:print|debugPrint|dump)\s*\(/, message: "text goes out through Output alone"),
            Ban(pattern: /\b(?:u|nano)?sleep\s*\(/, message: "nothing sleeps: wait for a deadline", folders: [live]),
            Ban(pattern: /\bDate\s*(?:\(\s*\)|\.now\b)/, message: "no wall clock"),
            Ban(pattern: /\b(?:clock_gettime|gettimeofday)\s*\(/, message: "no clock", folders: [terminal, live]),
            Ban(pattern: /\bDispatchTime\s*\.\s*now\b/, message: "no clock", folders: [terminal, live]),
            Ban(
                pattern: /\b(?:Continuous|Suspending)Clock\b/,
                message: "clocks belong to the terminal and to real time",
                folders: [terminal, live]),
            Ban(pattern: /\bSystemRandomNumberGenerator\b/, message: "random numbers come from a seed"),
            Ban(pattern: /\.(?:shuffled|randomElement)\s*\(\s*\)/, message: "random numbers come from a seed"),
            Ban(pattern: /\.random\s*\(\s*in\s*:[^,]*\)/, message: "random numbers come from a seed"),
        ]
    }

    /// In the test targets; benchmarks measure time.
    private static var testBans: [Ban] {
        [Ban(pattern: /Clock\s*\(\s*\)\s*\.\s*measure\b/, message: "a timed assertion fails on a busy machine")]
    }

    static func check(_ file: SourceFile) -> [Finding] {
        let bans =
            file.isSource
            ? bans.filter { ban in !ban.folders.contains(where: file.path.hasPrefix) }
            : file.module.hasSuffix("Tests") ? testBans : []
        let code = file.codeLines.joined(separator: "\n")
        let findings = bans.flatMap { ban in
            code.ranges(of: ban.pattern.wordBoundaryKind(.simple)).map { range in
                let line = 1 + code[..<range.lowerBound].count { $0 == "\n" }
                return Finding(path: file.path, line: line, message: ban.message)
            }
        }
        return findings.sorted { $0.line < $1.line }
    }
}
