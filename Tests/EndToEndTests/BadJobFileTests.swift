import Foundation
import Testing

/// Job files that cannot be used: one clear line, exit code 3, and the file as it was, byte for byte.
@Suite(.serialized) struct BadJobFileTests {
    private static let scenario = """
        schema: 1
        name: Jobs
        jobs:
          handlers: {good: {duration: 10ms}}
          enqueue: [{task: good}, {task: nobody}]

        """

    /// A way to use a job file; the last ones are the dashboard's.
    struct Use: CustomTestStringConvertible, Sendable {
        var arguments: [String]
        var testDescription: String { arguments.joined(separator: " ") }

        static let reading = [
            Use(arguments: ["jobs", "q.sqlite", "list"]), Use(arguments: ["jobs", "q.sqlite", "stats"]),
        ]
        static let writing = [
            Use(arguments: ["jobs", "q.sqlite", "empty"]), Use(arguments: ["jobs", "q.sqlite", "remove", "1"]),
            Use(arguments: ["jobs", "q.sqlite", "retry", "all"]), Use(arguments: ["jobs", "q.sqlite", "discard", "1"]),
            Use(arguments: ["replay", "s.yaml", "--jobs", "q.sqlite"]),
            Use(arguments: ["--jobs", "q.sqlite", "s.yaml"]),
            Use(arguments: ["--plain", "--jobs", "q.sqlite", "s.yaml"]),
        ]
    }

    /// A folder whose `q.sqlite` is a store that an earlier replay left, with a row in it.
    private func folder() throws -> InFolder {
        let folder = try InFolder(Self.scenario)
        #expect(try folder.run("replay", "s.yaml", "--jobs", "q.sqlite").code == 0)
        return folder
    }

    /// One line that names the file and says why; nothing else, and nothing changed.
    private func expectRefusal(
        _ outcome: Executable.Outcome, _ why: String, _ folder: InFolder, before: Data,
        location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(outcome.code == 3, "\(outcome)", sourceLocation: location)
        #expect(outcome.output == "", sourceLocation: location)
        #expect(outcome.complaints == "q.sqlite: error: \(why)\n", sourceLocation: location)
        #expect(try folder.bytes("q.sqlite") == before, sourceLocation: location)
    }

    @Test(arguments: Use.reading + Use.writing)
    func noDatabase(_ use: Use) throws {
        let folder = try folder()
        try folder.write(String(repeating: "this is no database. ", count: 300), to: "q.sqlite")
        let before = try folder.bytes("q.sqlite")
        try expectRefusal(folder.run(use.arguments), "not a database", folder, before: before)
    }

    @Test(arguments: Use.reading + Use.writing)
    func aNewerSchema(_ use: Use) throws {
        let folder = try folder()
        var bytes = try folder.bytes("q.sqlite")
        // SQLite's user_version, by which a store counts its migrations.
        bytes.replaceSubrange(60..<64, with: [0, 0, 0, 9])
        try folder.write(bytes, to: "q.sqlite")
        try expectRefusal(
            folder.run(use.arguments), "written by a newer taskscope (schema 9; this one reads up to 3)", folder,
            before: bytes)
    }

    @Test(arguments: Use.writing)
    func aReadOnlyFile(_ use: Use) throws {
        let folder = try folder()
        let before = try folder.bytes("q.sqlite")
        let list = try folder.run("jobs", "q.sqlite", "list").output
        try folder.makeReadOnly("q.sqlite")
        try expectRefusal(
            folder.runBoundByPermissions(use.arguments), "read-only: the file or its folder cannot be written", folder,
            before: before)
        // Looking into it continues.
        #expect(try folder.runBoundByPermissions(["jobs", "q.sqlite", "list"]).output == list)
        #expect(try folder.bytes("q.sqlite") == before)
    }

    @Test(arguments: Use.writing)
    func aStoreThatAnAppWorks(_ use: Use) throws {
        let folder = try folder()
        let before = try folder.bytes("q.sqlite")
        try folder.holding("q.sqlite", by: .store) {
            try expectRefusal(folder.run(use.arguments), "in use by another process", folder, before: before)
        }
    }

    @Test(arguments: [Use.reading[0], Use.writing[0]])
    func aLockedFile(_ use: Use) throws {
        let folder = try folder()
        let before = try folder.bytes("q.sqlite")
        var outcome: Executable.Outcome?
        // The bytes are read after the lock is released: closing a file releases its locks.
        try folder.holding("q.sqlite", by: .databaseBytes) { outcome = try folder.run(use.arguments) }
        try expectRefusal(try #require(outcome), "in use by another process", folder, before: before)
    }

    @Test(arguments: [false, true])
    func noRoom(_ replays: Bool) throws {
        let folder = try folder()
        let data = String(repeating: "x", count: 900)
        let jobs = (0..<300).map { "enqueue nobody {\"n\": \($0), \"x\": \"\(data)\"}" }.joined(separator: "\n")
        try folder.write(jobs + "\n", to: "more.scope")
        #expect(try folder.run("replay", "s.yaml", "--script", "more.scope", "--jobs", "q.sqlite").code == 0)
        let before = try folder.bytes("q.sqlite")
        #expect(before.count > 300_000)
        let arguments =
            replays
            ? ["replay", "s.yaml", "--script", "more.scope", "--jobs", "q.sqlite"] : ["jobs", "q.sqlite", "empty"]
        for ignoresSignal in [true, false] {
            let outcome = try folder.run(arguments, fileLimit: 64, ignoresSignal: ignoresSignal)
            try expectRefusal(outcome, "no space: the disk is full or a limit is reached", folder, before: before)
        }
        let list = try folder.run("jobs", "q.sqlite", "stats", "--json")
        #expect(list.output.hasPrefix(#"{"waiting":301,"running":0,"dead":0,"nextID":303"#), "\(list)")
    }

    @Test func aSessionThatCannotSaveSaysSoAndGoesOn() throws {
        let folder = try folder()
        let data = String(repeating: "x", count: 900)
        let jobs = (0..<300).map { "enqueue nobody {\"n\": \($0), \"x\": \"\(data)\"}" }.joined(separator: "\n")
        let before = try folder.bytes("q.sqlite")
        let outcome = try folder.run(
            ["--plain", "--jobs", "q.sqlite", "s.yaml"], fileLimit: 64, input: jobs + "\njobs save\nexpect queue 301\n",
            outputCut: 300)
        let lines = outcome.output.split(separator: "\n").suffix(4)
        #expect(lines.first == "jobs not saved to q.sqlite: no space: the disk is full or a limit is reached")
        #expect(lines.dropFirst(2).first == "0s  expect  queue 301  holds")
        #expect(try folder.bytes("q.sqlite") == before)
    }
}
