import SchedulerCore
import ScreenKit
import Testing

@testable import Dashboard

/// `W` takes values as `what-if` reads them.
@Suite struct TypedChangeTests {
    private static let text = """
        name: Mail
        lanes: {db: 1}
        tasks:
        - {name: Keys, on: launch, lane: db, duration: 50ms}
        - {name: Index, on: launch, lane: db, after: Keys, duration: 120ms}
        - {name: Front, on: launch, after: Keys, duration: 60ms}
        - {name: Inbox, on: launch, after: [Keys, Index], blocks: true, duration: 40ms}
        """

    private func opened(_ name: String, field: Int) throws -> DashboardModel {
        var model = try advised(Self.text, columns: 120, rows: 30)
        model.type("/\(name)\nW" + String(repeating: "j", count: field))
        return model
    }

    @Test(arguments: 0..<4) func `the events and classes of W are a ring that leads back to no change`(task: Int) throws
    {
        let text = """
            lanes: {disk: 1}
            tasks:
              - {name: A, on: launch, lane: disk, duration: 10ms}
              - {name: B, class: afterLaunch, lane: disk, duration: 10ms}
              - {name: C, on: [background, memory], duration: 10ms}
              - {name: D, class: sync, duration: 10ms}
            """
        for key in [Key.right, .left] {
            var form = try #require(WhatIfForm(TaskID(task), scenario(text)))
            while form.field != .event { _ = form.take(.down) }
            var steps = 0
            repeat {
                _ = form.take(key)
                steps += 1
            } while form.hasChanges && steps < 20
            #expect(form.problem == nil && steps == (task == 2 ? 8 : 7))
        }
    }

    @Test func `what class basic releases holds its event in any lane`() throws {
        let text = "lanes: {disk: 1}\ntasks: [{name: A, class: basic, lane: disk, duration: 10ms}]\n"
        #expect(try #require(WhatIfForm(TaskID(0), scenario(text))).blocks)
    }

    @Test func `what was changed is applied by a, even where a begins a value`() throws {
        var model = try opened("Index", field: 2)
        model.type("a")
        model.expectShown("lane: a_")
        _ = model.handle(.key(.escape))
        _ = model.handle(.key(.right))
        model.expectShown("lane  db -> async")
        model.type("a")
        #expect(model.overlay == nil)
        model.expectShown("delays no task in lane async")
    }

    @Test func `a changed value stays in the list of fields where others lose theirs`() throws {
        var model = try advised(Self.text)
        model.type("/Index\nW" + String(repeating: "j", count: 6) + "3\nk")
        model.expectShown("after   on   blocks   lane width db 1 -> 3")
    }

    @Test(
        arguments: [
            (0, "75\n", "duration  120ms -> 75ms"), (0, "never\n", "duration  120ms -> never"),
            (1, "critical\n", "priority  default -> critical"), (2, "main\n", "lane  db -> main"),
            (3, "Front\n", "after  Keys -> Keys, Front"), (3, "\nKeys\n", "after  Keys -> nothing"),
            (4, "didBecomeActive\n", "on  didFinish -> active"), (4, "\nasync\n", "on  didFinish -> async"),
            (0, "duration 75ms\n", "duration  120ms -> 75ms"), (3, "\nafter Front\n", "after  Keys -> Keys, Front"),
            (5, "true\n", "blocks  false -> true"), (6, "3\n", "lane width  db 1 -> 3"),
        ])
    func `a letter or digit begins a value in every field`(field: Int, keys: String, shown: String) throws {
        var model = try opened("Index", field: field)
        model.type(keys)
        model.expectShown(shown)
    }

    @Test(
        arguments: [
            (1, "soon\n", "a priority must be critical, high, default or low, not 'soon'"),
            (2, "dd\n", "the scenario has no lane 'dd'; did you mean db?"),
            (6, "0\n", "a width must be from 1 to 65535, not '0'"),
            (5, "yes\n", "blocks must be true or false, not 'yes'"),
            (4, "noon\n", "there is no event or lane 'noon'"),
        ])
    func `a value that cannot be is refused in the words of what-if`(field: Int, keys: String, shown: String) throws {
        var model = try opened("Index", field: field)
        model.type(keys)
        model.expectShown(shown)
        guard case .whatIf(let form) = model.overlay else { return #expect(Bool(false), "\(model.screen)") }
        #expect(!form.hasChanges)
    }

    @Test func `a change that parks a task says so`() throws {
        var model = try opened("Index", field: 4)
        model.type("willFinishLaunching\n")
        model.expectShown("Index is parked until Keys is released")
        model = try opened("Keys", field: 4)
        model.type("didBecomeActive\n")
        model.expectShown("Index is parked until Keys is released")
        model = try opened("Front", field: 4)
        model.type("didBecomeActive\n")
        model.expectNotShown("is parked until")
    }

    @Test func `Tab completes a value, or lists what it can be`() throws {
        var model = try opened("Index", field: 1)
        model.type("c")
        _ = model.handle(.key(.tab))
        model.expectShown("priority: critical_")
        model = try opened("Keys", field: 3)
        model.type("I")
        _ = model.handle(.key(.tab))
        model.expectShown("add or remove a dependency: In_")
        model.expectShown("Index  Inbox")
        model.type("d")
        _ = model.handle(.key(.tab))
        model.expectShown("add or remove a dependency: Index_")
    }

    @Test(arguments: ["a", "b"])
    func `applying nothing keeps the form`(key: String) throws {
        var model = try opened("Index", field: 0)
        model.type(key)
        #expect(model.notice?.text == "no change yet: Left and Right change a value, letters and digits type one")
        model.expectShown("What if: Index")
    }

    @Test func `the form goes on from what is being tried, and gives it back`() throws {
        var model = try advised(Self.text, columns: 120, rows: 30)
        model.type(":try db 2 wide\n/Index\nW")
        #expect(model.tried?.name == "db 2 wide")
        model.type("60\n")
        #expect(model.tried?.name == "db 2 wide, Index takes 60ms")
        model.type("r")
        #expect(model.tried == nil)
        model.type("60\na")
        #expect(model.session.scenario.configuration.lanes.last?.width == 1)
        model.type("U:try db 2 wide\nW")
        _ = model.handle(.key(.escape))
        #expect(!model.hasOverlay && model.tried?.name == "db 2 wide")
    }

    @Test func `with a pause, the form compares the launches that would follow it`() throws {
        var model = try advised(Self.text, columns: 120, rows: 30)
        model.type("L:goto 20ms\n:pause lane:db\n/Front\nW90\n")
        let launch = try #require(model.plan.launchLength)
        #expect(launch.parked == 2)
        model.expectShown("launch 110ms, 2 parked -> 140ms, 2 parked (+30ms)")
    }
}
