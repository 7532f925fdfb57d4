import ScreenKit
import Dashboard
import SchedulerCore

/// A screen as a value that `DashboardLoop` runs: messages in, requests and frames out.
protocol ScreenModel {
    /// Takes one message; its requests are carried out in order before the next message.
    mutating func handle(_ message: Message) -> [Request]

    /// The screen at a size, each at least 1. Called at most once for messages that arrive together.
    mutating func nextFrame(columns: Int, rows: Int) -> Frame

    /// How often to send `.elapsed` while nothing else happens; nil: never, and time does not count. The process
    /// then sleeps until something comes in.
    var frameInterval: Nanoseconds? { get }

    /// How many events worth a marker in a recording have happened, and the name of the last one.
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
