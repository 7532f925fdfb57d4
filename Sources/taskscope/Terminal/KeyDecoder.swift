import Dashboard

/// Turns the bytes that a terminal sends into messages: keys, pasted text, mouse events.
///
/// Pure: it holds bytes, never a clock or a descriptor. No input makes it trap or grow past its limits;
/// it drops what it does not know. It reads the sequences that xterm, the Linux console, rxvt, tmux and screen send, in
/// normal and in application mode; a modifier that `Key` cannot express is left out (Shift-Up is Up). Between the marks
/// of a bracketed paste everything is text; a paste whose end is lost ends when nothing more of it comes.
struct KeyDecoder {
    /// The longest sequence that is kept; the rest of a longer one is dropped up to its end.
    static let sequenceLimit = 64
    /// The longest paste that is kept, in bytes; what exceeds it is dropped.
    static let pasteLimit = 1 << 20

    private enum State: Equatable {
        case ground
        /// After Escape.
        case escape
        /// After Escape `[`; `sequence` holds what followed.
        case control
        /// After Escape `O`; `sequence` holds the digits that followed.
        case single
        /// After Escape `[` `[`: the Linux console's F1 to F5.
        case consoleFunction
        /// After Escape `[` `M`: three bytes of an old mouse report; `sequence` holds them.
        case oldMouse
        /// Inside an answer of the terminal, which is dropped; true right after an Escape.
        case answer(afterEscape: Bool)
        /// Between the paste marks.
        case paste
    }

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var state = State.ground
    private var sequence: [UInt8] = []
    private var text: [UInt8] = []
    private var messages: [Message] = []

    /// How many milliseconds the pending bytes wait for more before `flush` is due; nil if none are pending.
    var patience: Int? {
        switch state {
        // A terminal sends a paste at once; only a slow line holds it up.
        case .paste: 1_000
        case .ground: text.isEmpty ? nil : 25
        case .escape, .control, .single, .consoleFunction, .oldMouse, .answer: 25
        }
    }

    /// Takes bytes and returns the messages that are complete.
    mutating func feed(_ bytes: some Collection<UInt8>) -> [Message] {
        // One plain key, by far the most frequent case.
        if bytes.count == 1, let byte = bytes.first, (0x20..<0x7F).contains(byte), state == .ground, text.isEmpty {
            return [.key(.character(Character(Unicode.Scalar(byte))))]
        }
        for byte in bytes { take(byte) }
        if state != .paste { emitText(keepingIncomplete: true) }
        return drain()
    }

    /// Returns what the pending bytes mean if nothing follows: a lone Escape, Escape and the character after it, or the
    /// paste as far as it came.
    mutating func flush() -> [Message] {
        switch state {
        case .paste:
            keepPasted(sequence)
            emitPaste()
        case .ground: break
        case .escape: emit(.escape)
        case .control where sequence.isEmpty: emitAfterEscape("[")
        case .single where sequence.isEmpty: emitAfterEscape("O")
        case .answer(afterEscape: false) where sequence.count == 1:
            emitAfterEscape(Character(Unicode.Scalar(sequence[0])))
        case .control, .single, .consoleFunction, .oldMouse, .answer: break
        }
        enter(.ground)
        emitText(keepingIncomplete: false)
        return drain()
    }

