import Foundation
import Testing

/// Nothing that a person wrote is replaced unasked, whichever way a file is written.
@Suite struct ReplacedFilesTests {
    private static let scenario = "name: Shop\ntasks: [{name: A, on: launch, duration: 10ms}]\n"

    private func text(_ file: String, in folder: InFolder) throws -> String {
        String(decoding: try folder.bytes(file), as: UTF8.self)
    }

    /// What a session without a screen says to these commands, given after a launch.
    private func session(_ commands: String..., in folder: InFolder) throws -> String {
        let input = (["launch", "advance 1s"] + commands + ["quit"]).joined(separator: "\n") + "\n"
        return try folder.run("--plain", "s.yaml", input: input).output
    }

    @Test(
        arguments: [
            ("write", "x.scope"), ("export", "x.scope"), ("export script", "x"), ("save-scenario", "x.yaml"),
            ("export scenario", "x"), ("export", "x.yml"), ("save-trace", "x.scope"),
        ])
    func `a scenario or a script that is there stays until the command has a !`(command: String, file: String) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("mine\n", to: file)
        let refused = try session("\(command) \(file)", in: folder)
        #expect(refused.contains("cannot write") && refused.contains("it is there"), "\(refused)")
        #expect(try text(file, in: folder) == "mine\n")
        let words = command.split(separator: " ", maxSplits: 1)
        let forced = ([words[0] + "!"] + words.dropFirst() + [Substring(file)]).joined(separator: " ")
        #expect(try session(forced, in: folder).contains("wrote \(file)"))
        #expect(try text(file, in: folder) != "mine\n")
    }

    @Test func `what the session wrote or read is replaced, unless it changed on disk since`() throws {
        let folder = try InFolder(Self.scenario)
        let again = try session("write x.scope", "background", "write x.scope", "save-scenario s.yaml", in: folder)
        #expect(again.components(separatedBy: "wrote x.scope").count == 3, "\(again)")
        #expect(again.contains("wrote s.yaml"))
        #expect(try text("s.yaml", in: folder) == Self.scenario)
        // The same file by another name: what the session knows by the first name is no longer there.
        let changed = try session(
            "write y.scope", "background", "write! ./y.scope", "foreground", "write y.scope", in: folder)
        #expect(changed.contains("cannot write y.scope: it has changed since it was read"), "\(changed)")
    }

    @Test func `an export replaces an export`() throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("old", to: "x.svg")
        #expect(try session("export x.svg", in: folder).contains("wrote x.svg"))
        #expect(try folder.run("export", "s.yaml", "-o", "x.svg").code == 0)
        #expect(try text("x.svg", in: folder).hasPrefix("<svg"))
    }

    @Test(
        arguments: [
            ["what-if", "s.yaml", "A duration 5ms", "-o", "mine.yaml"], ["import", "t.ndjson", "-o", "mine.yaml"],
        ])
    func `commands keep what is there without --force, and name what they write`(arguments: [String]) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t.ndjson")
        try folder.write("mine\n", to: "mine.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "link.yaml"), withDestinationPath: "mine.yaml")
        for file in ["mine.yaml", "link.yaml"] {
            let refused = try folder.run(Array(arguments.dropLast()) + [file])
            #expect(refused.code == 1)
            #expect(
                refused.complaints.hasSuffix(
                    "\(file): error: cannot be written: it is there; --force replaces it\n"), "\(refused.complaints)")
            #expect(try text("mine.yaml", in: folder) == "mine\n")
        }
        let forced = try folder.run(arguments + ["--force"])
        #expect(forced.code == 0 && forced.complaints.hasSuffix("taskscope: wrote mine.yaml\n"))
        #expect(try folder.run("check", "mine.yaml").code == 0)
    }

    @Test func `no export takes the place of a scenario, and what-if may change the file that it read`() throws {
        let folder = try InFolder(Self.scenario)
        let export = try folder.run("export", "s.yaml", "--format", "svg", "-o", "s.yaml")
        #expect(export.code == 1 && export.complaints.contains("a scenario or a script by its name"))
        #expect(try text("s.yaml", in: folder) == Self.scenario)
        #expect(try folder.run("what-if", "s.yaml", "A duration 5ms", "-o", "s.yaml").code == 0)
        #expect(try text("s.yaml", in: folder).contains("duration: 5ms"))
    }

    @Test(
        arguments: [
            (["report", "t", "-o", "mine.yaml"], "it is there, and a scenario or a script by its name")
        ])
    func `what takes long asks before it begins`(arguments: [String], words: String) throws {
        let folder = try InFolder(Self.scenario)
        try folder.write("mine\n", to: "mine.yaml")
        try FileManager.default.createDirectory(atPath: folder.path(of: "t"), withIntermediateDirectories: true)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t/t.ndjson")
        let refused = try folder.run(arguments)
        #expect(refused.code == 1)
        #expect(refused.complaints == "mine.yaml: error: cannot be written: \(words)\n", "\(refused.complaints)")
        #expect(try text("mine.yaml", in: folder) == "mine\n")
    }

    @Test func `what is written is named`() throws {
        let folder = try InFolder(Self.scenario)
        try FileManager.default.createDirectory(atPath: folder.path(of: "t"), withIntermediateDirectories: true)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t/t.ndjson")
        let commands = [["export", "s.yaml", "-o", "x.svg"], ["report", "t", "-o", "x.svg"]]
        for arguments in commands {
            #expect(try folder.run(arguments).complaints.hasSuffix("taskscope: wrote x.svg\n"))
        }
    }
}
