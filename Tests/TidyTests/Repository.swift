import Foundation

/// The text of this repository, found from the location of this file.
struct Repository {
    /// The folder that holds the package.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All Swift files under `Sources` and `Tests`, by path.
    static let swiftFiles: [SourceFile] = files.filter { $0.isSwift }.map { SourceFile(path: $0.path, text: $0.text) }

    /// Every text that is committed, whatever its language, by path.
    static let files: [TextFile] = {
        let folders = topLevel.filter { !generated.contains($0) && !$0.hasPrefix(".build") && $0 != ".git" }
        let paths = folders.flatMap(paths(under:)).sorted()
        return paths.compactMap { path in
            guard let bytes = try? Data(contentsOf: root.appendingPathComponent(path)) else { return nil }
            return String(data: bytes, encoding: .utf8).map { TextFile(path: path, text: $0) }
        }
    }()

    /// The names in the package's folder.
    static let topLevel = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted()

    /// What tools leave behind: ignored by git, so no part of the repository.
    static let generated: Set<String> = ["Package.resolved", ".swiftpm", "default.profraw"]

    /// The files at or under a name of the package's folder.
    private static func paths(under name: String) -> [String] {
        var isFolder: ObjCBool = false
        let path = root.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [name]
        }
        let below = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return below.map { name + "/" + $0 }
    }
}

/// A file of any language.
struct TextFile {
    /// Path from the package's folder on.
    var path: String
    var text: String

    var isSwift: Bool { path.hasSuffix(".swift") }
    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

/// A Swift file, with and without its comments and literal text.
struct SourceFile {
    /// Path from the package's folder on.
    let path: String
    /// The lines as they are.
    let lines: [String]
    /// The same lines without comments and the text in string literals.
    let codeLines: [String]

    init(path: String, text: String) {
        self.path = path
        lines = TextFile(path: path, text: text).lines
        codeLines = TextFile(path: path, text: CodeText.code(of: text)).lines
    }

    /// Path parts: `Sources`, the module's name, folders, the file's name.
    var parts: [String] { path.split(separator: "/").map(String.init) }
    /// The target that this file belongs to.
    var module: String { parts.count > 2 ? parts[1] : "" }
    /// Whether it is part of the program, not of the tests.
    var isSource: Bool { parts.first == "Sources" }
}

/// One place that breaks a rule.
struct Finding: Equatable, CustomStringConvertible {
    var path: String
    /// From 1; 0 if the whole file is meant.
    var line = 0
    var message: String

    var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }
}