    // MARK: States

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: takeGround(byte)
        case .escape: takeAfterEscape(byte)
        case .control: takeControl(byte)
        case .single: takeSingle(byte)
        case .consoleFunction:
            enter(.ground)
            if (0x41...0x45).contains(byte) { emit(.function(Int(byte) - 0x40)) } else { takeGround(byte) }
        case .oldMouse: takeOldMouse(byte)
        case .answer(let afterEscape): takeAnswer(byte, afterEscape: afterEscape)
        case .paste: takePaste(byte)
        }
    }

    private mutating func enter(_ next: State) {
        state = next
        sequence.removeAll(keepingCapacity: true)
    }

    private mutating func takeGround(_ byte: UInt8) {
        switch byte {
        case 0x1B:
            emitText(keepingIncomplete: false)
            enter(.escape)
        case 0x00..<0x20, 0x7F:
            emitText(keepingIncomplete: false)
            emit(KeyDecoder.controlKey(byte))
        default: text.append(byte)
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8) {
        switch byte {
        case 0x5B: enter(.control)
        case 0x4F: enter(.single)
        case 0x1B: emit(.escape)
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
            enter(.answer(afterEscape: false))
            sequence.append(byte)
        default:
            // Alt with a key looks like Escape and the key, and is read as such.
            emit(.escape)
            enter(.ground)
            takeGround(byte)
        }
    }

    private mutating func takeControl(_ byte: UInt8) {
        switch byte {
        case 0x20...0x3F:
            if sequence.count < KeyDecoder.sequenceLimit { sequence.append(byte) }
        case 0x5B where sequence.isEmpty: enter(.consoleFunction)
        case 0x4D where sequence.isEmpty: enter(.oldMouse)
        case 0x40...0x7E:
            let finished = sequence.count < KeyDecoder.sequenceLimit ? ControlSequence(sequence, final: byte) : nil
            enter(.ground)
            if let finished { apply(finished) }
        default:
            enter(.ground)
            takeGround(byte)
        }
    }

    private mutating func apply(_ finished: ControlSequence) {
        if finished.startsPaste {
            state = .paste
        } else if let message = finished.message {
            messages.append(message)
        }
    }

    private mutating func takeSingle(_ byte: UInt8) {
        switch byte {
        case 0x30...0x39,
            0x3B where sequence.count < 8:
            sequence.append(byte)
        case 0x40...0x7E, 0x20:
            enter(.ground)
            if let key = KeyDecoder.singleKey(byte) { emit(key) }
        default:
            enter(.ground)
            takeGround(byte)
        }
    }

    private mutating func takeOldMouse(_ byte: UInt8) {
        sequence.append(byte)
        guard sequence.count == 3 else { return }
        let values = sequence.map { max(0, Int($0) - 32) }
        enter(.ground)
        let isRelease = values[0] & 0b110_0011 == 3
        if let event = ControlSequence.mouse(
            button: isRelease ? 0 : values[0], column: values[1], row: values[2], isRelease: isRelease)
        {
            messages.append(.mouse(event))
        }
    }

    private mutating func takeAnswer(_ byte: UInt8, afterEscape: Bool) {
        if byte == 0x07 || (afterEscape && byte == 0x5C) {
            enter(.ground)
        } else if afterEscape {
            // An Escape that does not end the answer begins another sequence.
            enter(.escape)
            takeAfterEscape(byte)
        } else {
            if sequence.count < KeyDecoder.sequenceLimit { sequence.append(byte) }
            state = .answer(afterEscape: byte == 0x1B)
        }
    }

    private mutating func takePaste(_ byte: UInt8) {
        let end = KeyDecoder.pasteEnd
        if byte == end[sequence.count] {
            sequence.append(byte)
            guard sequence.count == end.count else { return }
            emitPaste()
            enter(.ground)
        } else {
            keepPasted(sequence)
            sequence.removeAll(keepingCapacity: true)
            if byte == end[0] { sequence.append(byte) } else { keepPasted([byte]) }
        }
    }

    private mutating func emitPaste() {
        messages.append(.paste(String(decoding: text, as: UTF8.self)))
        text.removeAll()
    }

    private mutating func keepPasted(_ bytes: [UInt8]) {
        if text.count + bytes.count <= KeyDecoder.pasteLimit { text += bytes }
    }

    // MARK: Messages

    private mutating func drain() -> [Message] {
        defer { messages = [] }
        return messages
    }

    private mutating func emit(_ key: Key) {
        messages.append(.key(key))
    }

    private mutating func emitAfterEscape(_ character: Character) {
        emit(.escape)
        emit(.character(character))
    }

    /// Emits the text so far as graphemes; the bytes of an unfinished scalar at its end may stay. Bytes that are not
    /// UTF-8, and controls, are dropped.
    private mutating func emitText(keepingIncomplete: Bool) {
        guard !text.isEmpty else { return }
        let kept = keepingIncomplete ? KeyDecoder.incompleteTail(text) : 0
        var scalars = String.UnicodeScalarView()
        var decoder = UTF8()
        var bytes = text.dropLast(kept).makeIterator()
        decoding: while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar) where scalar.value >= 0xA0 || (0x20..<0x7F).contains(scalar.value):
                scalars.append(scalar)
            case .scalarValue, .error: continue
            case .emptyInput: break decoding
            }
        }
        for character in String(scalars) { emit(.character(character)) }
        text.removeFirst(text.count - kept)
    }

    /// How many bytes at the end belong to an incomplete scalar; 0 ... 3.
    private static func incompleteTail(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0b1100_0000 == 0b1000_0000 { continue }
            let wanted =
                byte >= 0xF0 && byte < 0xF5 ? 4 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xC2 && byte < 0xE0 ? 2 : 1
            return wanted > length ? length : 0
        }
        return 0
    }
}
