import ScreenKit
import Dashboard

/// A frame as bytes for the browser: 32-bit little-endian numbers, and texts in UTF-8.
///
/// Columns, rows, column and row of the cursor (-1: none), count of rows that follow; for each its number and count of
/// runs; for each run its colors (0 standard, 1 ... 16 ANSI), attributes, columns, then the text's bytes
/// and their count. A run is cells of one style: all ASCII, or one wide cell, or other cells of one column.
struct FrameBytes {
    private(set) var bytes: [UInt8] = []

    init(_ frame: Frame, since last: Frame?) {
        let known = last.flatMap { $0.columns == frame.columns && $0.rows == frame.rows ? $0 : nil }
        var changed: [Int] = []
        for row in 0..<frame.rows {
            if let known, frame.changedColumns(row: row, since: known) == nil { continue }
            changed.append(row)
        }
        put(frame.columns)
        put(frame.rows)
        put(frame.cursor?.column ?? -1)
        put(frame.cursor?.row ?? -1)
        put(changed.count)
        for row in changed { put(row: row, of: frame) }
    }

    private enum Kind { case ascii, single, wide }

    private mutating func put(row: Int, of frame: Frame) {
        put(row)
        let count = bytes.count
        put(0)
        var runs = 0
        let cells = frame.row(row)
        var place = cells.startIndex
        while place < cells.endIndex {
            let first = cells[place]
            guard first.columns > 0 else {
                place += 1
                continue
            }
            let kind = FrameBytes.kind(first)
            var text = String(first.glyph)
            var columns = Int(first.columns)
            place += 1
            while kind != .wide, place < cells.endIndex, cells[place].style == first.style, cells[place].columns > 0,
                FrameBytes.kind(cells[place]) == kind
            {
                text.append(cells[place].glyph)
                columns += Int(cells[place].columns)
                place += 1
            }
            put(FrameBytes.number(first.style.foreground))
            put(FrameBytes.number(first.style.background))
            put(Int(first.style.attributes.rawValue))
            put(columns)
            let utf8 = Array(text.utf8)
            put(utf8.count)
            bytes += utf8
            runs += 1
        }
        set(runs, at: count)
    }

    private static func kind(_ cell: Cell) -> Kind {
        if cell.columns == 2 { return .wide }
        return cell.glyph.isASCII ? .ascii : .single
    }

    private static func number(_ color: Color) -> Int {
        switch color {
        case .standard: 0
        case .ansi(let number): 1 + Int(number)
        }
    }

    private mutating func put(_ number: Int) {
        let bits = UInt32(bitPattern: Int32(truncatingIfNeeded: number))
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }

    private mutating func set(_ number: Int, at place: Int) {
        for shift in 0..<4 { bytes[place + shift] = UInt8(truncatingIfNeeded: number >> (shift * 8)) }
    }
}
