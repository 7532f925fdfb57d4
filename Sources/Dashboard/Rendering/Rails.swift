/// The graph beside the rows of a table, as `git log --graph` draws it: a slot for each row that still has successors
/// below it; successors connect to the slots of their predecessors.
///
/// Rows must be below their predecessors; a predecessor below its successor is not drawn. Rows that do not fit into
/// `maximumSlots` are shown as `»`. The slot table is kept every `checkpointDistance` rows, so that a window is cheap.
public struct Rails: Sendable {
    /// The rails of one row.
    public struct Line: Hashable, Sendable {
        /// One glyph per column, slots in the even ones; `o` marks the row's own task.
        public var glyphs: [Character]
        /// The column of the row's own task.
        public var node: Int
    }

    /// Slots drawn; rows beyond them share the column after the last one.
    public static let maximumSlots = 12
    /// Rows between two kept slot tables.
    public static let checkpointDistance = 256
    /// The most slots in use, the shared one included; 0 without rows.
    public private(set) var slotCount = 0

    private let firstPredecessor: [Int32]
    private let predecessors: [Int32]
    private let lastSuccessor: [Int32]
    private var isShared: [Bool]
    private var checkpoints: [Table] = []

    /// The rails of rows `0 ..< predecessors.count`; `predecessors[row]` are the rows that it waits for.
    ///
    /// Complexity: O(rows + predecessors).
    public init(predecessors rows: [[Int]]) {
        var first: [Int32] = [0]
        var flat: [Int32] = []
        var last = [Int32](repeating: -1, count: rows.count)
        for (row, list) in rows.enumerated() {
            for predecessor in list where predecessor >= 0 && predecessor < row {
                flat.append(Int32(predecessor))
                last[predecessor] = Int32(row)
            }
            first.append(Int32(flat.count))
        }
        firstPredecessor = first
        predecessors = flat
        lastSuccessor = last
        isShared = Array(repeating: false, count: rows.count)
        var table = Table()
        for row in rows.indices {
            if row % Rails.checkpointDistance == 0 { checkpoints.append(table) }
            let node = step(row, &table)
            isShared[row] = node == Rails.maximumSlots
            slotCount = max(slotCount, node + 1, table.usedSlots)
        }
    }

    /// The rails of a window of rows; numbers beyond the rows are ignored.
    ///
    /// Complexity: O(window + `checkpointDistance`).
    public func lines(_ window: Range<Int>) -> [Line] {
        let window = window.clamped(to: 0..<isShared.count)
        guard !window.isEmpty else { return [] }
        let checkpoint = window.lowerBound / Rails.checkpointDistance
        var table = checkpoints[checkpoint]
        for row in checkpoint * Rails.checkpointDistance..<window.lowerBound {
            advance(row, &table)
        }
        return window.map { row in
            let line = line(row, table)
            advance(row, &table)
            return line
        }
    }

    /// The slots between two rows.
    private struct Table: Sendable {
        /// The row that holds each slot, -1 for none.
        var slots = [Int32](repeating: -1, count: Rails.maximumSlots)
        /// Rows beyond the slots that still have successors below.
        var shared = 0

        var firstFree: Int { slots.firstIndex(of: -1) ?? Rails.maximumSlots }
        var usedSlots: Int {
            shared > 0 ? Rails.maximumSlots + 1 : (slots.lastIndex { $0 >= 0 } ?? -1) + 1
        }
    }

    private func predecessors(of row: Int) -> ArraySlice<Int32> {
        predecessors[Int(firstPredecessor[row])..<Int(firstPredecessor[row + 1])]
    }

    /// Advances the table past `row` while the rails are built; returns the slot of the row.
    private func step(_ row: Int, _ table: inout Table) -> Int {
        let node = table.firstFree
        release(row, &table)
        guard lastSuccessor[row] >= 0 else { return node }
        if node < Rails.maximumSlots {
            table.slots[node] = Int32(row)
        } else {
            table.shared += 1
        }
        return node
    }

    private func advance(_ row: Int, _ table: inout Table) {
        _ = step(row, &table)
    }

    /// Frees the slots whose last successor is `row`.
    private func release(_ row: Int, _ table: inout Table) {
        for predecessor in predecessors(of: row) where lastSuccessor[Int(predecessor)] == Int32(row) {
            if isShared[Int(predecessor)] {
                table.shared -= 1
            } else if let slot = table.slots.firstIndex(of: predecessor) {
                table.slots[slot] = -1
            }
        }
    }

    private func line(_ row: Int, _ table: Table) -> Line {
        let node = table.firstFree
        var taps = [Tap](repeating: .none, count: Rails.maximumSlots + 1)
        for predecessor in predecessors(of: row) {
            let ends = lastSuccessor[Int(predecessor)] == Int32(row)
            if isShared[Int(predecessor)] {
                taps[Rails.maximumSlots] = .continuing
            } else if let slot = table.slots.firstIndex(of: predecessor) {
                taps[slot] = ends ? .ending : .continuing
            }
        }
        let low = min(node, taps.firstIndex { $0 != .none } ?? node)
        let high = max(node, taps.lastIndex { $0 != .none } ?? node)
        let count = max(high + 1, table.usedSlots)
        var glyphs: [Character] = []
        for slot in 0..<count {
            glyphs.append(
                slot == node
                    ? "o" : Rails.glyph(slot, table: table, tap: taps[slot], node: node, span: low...high))
            if slot + 1 < count { glyphs.append(slot >= low && slot < high ? "─" : " ") }
        }
        return Line(glyphs: glyphs, node: node * 2)
    }

    private enum Tap {
        case none, continuing, ending
    }

    private static func glyph(
        _ slot: Int, table: Table, tap: Tap, node: Int, span: ClosedRange<Int>
    ) -> Character {
        if slot == maximumSlots { return "»" }
        let isOuter = slot == span.lowerBound || slot == span.upperBound
        switch tap {
        case .continuing: return isOuter ? (slot < node ? "├" : "┤") : "┼"
        case .ending: return isOuter ? (slot < node ? "╰" : "╯") : "┴"
        case .none:
            if table.slots[slot] >= 0 { return "│" }
            return span.contains(slot) ? "─" : " "
        }
    }
}
