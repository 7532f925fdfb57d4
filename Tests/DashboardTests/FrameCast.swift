import ScreenKit
import Foundation

@testable import Dashboard

/// Frames one after the other as an animated SVG that needs no program to show it: for README. A reader who prefers less
/// motion sees the last one.
struct FrameCast {
    private struct Scene {
        var frame: Frame
        var caption: String
        var seconds: Int
    }

    private var scenes: [Scene] = []
    private let cell = (width: 8, height: 17)

    mutating func append(_ frame: Frame, caption: String, seconds: Int) {
        scenes.append(Scene(frame: frame, caption: caption, seconds: seconds))
    }

    var svg: String {
        guard let first = scenes.first?.frame else { return "" }
        let (width, height) = (first.columns * cell.width + 16, (first.rows + 2) * cell.height + 16)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
                + "xml:space=\"preserve\" "
                + "font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"13\">",
            "<title>taskscope: \(escaped(scenes.map(\.caption).joined(separator: "; ")))</title>",
            style, "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#16181d\"/>",
        ]
        for (number, scene) in scenes.enumerated() {
            lines.append("<g class=\"s s\(number)\" transform=\"translate(8 8)\">")
            for row in 0..<scene.frame.rows { lines += self.row(row, of: scene.frame) }
            let place = (scene.frame.rows + 1) * cell.height + 12
            lines.append("<text class=\"c\" x=\"0\" y=\"\(place)\">\(escaped(scene.caption))</text></g>")
        }
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    /// When each scene shows: one animation a scene, all of the same length.
    private var style: String {
        let total = scenes.reduce(0) { $0 + $1.seconds }
        var rules = [
            // Not every browser hands xml:space down to a text.
            "text{fill:#d8dbe2;white-space:pre}.c{fill:#ffd479;font-weight:bold}.d{opacity:.6}.b{font-weight:bold}",
            ".u{text-decoration:underline}.s{visibility:hidden}",
        ]
        var begin = 0
        for (number, scene) in scenes.enumerated() {
            let (from, to) = (begin * 10000 / total, (begin + scene.seconds) * 10000 / total)
            func percent(_ share: Int) -> String { String(format: "%.2f%%", Double(share) / 100) }
            rules.append(
                "@keyframes k\(number){0%,\(percent(to)),100%{visibility:hidden}"
                    + "\(percent(from)),\(percent(to - 1)){visibility:visible}}"
                    + ".s\(number){animation:k\(number) \(total)s step-end infinite}")
            begin += scene.seconds
        }
        rules.append(
            "@media(prefers-reduced-motion:reduce){.s{animation:none}.s\(scenes.count - 1){visibility:visible}}")
        return "<style>\(rules.joined(separator: "\n"))</style>"
    }

    /// A row: what is behind the glyphs, then the glyphs in stretches of one look.
    private func row(_ row: Int, of frame: Frame) -> [String] {
        var lines: [String] = []
        var column = 0
        while column < frame.columns {
            let style = frame[column, row].style
            var (text, end) = ("", column)
            while end < frame.columns, frame[end, row].style == style || frame[end, row].columns == 0 {
                if frame[end, row].columns > 0 { text.append(frame[end, row].glyph) }
                end += 1
            }
            let place = (x: column * cell.width, y: row * cell.height, width: (end - column) * cell.width)
            if let behind = colors(of: style).background {
                lines.append(
                    "<rect x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(place.width)\" height=\"\(cell.height)\" "
                        + "fill=\"\(behind)\"/>")
            }
            if !text.allSatisfy({ $0 == " " }) {
                lines.append(
                    "<text x=\"\(place.x)\" y=\"\(place.y + 13)\" textLength=\"\(place.width)\" "
                        + "lengthAdjust=\"spacingAndGlyphs\"\(look(of: style))>\(escaped(text))</text>")
            }
            column = end
        }
        return lines
    }

    /// The attributes of a text in this look, with a blank before each.
    private func look(of style: Style) -> String {
        var words: [String] = []
        if style.attributes.contains(.dim) { words.append("d") }
        if style.attributes.contains(.bold) { words.append("b") }
        if style.attributes.contains(.underline) { words.append("u") }
        let classes = words.isEmpty ? "" : " class=\"\(words.joined(separator: " "))\""
        return classes + (colors(of: style).foreground.map { " style=\"fill:\($0)\"" } ?? "")
    }

    private func colors(of style: Style) -> (foreground: String?, background: String?) {
        let (front, back) = (color(style.foreground), color(style.background))
        guard style.attributes.contains(.reverse) else { return (front, back) }
        return (back ?? "#16181d", front ?? "#d8dbe2")
    }

    private func color(_ color: Color) -> String? {
        let names = [
            "#1d1f21", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dbe2",
            "#7f848e", "#ff7b86", "#b5e890", "#ffd479", "#82c4ff", "#e39bff", "#7fe0ec", "#ffffff",
        ]
        return switch color {
        case .standard: nil
        case .ansi(let number): names[Int(number) % names.count]
        }
    }

    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
