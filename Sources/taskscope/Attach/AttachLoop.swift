import CTerminal
import Dashboard
import SchedulerCore
import Text
import TraceAnalysis
import TraceFormat

/// Watches a process without a screen.
enum AttachLoop {
    /// Records what happens until the process ends or a signal asks to stop; returns what is known then.
    static func record(_ model: DashboardModel, _ connection: inout ProcessConnection) -> DashboardModel {
        var model = model
        let signals = ct_signals_open()
        while !connection.isOver {
            var requests = [
                pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            ]
            poll(&requests, nfds_t(requests.count), -1)
            if SignalExitCode.exitCode(ct_signals_take()) != nil { break }
            for news in connection.receive() { _ = model.handle(.process(news)) }
        }
        connection.close()
        return model
    }

    /// Commands on standard input, events on standard output, until the input ends, `quit`, or both the process
    /// and the input are gone. Returns the exit code and what is known then.
    static func runPlain(
        _ model: DashboardModel, _ connection: inout ProcessConnection
    ) -> (code: Int32, model: DashboardModel) {
        var session = PlainSession(model: model)
        var jobs: ReplayJobs?
        PlainLoop.write(session.opening())
        var input = LineInput()
        while true {
            var requests = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&requests, nfds_t(requests.count), -1)
            if requests[1].revents != 0 { for news in connection.receive() { PlainLoop.write(session.receive(news)) } }
            if Output.isReaderGone { return (PlainLoop.exitCode(session), session.model) }
            guard requests[0].revents != 0 else { continue }
            let (pieces, isOver) = input.read()
            let code = PlainLoop.take(pieces, &session, &jobs) { connection.send($0) }
            if let code { return (code == 0 ? PlainLoop.exitCode(session) : code, session.model) }
            if isOver { return (PlainLoop.exitCode(session), session.model) }
        }
    }
}

/// The processes that can be watched, one per line.
enum AttachList {
    /// Writes them to standard output: process ID, name, what is allowed, time since the start; for an unreachable one
    /// the reason.
    static func write(_ folder: ProcessFolder) {
        for process in folder.processes() {
            Output.write("\(process)  \(line(process, folder))\n")
        }
    }

    private static func line(_ process: Int32, _ folder: ProcessFolder) -> String {
        guard let path = InspectorAddress.socket(of: process, in: folder.path) else { return "its path is too long" }
        do throws(ProcessConnection.Failure) {
            var connection = try ProcessConnection(folder: folder.path, path: path, isPatient: false)
            defer { connection.close() }
            guard let hello = connection.hello else { return "no answer" }
            let control = hello.allowsControl ? "control allowed" : "read-only"
            return "\(DisplayText.clean(hello.name))  \(control)  up \(TimeText.exact(hello.now - .zero))"
        } catch {
            return DisplayText.clean(error.line("not reached"))
        }
    }
}
