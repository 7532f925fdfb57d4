import Foundation
import Testing

/// `taskscope attach` on a real process.
@Suite(.serialized) struct AttachTests {
    /// The program with an inspector, built beside these tests.
    private static var child: String { sibling("WatchedChild") }

    private static func sibling(_ name: String) -> String {
        URL(fileURLWithPath: Executable.path).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// Starts this many children with a runtime folder of their own, waits for their sockets, then runs `command`.
    private static func line(_ children: Int = 1, _ options: String = "--control", then command: String) -> String {
        let start = """
            XDG_RUNTIME_DIR=$FOLDER; export XDG_RUNTIME_DIR; n=0
            while [ $n -lt \(children) ]; do
              n=$((n+1)); (\(child) \(options) 2>>$FOLDER/log; echo $? > $FOLDER/code) &
            done
            while [ "$(ls $FOLDER/taskscope/*.sock 2>/dev/null | wc -l)" -lt \(children) ]; do sleep 0.05; done
            """
        return start + "\n" + command
    }

    private func screen(_ command: String) throws -> TmuxScreen {
        try TmuxScreen(columns: 120, rows: 40, command: command)
    }

    private func close(_ screen: TmuxScreen) {
        for process in (try? processes(screen)) ?? [] { kill(process, SIGKILL) }
        screen.close()
    }

    private func processes(_ screen: TmuxScreen) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: screen.folder.appendingPathComponent("taskscope").path)
            .compactMap { Int32($0.replacingOccurrences(of: ".sock", with: "")) }
    }

    @Test(
        "Its tasks are on screen, live; a pause from here stops one there; signals show; TERM ends it; the scenario replays"
    )
    func whole() async throws {
        let screen = try screen(
            Self.line(then: "$TASKSCOPE attach --save $FOLDER/t.ndjson; echo left $? > $FOLDER/left; exec sleep 60"))
        defer { close(screen) }
        for text in ["watched (", "LIVE ", "Boot", "Store", "View", "Beat", " ACTIVE "] {
            try await screen.wait(forText: text)
        }
        let process = try #require(try processes(screen).first)
        try screen.press("/")
        try screen.type(line: "Beat")
        try screen.press("p")
        // The log's line is soon gone, as each turn of the task that is passed over has one.
        try await screen.wait(forText: "P>")
        try await screen.wait(forText: "is paused,")
        kill(process, SIGTSTP)
        try await screen.wait(forText: " BACKGROUND ")
        kill(process, SIGCONT)
        try await screen.wait(forText: " ACTIVE ")
        try screen.press(",")
        try await screen.wait(forText: "PAUSED ")
        try screen.press("Space")
        try await screen.wait(forText: "LIVE ")
        kill(process, SIGTERM)
        try await screen.wait(forText: "connection lost: the process ended")
        #expect(try await screen.file("code") == "0")
        let scenario = screen.folder.appendingPathComponent("s.yaml").path
        try screen.type(line: ":save-scenario \(scenario)")
        try await screen.wait(forText: "wrote")
        try screen.press("q")
        #expect(try await screen.file("left") == "left 0")
        let replay = try Executable.run(Executable.path, ["replay", scenario, "--format", "ndjson", "--ticks"])
        #expect(replay.code == 0, "\(replay.complaints)")
        let trace = try await screen.file("t.ndjson").split(separator: "\n").dropLast()
        let again = replay.output.split(separator: "\n")
        #expect(trace.count > 20)
        #expect(trace.contains { $0.hasSuffix("\"action\":\"pause Beat\"}") })
        #expect(Array(again.prefix(trace.count).dropFirst()) == Array(trace.dropFirst()))
    }

    @Test("The sample app: all tasks, live; the heartbeat pauses there; Ctrl-Z, fg and TERM show, and it exits with 0")
    func sampleApp() async throws {
        let screen = try screen(
            """
            XDG_RUNTIME_DIR=$FOLDER; SAMPLE_FOLDER=$FOLDER/app; export XDG_RUNTIME_DIR SAMPLE_FOLDER; mkdir $FOLDER/app
            ($TASKSCOPE-app 2>>$FOLDER/log; echo $? > $FOLDER/code) &
            until ls $FOLDER/taskscope/*.sock 2>/dev/null; do sleep 0.05; done
            exec $TASKSCOPE attach
            """.replacingOccurrences(of: "$TASKSCOPE-app", with: Self.sibling("SampleApp")))
        defer { close(screen) }
        for text in ["SampleApp (", "LIVE ", " ACTIVE ", "CrashReporter", "FirstScreen", "Heartbeat", "SaveState"] {
            try await screen.wait(forText: text)
        }
        let process = try #require(try processes(screen).first)
        let beats = screen.folder.appendingPathComponent("app/heartbeat.txt")
        try await wait(for: "a heartbeat") { FileManager.default.fileExists(atPath: beats.path) }
        try screen.press("/")
        try screen.type(line: "Heartbeat")
        try screen.press("p")
        try await screen.wait(forText: "is paused,")
        let count = try String(contentsOf: beats, encoding: .utf8)
        kill(process, SIGTSTP)
        try await screen.wait(forText: " BACKGROUND ")
        kill(process, SIGCONT)
        try await screen.wait(forText: " ACTIVE ")
        #expect(try String(contentsOf: beats, encoding: .utf8) == count)
        kill(process, SIGTERM)
        try await screen.wait(forText: "connection lost: the process ended")
        #expect(try await screen.file("code") == "0")
        try screen.press("q")
    }

    @Test("Attached when the first inputs are gone, it watches from then on, with control; going back stops there")
    func late() async throws {
        let screen = try screen(
            Self.line(
                1, "--control --history 20",
                then: "sleep 2; $TASKSCOPE attach --save $FOLDER/t.ndjson; echo left $? > $FOLDER/left; exec sleep 60"))
        defer { close(screen) }
        for text in ["watched (", "LIVE ", "Boot", "Beat", " ACTIVE ", "earlier history is not known"] {
            try await screen.wait(forText: text)
        }
        try screen.press("p")
        // Not the log's line: Beat's runs push it off the screen within a second.
        try await screen.wait(forText: "Boot (willFinish) is paused,")
        try screen.type(line: ":goto 0s")
        try await screen.wait(forText: "earlier history is not known")
        try await screen.wait(forText: "PAUSED ")
        try screen.type(line: ":save-scenario \(screen.folder.path)/s.yaml")
        try await screen.wait(forText: "a script or a scenario must begin with the process")
        try screen.press("Space")
        try await screen.wait(forText: "LIVE ")
        try screen.press("q")
        #expect(try await screen.file("left") == "left 0")
        let trace = try await screen.file("t.ndjson")
        #expect(trace.contains("\"action\":\"pause Boot\""))
        #expect(!trace.contains("\"event\":\"didFinishLaunching\""))
    }

    @Test("If the app does not allow control, a key is refused with one line, and nothing happens there")
    func readOnly() async throws {
        let screen = try screen(Self.line(1, "", then: "exec $TASKSCOPE attach"))
        defer { close(screen) }
        try await screen.wait(forText: "LIVE ")
        try screen.press("B")
        try await screen.wait(forText: "does not allow control")
        try screen.press("q")
    }

    @Test("Several processes are listed, and none is chosen; --list has a line for each, and says if there is none")
    func list() async throws {
        let screen = try screen(
            Self.line(
                2,
                then: """
                    $TASKSCOPE attach > $FOLDER/several 2>&1; echo exit $? >> $FOLDER/several
                    $TASKSCOPE attach --list > $FOLDER/list; echo exit $? >> $FOLDER/list
                    XDG_RUNTIME_DIR=$FOLDER/none $TASKSCOPE attach > $FOLDER/none.txt 2>&1; echo exit $? >> $FOLDER/none.txt
                    $TASKSCOPE attach 999999 > $FOLDER/wrong 2>&1; echo exit $? >> $FOLDER/wrong
                    $TASKSCOPE attach $FOLDER > $FOLDER/folder 2>&1; echo exit $? >> $FOLDER/folder; echo > $FOLDER/done
                    exec sleep 60
                    """))
        defer { close(screen) }
        _ = try await screen.file("done")
        let several = try await screen.file("several")
        #expect(several.components(separatedBy: "watched  control allowed  up ").count == 3, "\(several)")
        #expect(several.hasSuffix("exit 2"))
        let list = try await screen.file("list")
        #expect(list.components(separatedBy: "watched  control allowed  up ").count == 3, "\(list)")
        #expect(list.hasSuffix("exit 0"))
        let none = try await screen.file("none.txt")
        #expect(none.contains("no process has an inspector"))
        #expect(none.hasSuffix("exit 1"))
        let wrong = try await screen.file("wrong")
        #expect(wrong.contains("no process with an inspector listens there"), "\(wrong)")
        #expect(wrong.hasSuffix("exit 1"))
        let folder = try await screen.file("folder")
        #expect(folder.contains(": not a socket\n"), "\(folder)")
        #expect(folder.hasSuffix("exit 1"))
    }

    @Test("Without a screen the trace is written when the process ends; --plain takes commands and says what happens")
    func withoutScreen() async throws {
        let screen = try screen(
            Self.line(
                then: """
                    pid=$(ls $FOLDER/taskscope | sed s/.sock//)
                    $TASKSCOPE attach $pid --save $FOLDER/t.ndjson --save-scenario $FOLDER/s.yaml > $FOLDER/out 2>&1 &
                    (echo status; echo frobnicate; echo "fire memory"; echo "pause Beat"; until grep -q "M memory" $FOLDER/plain && grep -q "cmd  pause" $FOLDER/plain; do sleep 0.1; done; echo "tasks"; echo quit) | $TASKSCOPE attach --plain $pid > $FOLDER/plain
                    echo $? > $FOLDER/code-of-plain
                    kill -TERM $pid; wait; echo done > $FOLDER/done; exec sleep 60
                    """))
        defer { close(screen) }
        _ = try await screen.file("done")
        let plain = try await screen.file("plain")
        for text in ["active", "event  M memory", "cmd  pause Beat", "D Boot; done"] {
            #expect(plain.contains(text), "\(text) in\n\(plain)")
        }
        // One of the lines was not a command.
        #expect(plain.contains("unknown command \"frobnicate\""))
        #expect(try await screen.file("code-of-plain") == "3")
        let trace = try await screen.file("t.ndjson")
        #expect(trace.hasPrefix("{\"schema\":1,\"kind\":\"header\",\"name\":\"watched\""))
        #expect(trace.contains("\"event\":\"willTerminate\""))
        #expect(trace.contains("\"action\":\"fire memory\""))
        let replay = try Executable.run(
            Executable.path, ["replay", screen.folder.appendingPathComponent("s.yaml").path])
        #expect(replay.code == 0, "\(replay.complaints)")
    }

    @Test("If all places are taken, the reason is shown, exit code 1")
    func full() async throws {
        let screen = try screen(
            Self.line(
                1, "--readers 1",
                then: """
                    $TASKSCOPE attach --save $FOLDER/t.ndjson --no-screen &
                    until $TASKSCOPE attach --plain </dev/null >/dev/null 2>$FOLDER/why; [ $? = 1 ]; do sleep 0.1; done
                    cat $FOLDER/why; exec sleep 60
                    """))
        defer { close(screen) }
        try await screen.wait(forText: "1 readers are already connected")
    }

    @Test("If more clients wait than the system's backlog holds, attach waits, too, and learns the result")
    func crowd() async throws {
        let screen = try screen(
            Self.line(
                then: """
                    until [ -e $FOLDER/crowd ]; do sleep 0.05; done
                    $TASKSCOPE attach --plain </dev/null >/dev/null 2>$FOLDER/why; echo $? >$FOLDER/ended; exec sleep 60
                    """))
        defer { close(screen) }
        try await wait(for: "the process") { (try? processes(screen).count) == 1 }
        let process = try #require(try processes(screen).first)
        kill(process, SIGSTOP)
        let path = screen.folder.appendingPathComponent("taskscope/\(process).sock").path
        let crowd = (0..<100).compactMap { _ in connection(path) }
        defer { for descriptor in crowd { _ = Foundation.close(descriptor) } }
        #expect(crowd.count > 16 && crowd.count < 100)
        _ = FileManager.default.createFile(atPath: screen.folder.appendingPathComponent("crowd").path, contents: nil)
        kill(process, SIGCONT)
        #expect(try await screen.file("ended") == "1")
        let why = try await screen.file("why")
        #expect(why.hasSuffix(": 16 readers are already connected"), "\(why)")
    }

    /// A connection on which nothing is said; nil if the system keeps no more waiting.
    private func connection(_ path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard answer == 0 else {
            _ = Foundation.close(descriptor)
            return nil
        }
        return descriptor
    }
}
