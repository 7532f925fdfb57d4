import Foundation
import Testing

@Suite(.serialized) struct PtyTests {
    @Test(arguments: [true, false]) func aHangUpEndsItWithinASecond(_ isSignalled: Bool) async throws {
        let screen = try PtyScreen(columns: 80, rows: 24, isControlling: isSignalled)
        defer { screen.close() }
        #expect(!screen.readFirstScreen().isEmpty)
        screen.hangUp()
        #expect(try await screen.ended() == 129)
    }

    /// The move itself is two rows; the panes follow once the cursor rests, which a slow machine sends with it.
    @Test func aCursorMoveCostsAtMost260BytesAndThePanesAScreenfulOfText() async throws {
        let screen = try PtyScreen(columns: 160, rows: 48)
        defer { screen.close() }
        #expect(screen.readFirstScreen().count > 1_000)
        var moves: [Int] = []
        for key in ["j", "j", "j", "k", "j", "j", "k", "k", "j", "j", "j", "j"] {
            screen.send(key)
            moves.append(screen.read(firstWithin: 10_000, untilSilentFor: 10).count)
            let rest = screen.read(untilSilentFor: 400)
            #expect(rest.count < 4_000)
        }
        #expect((1...260).contains(moves.min() ?? 0), "\(moves)")
    }

    @Test func manyKeysAtOnceCostOnePaint() async throws {
        let screen = try PtyScreen(columns: 160, rows: 48)
        defer { screen.close() }
        let whole = screen.readFirstScreen().count
        screen.send(String(repeating: "j", count: 500))
        #expect(screen.read().count < 2 * whole)
    }

    @Test func atRestItSleeps() async throws {
        let screen = try PtyScreen(columns: 160, rows: 48)
        defer { screen.close() }
        // The first screen, and the advice that comes in two moments later: the last of three has its gain.
        var seen = screen.readFirstScreen()
        for _ in 0..<300 where seen.firstRange(of: Array("(-160)".utf8)) == nil { seen += screen.read() }
        let before = try screen.contextSwitches()
        #expect(screen.read(untilSilentFor: 1_000).isEmpty)
        #expect(try screen.contextSwitches() == before)
    }

    @Test(arguments: ["", "\u{1B}[200~q", "\u{1B}[<0;999999999999;3M", "\u{1B}]52;c;", "\u{1B}[6~\u{C}"])
    func aTerminalThatDoesNotReadCannotHoldIt(_ start: String) async throws {
        let screen = try PtyScreen(columns: 160, rows: 48)
        defer { screen.close() }
        _ = screen.readFirstScreen()
        screen.send(start)
        for _ in 0..<300 { screen.send("\u{C}j") }
        try await Task.sleep(for: .milliseconds(20))
        kill(screen.process, SIGTERM)
        #expect(try await screen.ended() == 143)
    }

    @Test func framesThatNobodyReadsAreDropped() async throws {
        let screen = try PtyScreen(columns: 160, rows: 48)
        defer { screen.close() }
        let whole = screen.readFirstScreen().count
        for _ in 0..<300 {
            screen.send("\u{C}j")
            try await Task.sleep(for: .milliseconds(2))
        }
        // What the system's buffer holds, some 20 kB, and the last frames.
        #expect(screen.read().count < 30_000 + 2 * whole)
        screen.send("q")
        #expect(try await screen.ended() == 0)
    }

    @Test(arguments: [("10ms", 1), ("10s", 0)] as [(String, Int32)])
    func `a talk of which an expectation failed ends with 1`(limit: String, code: Int32) async throws {
        let folder = try InFolder("name: s\ntasks:\n  - {name: A, on: launch, duration: 20ms}\n")
        try folder.write("launch\nwait until launched\nexpect launch <= \(limit)\nnote Launched.\n", to: "talk.scope")
        let screen = try PtyScreen(
            columns: 80, rows: 24,
            arguments: [folder.path(of: "s.yaml"), "--present", folder.path(of: "talk.scope")])
        defer { screen.close() }
        #expect(!screen.readFirstScreen().isEmpty)
        // Right plays on, and again goes to the stop at once.
        screen.send("\u{1B}[C")
        screen.send("\u{1B}[C")
        let seen = screen.read(untilSilentFor: 400)
        #expect(seen.firstRange(of: Array("Launched.".utf8)) != nil)
        screen.send("q")
        #expect(try await screen.ended() == code)
    }

    @Test func pastedTextIsNoCommand() async throws {
        let screen = try PtyScreen(columns: 80, rows: 24)
        defer { screen.close() }
        _ = screen.readFirstScreen()
        screen.send("\u{1B}[200~q\u{3}\u{1A}\u{1B}q\n\u{1B}[201~")
        _ = screen.read()
        #expect(kill(screen.process, 0) == 0)
        screen.send("q")
        #expect(try await screen.ended() == 0)
    }

    @Test(arguments: ["q", "\u{3}", "\u{1B}q"]) func aPasteWithoutItsEndLeavesTheKeysAlive(_ keys: String) async throws
    {
        let screen = try PtyScreen(columns: 80, rows: 24)
        defer { screen.close() }
        _ = screen.readFirstScreen()
        screen.send("\u{1B}[200~x")
        _ = screen.read(untilSilentFor: 1_500)
        screen.send(keys)
        #expect(try await screen.ended() == (keys == "\u{3}" ? 130 : 0))
    }

    @Test func aStopWithinAPasteLeavesCtrlCAKey() async throws {
        let screen = try PtyScreen(columns: 80, rows: 24)
        defer { screen.close() }
        _ = screen.readFirstScreen()
        screen.send("\u{1B}[200~x")
        _ = screen.read(untilSilentFor: 20)
        kill(screen.process, SIGTSTP)
        kill(screen.process, SIGCONT)
        _ = try await screen.read(for: "screen after the stop") { $0.count > 500 }
        screen.send("\u{3}")
        #expect(try await screen.ended() == 130)
    }

    @Test func aLocaleThatIsNotInstalledIsUnicodeByItsName() async throws {
        let screen = try PtyScreen(columns: 120, rows: 40, environment: ["LC_ALL": "xx_YY.utf8"])
        defer { screen.close() }
        #expect(screen.readFirstScreen().contains { $0 >= 0x80 })
    }

    @Test func aLinuxConsoleShowsTheDashboard() async throws {
        let screen = try PtyScreen(columns: 80, rows: 24, environment: ["TERM": "linux"])
        defer { screen.close() }
        #expect(String(decoding: screen.readFirstScreen(), as: UTF8.self).contains("CrashReporter"))
        screen.send("q")
        #expect(try await screen.ended() == 0)
    }

    @Test func withoutUnicodeNoByteIsBeyondASCII() async throws {
        let screen = try PtyScreen(columns: 120, rows: 40, environment: ["LC_ALL": "C"])
        defer { screen.close() }
        #expect(screen.readFirstScreen().allSatisfy { $0 < 0x80 })
    }

    @Test func randomKeysDoNotHarmIt() async throws {
        let screen = try PtyScreen(columns: 80, rows: 24)
        defer { screen.close() }
        _ = screen.readFirstScreen()
        var state: UInt64 = 7
        for _ in 0..<200 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            screen.send("\u{1B}[\(state >> 60);\(state >> 50)\(Unicode.Scalar(UInt8(0x41 + state >> 33 % 26)))")
            _ = screen.read(untilSilentFor: 0)
        }
        kill(screen.process, SIGTERM)
        #expect(try await screen.ended() == 143)
    }
}
