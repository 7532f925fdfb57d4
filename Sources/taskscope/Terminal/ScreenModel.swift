import ScreenKit
import Dashboard
import SchedulerCore

/// A screen as a value that `DashboardLoop` runs: messages in, requests and frames out.
protocol ScreenModel {
    /// Takes one message in; the requests are carried out in order before the next message.
    mutating func handle(_ message: Message) -> [Request]

    /// The screen at a size, each at least 1. Called at most once for any number of messages that came together.
    mutating func nextFrame(columns: Int, rows: Int) -> Frame

    /// How often `.elapsed` is to be sent while nothing else happens; nil: never, and time does not count. The process
    /// then sleeps until something comes in.
    var frameInterval: Nanoseconds? { get }

    /// How many things worth a mark in a recording have happened, and the last of them in a word.
    var landmark: (count: Int, text: String) { get }

    /// The scenario as a file, for a page that opens it.
    var scenarioText: String { get }
}

extension DashboardScreen: ScreenModel {
    var scenarioText: String { model.scenarioText }
}

extension Tour: ScreenModel {
    var scenarioText: String { dashboard.scenarioText }
}
