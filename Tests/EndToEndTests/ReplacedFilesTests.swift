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
        #expect(try folder.run("export", "s.yaml", "-o", "x.svg").code == 0)
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
        let commands = [["export", "s.yaml", "-o", "x.svg"], ["report", "t", "-o", "x.html"]]
        for arguments in commands {
            #expect(try folder.run(arguments).complaints.hasSuffix("taskscope: wrote \(arguments.last ?? "")\n"))
        }
    }

    /// A way to write a file.
    struct Way: CustomTestStringConvertible, Sendable {
        /// The arguments, or a command of a session; FILE stands for the file.
        var arguments: [String]
        /// What a file of a person holds that it must not replace, and the ending of its name.
        var ending: String
        var isCommand = false
        var testDescription: String { arguments.joined(separator: " ") + ending }
    }

    static let ways: [Way] = [
        Way(arguments: ["write FILE"], ending: ".scope", isCommand: true),
        Way(arguments: ["save-scenario FILE"], ending: ".yaml", isCommand: true),
        Way(arguments: ["save-trace FILE"], ending: ".ndjson", isCommand: true),
        Way(arguments: ["export FILE"], ending: ".scope", isCommand: true),
        Way(arguments: ["export FILE"], ending: ".yaml", isCommand: true),
        Way(arguments: ["export FILE"], ending: ".ndjson", isCommand: true),
        Way(arguments: ["export FILE"], ending: ".txt", isCommand: true),
        Way(arguments: ["export FILE"], ending: ".svg", isCommand: true),
        Way(arguments: ["export FILE"], ending: ".md", isCommand: true),
        Way(arguments: ["export FILE"], ending: ".html", isCommand: true),
        Way(arguments: ["export graph FILE"], ending: ".txt", isCommand: true),
        Way(arguments: ["what-if", "s.yaml", "A duration 5ms", "-o", "FILE"], ending: ".yaml"),
        Way(arguments: ["import", "t/t.ndjson", "-o", "FILE"], ending: ".yaml"),
        Way(arguments: ["new", "FILE", "--from-names", "Login"], ending: ".yaml"),
        Way(arguments: ["export", "s.yaml", "-o", "FILE"], ending: ".svg"),
        Way(arguments: ["export", "s.yaml", "-o", "FILE"], ending: ".md"),
        Way(arguments: ["export", "t/t.ndjson", "-o", "FILE"], ending: ".swift"),
        Way(arguments: ["export", "s.yaml", "-o", "FILE"], ending: ".cast"),
        Way(arguments: ["export", "s.yaml", "--script", "talk.scope", "-o", "FILE"], ending: ".cast"),
        Way(arguments: ["report", "t", "-o", "FILE"], ending: ".html"),
    ]

    private func folder() throws -> InFolder {
        let folder = try InFolder(Self.scenario)
        try FileManager.default.createDirectory(atPath: folder.path(of: "t"), withIntermediateDirectories: true)
        try folder.write(folder.run("replay", "s.yaml", "--format", "ndjson").output, to: "t/t.ndjson")
        try folder.write("note Look\nlaunch\nwait until launched\nnote Done\n", to: "talk.scope")
        return folder
    }

    /// Writes a file this way; what is said, and whether it was written.
    private func write(_ way: Way, to file: String, in folder: InFolder) throws -> (said: String, isWritten: Bool) {
        let arguments = way.arguments.map { $0.replacingOccurrences(of: "FILE", with: file) }
        guard way.isCommand else {
            let outcome = try folder.run(program: "/usr/bin/setpriv", Self.bound + [Executable.path] + arguments)
            return (outcome.complaints, outcome.code == 0)
        }
        let input = "launch\nadvance 1s\n\(arguments[0])\nquit\n"
        let outcome = try folder.run(
            program: "/usr/bin/setpriv", Self.bound + [Executable.path, "--plain", "s.yaml"], input: input)
        return (outcome.output, outcome.output.contains("wrote \(file)"))
    }

    /// Permissions count, also for root.
    private static let bound = getuid() == 0 ? ["--bounding-set=-dac_override"] : []

    @Test("what a person wrote stays, whatever stands in the way", arguments: ways)
    func stays(way: Way) throws {
        let folder = try folder()
        let mine = "this is mine\n"
        let file = "mine" + way.ending
        func expectRefused(_ name: String, _ words: String...) throws {
            let (said, isWritten) = try write(way, to: name, in: folder)
            #expect(!isWritten && words.contains { said.contains($0) }, "\(name): \(said)")
        }
        // A file, and a link to it.
        try folder.write(mine, to: file)
        try expectRefused(file, "it is there", "already exists")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "link" + way.ending), withDestinationPath: file)
        try expectRefused("link" + way.ending, "it is there", "already exists")
        #expect(try text(file, in: folder) == mine)
        // A file that may not be written.
        try folder.makeReadOnly(file)
        try expectRefused(file, "Permission denied", "it is there", "already exists")
        #expect(try text(file, in: folder) == mine)
        // A folder, and a place in a folder that is not there.
        let other = "folder" + way.ending
        try FileManager.default.createDirectory(atPath: folder.path(of: other), withIntermediateDirectories: true)
        try expectRefused(other, "not a regular file", "it is there", "already exists")
        try expectRefused("nowhere/x" + way.ending, "No such file or directory")
        // A device that is full.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "full" + way.ending), withDestinationPath: "/dev/full")
        try expectRefused("full" + way.ending, "not a regular file", "it is there", "already exists", "No space left")
        // Nothing half written is left.
        let names = try folder.run(program: "/bin/ls", ["-A"]).output
        #expect(!names.contains(".part"), "\(names)")
        // And where nothing is in the way it is written, and an export once more.
        let (said, isWritten) = try write(way, to: "new" + way.ending, in: folder)
        #expect(isWritten, "\(said)")
        if [".svg", ".md", ".html", ".cast", ".swift", ".ndjson", ".txt"].contains(way.ending) {
            #expect(try write(way, to: "new" + way.ending, in: folder).isWritten)
        } else {
            #expect(try !write(way, to: "new" + way.ending, in: folder).isWritten)
        }
    }
}
