import Foundation

/// The public declarations of a library with their comments, as the compiler's symbol graphs have them: each below the type
/// or the extension in which it is, sorted.
struct PublicAPI {
    private var entries: [[String]: Entry] = [:]
    private var exports: [String] = []

    /// What one path stands for.
    private struct Entry {
        /// Several of a function with overloads, with the lines of their comments.
        var declarations: [String: [String]] = [:]
        var conformances: Set<String> = []
    }

    /// Reads a library that was built with these tests, and what it exports of others.
    init(of product: String, in folder: URL) throws {
        try read(product, in: folder) { _ in true }
        let file = PublicAPITests.folder.deletingLastPathComponent().appending(path: "Sources/\(product)/Exports.swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        // Names that only a type alias exports count, too.
        let names = text.matches(of: /import (?:struct|enum|class|protocol) (\w+)\.(\w+)/).map { match in
            (module: String(match.output.1), type: String(match.output.2))
        }
        for (module, names) in Dictionary(grouping: names, by: \.module) {
            try read(module, in: folder) { path in names.contains { $0.type == path.first } }
        }
        exports = text.matches(of: /@_exported import (\w+)(?:\n|$)/).map { "import \($0.output.1)" }.sorted()
    }

    /// The lines of its list.
    var text: String {
        var lines = exports
        for path in entries.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            // What extends a type of another module stands below a line of its own.
            if path.count > 1, entries[Array(path.dropLast())] == nil,
                lines.last(where: { !$0.hasPrefix(" ") }) != "extension \(path.dropLast().joined(separator: "."))"
            {
                lines.append("extension \(path.dropLast().joined(separator: "."))")
            }
            let indent = String(repeating: "    ", count: entries[[path[0]]] == nil ? 1 : path.count - 1)
            let conformances = entries[path]?.conformances.sorted().joined(separator: ", ") ?? ""
            for (declaration, comment) in (entries[path]?.declarations ?? [:]).sorted(by: { $0.key < $1.key }) {
                lines += comment.map { "\(indent)///\($0.isEmpty ? "" : " " + $0)" }
                lines.append(indent + declaration + (conformances.isEmpty ? "" : " / " + conformances))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Adds the symbols of a module, and those that it adds to others, whose paths are wanted.
    private mutating func read(_ module: String, in folder: URL, where isWanted: ([String]) -> Bool) throws {
        for graph in try Graph.all(of: module, in: folder) {
            var paths: [String: [String]] = [:]
            for symbol in graph.symbols where isWanted(symbol.pathComponents) {
                let words = symbol.declarationFragments.map(\.spelling).joined()
                let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                // What the standard library says of its own protocols is not repeated.
                let comment = symbol.docComment.flatMap { $0.module == "Swift" ? nil : $0.lines.map(\.text) } ?? []
                entries[symbol.pathComponents, default: Entry()].declarations[line] = comment
                paths[symbol.identifier.precise] = symbol.pathComponents
            }
            for relation in graph.relationships where relation.kind == "conformsTo" {
                guard let path = paths[relation.source],
                    let name = relation.targetFallback?.split(separator: ".").last.map(String.init)
                        ?? paths[relation.target]?.joined(separator: "."),
                    !Self.implied.contains(name)
                else { continue }
                entries[path]?.conformances.insert(name)
            }
        }
    }

    /// What every type conforms to, unless it says otherwise.
    private static let implied: Set = ["Copyable", "Escapable", "SendableMetatype"]
}

/// What `swift-symbolgraph-extract` writes.
private struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Comment: Decodable {
            let module: String
            let lines: [Line]
        }
        struct Line: Decodable { let text: String }
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]
        let docComment: Comment?
    }
    struct Relation: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }
    let symbols: [Symbol]
    let relationships: [Relation]

    /// A problem of the tool, with what it said.
    struct NotExtracted: Error { let said: String }

    /// The graphs of a module: its own symbols, and those by which it extends each other module.
    static func all(of module: String, in folder: URL) throws -> [Graph] {
        let products = Child.products
        let packages = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let maps = [
            products.appending(path: "CTaskKit.build/module.modulemap"),
            packages.appending(path: "GRDB.swift/Sources/GRDBSQLite/module.modulemap"),
        ].filter { FileManager.default.fileExists(atPath: $0.path) }
        guard let compiler = Child.compiler else { throw NotExtracted(said: "no compiler") }
        let tool = URL(fileURLWithPath: compiler).deletingLastPathComponent().appending(
            path: "swift-symbolgraph-extract")
        #if arch(x86_64)
            let target = "x86_64-unknown-linux-gnu"
        #else
            let target = "aarch64-unknown-linux-gnu"
        #endif
        let outcome = try Child.run(
            tool.path,
            [
                "-module-name", module, "-I", products.appending(path: "Modules").path, "-target", target,
                "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder.path,
            ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }, in: folder)
        guard outcome.code == 0 else { throw NotExtracted(said: outcome.complaints) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@") }.map { name in
            try JSONDecoder().decode(Graph.self, from: Data(contentsOf: folder.appending(path: name)))
        }
    }
}
