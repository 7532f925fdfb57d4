import Text

/// The events whose bytes are all at hand and plain, which are nearly all. `JSONTokens` reads the others.
extension ChromeTrace {
    /// Reads events until one is not plain, or not whole.
    mutating func readEventsAtHand() throws(ImportProblem) {
        guard tokens.isBetweenElements else { return }
        let (bytes, isFirst) = (tokens.window.bytes, tokens.isBeforeFirstElement)
        try bytes.withUnsafeBufferPointer { (bytes) throws(ImportProblem) in
            var scanner = JSONScanner(bytes, at: tokens.window.position, isBeforeFirstElement: isFirst)
            while scanner.passComma() {
                let start = scanner.place
                if own?.takeChromeRun(&scanner) == true {
                    tokens.pass(scanner)
                    continue
                }
                scanner.place = start
                guard let event = scanEvent(&scanner) else { return }
                tokens.pass(scanner)
                try take(event, about: nil, naming: nil)
            }
        }
    }

    /// Texts of an event whose numbers are asked for only where they count.
    private struct EventTexts {
        var name: UnsafeBufferPointer<UInt8>?
        var category: UnsafeBufferPointer<UInt8>?
        var hasArguments = false
    }

    /// Reads an event; nil if it is not plain.
    @inline(__always)
    private mutating func scanEvent(_ scanner: inout JSONScanner) -> Event? {
        guard scanner.take(Byte.openBrace) else { return nil }
        var (event, texts) = (Event(), EventTexts())
        repeat {
            guard let key = EventKey(&scanner), Self.scan(key, &scanner, &event, &texts) else { return nil }
        } while scanner.take(Byte.comma)
        guard scanner.take(Byte.closeBrace) else { return nil }
        if let name = texts.name, event.isNamed { event.name = slices.names.number(repairing: name) }
        if let category = texts.category, event.hasCategory {
            event.category = slices.names.number(repairing: category)
        }
        // Arguments count in our own traces, and where they are the name of a thread or process; never those of counters.
        let isPlain =
            !texts.hasArguments || event.phase == UInt8(ascii: "C") || own == nil && event.phase != UInt8(ascii: "M")
        return isPlain ? event : nil
    }

    /// Takes in a member; false if it has to be read with all checks.
    @inline(__always)
    private static func scan(
        _ key: EventKey, _ scanner: inout JSONScanner, _ event: inout Event, _ texts: inout EventTexts
    ) -> Bool {
        if key == .phase, let phase = scanner.letter() {
            event.phase = phase
            return true
        }
        guard let value = scanner.value() else { return false }
        switch key {
        case .phase:
            // No phase has a longer name.
            event.phase = 1
            return value.text != nil
        case .name:
            texts.name = value.text
            return texts.name != nil
        case .category:
            texts.category = value.text
            return texts.category != nil
        case .time:
            event.time = value.thousandths
            return event.time != nil
        case .duration:
            event.duration = value.thousandths
            return event.duration != nil
        case .process: return take(value, &event.process)
        case .thread: return take(value, &event.thread)
        case .id:
            var number: Int64 = 0
            guard take(value, &number) else { return false }
            event.id = UInt64(bitPattern: number)
        case .binding:
            event.bindsInside = value.text?.isText("e") ?? false
            return value.text != nil
        case .arguments: texts.hasArguments = true
        case .other: break
        }
        return true
    }

    /// Takes in a number; a name in its place is plain only if it is ASCII.
    @inline(__always)
    private static func take(_ value: JSONScanner.Value, _ number: inout Int64) -> Bool {
        switch value {
        case .number(let whole, nil):
            number = whole
            return true
        case .text(let text):
            guard text.allSatisfy({ $0 < 0x80 }) else { return false }
            number = Int64(bitPattern: hash(text))
            return true
        case .number, .other: return false
        }
    }
}

/// The keys of an event's members. They are compared where they stand: their ends need not be searched.
private enum EventKey {
    case name, phase, time, thread, process, duration, category, arguments, id, binding, other

    /// Passes the next key and its colon; nil if they are not plain.
    @inline(__always)
    init?(_ scanner: inout JSONScanner) {
        _ = scanner.next()
        if scanner.take("\"name\":") {
            self = .name
        } else if scanner.take("\"ph\":") {
            self = .phase
        } else if scanner.take("\"ts\":") {
            self = .time
        } else if scanner.take("\"tid\":") {
            self = .thread
        } else if scanner.take("\"pid\":") {
            self = .process
        } else if scanner.take("\"dur\":") {
            self = .duration
        } else if scanner.take("\"cat\":") {
            self = .category
        } else if scanner.take("\"args\":") {
            self = .arguments
        } else if scanner.take("\"id\":") {
            self = .id
        } else if scanner.take("\"bp\":") {
            self = .binding
        } else {
            guard let key = scanner.key(), !Self.counts(key) else { return nil }
            self = .other
        }
    }

    private static let known: [StaticString] = [
        "name", "ph", "ts", "tid", "pid", "dur", "cat", "args", "id", "bp", "id2", "bind_id",
    ]

    /// Whether a key is one that counts, with blanks before its colon, or one whose value is more than a number.
    private static func counts(_ key: UnsafeBufferPointer<UInt8>) -> Bool { known.contains { key.isText($0) } }
}
