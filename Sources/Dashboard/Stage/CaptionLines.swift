import Text

/// A caption in lines, on screens of so many columns.
struct CaptionLines {
    /// Blanks beside a caption, and its widest line on a screen that is wide enough to centre it.
    private static let (margin, maximumWidth) = (3, 90)

    private let text: String
    private let columns: Int
    private let width: Int

    init(_ caption: String?, columns: Int) {
        (text, self.columns) = (DisplayText.clean(caption ?? ""), columns)
        let room = columns - 2 * Self.margin
        width = max(1, columns >= 120 ? min(room, Self.maximumWidth) : room)
    }

    /// How many lines it has.
    var count: Int { lines(of: width).count }

    /// As narrow as so many lines can be: no word stands alone in the last one.
    var balanced: [String] {
        let count = count
        var narrow = width
        while narrow > max(1, width / 2), lines(of: narrow - 1).count == count { narrow -= 1 }
        return lines(of: narrow).map { String($0.drop { $0 == " " }) }
    }

    private func lines(of width: Int) -> [String] { DisplayText.wrap(text, to: width) }

    /// Where a line begins: in the middle of wide screens.
    func column(of line: String) -> Int {
        columns >= 120 ? (columns - DisplayText.width(of: line)) / 2 : Self.margin
    }
}
