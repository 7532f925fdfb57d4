import Testing

@Suite struct RefusalTests {
    @Test func outputToAFileIsRefusedWithOneLineAndCode4() throws {
        let outcome = try Executable.run(Executable.path, environment: ["TERM": "xterm", "PATH": "/usr/bin:/bin"])
        #expect(outcome.code == 4)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.hasPrefix("taskscope: standard output is not a terminal"))
        #expect(outcome.complaints.filter { $0 == "\n" }.count == 1)
    }

    @Test(arguments: ["", "dumb", "no-such-terminal", "evil\u{1B}[31m\u{7}"])
    func aTerminalThatWillNotDoIsRefused(_ type: String) async throws {
        let screen = try PtyScreen(columns: 80, rows: 24, environment: ["TERM": type])
        defer { screen.close() }
        let text = screen.readFirstScreen()
        #expect(try await screen.ended() == 4)
        #expect(text.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0D || $0 == 0x0A })
        #expect(text.filter { $0 == 0x0A }.count == 1)
    }
}
