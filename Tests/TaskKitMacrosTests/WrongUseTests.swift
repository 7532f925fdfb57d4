import Foundation
import Testing

/// The compiler's own answer to wrong annotations: each sentence, its place, and its fix.
@Suite struct WrongUseTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Wrong")

    /// Checks a file's types with the plug-in; `flags` go before it.
    private func check(_ file: URL, _ flags: [String] = [], in folder: URL) throws -> Child.Outcome {
        let products = Child.products
        let modules = products.appending(path: "CTaskKit.build/module.modulemap").path
        let plugin = products.appending(path: "TaskKitMacros-tool").path
        return try Child.run(
            try #require(Child.compiler),
            ["-frontend", "-typecheck", "-swift-version", "6", "-module-name", "Wrong"] + flags + [
                "-I", products.appending(path: "Modules").path, "-Xcc", "-fmodule-map-file=\(modules)",
                "-load-plugin-executable", "\(plugin)#TaskKitMacros", file.path,
            ], in: folder)
    }

    @Test(arguments: ["Fixable", "Refused"])
    func `each wrong annotation is refused as written, and nothing else is said`(name: String) throws {
        try Child.withFolder { folder in
            let outcome = try check(Self.folder.appending(path: name + ".swift"), ["-verify"], in: folder)
            #expect(outcome.complaints == "")
            #expect(outcome.code == 0)
        }
    }

    @Test func `with every fix made, the annotations are right`() throws {
        try Child.withFolder { folder in
            let text = try String(contentsOf: Self.folder.appending(path: "Fixable.swift"), encoding: .utf8)
            let fixed = folder.appending(path: "Fixed.swift")
            let (result, fixes) = try Self.fixed(text)
            #expect(fixes > 15)
            try result.write(to: fixed, atomically: true, encoding: .utf8)
            let outcome = try check(fixed, ["-warnings-as-errors"], in: folder)
            #expect(outcome.complaints == "", "\(result)")
            #expect(outcome.code == 0)
        }
    }

    /// The text with each fix of its `expected-note` comments made, and how many there were.
    private static func fixed(_ text: String) throws -> (text: String, fixes: Int) {
        let note = /expected-note @-(\d+) \{\{.*?\}\} \{\{(?:\+(\d+):)?(\d+)-(\d+)=(.*)\}\}$/
        var lines = text.components(separatedBy: "\n")
        var fixes = 0
        for (index, line) in lines.enumerated() {
            guard let match = line.firstMatch(of: note), let start = Int(match.3), let end = Int(match.4),
                let up = Int(match.1)
            else { continue }
            let target = index - up + (match.2.flatMap { Int($0) } ?? 0)
            let bytes = Array(lines[target].utf8)
            try #require(start <= end && end - 1 <= bytes.count)
            let inserted = match.5.replacing("\\n", with: "\n").replacing("\\}", with: "}")
            let changed = bytes[..<(start - 1)] + Array(inserted.utf8) + bytes[(end - 1)...]
            lines[target] = String(decoding: changed, as: UTF8.self)
            fixes += 1
        }
        return (lines.joined(separator: "\n"), fixes)
    }
}
