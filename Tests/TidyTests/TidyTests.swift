import Foundation
import Testing

/// The files of this repository.
private struct Repository {
    let root: URL

    init() {
        root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// What is tracked. The end of the output is the end of git: waiting for the process as well could only hang.
    func paths() throws -> [String] {
        let git = Process()
        let output = Pipe()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        git.arguments = ["git", "-C", root.path, "ls-files"]
        git.standardOutput = output
        try git.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    func swiftFiles() throws -> [SwiftFile] {
        try paths().filter { $0.hasSuffix(".swift") && ($0.hasPrefix("Sources/") || $0.hasPrefix("Tests/")) }
            .compactMap { path in
                let place = root.appendingPathComponent(path)
                guard FileManager.default.fileExists(atPath: place.path) else { return nil }
                return SwiftFile(path: path, text: try String(contentsOf: place, encoding: .utf8))
            }
    }
}

@Suite struct TidyTests {
    @Test func filesAreShort() throws {
        let files = try Repository().swiftFiles()
        #expect(files.count > 20)
        #expect(files.flatMap(Checks.sizes) == [])
    }

    @Test func modulesImportOnlyWhatTheyMay() throws {
        #expect(try Repository().swiftFiles().flatMap(Checks.imports) == [])
    }

    @Test func bannedCallsAreAbsent() throws {
        #expect(try Repository().swiftFiles().flatMap(Checks.calls) == [])
    }

    @Test func namesSaySomething() throws {
        #expect(try Repository().swiftFiles().flatMap(Checks.names) == [])
    }

    @Test func theTopLevelIsTidy() throws {
        let paths = try Repository().paths()
        #expect(paths.contains("Package.swift"))
        #expect(Checks.topLevel(paths) == [])
    }
}

/// Each check finds a planted bug, and only that.
@Suite struct PlantedBugTests {
    private func file(_ text: String, at path: String = "Sources/SchedulerCore/A.swift") -> SwiftFile {
        SwiftFile(path: path, text: text)
    }

    @Test func aLongFile() {
        #expect(Checks.sizes(file(String(repeating: "\n", count: 400))) == [])
        #expect(Checks.sizes(file(String(repeating: "\n", count: 401))).count == 1)
    }

    @Test(arguments: [
        ("Sources/SchedulerCore/A.swift", "import Foundation"),
        ("Sources/SchedulerSimulation/A.swift", "@preconcurrency import Foundation"),
        ("Sources/TraceFormat/A.swift", "import struct Foundation.Date"),
        ("Sources/Dashboard/A.swift", "  internal import Glibc"),
        ("Sources/SchedulerCore/A.swift", "import SchedulerSimulation"),
        ("Sources/TraceAnalysis/A.swift", "import Yams"),
        ("Sources/taskscope/Commands/A.swift", "import CNcurses"),
        ("Sources/Unknown/A.swift", "import SchedulerCore"),
    ])
    func aForbiddenImport(path: String, text: String) {
        #expect(Checks.imports(file("// why\n" + text, at: path)).map(\.line) == [2])
    }

    @Test(arguments: [
        ("Sources/SchedulerSimulation/A.swift", "import SchedulerCore"),
        ("Sources/taskscope/Terminal/A.swift", "import CNcurses\nimport Foundation"),
        ("Sources/ScenarioFormat/A.swift", "import Yams"),
        ("Sources/SchedulerCore/A.swift", "// import Foundation\nlet text = \"import Yams\""),
    ])
    func anAllowedImport(path: String, text: String) {
        #expect(Checks.imports(file(text, at: path)) == [])
    }

    @Test(arguments: [
        "try! f()", "x as! Int", "fatalError()", "print(1)", "sleep(1)", "usleep(1)", "Date()", "DispatchTime.now()",
        "ContinuousClock()",
    ])
    func aBannedCall(text: String) throws {
        #expect(try Checks.calls(file("let a = 1\n" + text)).map(\.line) == [2])
        #expect(try Checks.calls(file("// \(text)\nlet a = \"\(text)\" /* \(text) */")) == [])
        #expect(try Checks.calls(file(text, at: "Tests/A.swift")) == [])
    }

    @Test func callsThatArePermittedSomewhere() throws {
        #expect(try Checks.calls(file("print(1)", at: "Sources/taskscope/Commands/A.swift")) == [])
        #expect(try Checks.calls(file("ContinuousClock()", at: "Sources/TaskKit/A.swift")) == [])
        #expect(try Checks.calls(file("pen.print(1); blueprint(2); try? f(); x as? Int")) == [])
    }

    @Test(arguments: [
        "struct RunManager {}", "final class PathHelper {}", "enum Util {}", "actor EventHandler {}",
        "struct RunInfo {}", "typealias RowData = Int", "struct Task {}",
    ])
    func aBannedName(text: String) throws {
        #expect(try Checks.names(file("\n" + text)).map(\.line) == [2])
    }

    @Test func namesThatOnlyLookAlike() throws {
        #expect(try Checks.names(file("struct TaskSpec {}\nenum Information {}\n// class Manager")) == [])
    }

    @Test func aStrayFileAtTheTop() {
        let paths = ["Package.swift", ".ci/run", "Sources/A/B.swift", "NOTES.md", "Scripts/a", "Scripts/b"]
        #expect(Checks.topLevel(paths).map(\.path) == ["NOTES.md", "Scripts"])
    }

    @Test func stringsAndCommentsAreBlanked() {
        func gap(_ width: Int) -> String { String(repeating: " ", count: width) }
        #expect(blanked("a \"b\\\" c\" d // e\nf") == "a" + gap(9) + "d" + gap(5) + "\nf")
        #expect(blanked("f /* g /* h */ i */ j") == "f" + gap(19) + "j")
        #expect(blanked("#\"a\\\"# b") == "       b")
        #expect(blanked("\"\"\"\na \" b\n\"\"\" c") == "   \n     \n    c")
    }
}
