import Text

/// The events whose bytes are all at hand and plain, which are nearly all. The others `JSONTokens` reads.
extension ChromeTrace {
    /// Reads events until one is not plain, or not whole.
    mutating func readEventsAtHand() throws(ImportProblem) {
        guard tokens.isBetweenElements else { return }
        let bytes = tokens.window.bytes
        try bytes.withUnsafeBufferPointer { (bytes) throws(ImportProblem) in
            var scanner = JSONScanner(bytes, at: tokens.window.position)
            while tokens.passComma(&scanner), scanEvent(&scanner) {
                tokens.pass(scanner)
                if let run = ownRun { own?.add(run) } else { try take() }
            }
        }
    }

    /// Reads an event into `event` and `ownRun`; false if it is not plain.
    @inline(__always)
    private mutating func scanEvent(_ scanner: inout JSONScanner) -> Bool {
        event = Event()
        ownRun = nil
        if arguments != nil { arguments = nil }
        if nameArgument != nil { nameArgument = nil }
        guard scanner.take(Byte.openBrace) else { return false }
        var hasArguments = false
        repeat {
            guard let key = scanner.key(), scanMember(key, &scanner, &hasArguments) else { return false }
        } while scanner.take(Byte.comma)
        guard scanner.take(Byte.closeBrace) else { return false }
        if ownRun != nil { return finishRun() }
        // Arguments count in our own traces, and where they are the name of a thread or process; never those of counters.
        return !hasArguments || event.phase == UInt8(ascii: "C") || own == nil && event.phase != UInt8(ascii: "M")
    }

    @inline(__always)
    private mutating func scanMember(
        _ key: UnsafeBufferPointer<UInt8>, _ scanner: inout JSONScanner, _ hasArguments: inout Bool
    ) -> Bool {
        if key.isText("name") {
            guard let text = scanner.string() else { return false }
            event.name = slices.names.number(of: text)
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
            event.category = slices.names.number(of: text)
            return true
        }
        if key.isText("args") { return scanArguments(&scanner, &hasArguments) }
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
        time = scanner.count(scale: 1000)
        return time != nil
    }

    /// A number; a name that stands for one is not plain unless it is ASCII.
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

    // MARK: Our own

    @inline(__always)
    private mutating func scanArguments(_ scanner: inout JSONScanner, _ hasArguments: inout Bool) -> Bool {
        guard own != nil, event.name >= 0, event.category >= 0, event.category == runCategory else {
            hasArguments = true
            return scanner.skipValue()
        }
        let task = ownTask(event.name)
        ownRun = own?.scanRun(&scanner, task: task)
        return ownRun != nil
    }

    /// Gives an attempt its times; false if something is missing.
    private mutating func finishRun() -> Bool {
        guard let time = event.time, var run = ownRun else { return false }
        run.start = time
        switch event.phase {
        case UInt8(ascii: "X"): run.end = time + (event.duration ?? 0)
        case UInt8(ascii: "B"): run.end = nil
        default: return false
        }
        ownRun = run
        return run.isWhole
    }

    /// The number by which our own trace knows a task.
    @inline(__always)
    private mutating func ownTask(_ name: Int) -> Int {
        while ownTasks.count <= name { ownTasks.append(-1) }
        if ownTasks[name] < 0 { ownTasks[name] = own?.task(slices.names.names[name]) ?? 0 }
        return ownTasks[name]
    }
}
