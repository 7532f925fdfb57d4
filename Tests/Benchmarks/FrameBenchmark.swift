import BenchmarkSupport
import Dashboard
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation

/// A cursor move at 160x48: the key, the frame, and what of it changed; without a terminal, so no byte is sent.
struct FrameBenchmark {
    let keys: Int

    /// Prints nanoseconds a key.
    func run() {
        guard let model = model() else { return print("the scenario is not readable") }
        var screen = DashboardScreen(model)
        var last = model.frame(columns: 160, rows: 48)
        var (handling, drawing, comparing) = ([Double](), [Double](), [Double]())
        var changed = 0
        for number in 0..<keys {
            let key = Key.character(number / 20 % 2 == 0 ? "j" : "k")
            handling.append(
                nanoseconds {
                    if screen.frameInterval != nil { _ = screen.handle(.elapsed(.milliseconds(20))) }
                    _ = screen.handle(.key(key))
                })
            var next = last
            drawing.append(
                nanoseconds {
                    next = screen.nextFrame(columns: 160, rows: 48)
                })
            comparing.append(
                nanoseconds {
                    for row in 0..<next.rows where next.changedColumns(row: row, since: last) != nil { changed += 1 }
                })
            last = next
        }
        let whole = zip(handling, zip(drawing, comparing)).map { $0 + $1.0 + $1.1 }
        print("a cursor move at 160x48, \(keys) keys, \(changed) rows changed")
        show("key", handling)
        show("frame", drawing)
        show("compare", comparing)
        show("whole", whole)
    }

    /// The keys and their frames alone.
    func press() {
        guard let model = model() else { preconditionFailure("the scenario is not readable") }
        var screen = DashboardScreen(model)
        for number in 0..<keys {
            if screen.frameInterval != nil { _ = screen.handle(.elapsed(.milliseconds(20))) }
            _ = screen.handle(.key(.character(number / 20 % 2 == 0 ? "j" : "k")))
            _ = screen.nextFrame(columns: 160, rows: 48)
        }
    }

    private func show(_ name: String, _ values: [Double]) {
        let late = values.sorted()[max(0, values.count * 95 / 100 - 1)]
        print("  \(name): median \(Int(median(values))) ns, p95 \(Int(late)) ns")
    }

    /// Sixty tasks in two lanes, launched and paused after a second.
    private func model() -> DashboardModel? {
        var text = "name: frames\ntasks:\n"
        for number in 0..<60 {
            let after = number > 2 ? ", after: [Task\(number / 2), Task\(number - 1)]" : ""
            text += "  - {name: Task\(number), on: didFinishLaunching, duration: \(10 + number % 7)ms\(after)}\n"
        }
        guard let scenario = ScenarioReader.read(text: text, file: "frames.yaml").scenario,
            let session = try? Session(scenario: scenario)
        else { return nil }
        var options = DashboardOptions(isPaused: true)
        // As on a terminal.
        options.delaysPanes = true
        var model = DashboardModel(session: session, options: options)
        _ = model.handle(.resize(columns: 160, rows: 48))
        for key in "L:goto 1s" { _ = model.handle(.key(.character(key))) }
        _ = model.handle(.key(.enter))
        return model
    }
}
