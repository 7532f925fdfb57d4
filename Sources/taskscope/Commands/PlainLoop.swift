import Dashboard

/// Runs the dashboard as lines: commands from standard input, what happened to standard output.
enum PlainLoop {
    /// Runs to the end of the input or to `quit`; the exit code.
    static func run(_ model: DashboardModel, jobs: ReplayJobs?) -> Int32 {
        var jobs = jobs
        var session = PlainSession(model: model)
        write(session.opening())
        while let line = readLine() {
            let said = session.handle(line)
            write(said.lines)
            if let code = carryOut(said.requests, &session, &jobs) { return code }
        }
        return 0
    }

    private static func carryOut(
        _ requests: [Request], _ session: inout PlainSession, _ jobs: inout ReplayJobs?
    ) -> Int32? {
        for request in requests {
            let answer: (lines: [String], requests: [Request])
            switch request {
            case .quit(let code): return code
            case .readFile(let path): answer = session.answer(FileAccess.read(path))
            case .writeFile(let path, let text): answer = session.answer(FileAccess.write(text, to: path))
            case .saveJobs(let queue): answer = session.answer(.notice(jobs?.save(queue) ?? ReplayJobs.absent))
            case .suspend, .redraw, .copy, .mouse, .control: continue
            }
            write(answer.lines)
            if let code = carryOut(answer.requests, &session, &jobs) { return code }
        }
        return nil
    }

    private static func write(_ lines: [String]) {
        for line in lines { Output.write(line + "\n") }
    }
}
