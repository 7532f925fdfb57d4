import Text

extension TaskGraphDocument {
    private static let (boxWidth, boxHeight, columnGap, rowGap, margin) = (150, 36, 60, 14, 20)

    /// The graph as a picture: columns by the longest chain before a task, rows so that neighbors are near each other
    /// (barycenters; Sugiyama, Tagawa & Toda 1981). Tasks without any edge are at the bottom. O(tasks + edges) a sweep.
    public func svg() -> String {
        let columns = columns()
        var places = [(x: Int, y: Int)](repeating: (0, 0), count: nodes.count)
        for (column, numbers) in columns.enumerated() {
            for (row, number) in numbers.enumerated() {
                places[number] = (
                    Self.margin + column * (Self.boxWidth + Self.columnGap),
                    2 * Self.margin + row * (Self.boxHeight + Self.rowGap)
                )
            }
        }
        let rows = columns.map { $0.count }.max() ?? 0
        var picture = SVGText(
            width: 2 * Self.margin + max(1, columns.count) * (Self.boxWidth + Self.columnGap) - Self.columnGap,
            height: 3 * Self.margin + rows * (Self.boxHeight + Self.rowGap))
        picture.text(title, x: Self.margin, y: Self.margin, size: 14)
        for edge in edges {
            let (from, to) = (places[edge.from], places[edge.to])
            let isCritical = nodes[edge.from].isCritical && nodes[edge.to].isCritical
            picture.arrow(
                from.x + Self.boxWidth, from.y + Self.boxHeight / 2, to.x, to.y + Self.boxHeight / 2,
                stroke: isCritical ? "#b00020" : "#888", isDashed: edge.isFollows || edge.isPreference)
        }
        for (number, node) in nodes.enumerated() {
            let place = places[number]
            picture.rectangle(
                x: place.x, y: place.y, width: Self.boxWidth, height: Self.boxHeight, fill: "#f5f5f5",
                stroke: node.isCritical ? "#b00020" : "#888")
            let name = DisplayText.cut(DisplayText.clean(node.name), to: 20)
            picture.text(name, x: place.x + 8, y: place.y + (node.detail.isEmpty ? 22 : 16))
            picture.text(
                DisplayText.cut(DisplayText.clean(node.detail), to: 26), x: place.x + 8, y: place.y + 30, fill: "#666",
                size: 10)
        }
        return picture.document
    }

    /// The tasks by column, each column from top to bottom.
    private func columns() -> [[Int]] {
        let depths = depths()
        var columns: [[Int]] = []
        for number in nodes.indices {
            while columns.count <= depths[number] { columns.append([]) }
            columns[depths[number]].append(number)
        }
        for _ in 0..<4 {
            for column in columns.indices.dropFirst() {
                sort(&columns[column], beside: columns[column - 1], toward: true)
            }
            for column in columns.indices.dropLast().reversed() {
                sort(&columns[column], beside: columns[column + 1], toward: false)
            }
        }
        return columns
    }

    /// Sorts a column by the mean row of its neighbors in the adjacent column.
    private func sort(_ column: inout [Int], beside other: [Int], toward isForward: Bool) {
        var rows: [Int: Int] = [:]
        for (row, number) in other.enumerated() { rows[number] = row }
        var sums: [Int: (sum: Int, count: Int)] = [:]
        for edge in edges {
            let (near, far) = isForward ? (edge.to, edge.from) : (edge.from, edge.to)
            guard let row = rows[far] else { continue }
            let known = sums[near] ?? (0, 0)
            sums[near] = (known.sum + row, known.count + 1)
        }
        let keys = column.enumerated().map { row, number in
            sums[number].map { $0.sum * 1000 / $0.count } ?? row * 1000
        }
        column = column.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { column[$0] }
    }

    /// The length of the longest chain before each task; tasks of a cycle count as if it were cut.
    private func depths() -> [Int] {
        var depths = [Int](repeating: 0, count: nodes.count)
        var missing = depths
        var successors = [[Int]](repeating: [], count: nodes.count)
        for edge in edges {
            missing[edge.to] += 1
            successors[edge.from].append(edge.to)
        }
        var open = nodes.indices.filter { missing[$0] == 0 }
        var next = 0
        while next < open.count {
            let number = open[next]
            next += 1
            for successor in successors[number] {
                depths[successor] = max(depths[successor], depths[number] + 1)
                missing[successor] -= 1
                if missing[successor] == 0 { open.append(successor) }
            }
        }
        return depths
    }
}
