import SchedulerCore
import Testing

@testable import Dashboard

@Suite struct GraphTests {
    private func drawing(_ count: Int, _ edges: [(from: Int, to: Int)], _ names: [String]? = nil) -> String {
        let graph = LayeredGraph(count: count, edges: edges)
        let labels = names ?? (0..<count).map { "n\($0)" }
        return GraphDrawing(graph, GraphRoutes(graph), labels: labels) { _, _ in false }.text
    }

    @Test func `a chain is a line`() {
        #expect(drawing(3, [(0, 1), (1, 2)]) == "n0──▶n1──▶n2")
    }

    @Test func `a diamond`() {
        #expect(
            drawing(4, [(0, 1), (0, 2), (1, 3), (2, 3)]) == """
                n0─┬─▶n1─┬─▶n3
                   ╰─▶n2─╯
                """)
    }

    @Test func `an edge that passes a layer`() {
        #expect(
            drawing(4, [(0, 1), (1, 2), (0, 2), (3, 2)]) == """
                n0─┬─▶n1─┬┬─▶n2
                   ╰─────╯│
                n3────────╯
                """)
    }

    @Test func `an edge that points back is left out and reported`() {
        let graph = LayeredGraph(count: 3, edges: [(0, 1), (1, 2), (2, 0)])
        #expect(graph.backEdges.map(\.from) == [2])
        #expect(graph.layers.count == 3)
    }

    @Test(arguments: 0..<25) func `every edge leads to the next layer, and no two nodes share a place`(seed: Int) {
        var generator = Generator(seed: UInt64(seed))
        let count = 3 + Int(generator.next(through: 36))
        var edges: [(from: Int, to: Int)] = []
        for _ in 0..<count * 2 {
            let from = Int(generator.next(through: UInt64(count - 2)))
            edges.append((from, from + 1 + Int(generator.next(through: UInt64(count - from - 2)))))
        }
        let graph = LayeredGraph(count: count, edges: edges)
        #expect(graph.backEdges.isEmpty)
        for node in graph.nodes {
            #expect(node.next.allSatisfy { graph.nodes[$0].layer == node.layer + 1 })
        }
        for layer in graph.layers {
            let rows = layer.map { graph.nodes[$0].row }
            #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 })
        }
        let originals = graph.nodes.compactMap(\.original)
        #expect(originals.sorted() == Array(0..<count))
        let text = drawing(count, edges, (0..<count).map { "<\($0)>" })
        for node in 0..<count { #expect(text.contains("<\(node)>")) }
        // What a reader follows from left to right is what leads somewhere, and nothing else.
        let reader = GraphReader(text)
        for node in 0..<count {
            let wanted = Set(edges.filter { $0.from == node }.map { "<\($0.to)>" })
            #expect(reader.targets(of: "<\(node)>") == wanted, "<\(node)> in\n\(text)")
        }
    }

    @Test func `crossings that can be avoided are`() {
        let graph = LayeredGraph(count: 6, edges: [(0, 5), (1, 4), (2, 3)])
        #expect(graph.crossings == 0)
    }

    @Test func `the shop as a whole, zoomed`() throws {
        var model = try dashboard(columns: 120, rows: 30, options: DashboardOptions(isPaused: true))
        model.type("L:goto 600ms\n/Session\n2z")
        // Blank rows left out.
        let wanted = """
             shop  PAUSED 600ms  tick 12, next at 650ms, every 50ms  INACTIVE  launch 1.1s planned  cell 50ms
             WHY looking for what bounds the launch
             TRY looking for changes that shorten it   W tries a change
            ── 2 graph (all tasks with dependencies) ───────────────────────────────────────────────────────────────────────────────
                                                                ╭───▶D FeatureFlags────▶D Router─────┬─▶W RootView*
                                             ╭─▶D RemoteConfig*─┼────────────────────╭─▶I 推送注册   │
                                             │                  ╰───────────────────╭│─▶I Prefetch   │
             D CrashReporter*─┬─▶D Logger*───┼─▶R Database*──────┬──▶I ImageCache───┴│─▶I PurgeCache │
                              │              ╰─▶I FlushLogs      ╰┬─▶W Session*──────┼─▶I SaveState  │
                              ╰─▶D Keychain*──────────────────────╯                  ╰───────────────╯
             critical path = 1.1s
              CrashReporter 50ms > Logger 50ms > [lane main] Keychain 100ms > [didFinish] RemoteConfig 250ms >
                [lane async] Database 300ms > Session 150ms > RootView 200ms
             R running   D done   W waits for a dependency or a retry   I idle   * critical path   ─│─ lines that only cross
             Esc back  B M T lifecycle  Space run  , . step  W what if  a advice  [ ] event  ? help  q quit  Tab pane  : command
            """
        #expect(trimmed(model).split(separator: "\n") == wanted.split(separator: "\n"))
    }

    @Test func `the zoomed pane shows the whole graph, whichever task is selected, and comes back to it`() throws {
        var model = try dashboard(
            "tasks:\n  - {name: Alone, on: launch}\n  - {name: A, on: launch}\n  - {name: B, on: launch, after: A}\n",
            options: DashboardOptions(isPaused: true))
        model.type("2z")
        model.expectShown("graph (all tasks with dependencies; Alone has none)")
        model.expectShown("A──▶I B")
        model.type("e")
        model.expectShown("graph around Alone (1 hop)")
        model.type("eee")
        model.expectShown("A──▶I B")
        // The first arrow goes into the graph, as the selected task is not in it.
        model.type("l")
        #expect(model.view.selection == model.scheduler.task(named: "A"))
        model.type("l")
        #expect(model.view.selection == model.scheduler.task(named: "B"))
    }

    @Test func `a parked edge is broken`() throws {
        var model = try dashboard(
            "tasks:\n  - {name: Save, on: background}\n  - {name: Load, on: launch, after: Save}\n",
            options: DashboardOptions(isPaused: true))
        model.type("L/Load\n2")
        model.expectShown("╌")
        let plain = try dashboard(options: DashboardOptions(isPaused: true))
        plain.expectNotShown("╌")
    }

    @Test func `a refused cycle is shown`() throws {
        var model = try dashboard(
            "tasks:\n  - {name: A, on: launch, after: B}\n  - {name: B, on: launch}\n",
            options: DashboardOptions(isPaused: true))
        model.type("L:destroy B\n:inject B on didBecomeActive after A\n")
        #expect(model.notice?.text.contains("form a cycle: A -> B -> A") ?? false)
        model.type(":inject B on didBecomeActive after A,A\n2")
        model.expectShown("refused cycle: ")
        // The log keeps it, and going back and forward does not lose it.
        _ = model.handle(.resize(columns: 160, rows: 30))
        model.type("3z:advance 1s\n:goto 0s\n:goto 1s\n")
        #expect(model.screen.components(separatedBy: "form a cycle: A -> B -> A").count == 3)
    }

    @Test func `an edge joins the row of another node only behind that node's own edges`() {
        // Two needs one and two; three needs two and three; four needs three alone.
        let text = drawing(
            7, [(0, 3), (0, 4), (1, 4), (1, 5), (2, 5), (2, 6)], ["A", "B", "C", "one", "two", "three", "four"])
        #expect(
            text == """
                A───┬─▶one
                B──┬╰─▶two
                C─┬╰──▶three
                  ╰───▶four
                """, "\(text)")
    }

    @Test func `an edge that joins a row shows its turn where its line leads elsewhere, too`() {
        let text = drawing(4, [(0, 2), (1, 2), (1, 3)], ["Config", "Images", "Prefetch", "Purge"])
        #expect(
            text == """
                Config─╭─▶Prefetch
                Images─┴─▶Purge
                """, "\(text)")
    }

    @Test func `of two nodes that lead to each other's rows one comes beside the row`() {
        let text = drawing(4, [(0, 2), (0, 3), (1, 2), (1, 3)], ["A", "B", "C", "D"])
        #expect(
            text == """
                A─┬╭──▶C
                  ╰│╮
                B──┴┴─▶D
                """, "\(text)")
    }
}

