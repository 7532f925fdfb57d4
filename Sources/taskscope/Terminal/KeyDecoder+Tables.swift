import Dashboard

extension KeyDecoder {
    /// The key of a control byte, 0 ... 31 or 127.
    static func controlKey(_ byte: UInt8) -> Key {
        switch byte {
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x1B: .escape
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: .control(Character(Unicode.Scalar((byte & 0x1F) + 0x40)))
        }
    }

    /// The key of Escape `O` and a byte: arrows in application mode, F1 to F4, the keypad.
    static func singleKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x20: .character(" ")
        case 0x49: .tab
        case 0x4D: .enter
        case 0x58: .character("=")
        case 0x6A...0x79: .character(Character(Unicode.Scalar(byte - 0x40)))
        default: letterKey(byte)
        }
    }

    /// The key of a sequence that ends with this letter.
    static func letterKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x41, 0x61: .up
        case 0x42, 0x62: .down
        case 0x43, 0x63: .right
        case 0x44, 0x64: .left
        case 0x46: .end
        case 0x48: .home
        case 0x50...0x53: .function(Int(byte) - 0x4F)
        case 0x5A: .backTab
        default: nil
        }
    }

    /// The key of a numbered sequence, `CSI number ~`.
    static func numberedKey(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    /// The key of a character that a terminal reports by its number, with modifiers as xterm counts them.
    static func reportedKey(_ value: Int, modifiers: Int) -> Key? {
        guard value > 0, value < 0x11_0000, let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
        let isControl = modifiers > 0 && (modifiers - 1) & 4 != 0
        switch value {
        case 9: return modifiers > 0 && (modifiers - 1) & 1 != 0 ? .backTab : .tab
        case 0..<0x20, 0x7F: return controlKey(UInt8(value))
        case 0x41...0x5A where isControl: return .control(Character(Unicode.Scalar(UInt8(value + 0x20))))
        case 0x20..<0x7F where isControl: return .control(Character(scalar))
        // Private use: a terminal's numbers for keys that are not characters.
        case 0x80..<0xA0, 0xE000...0xF8FF: return nil
        default: return .character(Character(scalar))
        }
    }
}

/// Recognizes the second of two quick presses in one place.
struct DoubleClicks {
    /// The longest time between the two.
    static let interval = Duration.milliseconds(400)

    private var last: (column: Int, row: Int, time: SuspendingClock.Instant)?

    /// The event; the second press becomes a `doublePress`, and a third one counts as a first.
    mutating func named(_ event: MouseEvent, at time: SuspendingClock.Instant) -> MouseEvent {
        guard event.kind == .press else { return event }
        if let last, last.column == event.column, last.row == event.row, last.time.duration(to: time) <= Self.interval {
            self.last = nil
            return MouseEvent(.doublePress, column: event.column, row: event.row)
        }
        last = (event.column, event.row, time)
        return event
    }
}
