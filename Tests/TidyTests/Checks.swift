/// The rules of the house as functions over text.
enum Checks {
    static let maximumLines = 400

    /// What each module may import; the standard library needs no import.
    static let allowedImports: [String: Set<String>] = [
        "SchedulerCore": ["HeapModule"],
        "SchedulerSimulation": ["SchedulerCore"],
        "TraceFormat": ["SchedulerCore"],
        "JobStore": ["SchedulerCore", "GRDB"],
        "ScenarioFormat": ["SchedulerCore", "SchedulerSimulation", "Yams"],
        "TraceAnalysis": ["SchedulerCore", "TraceFormat"],
        "Planning": ["SchedulerCore", "SchedulerSimulation", "TraceAnalysis"],
        "TaskKit": ["SchedulerCore", "TraceFormat", "TaskKitMacros"],
        "Dashboard": ["SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceAnalysis", "Planning"],
        "taskscope": [
            "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "Planning",
            "Dashboard", "JobStore", "ArgumentParser", "CNcurses", "CTerminal",
        ],
    ]
    static let systemImports: Set<String> = [
        "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Dispatch", "Synchronization",
    ]
    /// These see no system: their results are the same on every machine.
    static let pureModules: Set<String> = ["SchedulerCore", "SchedulerSimulation", "TraceFormat", "Dashboard"]
    static let cursesFolder = "Sources/taskscope/Terminal/"

    /// Calls that are banned in Sources, and the folders where they are not.
    static let bannedCalls: [(pattern: String, places: [String])] = [
        (#"\btry!"#, []), (#"\bas!"#, []), (#"\bfatalError\b"#, []),
        (#"(^|[^.\w])print\("#, ["Sources/taskscope/Commands/"]),
        (#"\b(u|nano)?sleep\("#, []), (#"\bDate\(\)"#, []), (#"\bDispatchTime\.now\b"#, []),
        (#"\bContinuousClock\b"#, ["Sources/taskscope/Terminal/", "Sources/TaskKit/"]),
    ]

    static let bannedName =
        #"\b(struct|class|enum|actor|protocol|typealias)\s+(\w*(Manager|Helper|Utils?|Handler|Info|Data)|Task)\b"#

    static func sizes(_ file: SwiftFile) -> [Finding] {
        let lines =
            file.text.split(separator: "\n", omittingEmptySubsequences: false).count
            - (file.text.hasSuffix("\n") ? 1 : 0)
        guard lines > maximumLines else { return [] }
        return [Finding(path: file.path, line: lines, problem: "\(lines) lines, \(maximumLines) are allowed")]
    }

    static func imports(_ file: SwiftFile) -> [Finding] {
        let folders = file.path.split(separator: "/").map(String.init)
        guard folders.count > 2, folders[0] == "Sources" else { return [] }
        let module = folders[1]
        return importedModules(file).compactMap { line, imported in
            func refused(_ why: String) -> Finding { Finding(path: file.path, line: line, problem: why) }
            if imported == "CNcurses" || imported == "CTerminal" {
                let isWiring = imported == "CTerminal" && module == "taskscope"
                return file.path.hasPrefix(cursesFolder) || isWiring
                    ? nil : refused("only Terminal imports \(imported)")
            }
            if systemImports.contains(imported) {
                return pureModules.contains(module) ? refused("\(module) may not import \(imported)") : nil
            }
            let isAllowed = allowedImports[module]?.contains(imported) ?? false
            return isAllowed ? nil : refused("\(module) may not import \(imported)")
        }
    }

    static func calls(_ file: SwiftFile) throws -> [Finding] {
        guard file.path.hasPrefix("Sources/") else { return [] }
        return try bannedCalls.flatMap { call in
            let isAllowed = call.places.contains { file.path.hasPrefix($0) }
            return isAllowed ? [] : try find(call.pattern, in: file) { "`\($0)` is banned here" }
        }
    }

    static func names(_ file: SwiftFile) throws -> [Finding] {
        try find(bannedName, in: file) { "`\($0)`: a name that says nothing, or hides Swift's Task" }
    }

    static func topLevel(_ paths: [String]) -> [Finding] {
        let allowed: Set<String> = ["Package.swift", "Sources", "Tests", "Demo", "README.md"]
        return Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) })
            .filter { !$0.hasPrefix(".") && !allowed.contains($0) }
            .sorted()
            .map { Finding(path: $0, line: 1, problem: "does not belong at the top level") }
    }

    private static func importedModules(_ file: SwiftFile) -> [(line: Int, module: String)] {
        let kinds: Set<String> = ["struct", "class", "enum", "func", "var", "let", "protocol", "typealias"]
        return file.codeLines.enumerated().compactMap { index, line in
            let words = line.split { $0 == " " || $0 == ";" }
            guard let place = words.firstIndex(of: "import"),
                words[..<place].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "internal" })
            else { return nil }
            let named = words[(place + 1)...].first { !kinds.contains(String($0)) }
            return named?.split(separator: ".").first.map { (index + 1, String($0)) }
        }
    }

    private static func find(
        _ pattern: String, in file: SwiftFile, problem: (Substring) -> String
    ) throws -> [Finding] {
        let expression = try Regex(pattern)
        return file.codeLines.enumerated().flatMap { index, line in
            line.matches(of: expression).map {
                Finding(path: file.path, line: index + 1, problem: problem(line[$0.range]))
            }
        }
    }
}
