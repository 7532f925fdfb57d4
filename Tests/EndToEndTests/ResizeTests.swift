import TestSupport
import Testing

@Suite(.serialized) struct ResizeTests {
    @Test func everySizeIsDrawnAndTheLastEqualsAFreshStart() async throws {
        let screen = try TmuxScreen(columns: 80, rows: 24, command: "exec \"$TASKSCOPE\"")
        defer { screen.close() }
        try await screen.wait(for: "alternate_on", "1")
        for (columns, rows) in [(40, 10), (10, 3), (1, 1), (2, 1), (1, 30), (200, 1), (160, 48), (40, 10)] {
            try screen.resize(columns: columns, rows: rows)
            let fresh = try await freshScreen(columns: columns, rows: rows)
            try await screen.wait(toShow: fresh, "fresh screen at \(columns)x\(rows)")
        }
        for step in 0..<100 { try screen.resize(columns: 30 + step * 7 % 90, rows: 5 + step * 3 % 40) }
        try screen.resize(columns: 80, rows: 24)
        let fresh = try await freshScreen(columns: 80, rows: 24)
        try await screen.wait(toShow: fresh, "fresh screen after many sizes")
        try screen.press("q")
        try await wait(for: "end") { try screen.rows().allSatisfy { $0.isEmpty } }
    }

    /// The corners, and others between.
    private static let sizes: [(columns: Int, rows: Int)] = {
        var state: UInt64 = 42
        func next(_ limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return 1 + Int((state >> 33) % limit)
        }
        return [(1, 1), (500, 200), (1, 200), (500, 1)] + (0..<Campaign.count(20)).map { _ in (next(500), next(200)) }
    }()

    @Test func `at every size from 1x1 to 500x200 it draws within the screen and stays in control`() async throws {
        let screen = try PtyScreen(columns: 80, rows: 24)
        defer { screen.close() }
        _ = screen.readFirstScreen()
        for size in Self.sizes {
            screen.resize(columns: size.columns, rows: size.rows)
            // What came before the screen was cleared was drawn before the program learned of the size.
            var bytes = try await screen.read(for: "screen at \(size)") { $0.contains(Self.clearing) }
            if let cleared = bytes.ranges(of: Self.clearing).last { bytes.removeFirst(cleared.upperBound) }
            bytes += screen.read(untilSilentFor: 30)
            let outside = Self.places(bytes).filter { $0.column > size.columns || $0.row > size.rows }
            #expect(outside.isEmpty, "at \(size): \(outside)")
        }
        screen.send("q")
        #expect(try await screen.ended() == 0)
    }

    /// How a screen of a new size begins.
    private static let clearing = Array("\u{1B}[H\u{1B}[2J".utf8)

    /// Where the cursor is sent: both numbers (`CSI row ; column H`), or one of them (`d`, `G`) and 1.
    private static func places(_ bytes: [UInt8]) -> [(column: Int, row: Int)] {
        bytes.split(separator: 0x1B).compactMap { sequence in
            guard sequence.first == 0x5B, let end = sequence.firstIndex(where: { $0 >= 0x40 && $0 != 0x5B }) else {
                return nil
            }
            let text = String(decoding: sequence[..<end].dropFirst(), as: UTF8.self)
            let numbers = text.split(separator: ";").compactMap { Int($0) }
            guard let first = numbers.first else { return nil }
            switch sequence[end] {
            case UInt8(ascii: "H"): return (numbers.count > 1 ? numbers[1] : 1, first)
            case UInt8(ascii: "d"): return (1, first)
            case UInt8(ascii: "G"): return (first, 1)
            default: return nil
            }
        }
    }
}
