import Foundation

/// Compiles a module alone, against what the last ordinary build left of the others: what does not compile is known in
/// seconds, not after a build of all that comes before it.
struct ModuleCheck {
    private let arguments: [String]

    /// Nil if the package was not built.
    init?(_ module: String, package: URL, copy: URL) {
        let plan = package.appendingPathComponent(".build/debug.yaml")
        guard let lines = try? String(contentsOf: plan, encoding: .utf8).lines,
            let start = lines.firstIndex(where: { $0.hasPrefix("  \"C.\(module)-") && $0.hasSuffix(".module\":") }),
            let words = Self.words("    args: ", lines[start...]),
            let inputs = Self.words("    inputs: ", lines[start...])
        else { return nil }
        var arguments: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if Self.withValue.contains(word) {
                rest.removeFirst()
            } else if !Self.without.contains(word), !word.hasPrefix("@") {
                arguments.append(word)
            }
        }
        // The build may have happened under another path than this one's.
        let sources = inputs.filter { $0.hasSuffix(".swift") }.compactMap { path -> String? in
            guard let place = path.range(of: "/Sources/") else { return nil }
            return copy.path + path[place.lowerBound...]
        }.filter { FileManager.default.fileExists(atPath: $0) }
        self.arguments =
            arguments + ["-suppress-warnings", "-whole-module-optimization", "-emit-sil", "-o", "/dev/null"]
            + ["-I", copy.appendingPathComponent("Sources/MutationSwitch/include").path] + sources
    }

    /// What the compiler says.
    func said(in folder: URL) throws -> String {
        try MutatedCopy.run("/usr/bin/env", ["sh", "-c", "exec \"$@\" 2>&1", "sh"] + arguments, at: folder)
    }

    private static func words(_ key: String, _ lines: ArraySlice<String>) -> [String]? {
        guard let line = lines.first(where: { $0.hasPrefix(key) }) else { return nil }
        return try? JSONDecoder().decode([String].self, from: Data(line.dropFirst(key.count).utf8))
    }

    private static let withValue: Set = [
        "-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path",
    ]
    private static let without: Set = [
        "-emit-dependencies", "-emit-module", "-incremental", "-c", "-enable-batch-mode", "-serialize-diagnostics",
        "-parseable-output", "-emit-objc-header", "-warnings-as-errors",
    ]
}
