import Foundation
import Planning
import ScenarioFormat
import SchedulerCore
import SchedulerSimulation
import TestSupport
import Testing

@testable import Dashboard

/// One engine finds what deserves a look: what the dashboard shows is what `check` and `advise` find.
@Suite struct FindingsTests {
    /// The scenarios of Demo that can be read.
    static let demos: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Demo")
        return ["", "originals"].flatMap { folder in
            let place = folder.isEmpty ? root : root.appending(path: folder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            return names.filter { $0.hasSuffix(".yaml") && $0 != "broken.yaml" }.sorted().map { "\(folder)/\($0)" }
        }
    }()

    static func text(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "Demo" + (name.hasPrefix("/") ? name : "/" + name)), encoding: .utf8)
    }

    @Test func `there are demos`() { #expect(Self.demos.count > 8) }

    @Test(arguments: demos)
    func `the dashboard, on screen and as lines, shows what check and advise find`(name: String) throws {
        let text = try Self.text(name)
        let found = try LaunchOutlook(of: scenario(text)).findings
        var model = try advised(text, columns: 200, rows: 60)
        #expect(model.findings == found)
        model.type("4z")
        if let first = found.first {
            model.expectShown("\(found.count) finding")
            model.expectShown("1 " + first.sentence.prefix(60))
        } else {
            model.expectShown("no findings")
        }
        var plain = PlainSession(model: DashboardModel(session: try Session(scenario: scenario(text))))
        let lines = plain.handle("findings").lines
        #expect(lines == (found.isEmpty ? ["no findings"] : found.map { "\($0.sentence) [\($0.id)]" }))
    }

    @Test func `the keys go through those about the file, too, and the graph follows`() throws {
        let text =
            "tasks:\n  - {name: A, on: launch, duration: 90ms}\n  - {name: B, on: launch, duration: 30ms, after: A}\n"
        var options = DashboardOptions(isPaused: true)
        options.fileLints = ["the file is odd"]
        var model = DashboardModel(session: try Session(scenario: scenario(text)), options: options)
        model.answer(model.handle(.resize(columns: 120, rows: 40)))
        let count = model.findings.count + 1
        model.type(String(repeating: "}", count: count))
        #expect(model.notice?.text == "\(count) of \(count): the file is odd")
        model.type("}")
        #expect(model.notice?.text == "1 of \(count): \(model.findings[0].sentence)")
        model.type("2/B\n")
        model.expectShown("graph around B")
    }

    @Test(arguments: demos)
    func `on a running app they are those of the scenario that it is saved as`(name: String) throws {
        let loaded = try scenario(try Self.text(name))
        let process = try LedProcess(scenario: loaded, seed: 11)
        process.give(.action(.launch), text: "launch")
        process.advance(to: .zero + .seconds(60))
        var session = try Session(following: loaded)
        session.receive(process.inputs)
        let watched = WatchedProcess(title: "app (1)", allowsControl: true, now: process.now)
        var model = DashboardModel(watching: watched, session: session)
        model.answer(model.handle(.resize(columns: 100, rows: 30)))
        guard let launch = model.plan.launchTime else { return }
        #expect(model.outlook.found?.launch?.time == launch)
        var saved: String?
        for case .writeFile(_, let text, _) in model.carryOut("save-scenario s.yaml") { saved = text }
        let again = try scenario(try #require(saved))
        let found = try LaunchOutlook(of: again)
        #expect(found.time == launch)
        #expect(model.findings == found.findings)
    }

    @Test func `the keys go from finding to finding, the costliest first, and show its sentence`() throws {
        var model = try advised(shopDemo(), columns: 100, rows: 30)
        let count = model.findings.count
        #expect(count > 2)
        model.type("}")
        #expect(model.view.selected == .lane(LaneID(2)) || model.notice?.text.contains("lane network") == true)
        #expect(model.notice?.text.hasPrefix("1 of \(count): lane network is 97% busy") == true)
        model.type("}")
        #expect(model.notice?.text.hasPrefix("2 of \(count)") == true)
        model.type("{{")
        #expect(model.notice?.text.hasPrefix("\(count) of \(count)") == true)
    }

    @Test func `a launch that went differently is analyzed again, with the commands that led to it`() throws {
        var model = try advised(shopDemo())
        let before = model.outlook.found?.launch
        var requests: [Request] = []
        for key in ":inject Slow on launch priority critical duration 2s\nL" {
            requests += model.handle(.key(key == "\n" ? .enter : .character(key)))
        }
        model.answer(requests)
        #expect(model.outlook.found?.launch == model.plan.launchLength)
        #expect(model.outlook.found?.launch != before)
        #expect(model.outlook.headline.why == model.outlook.found?.why)
    }

    @Test func `with very many tasks the screen looks for no findings, and the pane says which command does`() throws {
        let rows = (0...DashboardModel.maximumAdvisedTasks).map { "  - {name: T\($0), on: launch}" }
        var model = try advised("tasks:\n" + rows.joined(separator: "\n"), columns: 160, rows: 48)
        #expect(model.findings.isEmpty && !model.outlook.isSeeking)
        model.type("4")
        #expect(model.findingsHeading.contains("run taskscope check"))
    }
}
