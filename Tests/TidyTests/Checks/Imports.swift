/// Which module may import what. The page about the architecture refers to this map.
enum Imports {
    /// What every impure module may use of the platform.
    static let platform: Set<String> = ["Glibc", "Musl", "Darwin", "Dispatch", "Foundation", "Synchronization"]
    private static let libc: Set<String> = ["Glibc", "Musl", "Darwin"]

    /// A row a module of `Sources`. One that has no row may not import anything.
    static let allowed: [String: Set<String>] = [
        "Text": [],
        "SchedulerCore": [],
        "SchedulerSimulation": ["SchedulerCore", "Text"],
        "ScenarioFormat": ["SchedulerCore", "SchedulerSimulation", "Text"],
        "TraceFormat": ["SchedulerCore", "Text"],
        "TraceAnalysis": ["SchedulerCore", "TraceFormat", "Text"],
        "Planning": ["SchedulerCore", "SchedulerSimulation", "TraceFormat", "TraceAnalysis", "Text"],
        "TraceImport": [
            "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "Text",
        ],
        "JobStore": platform.union(["SchedulerCore", "GRDB", "GRDBSQLite"]),
        "TaskKit": platform.union(["SchedulerCore", "TraceFormat", "Text", "CTaskKit", "os"]),
        "TaskKitAnnotations": platform.union(["TaskKit", "SchedulerCore", "CTaskKit"]),
        "TaskKitInspector": platform.union(["TaskKit", "SchedulerCore", "TraceFormat"]),
        "TaskKitApp": platform.union(["TaskKitAnnotations", "TaskKitInspector", "TaskKitEvents"]),
        "TaskKitEvents": platform.union(["TaskKit", "SchedulerCore", "CTaskKit", "BackgroundTasks", "UIKit"]),
        "TaskKitScenario": ["TaskKit", "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat"],
        "TaskKitJobStore": platform.union(["TaskKit", "JobStore", "SchedulerCore"]),
        "TaskKitServices": platform.union([
            "TaskKit", "SchedulerCore", "TraceFormat", "Logging", "Metrics", "Tracing", "ServiceLifecycle",
        ]),
        "TaskKitMacros": [
            "Text", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftCompilerPlugin", "SwiftDiagnostics",
        ],
        "ScreenKit": ["Text"],
        "Dashboard": [
            "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "Planning",
            "ScreenKit", "Text",
        ],
        "taskscope": libc.union([
            "SchedulerCore", "SchedulerSimulation", "ScenarioFormat", "TraceFormat", "TraceAnalysis", "TraceImport",
            "Planning", "ScreenKit", "Dashboard", "JobStore", "Text", "ArgumentParser", "CNcurses", "CTerminal",
            "CZlib",
            "Dispatch", "Synchronization",
        ]),
    ]

    /// The page that says what each module is.
    static let page = "Sources/taskscope/taskscope.docc/Architecture.md"

    /// Modules that only some folders may name, tests included.
    static let confined: [String: [String]] = [
        "CNcurses": ["Sources/taskscope/Terminal/"],
        "Yams": ["Tests/ScenarioFormatTests/"],
        "GRDB": ["Sources/JobStore/", "Tests/JobStoreTests/"],
        "GRDBSQLite": ["Sources/JobStore/"],
    ]

    static func check(_ file: SourceFile) -> [Finding] {
        file.codeLines.enumerated().flatMap { index, line in
            imported(line).flatMap { check($0, file, line: index + 1) } ?? []
        }
    }

    private static func check(_ name: String, _ file: SourceFile, line: Int) -> [Finding] {
        var findings: [Finding] = []
        if file.isSource, allowed[file.module]?.contains(name) != true {
            findings.append(Finding(path: file.path, line: line, message: "\(file.module) may not import \(name)"))
        }
        if let folders = confined[name], !folders.contains(where: file.path.hasPrefix) {
            let message = "\(name) may be imported in \(folders.joined(separator: ", ")) only"
            findings.append(Finding(path: file.path, line: line, message: message))
        }
        return findings
    }

    /// The module that a line imports: `import A`, `@testable import A`, `public import struct A.B`.
    static func imported(_ line: String) -> String? {
        let words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }.map(String.init)
        guard let keyword = words.firstIndex(of: "import") else { return nil }
        let levels = ["public", "package", "internal", "fileprivate", "private"]
        guard words[..<keyword].allSatisfy({ $0.hasPrefix("@") || levels.contains($0) }) else { return nil }
        let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        let path = words[(keyword + 1)...].first { !kinds.contains($0) }
        return path.flatMap { $0.split(separator: ".").first }.map(String.init)
    }
}
