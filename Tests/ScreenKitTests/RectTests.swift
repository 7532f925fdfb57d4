import Testing

@testable import ScreenKit

@Suite struct RectTests {
    private let rect = Rect(column: 2, row: 1, columns: 4, rows: 3)

    @Test(
        arguments: [(2, 1, true), (5, 3, true), (1, 1, false), (6, 1, false), (2, 0, false), (2, 4, false)]
            as [(Int, Int, Bool)])
    func `a rectangle holds its own cells and no others`(column: Int, row: Int, isInside: Bool) {
        #expect(rect.holds(column: column, row: row) == isInside)
    }

    @Test func `a box in the middle is never larger than what it is in`() {
        #expect(rect.centred(columns: 2, rows: 1) == Rect(column: 3, row: 2, columns: 2, rows: 1))
        #expect(rect.centred(columns: 9, rows: 9) == rect)
        #expect(Rect(column: 0, row: 0, columns: 1, rows: 1).inner.isEmpty)
    }
}

@Suite struct ScreenSizeTests {
    @Test(arguments: [
        ("80x24", true), ("1x1", true), ("80", false), ("0x24", false), ("80x24x1", false), ("9999x9", false),
    ])
    func `a size is two numbers within the limits`(text: String, isSize: Bool) {
        #expect(ScreenSize(text)?.description == (isSize ? text : nil))
    }
}
