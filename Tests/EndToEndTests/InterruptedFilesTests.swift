import Foundation
import Testing

/// Ctrl-C while a file is made: what was there stays, and nothing half written is left.
@Suite(.serialized) struct InterruptedFilesTests {
    /// Runs a command of a shell in the folder; `$0` is taskscope. Jobs have their own groups there, as in a terminal.
    private func run(_ script: String, in folder: InFolder) throws -> Executable.Outcome {
        try folder.run(program: "/bin/bash", ["-c", "set -m\n" + script, Executable.path])
    }

    /// An export of the same kind, made before.
    private static let old = "{\"displayTimeUnit\":\"ms\"}"

    private func names(_ folder: InFolder) throws -> [Substring] {
        try folder.run(program: "/bin/ls", ["-A"]).output.split(separator: "\n").filter { $0 != ".input" }
    }

    /// Exports a long trace over an old file and sends a signal while it is written; prints the exit code.
    private func export(_ signal: String, in folder: InFolder, before: String = "") throws -> Executable.Outcome {
        var trace = "{\"schema\":1,\"kind\":\"header\",\"name\":\"a\",\"seed\":0,\"tick\":1}\n"
        for number in 1...100_000 { trace += "{\"t\":\(number),\"kind\":\"tick\",\"n\":\(number)}\n" }
        try folder.write(trace, to: "t.ndjson")
        try folder.write(Self.old, to: "a.json")
        return try run(
            """
            \(before)
            "$0" export t.ndjson -o a.json & made=$!
            until [[ -e .a.json.$made.part ]]; do :; done
            kill -\(signal) $made
            wait $made
            echo $?
            """, in: folder)
    }

    @Test("an export interrupted while it writes leaves the old file", arguments: ["INT", "TERM", "HUP"])
    func export(signal: String) throws {
        let folder = try InFolder("schema: 1\n")
        let outcome = try export(signal, in: folder)
        #expect(outcome.output == "\(["INT": 130, "TERM": 143, "HUP": 129][signal] ?? 0)\n", "\(outcome)")
        #expect(try names(folder) == ["a.json", "s.yaml", "t.ndjson"])
        #expect(String(decoding: try folder.bytes("a.json"), as: UTF8.self) == Self.old)
    }

    @Test func `an export under nohup goes on after a hang-up`() throws {
        let folder = try InFolder("schema: 1\n")
        let outcome = try export("HUP", in: folder, before: "trap '' HUP")
        #expect(outcome.output == "0\n", "\(outcome)")
        #expect(try names(folder) == ["a.json", "s.yaml", "t.ndjson"])
        #expect(try folder.bytes("a.json").count > Self.old.utf8.count)
    }

    @Test func `an import that is interrupted while it reads`() throws {
        let folder = try InFolder("schema: 1\n")
        let outcome = try run(
            """
            mkfifo p
            "$0" import p -o a & reader=$!
            exec 3>p
            printf '[' >&3
            kill -INT $reader
            wait $reader
            echo $?
            """, in: folder)
        #expect(outcome.output == "130\n", "\(outcome)")
        #expect(try names(folder) == ["p", "s.yaml"])
    }
}