/// Reads a drawing as people do: along the lines, from left to right. What touches the back of a corner passes on; what meets a
/// vertical line passes below it.
private struct GraphReader {
    private let cells: [[Character]]

    init(_ text: String) { cells = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init) }

    /// The labels, in angle brackets, to which lines lead from one.
    func targets(of label: String) -> Set<String> {
        for (row, line) in cells.enumerated() {
            let name = Array(label)
            guard line.count >= name.count else { continue }
            for column in 0...line.count - name.count where Array(line[column..<column + name.count]) == name {
                var (found, seen): (Set<String>, Set<[Int]>) = ([], [])
                follow(row, column + name.count, 0, &found, &seen)
                return found
            }
        }
        return []
    }

    private static let up: Set<Character> = ["│", "╯", "╰", "┤", "├", "┴", "┼"]
    private static let down: Set<Character> = ["│", "╮", "╭", "┤", "├", "┬", "┼"]
    private static let left: Set<Character> = ["─", "╯", "╮", "┤", "┴", "┬", "┼"]
    private static let right: Set<Character> = ["─", "╰", "╭", "├", "┴", "┬", "┼"]

    /// Goes on in a cell that was entered from the left (0), from below (-1) or from above (1).
    private func follow(_ row: Int, _ column: Int, _ way: Int, _ found: inout Set<String>, _ seen: inout Set<[Int]>) {
        guard cells.indices.contains(row), cells[row].indices.contains(column),
            seen.insert([row, column, way]).inserted
        else { return }
        let cell = cells[row][column]
        if cell == "▶" {
            if way == 0 { found.insert(String(cells[row][(column + 1)...].prefix { $0 != ">" }) + ">") }
            return
        }
        let passes = way == 0 && !Self.left.contains(cell)
        if passes, !["│", "╰", "╭", "├"].contains(cell) { return }
        if passes || Self.right.contains(cell) { follow(row, column + 1, 0, &found, &seen) }
        if passes { return }
        if way <= 0, Self.up.contains(cell) { follow(row - 1, column, -1, &found, &seen) }
        if way >= 0, Self.down.contains(cell) { follow(row + 1, column, 1, &found, &seen) }
    }
}
