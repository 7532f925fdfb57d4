/// Names that say nothing, and the one that hides Swift's own.
enum Names {
    static let endings = ["Manager", "Helper", "Helpers", "Util", "Utils", "Handler", "Info", "Data"]
    static let files: Set<String> = ["Utils", "Util", "Common", "Types", "Helpers", "Misc"]

    /// Types and their aliases; what is declared as on another system has that system's names.
    static func checkTypes(_ file: SourceFile) -> [Finding] {
        if file.path.hasPrefix("Tests/Apple/") { return [] }
        let declaration = /\b(?:struct|class|enum|actor|protocol|typealias|associatedtype)\s+(\w+)/.wordBoundaryKind(
            .simple)
        return file.codeLines.enumerated().flatMap { index, line in
            line.matches(of: declaration).map { String($0.1) }.filter(isBanned).map {
                Finding(path: file.path, line: index + 1, message: "\($0) is no name for a type")
            }
        }
    }

    private static func isBanned(_ name: String) -> Bool {
        name == "Task" || endings.contains(where: name.hasSuffix)
    }

    /// Files and folders.
    static func checkFile(_ file: SourceFile) -> [Finding] {
        let parts = file.parts.map { $0.hasSuffix(".swift") ? String($0.dropLast(6)) : $0 }
        return parts.filter(files.contains).map {
            Finding(path: file.path, message: "\($0) does not say what the file is about")
        }
    }
}
