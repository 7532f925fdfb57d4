import Foundation
import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

/// The documentation: each snippet replays, each link leads to a page, and the pages for those coming from another
/// system name each call of theirs.
@Suite struct DocumentationTests {
    /// The public calls of the replaced systems, by the page that answers for them.
    static let calls: [String: [String]] = [
        "ComingFromRWTaskKit": [
            "@task(Name, Priority, Event)", "@schedule(Name, timestamp, count, interval)",
            "@timer(Name, count, interval)", "@notification(Name, Key)", "dependency", "task_name", "NO_RW_CLOCK",
            "the tick notification",
            "injectEventTaskWithName:andBlock:priority:triggerEvent:dependency:autoRemove:",
            "scheduleTaskWithName:andBlock:desiredDate:repeatCount:timeInterval:", "destroyTaskByName:",
            "pauseTaskByName:", "resumeTaskByName:", "run", "runWithNotification:", "RWTaskEventNone",
            "clock.interval", "sharedInstance", "runEventTasksByTaskTriggerEvent:", "autoRemove:",
        ] + LifecycleEvent.allCases.map(EventNames.name),
        "ComingFromStartupClasses": [
            "basicTasks", "syncTasks", "asyncTasks", "asyncTasksAfterLaunch", "executeTasks:queue:",
        ],
        "ComingFromAppStartTaskManager": [
            "taskName", "startWithDelegate:", "startupTaskDidCompleted:", "startupTaskDidFailed:error:",
            "sharedInstance", "startAllTask", "addStartupTask:", "removeStartupTask:", "removeAllStartupTask",
            "taskDidCompleted", "taskManagerDidErrorCompleted:Error:",
        ],
        "ComingFromEDQueue": [
            "enqueueWithData:forTask:", "start", "stop", "empty", "jobExistsForTask:", "jobIsActiveForTask:",
            "nextJobForTask:", "queue:processJob:", "queue:processJob:completion:", "isRunning", "isActive",
            "retryLimit", "EDQueueResultSuccess", "EDQueueResultFail", "EDQueueResultCritical", "EDQueueDidStart",
            "EDQueueDidStop", "EDQueueDidDrain", "EDQueueJobDidSucceed", "EDQueueJobDidFail", "sharedInstance",
            "delegate",
        ],
    ]

    static let pages = calls.keys.sorted()

