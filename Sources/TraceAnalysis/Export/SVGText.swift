/// The parts of an SVG picture, and how text is escaped in XML.
struct SVGText {
    private var parts: [String] = []
    private let width: Int
    private let height: Int

    /// An empty picture of this size.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    /// Adds a rectangle.
    mutating func rectangle(x: Int, y: Int, width: Int, height: Int, fill: String, stroke: String = "none") {
        parts.append(
            "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(max(1, width))\" height=\"\(height)\" fill=\"\(fill)\" "
                + "stroke=\"\(stroke)\"/>")
    }

    /// Adds a straight line.
    mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, stroke: String, isDashed: Bool = false) {
        let dash = isDashed ? " stroke-dasharray=\"4 3\"" : ""
        parts.append("<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\" stroke=\"\(stroke)\"\(dash)/>")
    }

    /// Adds a curve from left to right that ends in an arrow.
    mutating func arrow(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, stroke: String, isDashed: Bool = false) {
        let middle = (x1 + x2) / 2
        let dash = isDashed ? " stroke-dasharray=\"4 3\"" : ""
        parts.append(
            "<path d=\"M\(x1) \(y1) C\(middle) \(y1) \(middle) \(y2) \(x2) \(y2)\" fill=\"none\" stroke=\"\(stroke)\"\(dash)/>"
                + "<path d=\"M\(x2) \(y2) l-6 -3 v6 z\" fill=\"\(stroke)\"/>")
    }

    /// Adds text at a baseline.
    mutating func text(_ text: String, x: Int, y: Int, anchor: String = "start", fill: String = "#222", size: Int = 12)
    {
        parts.append(
            "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\" fill=\"\(fill)\" font-size=\"\(size)\">"
                + Self.escaped(text) + "</text>")
    }

    /// The whole picture.
    var document: String {
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
            + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\">"
        let ground = "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fff\"/>"
        return ([head, ground] + parts + ["</svg>"]).map { $0 + "\n" }.joined()
    }

    /// Text escaped for XML; characters that XML forbids become `?`.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default:
                let value = scalar.value
                let isAllowed =
                    value >= 0x20 && value != 0x7F && !(0x80..<0xA0).contains(value) && value != 0xFFFE
                    && value != 0xFFFF
                result += isAllowed ? String(scalar) : "?"
            }
        }
        return result
    }
}
