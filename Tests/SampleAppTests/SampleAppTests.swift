import ChildProcesses
import Foundation
import Testing
import TraceFormat

/// The sample app as its user meets it: started from a shell with job control, stopped, continued, ended.
@Suite(.timeLimit(.minutes(5))) struct SampleAppTests {
    /// Waits for states with a deadline, reports one that never came, and returns the app's exit code at the end.
    private static let session = """
        set -m
        once() { for _ in $(seq 400); do eval "$1" && return; sleep 0.05; done; return 1; }
        # A shell leaves its loops when a job stops: looked at once more.
        await() { once "$1" || once "$1" || { echo "never: $1"; kill -9 $app; exit 9; }; }
        has() { grep -q "\\"event\\":\\"$1\\"" "$SAMPLE_TRACE"; }
        "$SAMPLE_APP" 2>"$SAMPLE_FOLDER/log" &
        app=$!
        await '[ -f "$SAMPLE_FOLDER/heartbeat.txt" ]'
        await 'grep -q "Hello world: 20000 products" "$SAMPLE_FOLDER/log"'
        await 'grep -q "\\"task\\":\\"letter\\",\\"signal\\":\\"jobDidSucceed\\"" "$SAMPLE_TRACE"'
        await 'grep -q "\\"kind\\":\\"finish\\",\\"task\\":\\"Reminder\\"" "$SAMPLE_TRACE"'
        await 'grep -q "\\"kind\\":\\"finish\\",\\"task\\":\\"CountSweeps\\"" "$SAMPLE_TRACE"'
        kill -TSTP $app
        await '[ "$(cut -d" " -f3 /proc/$app/stat)" = T ]'
        has didEnterBackground && grep -c "state saved" "$SAMPLE_FOLDER/log"
        kill -CONT $app
        await 'has willEnterForeground'
        kill -TERM $app
        wait $app
        echo "code $?"
        """

    @Test func `it launches, stops and comes back as a shell expects, and ends normally on SIGTERM`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sample-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let trace = folder.appendingPathComponent("trace.ndjson")
        let output = try shell(
            Self.session, folder,
            [
                "SAMPLE_APP": Self.app, "SAMPLE_FOLDER": folder.path, "SAMPLE_TRACE": trace.path,
                "SWIFT_BACKTRACE": "enable=no",
            ])
        let log = (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
        #expect(output == "1\ncode 0\n", "\(log)")
        #expect(log.contains("goodbye"))
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("running").path))

        let read = try TraceReader.read(Array(Data(contentsOf: trace)))
        #expect(read.end?.state == .notRunning)
        var succeeded: Set<String> = []
        for record in read.records {
            if case .finish(let task, _, _, .success, _, _) = record.fact {
                succeeded.insert(read.names.name(of: task))
            }
        }
        #expect(succeeded.isSuperset(of: Self.tasks), "\(Self.tasks.subtracting(succeeded))")
    }

    @Test func `it says what it is, and refuses what it does not know`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sample-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = """
            "$SAMPLE_APP" --help; echo "code $?"
            "$SAMPLE_APP" --port 80 2>&1; echo "code $?"
            ls "$SAMPLE_FOLDER"/files 2>/dev/null | wc -l
            """
        let variables = ["SAMPLE_APP": Self.app, "SAMPLE_FOLDER": folder.appendingPathComponent("files").path]
        let output = try shell(lines, folder, variables)
        #expect(output.hasPrefix("usage: SampleApp\n"))
        #expect(output.contains("taskscope attach") && output.contains("SAMPLE_TRACE"))
        let refusal = "SampleApp: unknown argument \"--port\"; see --help\ncode 2\n"
        #expect(output.contains("default: none\ncode 0\n" + refusal))
    }

    @Test func `the first app shows its screen after its database, ticks, and ends with 0 on SIGTERM`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("first-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = """
            cd "$FOLDER"
            # Lines are written as they come.
            stdbuf -oL "$FIRST_APP" >said 2>complaints & app=$!
            for _ in $(seq 400); do grep -q "still here" said && break; sleep 0.05; done
            ls taskscope | grep -c "^$app.sock$"
            kill -TERM $app; wait $app; echo "code $?"
            head -n 2 said; cat complaints; ls taskscope | wc -l
            """
        let output = try shell(
            lines, folder,
            ["FIRST_APP": Self.program("FirstApp"), "FOLDER": folder.path, "XDG_RUNTIME_DIR": folder.path])
        #expect(output == "1\ncode 0\nhome is shown\nstill here\n0\n")
    }

    @Test func `a lane that nobody named is an error that the app may catch`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lane-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try shell(
            "\"$CHILD\" lane . 2>&1; echo \"code $?\"", folder, ["CHILD": Self.program("TaskKitChild")])
        #expect(output == "refused: task Sync: no lane is called io\ncode 0\n")
    }

    /// The tasks that a session like this one runs; only the memory warning's does not.
    private static let tasks: Set<String> = [
        "CrashReporter", "ReadSettings", "CheckOutbox", "Telemetry", "LoadCatalog", "DecodeCatalog", "HashCatalog",
        "SearchIndex", "FirstScreen", "OpenSession", "RemoteConfiguration", "Heartbeat", "SweepCache", "CountSweeps",
        "OrderWork", "SaveState", "SayGoodbye", "Reminder",
    ]

    private func shell(_ script: String, _ folder: URL, _ environment: [String: String]) throws -> String {
        let output = folder.appendingPathComponent("output").path
        let inherited = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        let variables = environment.merging(inherited) { $1 }.map { "\($0.key)=\($0.value)" }
        let code = withTexts(["bash", "-c", script]) { arguments in
            withTexts(variables) { child_run("/bin/bash", arguments, $0, output, output + ".err") }
        }
        #expect(code == 0)
        return try String(contentsOfFile: output, encoding: .utf8)
    }

    private func withTexts<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }

    private static var app: String { program("SampleApp") }

    /// A program beside these tests.
    private static func program(_ name: String) -> String {
        #if os(Linux)
            let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
            return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(name).path
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent().appendingPathComponent(name).path ?? ""
        #endif
    }
}
