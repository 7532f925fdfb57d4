import Foundation
import SchedulerCore
import Testing

@testable import ScenarioFormat

/// The pages for people who come from another system: each call of theirs is named, and each snippet can be used.
@Suite struct DocumentationTests {
    /// The public calls of the replaced systems, by the page that answers for them.
    static let calls: [String: [String]] = [
        "ComingFromRWTaskKit": [
            "@task(Name, Priority, Event)", "@schedule(Name, timestamp, count, interval)",
            "@timer(Name, count, interval)", "@notification(Name, Key)", "dependency", "task_name", "NO_RW_CLOCK",
            "the tick notification",
            "injectEventTaskWithName:andBlock:priority:triggerEvent:dependency:autoRemove:",
            "scheduleTaskWithName:andBlock:desiredDate:repeatCount:timeInterval:", "destroyTaskByName:",
            "pauseTaskByName:", "resumeTaskByName:",
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
            "EDQueueDidStop", "EDQueueDidDrain", "EDQueueJobDidSucceed", "EDQueueJobDidFail",
        ],
    ]

    static let pages = calls.keys.sorted()

    private func page(_ name: String) throws -> String {
        try String(
            contentsOf: folder("Sources/SchedulerCore/SchedulerCore.docc").appending(path: name + ".md"),
            encoding: .utf8)
    }

    /// A fenced block: its language, its text, and the line on which its fence stands.
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
    func `each call of theirs stands in the table of its page`(name: String) throws {
        let text = try page(name)
        let cells = answered(text)
        for call in Self.calls[name] ?? [] {
            let isEvent = EventNames.event(named: call) != nil
            let isNamed = isEvent ? text.contains(call) : cells.contains("`\(call)`") || cells.contains(call + ",")
            #expect(isNamed, "\(name): \(call)")
        }
        #expect(text.contains("## What differs, and why"))
    }

    @Test(arguments: pages)
    func `each snippet of a page can be used as it stands`(name: String) throws {
        let snippets = snippets(try page(name))
        #expect(Set(snippets.map(\.language)) == ["yaml", "scope"])
        var scenario = ScenarioReader.read(text: "", file: name).scenario
        for snippet in snippets {
            if snippet.language == "yaml" {
                let result = ScenarioReader.read(text: snippet.text, file: name)
                #expect(result.diagnostics.filter { $0.severity == .error } == [], "line \(snippet.line)")
                scenario = result.scenario
            } else {
                let script = ScriptParser.parse(
                    text: snippet.text, file: name, scenario: try #require(scenario, "line \(snippet.line)"))
                #expect(script.diagnostics.filter { $0.severity == .error } == [], "line \(snippet.line)")
                #expect(!script.lines.isEmpty)
            }
        }
    }

    @Test func `the landing page and the README lead to each page`() throws {
        let landing = try page("SchedulerCore")
        let readme = try String(contentsOf: folder("README.md"), encoding: .utf8)
        for name in Self.pages {
            #expect(landing.contains("<doc:\(name)>"))
            #expect(readme.contains("Sources/SchedulerCore/SchedulerCore.docc/\(name).md"))
        }
    }
}
