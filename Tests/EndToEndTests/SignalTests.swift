import Foundation
import Testing

/// Every signal, in every situation: at rest, while frames are sent and not read, and with a line being typed.
@Suite(.serialized) struct SignalTests {
    /// What the program is doing.
    enum Situation: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case idle, painting, prompt

        var testDescription: String { rawValue }
    }

    /// What ends it.
    struct Cause: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var signal: Int32?
        var code: Int32

        static let all = [
            Cause(testDescription: "TERM", signal: SIGTERM, code: 143),
            Cause(testDescription: "HUP", signal: SIGHUP, code: 129),
            Cause(testDescription: "INT", signal: SIGINT, code: 130),
            Cause(testDescription: "QUIT", signal: SIGQUIT, code: 131),
            Cause(testDescription: "SEGV", signal: SIGSEGV, code: 139),
            Cause(testDescription: "ABRT", signal: SIGABRT, code: 134),
            Cause(testDescription: "a hang-up", signal: nil, code: 129),
        ]
    }

    private func screen(in situation: Situation) throws -> PtyScreen {
        let screen = try PtyScreen(columns: 100, rows: 30, environment: ["TASKSCOPE_TEST_TRAP": "key"])
        #expect(!screen.readFirstScreen().isEmpty)
        switch situation {
        case .idle: break
        case .painting: screen.send("L>>>>\u{C}\u{C}")
        case .prompt:
            screen.send(":goto 1")
            _ = screen.read()
        }
        return screen
    }

    /// Leaves the alternate screen and the modes that it set.
    private func isRestored(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("\u{1B}[?1049l") && text.contains("\u{1B}[?2004l")
    }

    @Test(arguments: Cause.all, Situation.allCases)
    func endsAtOnceAndGivesTheTerminalBack(_ cause: Cause, _ situation: Situation) async throws {
        let screen = try screen(in: situation)
        defer { screen.close() }
        if let signal = cause.signal { kill(screen.process, signal) } else { screen.hangUp() }
        if cause.signal == nil {
            #expect(try await screen.ended() == cause.code)
        } else {
            let rest = try await screen.readToEnd()
            #expect(try await screen.ended() == cause.code)
            #expect(isRestored(rest), "\(String(decoding: rest.suffix(200), as: UTF8.self).debugDescription)")
        }
    }

    @Test(arguments: Situation.allCases)
    func aTrapEndsItWithTheTerminalGivenBack(_ situation: Situation) async throws {
        let screen = try screen(in: situation)
        defer { screen.close() }
        screen.send("\u{1B}[24~")
        let rest = try await screen.readToEnd()
        let code = try await screen.ended()
        #expect(code == 132 || code == 133)
        #expect(isRestored(rest) && String(decoding: rest, as: UTF8.self).contains("TASKSCOPE_TEST_TRAP"))
    }

    @Test(arguments: Situation.allCases)
    func isStoppedAndGoesOn(_ situation: Situation) async throws {
        let screen = try screen(in: situation)
        defer { screen.close() }
        for signal in [SIGSTOP, SIGTSTP] {
            kill(screen.process, signal)
            kill(screen.process, SIGCONT)
            // It takes the terminal back and draws the whole screen.
            _ = try await screen.read(for: "screen after signal \(signal)") { $0.count > 500 }
        }
        try await quit(screen, situation)
    }

    @Test(arguments: Situation.allCases)
    func aNewSizeIsDrawn(_ situation: Situation) async throws {
        let screen = try screen(in: situation)
        defer { screen.close() }
        for (columns, rows) in [(60, 20), (1, 1), (200, 60), (100, 30)] {
            screen.resize(columns: columns, rows: rows)
            _ = try await screen.read(for: "screen of \(columns)x\(rows)") { $0.count > (columns == 1 ? 0 : 300) }
        }
        try await quit(screen, situation)
    }

    private func quit(_ screen: PtyScreen, _ situation: Situation) async throws {
        if situation == .prompt {
            screen.send("\u{1B}")
            _ = screen.read()
        }
        screen.send("q")
        _ = screen.read(untilSilentFor: 300)
        #expect(try await screen.ended() == 0)
    }
}
