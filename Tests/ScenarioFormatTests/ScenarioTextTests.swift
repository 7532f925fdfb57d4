import SchedulerCore
import SchedulerSimulation
import Testing

@testable import ScenarioFormat

@Suite struct ScenarioTextTests {
    private static let file = """
        # Our launch.
        name: Shop      # the title
        lanes:
          network: 2    # as the server allows
          disk: {gap: 5ms}
        tasks:
          # first of all
          - {name: Crash, on: launch, priority: critical}   # keeps logs
          - name: Login   # slow
            on: launch
            duration: 300ms   # measured
            after:
              - Crash

          - {on: launch, name: "Home", lane: network}
        """

    @Test(
        "a lane that a task no longer names is removed, and nothing beside it",
        arguments: [
            ("- {name: A, lane: io, on: launch}  # a", "- {name: A, on: launch}  # a"),
            ("- {name: A, on: launch, lane: io}", "- {name: A, on: launch}"),
            ("- name: A # a\n    lane: io # b\n    on: launch", "- name: A # a\n    on: launch"),
            ("- name: A\n    on: launch\n    lane: io", "- name: A\n    on: launch"),
            ("- {lane: io, name: A}", "- {name: A}"), ("- lane: io # a\n    name: A", "- name: A"),
            ("- {name: A}", "- {name: A}"),
        ])
    func defaultLane(task: String, wanted: String) {
        let changed = ScenarioText(original: "tasks:\n  \(task)\n").applying([.defaultLane(task: "A")])
        #expect(changed == "tasks:\n  \(wanted)\n")
    }

    @Test func `a class in place of an event and a lane leaves the rest as it is`() {
        let changed = ScenarioText(original: "tasks: [{name: A, lane: io, on: launch, blocks: true}]").applying([
            .defaultLane(task: "A"), .startupClass(task: "A", .async), .priority(task: "A", .low),
        ])
        #expect(changed == "tasks: [{name: A, priority: low, class: async, blocks: true}]")
    }

