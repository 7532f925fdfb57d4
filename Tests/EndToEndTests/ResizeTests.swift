import Testing

@Suite(.serialized) struct ResizeTests {
    @Test func everySizeIsDrawnAndTheLastEqualsAFreshStart() async throws {
        let screen = try TmuxScreen(columns: 80, rows: 24, command: "exec \"$TASKSCOPE\"")
        defer { screen.close() }
        try await screen.wait(for: "alternate_on", "1")
        for (columns, rows) in [(40, 10), (10, 3), (1, 1), (2, 1), (1, 30), (200, 1), (160, 48), (40, 10)] {
            try screen.resize(columns: columns, rows: rows)
            let fresh = try await freshScreen(columns: columns, rows: rows)
            try await wait(
                for: "a fresh screen at \(columns)x\(rows)", details: { try screen.rows().joined(separator: "\n") }
            ) {
                try screen.rows() == fresh
            }
        }
        for step in 0..<100 { try screen.resize(columns: 30 + step * 7 % 90, rows: 5 + step * 3 % 40) }
        try screen.resize(columns: 80, rows: 24)
        let fresh = try await freshScreen(columns: 80, rows: 24)
        try await wait(for: "a fresh screen after many sizes", details: { try screen.rows().joined(separator: "\n") }) {
            try screen.rows() == fresh
        }
        try screen.press("q")
        try await wait(for: "end") { try screen.rows().allSatisfy { $0.isEmpty } }
    }
}
