import ChildProcesses
import Foundation
import TestSupport
import Testing

/// The order of sets and dictionaries, the time zone, the locale and the folder differ from process to process; traces
/// do not.
@Suite struct SameBytesTests {
    /// What `NaiveModelRuns traces` says about the first worlds, in a folder and an environment of its own.
    private func traces(_ count: Int, _ settings: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("traces-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let words = ["sh", "-c", #"cd "$1" && exec "$2" traces 1 "$3""#, "sh", folder, Self.program, "\(count)"]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        let code = child_run("/bin/sh", &arguments, &environment, folder + "/out", folder + "/err")
        #expect(code == 0)
        return try String(contentsOfFile: folder + "/out", encoding: .utf8)
    }

    @Test("Three processes write the same traces of random worlds, whatever their surroundings")
    func processes() throws {
        let count = Campaign.count(60)
        let first = try traces(count, [])
        #expect(first.split(separator: "\n").count == count)
        #expect(Set(first.split(separator: "\n").map { $0.split(separator: " ")[2] }).count > count * 9 / 10)
        #expect(try traces(count, ["TZ=Asia/Tokyo", "LC_ALL=tr_TR.UTF-8"]) == first)
        #expect(try traces(count, ["TZ=America/St_Johns", "LC_ALL=C", "LANG=ar_EG"]) == first)
    }

    /// The program beside these tests.
    private static var program: String { BuiltProgram.path(of: "NaiveModelRuns") }
}
