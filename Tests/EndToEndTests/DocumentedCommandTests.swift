import Foundation
import Testing

/// Every command line of the README and of the pages, run as written there.
@Suite struct DocumentedCommandTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The command lines that start with `program`, in code spans and in blocks, each once.
    private static func commandLines(_ program: String) throws -> [String] {
        let catalogue = root.appending(path: "Sources/taskscope/taskscope.docc")
        let pages = try FileManager.default.contentsOfDirectory(atPath: catalogue.path).filter { $0.hasSuffix(".md") }
        var found: Set<String> = []
        for page in pages.map({ catalogue.appending(path: $0) }) + [root.appending(path: "README.md")] {
            var isBlock = false
            for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
                if line.hasPrefix("```") { isBlock.toggle() }
                if isBlock {
                    // A step of a build's YAML is a command line, too.
                    let command = line.drop { $0 == " " || $0 == "-" }
                    found.insert(command.hasPrefix("run: ") ? String(command.dropFirst(5)) : String(command))
                } else {
                    for span in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    where span.offset % 2 == 1 {
                        found.insert(String(span.element).replacing("\\|", with: "|"))
                    }
                }
            }
        }
        return found.filter { $0 == program || $0.hasPrefix(program + " ") || $0.hasPrefix(program + "/") }.sorted()
    }

    /// The placeholders in the pages for a reader's own file or number, and what the test puts there.
    private static let places = [
        "jobs FILE": "jobs jobs.sqlite", "FILE…": "trace.json", "FILE": "app.yaml", "FOLDER": "launches",
        "OLD": "old.sqlite", "PID": "1", "explain KIND": "explain narrow-lane", "KIND": "all",
        "explain ID": "explain narrow-lane:network", "ID": "1", "TASK": "letter", "--until T": "--until 1s",
        "shop.pftrace": "trace.json", "trace.xml": "Demo/iphone.xml",
        // A scenario that is there is not replaced unasked.
        "trace.json -o app.yaml": "trace.json -o imported.yaml",
    ]

    /// What does not end with 0, and why.
    private static let codes: [(start: String, code: Int32)] = [
        // The dashboard needs a terminal.
        ("taskscope app.yaml", 4), ("taskscope --present", 4), ("taskscope tour --plain", 0), ("taskscope tour", 4),
        // A talk as a web page needs the dashboard for browsers, which no line here has.
        ("taskscope export app.yaml --script talk.scope -o talk.html", 1),
        // Process 1 has no inspector.
        ("taskscope attach 1 ", 1),
        // There is no old store here: JobStoreTests import one.
        ("taskscope jobs jobs.sqlite import-edqueue", 3),
        // The lane is narrow, and the second scenario is slower: the checks find that.
        ("taskscope check app.yaml --deny", 1),
        ("taskscope diff before.yaml after.yaml --fail-if", 1),
    ]

    /// A folder with the files that the pages name.
    private static func folder() throws -> InFolder {
        let folder = try InFolder("")
        let app = """
            name: App
            lanes: {io: 2, network: 1}
            budgets: {launch: 900ms}
            tasks:
              - {name: Keychain, on: willFinishLaunching, duration: 40ms}
              - {name: Session, on: launch, lane: network, after: [Keychain], duration: 200ms, blocks: true}
              - {name: Login, on: launch, lane: network, after: [Keychain], duration: 300ms, blocks: true}
            jobs:
              handlers: {letter: {duration: 10ms}}
              enqueue: [{task: letter}]

            """
        for name in ["app.yaml", "before.yaml"] { try folder.write(app, to: name) }
        try folder.write(app.replacing("300ms", with: "400ms"), to: "after.yaml")
        try folder.write(Data(contentsOf: root.appending(path: "Demo/shop.yaml")), to: "shop.yaml")
        try folder.write("expect queue 1\n", to: "kept.scope")
        try folder.write("note What bounds it\nlaunch\n", to: "talk.scope")
        let units = [#"{"name":"a.service","activating":0,"time":5}"#, #"{"name":"b.target","activating":9,"time":0}"#]
        try folder.write("[\(units.joined(separator: ","))]", to: "boot.svg")
        try folder.write("digraph systemd {\n\"b.target\"->\"a.service\" [color=\"green\"];\n}\n", to: "order.dot")
        for line in [
            "cp -r '\(root.appending(path: "Demo").path)' Demo", "taskscope export app.yaml -o trace.json",
            "taskscope replay app.yaml --format ndjson > run.ndjson",
            "mkdir -p launch launches/1.9 launches/1.10 && cp app.yaml launch && cp trace.json launches",
            "cp run.ndjson launches/1.9/a.ndjson; cp run.ndjson launches/1.10/b.ndjson",
            "taskscope replay app.yaml --script kept.scope --jobs jobs.sqlite || true",
        ] {
            let outcome = try run(line, in: folder)
            guard outcome.code == 0 else { throw Overdue(description: "\(line): \(outcome)") }
        }
        return folder
    }

    private static func run(_ line: String, in folder: InFolder) throws -> Executable.Outcome {
        let path = URL(fileURLWithPath: Executable.path).deletingLastPathComponent().path
        let paths = "\(path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        return try folder.run(
            program: "/bin/sh", ["-c", line], environment: ["PATH": paths, "TASKSCOPE_PAGE": "none"])
    }

    @Test func `every command line of the pages runs`() throws {
        let lines = try Self.commandLines("taskscope")
        #expect(lines.count > 40, "the pages' command lines are found")
        let folder = try Self.folder()
        for line in lines {
            let command = Self.places.sorted { $0.key.count > $1.key.count }
                .reduce(line) { $0.replacing($1.key, with: $1.value) }
            let words = command.split(separator: " ")
            // The name of a command alone is not a command line: its help shows that there is such a command.
            let subject = words.count == 2 && !command.contains(".yaml") && command != "taskscope tour"
            let outcome = try Self.run(subject ? "taskscope help \(words[1])" : command, in: folder)
            let code = subject ? 0 : Self.codes.first { command.hasPrefix($0.start) }?.code ?? 0
            #expect(outcome.code == (command == "taskscope" ? 4 : code), "\(command)\n\(outcome.complaints)")
        }
    }

    @Test(arguments: ["Demo", "Tests"])
    func `every script that the pages name exists and can be run`(start: String) throws {
        for line in try Self.commandLines(start) {
            let path = Self.root.appending(path: String(line.prefix { $0 != " " })).path
            #expect(FileManager.default.fileExists(atPath: path), "\(line)")
            if line.contains("/run") || line.contains("/install") || line.contains("/build") {
                #expect(FileManager.default.isExecutableFile(atPath: path), "\(line)")
            }
        }
    }

    @Test func `every product that the pages build is one of the package`() throws {
        let package = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        for line in try Self.commandLines("swift") {
            let words = line.split(separator: " ")
            guard let verb = words.dropFirst().first, ["run", "build"].contains(verb) else { continue }
            for word in words.dropFirst(2) where word.first?.isUppercase == true {
                #expect(package.contains("\"\(word)\""), "\(line)")
            }
        }
    }
}
