import BenchmarkPeers
import BenchmarkSupport
import Dashboard
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation

/// The dashboard at 160x48 with very many tasks, without a terminal: what comes between the parsed file and the first
/// frame, a step in time, a cursor move, and the bytes that the screen holds beside the session.
struct ScreenBenchmark {
    let tasks: Int
    /// Records that the session holds in the end, at least.
    let records: Int

    private static let columns = 160
    private static let rows = 48
    private static let rounds = 7

    func run() {
        guard let scenario = ScenarioReader.read(text: text(), file: "many.yaml").scenario else {
            return print("the scenario is not readable")
        }
        print("\(tasks) tasks at \(Self.columns)x\(Self.rows)")
        open(scenario)
        remember(scenario)
    }

    /// As in screen_load.py.
    private func text() -> String {
        var text = "name: many\nlanes: {pool: 4}\ntasks:\n"
        for number in 0..<tasks {
            let after = [100, 137].filter { number >= $0 }.map { "Task\(number - $0)" }.joined(separator: ", ")
            let edges = after.isEmpty ? "" : ", after: [\(after)]"
            text += "  - {name: Task\(number), on: didFinishLaunching, lane: pool, duration: \(100 + number % 500)us"
            text += "\(edges)}\n"
        }
        return text
    }

    /// From the parsed scenario to the first frame, part by part.
    private func open(_ scenario: Scenario) {
        var parts: [[Double]] = [[], [], [], []]
        for _ in 0..<Self.rounds {
            var session: Session?
            parts[0].append(nanoseconds { session = try? Session(scenario: scenario) })
            guard let session else { return }
            var screen: DashboardScreen?
            parts[1].append(
                nanoseconds { screen = DashboardScreen(DashboardModel(session: session, options: Self.options)) })
            guard var opened = screen.take() else { return }
            let size = Message.resize(columns: Self.columns, rows: Self.rows)
            parts[2].append(nanoseconds { _ = opened.handle(size) })
            parts[3].append(nanoseconds { _ = opened.nextFrame(columns: Self.columns, rows: Self.rows) })
        }
        let whole = parts[0].indices.map { round in parts.reduce(0) { $0 + $1[round] } }
        for (name, values) in zip(["session", "model", "size", "frame", "to the first frame"], parts + [whole]) {
            print("  \(name): least \(microseconds(values.min() ?? 0)), median \(microseconds(median(values)))")
        }
    }

    /// The bytes beside the session's, at first and once it has many records; what keys take then.
    private func remember(_ scenario: Scenario) {
        guard let session = try? Session(scenario: scenario) else { return }
        let before = allocated_bytes()
        var screen = DashboardScreen(DashboardModel(session: session, options: Self.options))
        _ = screen.handle(.resize(columns: Self.columns, rows: Self.rows))
        _ = screen.nextFrame(columns: Self.columns, rows: Self.rows)
        if before >= 0 { print("  beside the session: \(kibibytes(since: before)), \(forecast(of: session))") }
        press(&screen, .enter)
        keys(&screen, "a move before the launch")
        while screen.model.session.records.count < records {
            press(&screen, .character("L"))
            press(&screen, .character(" "))
            while screen.model.session.simulation.hasWorkLeft {
                type(&screen, ":goto \(screen.model.session.now.nanoseconds / 1_000_000 + 1_000)ms")
            }
            if screen.model.session.records.count < records { press(&screen, .character("T")) }
        }
        keys(&screen, "a move")
        keys(&screen, "a step in time", [.character("."), .character(",")], count: 10)
        measureRemembered(&screen)
    }

    /// What is freed with the model belongs to the screen, unless the kept session has it too.
    private func measureRemembered(_ screen: inout DashboardScreen) {
        let session = screen.model.session
        let count = session.records.count
        let with = allocated_bytes()
        screen = DashboardScreen(DashboardModel(session: Self.empty ?? session, options: Self.options))
        let freed = (with - allocated_bytes()) >> 10
        if with >= 0 { print("  \(count) records, beside the session: \(freed) KiB, \(forecast(of: session))") }
    }

    /// The part of it that is the scheduler of the forecast: a copy that has since changed.
    private func forecast(of session: Session) -> String {
        let before = allocated_bytes()
        var forecast = Forecast(session: session)
        _ = forecast.extend(through: session.now + .milliseconds(1))
        forecast.letGoAtRest()
        return withExtendedLifetime(forecast) { "of which the forecast's scheduler \(kibibytes(since: before))" }
    }

    private func kibibytes(since before: Int64) -> String { "\((allocated_bytes() - before) >> 10) KiB" }

    private static var empty: Session? { try? Session(scenario: Scenario(name: "empty")) }

    private static var options: DashboardOptions {
        var options = DashboardOptions(isPaused: true)
        // As on a terminal.
        options.delaysPanes = true
        return options
    }

    private func press(_ screen: inout DashboardScreen, _ key: Key) {
        _ = screen.handle(.key(key))
        _ = screen.nextFrame(columns: Self.columns, rows: Self.rows)
    }

    private func type(_ screen: inout DashboardScreen, _ line: String) {
        for letter in line { _ = screen.handle(.key(.character(letter))) }
        press(&screen, .enter)
    }

    private func keys(
        _ screen: inout DashboardScreen, _ what: String, _ keys: [Key] = [.character("j"), .character("k")],
        count: Int = 200
    ) {
        var times: [Double] = []
        for key in keys {
            for _ in 0..<count { times.append(nanoseconds { press(&screen, key) }) }
        }
        let late = times.sorted()[max(0, times.count * 95 / 100 - 1)]
        print("  \(what): median \(microseconds(median(times))), p95 \(microseconds(late))")
    }

    private func microseconds(_ nanoseconds: Double) -> String { "\(Int(nanoseconds / 1_000)) us" }
}
