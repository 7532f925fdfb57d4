import SchedulerCore
import Testing

@testable import Dashboard

/// The second column: which tasks are related to the selected one.
@Suite struct RelationsTests {
    private func column(_ model: DashboardModel) -> [String: Character] {
        let frame = model.frame(columns: model.columns, rows: model.rows)
        var marks: [String: Character] = [:]
        for row in 0..<model.layout.table.rows {
            guard let task = model.rowKey(model.firstRow(height: model.layout.table.rows) + row).task else { continue }
            marks[model.scheduler.name(of: task)] = frame[1, model.layout.table.row + row].glyph
        }
        return marks
    }

    @Test func `the selected task, what it needs and what needs it, told apart if others lie between`() throws {
        var model = try dashboard(rows: 40)
        model.type("/Database\n")
        let marks = column(model)
        #expect(marks["Database"] == ">")
        #expect(marks["Logger"] == "^" && marks["CrashReporter"] == "'")
        #expect(marks["Session"] == "v" && marks["RootView"] == "." && marks["PurgeCache"] == ".")
        #expect(marks["Keychain"] == " " && marks["Heartbeat"] == " ")
    }

    @Test func `direct ones are bold`() throws {
        var model = try dashboard(rows: 40)
        model.type("/Database\n")
        let frame = model.frame(columns: 80, rows: 40)
        func isBold(_ name: String) -> Bool {
            guard let task = model.scheduler.task(named: name), let row = model.order.row(of: task) else {
                return false
            }
            return frame[1, model.layout.table.row + row].style.attributes.contains(.bold)
        }
        #expect(isBold("Logger") && isBold("Session"))
        #expect(!isBold("CrashReporter") && !isBold("RootView"))
    }

    @Test func `a frame after a move is the frame drawn from nothing`() throws {
        var screen = DashboardScreen(try dashboard(rows: 30))
        _ = screen.nextFrame(columns: 80, rows: 30)
        for _ in 0..<16 {
            _ = screen.handle(.key(.character("j")))
            let moved = screen.nextFrame(columns: 80, rows: 30)
            #expect(moved == screen.model.frame(columns: 80, rows: 30))
        }
    }

    @Test func `of a very large graph the nearest are known`() throws {
        let model = try dashboard(
            "tasks:\n"
                + (0..<1_000).map { "  - {name: T\($0), on: launch\($0 > 0 ? ", after: [T\($0 - 1)]" : "")}\n" }
                .joined())
        let named = ["T0", "T10", "T999"].compactMap { model.scheduler.task(named: $0) }
        try #require(named.count == 3)
        let (first, near, far) = (named[0], named[1], named[2])
        let relations = Relations(
            Relations.Key(task: first, basis: Document.Basis(edition: 0, inputs: 0, taskCount: 1_000)),
            in: model.scheduler)
        #expect(relations.kind(of: near) == .needing(isDirect: false))
        #expect(relations.kind(of: far) == nil)
    }
}
