import Text

/// The units in a report of cargo 0.38, which has only their picture: a bar for each unit, its name and seconds beside it, and
/// lines from a unit to those that waited for it.
enum CargoDrawing {
    /// A unit's bar, in tenths of a point.
    private struct Bar {
        var left: Int64
        var width: Int64
        var codegen: Int64?
        var name = ""
    }

    /// The distance of two bars, and of a line's end from the top of its bar, in tenths of a point.
    private static let (rowHeight, lineOffset) = (Int64(270), Int64(130))

    /// The units with their numbers; nil if there are none, or no unit says how long it took.
    static func units(_ bytes: [UInt8]) -> [(Int64, CargoTimings.Unit)]? {
        var bars: [Bar] = []
        var lines: [(from: Int64, to: Int64, x: Int64)] = []
        var seconds: Int64 = 0
        for line in bytes.split(separator: Byte.newline) {
            if line.holds("class=\"unit-block\""), let left = attribute("x", line), let width = attribute("width", line)
            {
                bars.append(Bar(left: left, width: width))
            } else if line.holds("class=\"unit-block-codegen\""), !bars.isEmpty {
                bars[bars.count - 1].codegen = attribute("x", line)
            } else if line.holds("class=\"unit-label\""), !bars.isEmpty {
                let text = String(decoding: line, as: UTF8.self).split(separator: ">").dropFirst().first ?? ""
                let words = text.prefix { $0 != "<" }.split(separator: " ")
                bars[bars.count - 1].name = words.dropLast().joined(separator: " ")
                seconds += tenths((words.last ?? "").utf8.dropLast()) ?? 0
            } else if line.holds("dep-line"), let path = edge(line) {
                lines.append(path)
            }
        }
        // Widths add up to the seconds beside them: so long is a point.
        let width = bars.reduce(Int64(0)) { $0 + $1.width }
        guard let origin = bars.map({ $0.left }).min(), seconds > 0, width > 0, width < 1 << 40 else { return nil }
        func time(_ x: Int64) -> Int64 {
            let time = Int128(x - origin) * Int128(seconds) * 100_000_000 / Int128(width)
            return min(Int64(clamping: time), Slices.times.upperBound)
        }
        var units = bars.enumerated().map { number, bar in
            let end = time(bar.left + bar.width)
            return (
                Int64(number),
                CargoTimings.Unit(
                    crate: bar.name, start: time(bar.left), end: end, metadata: bar.codegen.map { min(end, time($0)) },
                    unlocked: [], unlockedByMetadata: [])
            )
        }
        for line in lines where units.indices.contains(Int(clamping: line.from)) {
            let from = Int(clamping: line.from)
            if let codegen = bars[from].codegen, line.x < bars[from].left + bars[from].width - 10,
                line.x >= codegen - 10
            {
                units[from].1.unlockedByMetadata.append(line.to)
            } else {
                units[from].1.unlocked.append(line.to)
            }
        }
        for index in units.indices where units[index].1.unlockedByMetadata.isEmpty { units[index].1.metadata = nil }
        return units
    }

    /// `d="M 64.8 13 l -5 0 l 0 1404 l 51.6 0"`: from the bar at 13 to the one 1404 below.
    private static func edge(_ line: ArraySlice<UInt8>) -> (from: Int64, to: Int64, x: Int64)? {
        guard let start = line.place(of: "d=\"M ") else { return nil }
        let numbers = line[(start + 5)...].split(separator: Byte.space).compactMap { tenths($0) }
        guard numbers.count >= 6, numbers[1] >= lineOffset, numbers[5] >= 0 else { return nil }
        let from = (numbers[1] - lineOffset) / rowHeight
        return (from, from + numbers[5] / rowHeight, numbers[0])
    }

    /// The number of an attribute in tenths; nil if it has none.
    private static func attribute(_ name: String, _ line: ArraySlice<UInt8>) -> Int64? {
        let key = Array(" \(name)=\"".utf8)
        guard let start = line.indices.first(where: { line[$0...].starts(with: key) }) else { return nil }
        return tenths(line[(start + key.count)...].prefix { $0 != Byte.doubleQuote })
    }

    private static func tenths(_ digits: some Sequence<UInt8>) -> Int64? {
        Array(digits).withUnsafeBufferPointer { ExactDecimal.read($0, scale: 10) }.flatMap {
            $0.magnitude < 1 << 30 ? $0 : nil
        }
    }
}
