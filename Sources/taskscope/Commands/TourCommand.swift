import ArgumentParser
import CTerminal
import Dashboard

/// `taskscope tour`
struct TourCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tour", abstract: "Learn the dashboard in nine short lessons.",
        discussion: """
            Each lesson has a scenario and a question that you answer with the keys; Enter continues. The last one is \
            a tangle of 60 tasks to bring within a budget. --plain shows the same as lines of text.
            """)

    @Option(help: "The lesson to start with, 1 to \(Tour.count).")
    var lesson = 1
    @OptionGroup var screen: ScreenOptions
    @Flag(help: "No screen: the same lessons as lines of text, with commands on standard input.")
    var plain = false

    func validate() throws {
        guard (1...Tour.count).contains(lesson) else {
            throw ValidationError("--lesson must be from 1 to \(Tour.count)")
        }
    }

    func run() throws {
        if plain { return runPlain() }
        let options = screen.choice.dashboard(UserFiles())
        guard let tour = Tour(lesson: lesson, options: options) else { return }
        var loop = DashboardLoop(model: tour, terminal: try ScreenChoice.openTerminal(options))
        let code = loop.run()
        if code != 0 { throw ExitStatus(code: code) }
        Output.write(loop.model.summaryLine + "\n")
    }

    /// Reads commands from standard input until it ends or the last lesson is done.
    private func runPlain() {
        guard var tour = PlainTour(lesson: lesson) else { return }
        PlainLoop.write(Array(tour.opening().dropFirst()))
        var input = LineInput()
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = CTerminal.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, ct_error() == EINTR { continue }
            let pieces = count > 0 ? input.take(buffer[..<count]) : [input.finish()].compactMap { $0 }
            for piece in pieces {
                guard case .line(let line) = piece else {
                    PlainLoop.write([LineInput.complaint])
                    continue
                }
                let said = tour.handle(line)
                PlainLoop.write(said.lines)
                if carryOut(said.requests, &tour) || Output.isReaderGone { return }
            }
            guard count > 0 else { return PlainLoop.write(tour.farewell) }
        }
    }

    /// Carries out the requests of a line; returns whether one was to quit.
    private func carryOut(_ requests: [Request], _ tour: inout PlainTour) -> Bool {
        for request in requests {
            let answer: (lines: [String], requests: [Request])
            switch request {
            case .quit: return true
            case .readFile(let path): answer = tour.answer(FileAccess.read(path))
            case .writeFile(let path, let text, let replacing):
                answer = tour.answer(FileAccess.write(text, to: path, replacing: replacing))
            case .saveJobs, .control, .suspend, .redraw, .copy, .mouse, .findAdvice: continue
            }
            PlainLoop.write(answer.lines)
            if carryOut(answer.requests, &tour) { return true }
        }
        return false
    }
}
