import Testing

@testable import Dashboard

@Suite struct ColumnGapTests {
    @Test(
        "A duration of full width does not touch the column before it", arguments: [120, 130, 139, 140, 160])
    func durationsStandApart(columns: Int) throws {
        var model = try dashboard(columns: columns, rows: 30)
        model.type("L:goto 2s\n")
        let layout = model.layout(columns: columns, rows: 30)
        for (before, field) in [(Layout.Field.next, Layout.Field.own), (.own, .wait)] {
            let left = try #require(layout.column(before))
            let right = try #require(layout.column(field))
            let longest = field == .wait ? Layout.durationWidth + 2 : Layout.durationWidth
            #expect(left.column + left.width == right.column)
            #expect(right.width > longest)
        }
    }
}
