import ArgumentParser
import TraceAnalysis

/// `taskscope plot`
struct PlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot", abstract: "Draw a launch as an SVG picture: runs, waits, events, the critical path.",
        discussion: "The picture goes to standard output: taskscope plot shop.yaml > shop.svg")

    @OptionGroup var launch: LaunchArguments
    @Option(parsing: .unconditional, help: "Width of the picture in pixels.") var width = 1000

    func validate() throws {
        if !(400...10_000).contains(width) { throw ValidationError("--width must be from 400 to 10000") }
    }

    func run() throws {
        let measure = try launch.read().launch(number: launch.options.number)
        LaunchPlot(measure, width: width).write { Output.write($0) }
    }
}