    @Test func `only the changed values change`() {
        let changed = ScenarioText(original: Self.file).applying([
            .duration(task: "Crash", .fixed(.milliseconds(1))), .duration(task: "Login", .fixed(.milliseconds(1500))),
            .duration(task: "Login", .uniform(.milliseconds(40), .milliseconds(60))), .after(task: "Login", []),
            .priority(task: "Login", .high), .lane(task: "Home", lane: "disk"),
            .after(task: "Home", ["Crash", "Login"]),
            .width(lane: "network", 4), .width(lane: "disk", 2), .width(lane: "io", 3), .priority(task: "Gone", .low),
        ])
        #expect(
            changed == """
                # Our launch.
                name: Shop      # the title
                lanes:
                  io: 3
                  network: 4    # as the server allows
                  disk: {width: 2, gap: 5ms}
                tasks:
                  # first of all
                  - {name: Crash, duration: 1ms, on: launch, priority: critical}   # keeps logs
                  - name: Login   # slow
                    priority: high
                    on: launch
                    duration: 40ms..60ms   # measured
                    after:
                      []

                  - {on: launch, name: "Home", after: [Crash, Login], lane: disk}
                """)
        #expect(ScenarioReader.read(text: changed, file: "f.yaml").scenario != nil)
    }

    @Test(arguments: ["", "tasks: [", "- a", "name: x\n"]) func `what holds no task stays as it is`(text: String) {
        #expect(ScenarioText(original: text).applying([.priority(task: "A", .low)]) == text)
    }

    @Test(arguments: ["", "tasks: []", "{name: x}", "lanes:\n", "lanes: {}\n", "# c\r\nname: x\r\n"])
    func `a lane is declared if there is none`(text: String) {
        let changed = ScenarioText(original: text).applying([.width(lane: "io", 3)])
        let lanes = ScenarioReader.read(text: changed, file: "f.yaml").scenario?.configuration.lanes ?? []
        #expect(lanes.contains { $0.name == "io" && $0.width == 3 }, "\(changed)")
    }

    @Test(arguments: 0..<25) func `reading the edited text gives the changed scenario`(seed: Int) throws {
        var generator = TestGenerator(seed: seed)
        for _ in 0..<20 {
            let tasks = (0..<6).map { Self.task($0, &generator) }
            let text = "# head\n\(Self.lanes(&generator))tasks:\n" + tasks.joined() + "seed: 3 # tail\n"
            var scenario = try #require(ScenarioReader.read(text: text, file: "f.yaml").scenario, "\(text)")
            var touched: Set<Int> = []
            var edits: [ScenarioEdit] = []
            for _ in 0..<generator.next(below: 5) {
                let number = generator.next(below: 6)
                let edit = Self.edit(number, &generator)
                if case .width = edit {} else { touched.insert(number) }
                Self.apply(edit, to: &scenario)
                edits.append(edit)
            }
            let edited = ScenarioText(original: text).applying(edits)
            #expect(
                ScenarioReader.read(text: edited, file: "f.yaml").scenario == scenario, "\(text)\n\(edits)\n\(edited)")
            for number in 0..<6 where !touched.contains(number) { #expect(edited.contains(tasks[number])) }
            #expect(edited.hasPrefix("# head\n") && edited.hasSuffix("seed: 3 # tail\n"))
        }
    }

    private static func lanes(_ generator: inout TestGenerator) -> String {
        generator.element(of: [
            "lanes: {io: 2, net: {gap: 1ms}} # lanes\n", "lanes:\n  io: 2 # two\n  net:\n    gap: 1ms\n",
            "lanes: {io: {width: 2}, net: {gap: 1ms}}\n",
        ])
    }

    private static func task(_ number: Int, _ generator: inout TestGenerator) -> String {
        var pairs = ["name: T\(number)", "on: launch"]
        let more = [
            "duration: 40ms", "duration: [1ms, 2ms]", "duration: 1s..2s", "priority: high", "lane: io",
            "notes: \"a # b\"", "outcome: [fail, success]",
        ]
        for pair in more where generator.next(below: 3) == 0 {
            let key = pair.prefix { $0 != ":" } + ":"
            if !pairs.contains(where: { $0.hasPrefix(key) }) { pairs.append(pair) }
        }
        if number > 0, generator.next(below: 2) == 0 { pairs.append("after: [T0]") }
        if generator.next(below: 3) == 0 { pairs.swapAt(0, pairs.count - 1) }
        if generator.next(below: 2) == 0 { return "- {\(pairs.joined(separator: ", "))} # t\(number)\n" }
        return "# task \(number)\n- " + pairs.map { $0 + "  # c\n" }.joined(separator: "  ")
    }

    private static func edit(_ number: Int, _ generator: inout TestGenerator) -> ScenarioEdit {
        let task = "T\(number)"
        switch generator.next(below: 11) {
        case 0:
            return .duration(
                task: task,
                generator.element(of: [
                    .fixed(.milliseconds(7)), .never, .samples([.seconds(1), .milliseconds(3)]),
                    .around(.seconds(2), spread: .milliseconds(5)),
                ]))
        case 1: return .priority(task: task, generator.element(of: Priority.allCases))
        case 2: return .lane(task: task, lane: generator.element(of: ["io", "net", "main"]))
        case 3: return .after(task: task, (0..<number).filter { $0 % 2 == 0 }.map { "T\($0)" })
        case 4: return .follows(task: task, (0..<number).filter { $0 % 2 == 1 }.map { "T\($0)" })
        case 5: return .order(generator.element(of: [.priority, .criticalPath]))
        case 6:
            let events = [EventSet(.didBecomeActive), EventSet(.willFinishLaunching).union(EventSet(.idle))]
            return .events(task: task, generator.element(of: events))
        case 7: return .blocks(task: task, generator.next(below: 2) == 0)
        case 8: return .defaultLane(task: task)
        case 9: return .success(task: task)
        default: return .width(lane: generator.element(of: ["io", "net"]), 1 + generator.next(below: 9))
        }
    }

    private static func apply(_ edit: ScenarioEdit, to scenario: inout Scenario) {
        func change(_ name: String, _ body: (inout ScenarioTask) -> Void) {
            for index in scenario.tasks.indices where scenario.tasks[index].spec.name == name {
                body(&scenario.tasks[index])
            }
        }
        let lanes = scenario.configuration.lanes
        switch edit {
        case .duration(let task, let model):
            change(task) {
                $0.duration = model
                $0.spec.expected = model.expected ?? $0.spec.timeout ?? .zero
            }
        case .priority(let task, let priority): change(task) { $0.spec.priority = priority }
        case .lane(let task, let lane):
            change(task) { $0.spec.lane = lanes.firstIndex { $0.name == lane }.map { LaneID($0) } }
        case .defaultLane(let task): change(task) { $0.spec.lane = nil }
        case .after(let task, let names): change(task) { $0.spec.after = names }
        case .follows(let task, let names): change(task) { $0.spec.follows = names }
        case .assumes(let task, let names):
            change(task) {
                $0.spec.follows = $0.statedFollows + names
                $0.assumes = names
            }
        case .events(let task, let events): change(task) { $0.spec.trigger = .events(events) }
        case .blocks(let task, let blocks): change(task) { $0.spec.blocks = blocks }
        case .success(let task): change(task) { $0.outcome = .success }
        case .startupClass(let task, let startupClass): change(task) { $0.spec.trigger = .startup(startupClass) }
        case .order(let order): scenario.configuration.order = order
        case .width(let lane, let width):
            for index in lanes.indices where lanes[index].name == lane {
                scenario.configuration.lanes[index].width = width
            }
        }
    }
}
