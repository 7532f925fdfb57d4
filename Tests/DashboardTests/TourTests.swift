import SchedulerCore
import Testing

@testable import Dashboard

/// `taskscope tour`: each lesson can be finished by its keys, on the screen and as lines.
@Suite struct TourTests {
    private static let keys: [Lesson: String] = [
        .launch: "L:goto 1s\n", .criticalPath: "jj\n", .waiting: "/Home\nu\n", .time: "L]]]....", .advice: "a\n",
        .lifecycle: "L:goto 200ms\nB:goto 600ms\nF:goto 1s\n", .pausing: "Gjjjp" + "L:goto 1s\n",
        .stage: ":highlight Home\n:note Home waits for the feed\n", .tangle: "a\n",
    ]

    /// Types keys, and answers what is asked meanwhile.
    private func type(_ keys: String, on tour: inout Tour) -> [Request] {
        var all: [Request] = []
        for character in keys {
            var open = tour.handle(.key(character == "\n" ? .enter : .character(character)))
            all += open
            while !open.isEmpty {
                let requests = open
                open = []
                for case .findAdvice(let question) in requests {
                    guard let headline = question.answer() else { continue }
                    open += tour.handle(.advice(headline, number: question.number))
                }
            }
        }
        return all
    }

    private func begin(_ lesson: Lesson) throws -> Tour {
        var tour = try #require(Tour(lesson: lesson.rawValue))
        for case .findAdvice(let question) in tour.handle(.resize(columns: 80, rows: 24)) {
            if let headline = question.answer() { _ = tour.handle(.advice(headline, number: question.number)) }
        }
        return tour
    }

    private func text(_ tour: inout Tour) -> String {
        tour.nextFrame(columns: 80, rows: 24).lines.joined(separator: "\n")
    }

    @Test(arguments: Lesson.allCases) func `a lesson is finished by its keys, not before`(lesson: Lesson) throws {
        var tour = try begin(lesson)
        #expect(!tour.isSolved && !tour.isFinished)
        #expect(text(&tour).contains("Lesson \(lesson.rawValue) of 9: \(lesson.title) "))
        for _ in 0..<(lesson == .tangle ? 6 : 1) where !tour.isSolved {
            _ = type(Self.keys[lesson] ?? "", on: &tour)
        }
        #expect(tour.isSolved && tour.isFinished == (lesson.next == nil))
        #expect(text(&tour).contains("Right. "))
        let requests = type("\n", on: &tour)
        #expect(lesson.next == nil ? requests == [.quit(exitCode: 0)] : tour.lesson == lesson.next && !tour.isSolved)
    }

    @Test func `the tangle has 60 tasks, and one change is not enough`() throws {
        var tour = try begin(.tangle)
        #expect(tour.dashboard.session.scenario.tasks.count == 60)
        _ = type("a\n", on: &tour)
        #expect(!tour.isSolved)
    }

    @Test func `a wrong answer says why, and after a while there is a hint`() throws {
        var tour = try begin(.criticalPath)
        _ = type("j\n", on: &tour)
        #expect(!tour.isSolved && text(&tour).contains("Not yet: Login is on the critical path"))
        _ = tour.handle(.key(.escape))
        _ = type(String(repeating: "j", count: Tour.patience), on: &tour)
        #expect(text(&tour).contains("Hint: only Images"))
    }

    @Test func `an answer to another lesson's question counts for nothing`() throws {
        var tour = try #require(Tour(lesson: 5))
        let requests = tour.handle(.resize(columns: 80, rows: 24))
        guard case .findAdvice(let question)? = requests.last else {
            Issue.record("nothing was asked")
            return
        }
        _ = tour.handle(.advice(Headline(why: "old"), number: question.number - 1_000))
        #expect(tour.dashboard.outlook.headline.why != "old")
    }

    @Test(arguments: [(1, 1), (40, 10), (80, 11), (80, 24), (160, 48)])
    func `every size draws, and each lesson's text fits`(columns: Int, rows: Int) throws {
        for lesson in Lesson.allCases {
            var tour = try #require(Tour(lesson: lesson.rawValue))
            let frame = tour.nextFrame(columns: columns, rows: rows)
            #expect(frame.columns == columns && frame.rows == rows)
            if rows >= 24, let last = lesson.question.split(separator: " ").last {
                #expect(frame.lines.suffix(4).joined().contains(last))
            }
        }
    }

    @Test func `the whole tour as lines ends with all lessons done`() throws {
        var tour = try #require(PlainTour())
        #expect(tour.opening()[1] == "Lesson 1 of 9: a launch")
        var said: [String] = []
        var isOver = false
        for line in [
            "launch", "advance 1s", "answer Login", "answer Images", "answer Nobody", "answer Offers", "launch",
            "goto 400ms", "hint", "advice", "try 9999", "try 1", "launch", "background", "advance 1s", "foreground",
            "advance 1s", "pause lane:network", "launch", "advance 1s", "highlight Home", "note a caption", "try 1",
            "try 1", "try 1", "try 1",
            "try 1", "try 1", "try 1",
        ] where !isOver {
            let (lines, requests) = tour.handle(line)
            said += lines
            isOver = requests.contains(.quit(exitCode: 0))
        }
        #expect(isOver && tour.isDone && tour.farewell.isEmpty)
        #expect(said.last == "All 9 lessons are done.")
        #expect(said.contains("no task Nobody") && said.contains { $0.hasPrefix("Login is on the critical path") })
    }

    @Test func `leaving says where to continue; there is no lesson 0 or 10`() throws {
        var tour = try #require(PlainTour(lesson: 3))
        #expect(tour.farewell[0].contains("taskscope tour --plain --lesson 3"))
        let (lines, requests) = tour.handle("quit")
        #expect(lines == tour.farewell && requests == [.quit(exitCode: 0)])
        #expect(PlainTour(lesson: 10) == nil && Tour(lesson: 0) == nil)
    }
}

/// The first lines of the help.
@Suite struct FirstHelpTests {
    @Test func `the help begins with six keys and the letters that are on the screen`() throws {
        var model = try dashboard(options: DashboardOptions(isPaused: true))
        model.type("?")
        let lines = model.helpLines(Prompt(.help)).map { line in
            switch line {
            case .heading(let text), .entry(let text), .legend(let text): text
            case .nothing: ""
            }
        }
        #expect(lines[0] == "Six keys to start with")
        for (line, key) in zip(lines[1...6], ["L", "Space", "Down", "c", "a", "q"]) {
            #expect(line.hasPrefix("  \(key) ") || line.hasPrefix("  j "), "\(line)")
        }
        #expect(lines[8] == "On this screen")
        #expect(lines[9].hasPrefix("States  I idle"))
        #expect(!lines[9].contains("R running"))
    }

    @Test func `presenting shows task, lane, timeline and what each row waits for`() throws {
        var options = DashboardOptions(isPaused: true)
        options.isPresenting = true
        let model = try dashboard(options: options)
        let fields: [Layout.Field] = model.layout.fields.map { $0.field }
        #expect(fields == [.state, .name, .lane, .timeline, .slack])
    }
}