    /// Every page of the catalog.
    static let allPages: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder(catalogue).path)) ?? []
        return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
    }()

    private static let catalogue = "Sources/taskscope/taskscope.docc"

    private func page(_ name: String) throws -> String {
        let path = name == "README" ? folder("README.md") : folder(Self.catalogue).appending(path: name + ".md")
        return try String(contentsOf: path, encoding: .utf8)
    }

    /// A fenced block: its language, its text, and the line of its fence.
    private struct Snippet {
        var language: String
        var text: String
        var line: Int
    }

    private func snippets(_ page: String) -> [Snippet] {
        var found: [Snippet] = []
        var open: Snippet?
        for (number, line) in page.components(separatedBy: "\n").enumerated() {
            guard line.hasPrefix("```") else {
                open?.text += line + "\n"
                continue
            }
            if let snippet = open {
                found.append(snippet)
                open = nil
            } else {
                open = Snippet(language: String(line.dropFirst(3)), text: "", line: number + 1)
            }
        }
        return found
    }

    /// The first cells of the page's table, and nothing else: what has an answer beside it.
    private func answered(_ page: String) -> String {
        page.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.compactMap { row in
            let cells = row.replacing("\\|", with: "/").split(separator: "|")
            return cells.count == 3 && !cells[1].allSatisfy(\.isWhitespace) ? String(cells[0]) : nil
        }.joined(separator: "\n")
    }

    @Test(arguments: pages)
    func `each call of the original is in the table of its page`(name: String) throws {
        let text = try page(name)
        let cells = answered(text)
        for call in Self.calls[name] ?? [] {
            let isEvent = EventNames.event(named: call) != nil
            let isNamed = isEvent ? text.contains(call) : cells.contains("`\(call)`") || cells.contains(call + ",")
            #expect(isNamed, "\(name): \(call)")
        }
        #expect(text.contains("## What differs, and why"))
    }

    @Test(arguments: allPages + ["README"])
    func `each scenario and script of a page replays without an error`(name: String) throws {
        var scenario = ScenarioReader.read(text: "", file: name).scenario
        for snippet in snippets(try page(name)) {
            switch snippet.language {
            case "yaml":
                // The settings are YAML, too, but not a scenario.
                if snippet.text.contains("theme:") { continue }
                let result = ScenarioReader.read(text: snippet.text, file: name)
                #expect(result.diagnostics.filter { $0.severity == .error } == [], "line \(snippet.line)")
                scenario = result.scenario
            case "scope":
                let subject = try #require(scenario, "line \(snippet.line)")
                let script = ScriptParser.parse(text: snippet.text, file: name, scenario: subject)
                #expect(script.diagnostics.filter { $0.severity == .error } == [], "line \(snippet.line)")
                #expect(!script.lines.isEmpty)
                try replay(subject, script.lines, line: snippet.line)
            default: continue
            }
        }
    }

    /// Replays a page's script: every expectation holds.
    private func replay(_ scenario: Scenario, _ lines: [ScriptLine], line: Int) throws {
        var replay = try Replay(scenario, script: lines)
        replay.run()
        for verdict in replay.simulation.verdicts {
            #expect(verdict.holds, "line \(line + verdict.line): \(verdict.text), but \(verdict.actual)")
        }
    }

    @Test(arguments: pages)
    func `a page for people who come from elsewhere has a scenario and a script`(name: String) throws {
        #expect(Set(snippets(try page(name)).map(\.language)).isSuperset(of: ["yaml", "scope"]))
    }

    @Test(arguments: allPages)
    func `each link leads to a page, and the landing page leads to each`(name: String) throws {
        for link in try page(name).matches(of: /<doc:([A-Za-z]+)>/) {
            #expect(Self.allPages.contains(String(link.output.1)), "\(link.output.0)")
        }
        if name != "taskscope" { #expect(try page("taskscope").contains("<doc:\(name)>")) }
    }

    static let references: [(page: String, text: String)] = [
        ("ScenarioReference", ScenarioReference.page.markdown), ("ScriptReference", ScriptReference.page.markdown),
    ]

    /// TASKSCOPE_RECORD=1 writes the pages again.
    @Test(arguments: references)
    func `the references are what the tables of the program say`(reference: (page: String, text: String)) throws {
        if ProcessInfo.processInfo.environment["TASKSCOPE_RECORD"] == "1" {
            let file = folder(Self.catalogue).appending(path: reference.page + ".md")
            try reference.text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try page(reference.page) == reference.text)
    }

    @Test func `the README can be read in a minute`() throws {
        #expect(try page("README").split(whereSeparator: \.isWhitespace).count <= 900)
    }

    @Test func `the links of the README lead to files`() throws {
        let readme = try page("README")
        for link in readme.matches(of: /\]\(([^)#:]+)\)/) {
            let path = folder(String(link.output.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(link.output.1)")
        }
        for name in Self.pages { #expect(readme.contains("\(Self.catalogue)/\(name).md")) }
    }
}

extension ReferencePage {
    /// For the documentation: one list per section.
    fileprivate var markdown: String {
        var lines = ["# " + title, "", abstract]
        for section in sections {
            lines += ["", "## " + section.title]
            if !section.introduction.isEmpty { lines += ["", section.introduction] }
            guard !section.entries.isEmpty else { continue }
            lines.append("")
            for entry in section.entries {
                let value = entry.value.map { " (" + $0 + ")" } ?? ""
                lines.append("- `\(entry.form)`\(value): \(entry.meaning)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
