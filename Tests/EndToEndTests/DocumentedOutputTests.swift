import Foundation
import Testing

/// The output that a page shows after a command is what the command prints.
@Suite struct DocumentedOutputTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func page(_ name: String) throws -> String {
        try String(
            contentsOf: root.appending(path: "Sources/taskscope/taskscope.docc/\(name).md"), encoding: .utf8)
    }

    /// The blocks of a page in a language, each with the block without a language that follows it at once.
    private static func blocks(_ language: String, of name: String) throws -> [(text: String, output: String?)] {
        try page(name).components(separatedBy: "```\(language)\n").dropFirst().map { part in
            let parts = part.components(separatedBy: "```")
            guard parts.count > 2, parts[1] == "\n\n", parts[2].hasPrefix("\n") else { return (parts[0], nil) }
            return (parts[0], String(parts[2].dropFirst()))
        }
    }

    @Test func `the worked case can be worked`() throws {
        let folder = try InFolder("")
        let source = Self.root.appending(path: "Demo/case").path
        for command in ["mkdir Demo", "cp -r '\(source)' Demo/case"] {
            #expect(try folder.run(program: "/bin/sh", ["-c", command]).code == 0)
        }
        let blocks = try Self.blocks("sh", of: "AWorkedCase")
        #expect(blocks.count == 6 && blocks.count { $0.output != nil } == 4)
        let path = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().path
        for block in blocks {
            let outcome = try folder.run(
                program: "/bin/sh", ["-c", block.text], environment: ["PATH": "\(path):/usr/bin:/bin"])
            #expect(outcome.code == 0, "\(block.text)\(outcome.complaints)")
            if let output = block.output { #expect(outcome.output.contains(output), "\(outcome.output)") }
        }
        // The scenario with the budget is the import with one line more, and it keeps what the case has reached.
        let plan = try String(contentsOf: Self.root.appending(path: "Demo/case/launch.yaml"), encoding: .utf8)
        let imported = try folder.run(program: "/bin/cat", ["mail.yaml"]).output
        #expect(plan.replacing("budgets: {launch: 350ms}\n", with: "") == imported)
        #expect(try folder.run("replay", "Demo/case/launch.yaml").code == 0)
        #expect(try folder.run("diff", "Demo/case/launch.yaml", "Demo/case/before.ndjson").code == 1)
    }

    @Test func `the answers about an iPhone's trace are what the commands print`() throws {
        let page = "FromAnIPhoneToTheAnswer"
        let folder = try InFolder("")
        #expect(try folder.run(program: "/bin/mkdir", ["Demo"]).code == 0)
        try folder.write(Data(contentsOf: Self.root.appending(path: "Demo/iphone.xml")), to: "Demo/iphone.xml")
        let path = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().path
        let answered = try Self.blocks("sh", of: page).filter { $0.output != nil }
        #expect(answered.count == 2)
        for block in answered {
            let outcome = try folder.run(
                program: "/bin/sh", ["-c", block.text], environment: ["PATH": "\(path):/usr/bin:/bin"])
            #expect(outcome.output == block.output, "\(outcome)")
        }
        // The other decision: the screen does wait.
        let imported = try folder.run("import", "Demo/iphone.xml").output
        let stated = imported.replacing(
            "after: gap before First screen, assumes: Fetch catalog",
            with: "after: [gap before First screen, Fetch catalog]")
        #expect(stated != imported)
        try folder.write(stated, to: "stated.yaml")
        #expect(try folder.run("check", "stated.yaml").complaints.hasPrefix("1 file ok, 0 findings"))
        let gain = try folder.run("what-if", "stated.yaml", "\"Fetch catalog\" duration 100ms").output
        #expect(gain.contains(" -190ms  \"Fetch catalog\"") && !gain.contains("0s to"), "\(gain)")
    }

    @Test func `the picture of the concepts is what replay draws`() throws {
        let block = try #require(try Self.blocks("yaml", of: "Concepts").first)
        let folder = try InFolder(block.text)
        let drawn = try folder.run("replay", "s.yaml", "--width", "70").output
        #expect(try drawn.hasPrefix(#require(block.output)), "\(drawn)")
    }
}
