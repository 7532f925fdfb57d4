import CTerminal
import Foundation
import ChildProcesses

/// The program on a pseudo-terminal that the test reads byte by byte, or does not read. Call `close` when done.
final class PtyScreen {
    /// The process.
    let process: pid_t
    private let master: Int32
    private var isOpen = true
    private var status: Int32?

    /// Starts the program at a size. If the terminal does not control it, no signal reports a hang-up to it.
    init(
        columns: Int, rows: Int, arguments: [String] = [], environment: [String: String] = [:],
        isControlling: Bool = true
    ) throws {
        var values = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        values.merge(environment) { $1 }
        var started: pid_t = 0
        master = Executable.withTexts(values.map { "\($0.key)=\($0.value)" }) { variables in
            Executable.withTexts([Executable.path] + arguments) { arguments in
                child_start_on_terminal(
                    Executable.path, arguments, variables, Int32(columns), Int32(rows), isControlling, &started)
            }
        }
        process = started
        guard master >= 0 else { throw Overdue(description: "cannot start \(Executable.path) on a pseudo-terminal") }
    }

    /// Hangs up, and ends the process if it is still there.
    func close() {
        hangUp()
        if !isEnded() {
            kill(process, SIGKILL)
            while !isEnded() {}
        }
    }

    /// Closes the terminal's other side.
    func hangUp() {
        if isOpen { _ = CTerminal.close(master) }
        isOpen = false
    }

    /// Types.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Gives the terminal another size; the system notifies the program.
    func resize(columns: Int, rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = UInt16(rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// What the program sends until it is silent for this long, or for ten seconds; empty if nothing.
    func read(untilSilentFor milliseconds: Int32 = 200) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline, poll(&request, 1, milliseconds) > 0 {
            let count = CTerminal.read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return all
    }

    /// What the program sends from its start: waits for more than the terminal's modes, a minute at most.
    func readFirstScreen() -> [UInt8] {
        var all: [UInt8] = []
        for _ in 0..<300 where all.count < 500 { all += read() }
        return all
    }

    /// What the program sends once it sends something.
    func read(firstWithin patience: Int32, untilSilentFor milliseconds: Int32) -> [UInt8] {
        var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, patience)
        return read(untilSilentFor: milliseconds)
    }

    /// What the program sends until a condition on all of it holds.
    func read(for what: String, until condition: ([UInt8]) throws -> Bool) async throws -> [UInt8] {
        var all: [UInt8] = []
        try await wait(for: what) {
            all += read(untilSilentFor: 0)
            return try condition(all)
        }
        return all
    }

    /// What the program sends before it ends.
    func readToEnd() async throws -> [UInt8] {
        try await read(for: "end of the process") { _ in isEnded() } + read(untilSilentFor: 0)
    }

    /// The exit code, 128 and the number of a signal that ended it; waits for the end.
    func ended() async throws -> Int32 {
        try await wait(for: "end of the process") { isEnded() }
        let status = status ?? 0
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    private func isEnded() -> Bool {
        if status != nil { return true }
        var value: Int32 = 0
        guard waitpid(process, &value, WNOHANG) == process else { return false }
        status = value
        return true
    }

    /// Times that the process gave the processor away or lost it (Linux).
    func contextSwitches() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return text.split(separator: "\n").filter { $0.contains("voluntary_ctxt") }
            .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }.reduce(0, +)
    }
}
