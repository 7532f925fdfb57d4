import Testing

@testable import Dashboard

/// What Tab offers is above the prompt, in as many rows as it needs.
@Suite struct CompletionTests {
    /// A dashboard with something typed, and Tab pressed.
    private func offered(_ typed: String, _ columns: Int = 80, _ rows: Int = 24, text: String = shopText) throws
        -> DashboardModel
    {
        var model = try dashboard(text, columns: columns, rows: rows, options: DashboardOptions(isPaused: true))
        model.type(typed)
        _ = model.handle(.key(.tab))
        return model
    }

    private func offers(_ model: DashboardModel) -> [String] {
        guard case .prompt(let prompt) = model.overlay else { return [] }
        return prompt.offers
    }

    /// The last rows as text, blanks at line ends left out.
    private func bottom(_ count: Int, _ model: DashboardModel) -> String {
        trimmed(model).split(separator: "\n", omittingEmptySubsequences: false).suffix(count).joined(separator: "\n")
    }

    /// The offers on screen, the number of further ones that is shown, and the rows that they take.
    private func shown(_ model: DashboardModel) -> (words: [String], more: Int, rows: Int) {
        let known = Set(offers(model))
        var rows: [[String]] = []
        for line in model.lines.dropLast().reversed() {
            let words = line.split(separator: " ").map(String.init)
            // Lines of offers begin with a blank; a line of a pane that happens to name one does not.
            guard let first = words.first, known.contains(first), line.hasPrefix(" "), !line.hasPrefix("  ") else {
                break
            }
            rows.insert(words, at: 0)
        }
        var words = rows.flatMap { $0 }
        guard words.last == "more", let more = Int(words[words.count - 2]) else { return (words, 0, rows.count) }
        words.removeLast(2)
        return (words, more, rows.count)
    }

    @Test func `80x24 with names`() throws {
        #expect(
            try bottom(5, offered(":pause ")) == """
                ─ CrashReporter (willFinish) will run 50ms ────────── rows 1-11 of 16, 5 below ─
                 CrashReporter  Logger  Keychain  RemoteConfig  Database  FeatureFlags  Router
                 Session  RootView  ImageCache  推送注册  Prefetch  FlushLogs  PurgeCache
                 SaveState  Heartbeat  lane:main  lane:async  lane:afterLaunch
                :pause
                """)
    }

    @Test func `40x10, where some have no room`() throws {
        #expect(
            try bottom(6, offered(":pause ", 40, 10)) == """
                I. RemoteConfig  │   ▒▒▒▒▒             ┊
                 CrashReporter  Logger  Keychain
                 RemoteConfig  Database  FeatureFlags
                 Router  Session  RootView  ImageCache
                 推送注册  Prefetch  7 more
                :pause
                """)
    }

    @Test func `in the large layout they take the place of the second key line`() throws {
        var model = try offered("x", 160, 48)
        #expect(
            bottom(2, model) == """
                 chart  trace  script  scenario  graph
                :export
                """)
        model.expectNotShown("Enter details")
        _ = model.handle(.key(.escape))
        #expect(model.lines[46].hasPrefix(" Enter details"))
    }

    @Test(arguments: [":", ":pause ", ":fire ", "3f"])
    func `every offer is whole and in its order, and what has no room is counted`(typed: String) throws {
        var model = try offered(typed)
        let offers = offers(model)
        #expect(offers.count > 10)
        for columns in Array(stride(from: 40, through: 200, by: 7)) + [80, 100, 160, 200] {
            for rows in [10, 24, 40] {
                _ = model.handle(.resize(columns: columns, rows: rows))
                let shown = shown(model)
                #expect(shown.words == Array(offers.prefix(shown.words.count)), "\(columns)x\(rows)")
                #expect(shown.words.count + shown.more == offers.count, "\(columns)x\(rows)")
                #expect((1...min(6, (rows - 1) / 2)).contains(shown.rows), "\(columns)x\(rows)")
            }
        }
    }

    @Test func `a hundred names take six rows, and the rest is counted`() throws {
        let tasks = (100..<200).map { "  - {name: task\($0), on: launch}\n" }
        let model = try offered(":pause task", text: "tasks:\n" + tasks.joined())
        let shown = shown(model)
        #expect(shown.rows == 6 && shown.more > 0)
        #expect(shown.words.first == "task100" && shown.words.count + shown.more == 100)
    }

    @Test func `the next key removes them`() throws {
        var (model, wanted) = (try offered(":pause "), try dashboard(options: DashboardOptions(isPaused: true)))
        model.type("K")
        wanted.type(":pause K")
        #expect(model.lines == wanted.lines)
    }
}
