import ScreenKit
import Foundation
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import Dashboard

/// The shop of SCREENS.md: a launch of 20 steps of 50 ms.
let shopText = """
    name: shop
    clock: {interval: 50ms}
    tasks:
      - {name: CrashReporter, on: willFinishLaunching, priority: critical, duration: 50ms}
      - {name: Logger, on: willFinishLaunching, priority: critical, after: [CrashReporter], duration: 50ms}
      - {name: Keychain, on: willFinishLaunching, priority: high, after: [CrashReporter], duration: 100ms}
      - {name: RemoteConfig, on: didFinishLaunching, priority: high, lane: async, after: [Logger], duration: 250ms}
      - {name: Database, on: didFinishLaunching, priority: high, lane: async, after: [Logger], duration: 300ms}
      - {name: FeatureFlags, on: didFinishLaunching, after: [RemoteConfig], duration: 50ms}
      - {name: Router, on: didFinishLaunching, priority: high, after: [FeatureFlags], duration: 100ms}
      - {name: Session, on: didFinishLaunching, priority: high, after: [Database, Keychain], duration: 150ms}
      - {name: RootView, on: didFinishLaunching, priority: critical, after: [Session, Router], duration: 200ms}
      - {name: ImageCache, on: didBecomeActive, priority: low, lane: afterLaunch, after: [Database], duration: 200ms}
      - {name: 推送注册, on: didBecomeActive, priority: low, lane: afterLaunch, after: [Session, RemoteConfig], duration: 150ms}
      - {name: Prefetch, on: didBecomeActive, priority: low, lane: afterLaunch, after: [ImageCache, RemoteConfig], duration: 300ms}
      - {name: FlushLogs, on: didEnterBackground, priority: high, lane: async, after: [Logger], duration: 100ms}
      - {name: PurgeCache, on: didReceiveMemoryWarning, priority: high, after: [ImageCache], duration: 50ms}
      - {name: SaveState, on: willTerminate, priority: critical, after: [Session], duration: 100ms}
      - {name: Heartbeat, every: 250ms, duration: 50ms}
    """

/// The shop of Demo.
func shopDemo() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Demo/shop.yaml"), encoding: .utf8)
}

func scenario(_ text: String) throws -> Scenario {
    let result = ScenarioReader.read(text: text, file: "test.yaml")
    guard let scenario = result.scenario else { throw Diagnostics(result.diagnostics) }
    return scenario
}

func dashboard(_ text: String = shopText, columns: Int = 80, rows: Int = 24, options: DashboardOptions = .init())
    throws -> DashboardModel
{
    var model = DashboardModel(session: try Session(scenario: scenario(text)), options: options)
    _ = model.handle(.resize(columns: columns, rows: rows))
    return model
}

/// A dashboard whose question for advice was answered.
func advised(_ text: String, columns: Int = 80, rows: Int = 24) throws -> DashboardModel {
    var model = DashboardModel(
        session: try Session(scenario: scenario(text)), options: DashboardOptions(isPaused: true))
    model.answer(model.handle(.resize(columns: columns, rows: rows)))
    return model
}

extension DashboardModel {
    /// Answers the questions for advice among some requests.
    mutating func answer(_ requests: [Request]) {
        for case .findAdvice(let question) in requests {
            if let headline = question.answer() { _ = handle(.advice(headline, number: question.number)) }
        }
    }

    /// Types printing keys one after the other; line ends are Enter.
    mutating func type(_ keys: String) {
        for character in keys { _ = handle(.key(character == "\n" ? .enter : .character(character))) }
    }

    /// The screen as text at the size of the last resize.
    var lines: [String] { frame(columns: columns, rows: rows).lines }
    var screen: String { lines.joined(separator: "\n") }

    /// Expects a text on the screen. A failure shows the whole screen, and the row that has most of the text.
    func expectShown(_ text: some LosslessStringConvertible, sourceLocation: SourceLocation = #_sourceLocation) {
        let (text, lines) = (String(text), lines)
        if screen.contains(text) { return }
        let nearest = lines.max { commonLength($0, text) < commonLength($1, text) } ?? ""
        Issue.record(
            "not on the screen:\n- \(text)\n+ \(nearest)\n\(trimmed(self))", sourceLocation: sourceLocation)
    }

    /// Expects that a text is not on the screen; a failure shows the whole screen, with marks where it is.
    func expectNotShown(_ text: some LosslessStringConvertible, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = String(text)
        guard screen.contains(text) else { return }
        let marked = trimmed(self).split(separator: "\n", omittingEmptySubsequences: false).map {
            ($0.contains(text) ? "> " : "  ") + $0
        }
        Issue.record(
            "on the screen: \(text)\n\(marked.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
}

/// How many characters the longest piece has that two texts share.
private func commonLength(_ one: String, _ other: String) -> Int {
    let other = Array(other)
    var (longest, before) = (0, [Int](repeating: 0, count: other.count + 1))
    for character in one {
        var here = before
        for place in other.indices { here[place + 1] = character == other[place] ? before[place] + 1 : 0 }
        longest = max(longest, here.max() ?? 0)
        before = here
    }
    return longest
}

extension Frame {
    /// The rows as text, without what wide glyphs cover.
    var lines: [String] {
        (0..<rows).map { row in
            String(self.row(row).filter { $0.columns > 0 }.map(\.glyph))
        }
    }
}

/// The screen as text, blanks at line ends left out.
func trimmed(_ model: DashboardModel) -> String {
    model.lines.map { line in
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }.joined(separator: "\n")
}
