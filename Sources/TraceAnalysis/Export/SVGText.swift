import Text

/// The parts of an SVG picture. Its letters have one width, so that the place a text takes
/// is known.
struct SVGText {
    private static let font = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"
    /// The picture as far as it is drawn, an element a line.
    private var drawn: String

    /// An empty picture of this size.
    init(width: Int, height: Int) {
        drawn =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
            + "viewBox=\"0 0 \(width) \(height)\" font-family=\"\(Self.font)\">"
            + "<style>text{white-space:pre}</style>\n<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fff\"/>\n"
    }

    /// Adds a rectangle.
    mutating func rectangle(x: Int, y: Int, width: Int, height: Int, fill: String, stroke: String = "none") {
        add(
            "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(max(1, width))\" height=\"\(height)\" fill=\"\(fill)\" "
                + "stroke=\"\(stroke)\"/>")
    }

    /// Adds a straight line.
    mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, stroke: String, isDashed: Bool = false) {
        let dash = isDashed ? " stroke-dasharray=\"4 3\"" : ""
        add("<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"\(stroke)\"\(dash)/>")
    }

    /// Adds a curve from left to right that ends in an arrow.
    mutating func arrow(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, stroke: String, isDashed: Bool = false) {
        let middle = (x1 + x2) / 2
        let dash = isDashed ? " stroke-dasharray=\"4 3\"" : ""
        add(
            "<path d=\"M\(x1) \(y1) C\(middle) \(y1) \(middle) \(y2) \(x2) \(y2)\" fill=\"none\" stroke=\"\(stroke)\"\(dash)/>"
                + "<path d=\"M\(x2) \(y2) l-6 -3 v6 z\" fill=\"\(stroke)\"/>")
    }

    /// Adds text at a baseline.
    mutating func text(_ text: String, x: Int, y: Int, anchor: String = "start", fill: String = "#222", size: Int = 12)
    {
        add(
            "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" fill=\"\(fill)\" font-size=\"\(size)\">"
                + MarkupText.xml(text) + "</text>")
    }

    /// Adds text on the picture's ground, which hides the lines below it.
    mutating func label(_ text: String, x: Int, y: Int, fill: String, size: Int) {
        rectangle(x: x - 1, y: y - size, width: Self.width(of: text, size: size) + 2, height: size + 3, fill: "#fff")
        self.text(text, x: x, y: y, fill: fill, size: size)
    }

    /// The pixels that a text takes, at most.
    static func width(of text: String, size: Int) -> Int {
        // The widest of the fonts takes 0.602 of its size for a column.
        (DisplayText.width(of: text) * size * 61 + 99) / 100
    }

    /// As much of a name as fits into this many pixels, fit to be shown.
    static func cut(_ text: String, to width: Int, size: Int) -> String {
        DisplayText.cut(DisplayText.clean(text), to: width * 100 / (size * 61))
    }

    private mutating func add(_ element: String) {
        drawn += element
        drawn += "\n"
    }

    /// What has been drawn since the last piece, if it is long enough to be handed over.
    mutating func piece() -> String? {
        guard drawn.utf8.count > Self.pieceLength else { return nil }
        defer { drawn = "" }
        return drawn
    }

    private static let pieceLength = 1 << 20

    /// The picture, or what is left of it after its pieces.
    consuming func document() -> String {
        drawn += "</svg>\n"
        return drawn
    }
}
