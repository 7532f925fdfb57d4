import ArgumentParser
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
        if PlainLoop.run(&tour) == nil { PlainLoop.write(tour.farewell) }
    }
}
