import Text

/// The events whose bytes are all at hand and plain, which are nearly all. `JSONTokens` reads the others.
extension ChromeTrace {
    /// Reads events until one is not plain, or not whole.
    mutating func readEventsAtHand() throws(ImportProblem) {
        guard tokens.isBetweenElements else { return }
        let bytes = tokens.window.bytes
        try bytes.withUnsafeBufferPointer { (bytes) throws(ImportProblem) in
            var scanner = JSONScanner(bytes, at: tokens.window.position)
            while tokens.passComma(&scanner) {
                let start = scanner.place
                if let run = own?.scanChromeRun(&scanner) {
                    tokens.pass(scanner)
                    own?.add(run)
                    continue
                }
                scanner.place = start
                guard scanEvent(&scanner) else { return }
                tokens.pass(scanner)
                try take()
            }
        }
    }

    /// Reads an event into `event`; false if it is not plain.
    @inline(__always)
    private mutating func scanEvent(_ scanner: inout JSONScanner) -> Bool {
        event = Event()
        if arguments != nil { arguments = nil }
        if nameArgument != nil { nameArgument = nil }
        guard scanner.take(Byte.openBrace) else { return false }
        var (hasArguments, category) = (false, UnsafeBufferPointer<UInt8>(start: nil, count: 0))
        repeat {
            guard let key = scanner.key(), scanMember(key, &scanner, &hasArguments, &category) else { return false }
        } while scanner.take(Byte.comma)
        guard scanner.take(Byte.closeBrace) else { return false }
        if !category.isEmpty, hasCategory { event.category = slices.names.number(repairing: category) }
        // Arguments count in our own traces, and where they are the name of a thread or process; never those of counters.
        return !hasArguments || event.phase == UInt8(ascii: "C") || own == nil && event.phase != UInt8(ascii: "M")
    }

    /// Whether the category of the event counts: it tells async events and arrows apart, others have their thread.
    @inline(__always)
    private var hasCategory: Bool {
        switch event.phase {
        case UInt8(ascii: "X"), UInt8(ascii: "B"), UInt8(ascii: "E"), UInt8(ascii: "C"), UInt8(ascii: "M"): false
        default: true
        }
    }

    @inline(__always)
    private mutating func scanMember(
        _ key: UnsafeBufferPointer<UInt8>, _ scanner: inout JSONScanner, _ hasArguments: inout Bool,
        _ category: inout UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if key.isText("name") {
            guard let text = scanner.string() else { return false }
            event.name = slices.names.number(repairing: text)
            return true
        }
        if key.isText("ph") {
            guard let text = scanner.string() else { return false }
            event.phase = text.count == 1 ? text[0] : 1
            return true
        }
        if key.isText("ts") { return Self.scanTime(&scanner, &event.time) }
        if key.isText("tid") { return Self.scanNumber(&scanner, &event.thread) }
        if key.isText("pid") { return Self.scanNumber(&scanner, &event.process) }
        if key.isText("dur") { return Self.scanTime(&scanner, &event.duration) }
        if key.isText("cat") {
            guard let text = scanner.string() else { return false }
            category = text
            return true
        }
        if key.isText("args") {
            hasArguments = true
            return scanner.skipValue()
        }
        if key.isText("id") {
            var number: Int64 = 0
            guard Self.scanNumber(&scanner, &number) else { return false }
            event.id = UInt64(bitPattern: number)
            return true
        }
        if key.isText("bp") {
            guard let text = scanner.string() else { return false }
            event.bindsInside = text.isText("e")
            return true
        }
        return !key.isText("id2") && !key.isText("bind_id") && scanner.skipValue()
    }

    @inline(__always)
    private static func scanTime(_ scanner: inout JSONScanner, _ time: inout Int64?) -> Bool {
        time = scanner.thousandths()
        return time != nil
    }

    /// A number; a name in its place is plain only if it is ASCII.
    @inline(__always)
    private static func scanNumber(_ scanner: inout JSONScanner, _ number: inout Int64) -> Bool {
        if scanner.next() == Byte.doubleQuote {
            guard let text = scanner.string(), text.allSatisfy({ $0 < 0x80 }) else { return false }
            number = Int64(bitPattern: hash(text))
            return true
        }
        guard let whole = scanner.whole() else { return false }
        number = whole
        return true
    }
}
