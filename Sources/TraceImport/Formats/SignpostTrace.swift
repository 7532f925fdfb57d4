import Text

/// Signposts of Instruments as `xctrace export` writes them: tables of intervals, or of begin and end events. A value that
/// occurred in an earlier row is only referred to.
struct SignpostTrace {
    /// How many values that may be referred to are kept.
    private static let limit = 1 << 20

    private var tokens: XMLTokens
    private var slices = Slices()
    private var tracks: [String: Int] = [:]
    /// Values by their ids: the text, and how it is shown.
    private var values: [String: (text: String, shown: String)] = [:]
    private var open: [String: [(time: Int64, track: Int, number: Int)]] = [:]
    private var row: [String: (text: String, shown: String)] = [:]

    private init(_ tokens: XMLTokens) {
        self.tokens = tokens
    }

    /// The launch in a file.
    static func read(
        _ window: ByteWindow, name: String, choice: ImportChoice
    ) throws(ImportProblem) -> RecordedLaunch {
        var reader = SignpostTrace(XMLTokens(window))
        try reader.readAll()
        let found = try reader.tokens.window.choosing { () throws(WrongChoice) in
            try reader.slices.launch(name: name, source: "Instruments signposts", choice: choice)
        }
        guard var launch = found else {
            throw reader.tokens.problem("found no signposts: export the table os-signpost or os-signpost-interval")
        }
        // Signposts stand for tasks, which stay whole.
        launch.isSliced = false
        let isStartKnown = launch.runs.contains { $0.name.contains("Process Creation") }
        if !isStartKnown, choice.from == nil { launch.notes.append(RecordedLaunch.unknownStart) }
        let unended = reader.open.values.reduce(0) { $0 + $1.count }
        if unended > 0 { launch.notes.append("Left out: \(Format.count(unended, "signpost")) without an end.") }
        return launch
    }

    private mutating func readAll() throws(ImportProblem) {
        while true {
            switch try tokens.next() {
            case .none: return
            case .start where tokens.name == "row":
                row = [:]
                try readRow()
                try addRow()
            case .start, .end, .text: break
            }
        }
    }

    /// Reads a row's values; nested ones are also kept under their own names, the outermost first.
    private mutating func readRow() throws(ImportProblem) {
        let outside = tokens.depth - 1
        var open: [(name: String, id: String?, shown: String, text: String)] = []
        while true {
            switch try tokens.next() {
            case .start:
                if let known = tokens.attribute("ref") {
                    if let value = values[known], row[tokens.name] == nil { row[tokens.name] = value }
                    open.append((tokens.name, nil, "", ""))
                } else {
                    open.append((tokens.name, tokens.attribute("id"), tokens.attribute("fmt") ?? "", ""))
                }
            case .text: if !open.isEmpty { open[open.count - 1].text = tokens.text }
            case .end:
                guard let value = open.popLast() else { return }
                keep(value.name, value.id, value.text, value.shown)
            case .none: return
            }
            if tokens.depth <= outside { return }
        }
    }

    private mutating func keep(_ name: String, _ id: String?, _ text: String, _ shown: String) {
        guard let id else { return }
        if values.count < Self.limit { values[id] = (text, shown) }
        // A thread contains its process: the outer one ends last and takes precedence.
        if row[name] == nil { row[name] = (text, shown) }
    }

    private mutating func addRow() throws(ImportProblem) {
        guard let start = row["start-time"] ?? row["event-time"] ?? row["sample-time"] else { return }
        guard
            let name = row["signpost-name"] ?? row["app-period"] ?? row["life-cycle-period"] ?? row["string"]
                ?? row["os-signpost-name"]
        else { return }
        let time = try time(start.text)
        let number = slices.names.number(of: Self.task(name, row))
        let thread = row["thread"]?.shown ?? "signposts"
        if let duration = row["duration"] {
            let (end, overflow) = time.addingReportingOverflow(try self.time(duration.text))
            guard !overflow, end <= Slices.times.upperBound else { throw tokens.problem("the duration is too large") }
            slices.add(Int32(truncatingIfNeeded: number), start: time, end: end, on: try track(thread))
            return
        }
        // Begin and end belong together by name and identifier, whatever thread they come from.
        let key = "\(name.text)\u{0}\(row["os-signpost-identifier"]?.text ?? "")"
        switch row["event-type"]?.text ?? "" {
        case "Begin":
            guard open.count < Slices.openLimit else {
                throw tokens.problem("more than \(Slices.openLimit) signposts without an end")
            }
            open[key, default: []].append((time, try track(thread), number))
        case "End":
            if let begin = open[key]?.popLast() {
                slices.add(
                    Int32(truncatingIfNeeded: begin.number), start: begin.time, end: max(begin.time, time),
                    on: begin.track)
            }
        default: break
        }
    }

    /// What a signpost stands for: its name, or its message for those of TaskKit, whose names are all the same.
    private static func task(_ name: (text: String, shown: String), _ row: [String: (text: String, shown: String)])
        -> String
    {
        let own = name.text.isEmpty ? name.shown : name.text
        guard own == "TaskKit", let message = row["os-log-metadata"] ?? row["message"] else { return own }
        return message.shown.isEmpty ? message.text : message.shown
    }

    private func time(_ text: String) throws(ImportProblem) -> Int64 {
        guard let time = Array(text.utf8).withUnsafeBufferPointer({ ExactDecimal.read($0, scale: 1) }) else {
            throw tokens.problem("expected a time in nanoseconds")
        }
        guard time >= 0 else { throw tokens.problem("the time is negative") }
        guard time <= Slices.times.upperBound else { throw tokens.problem("the time is too large") }
        return time
    }

    private mutating func track(_ key: String) throws(ImportProblem) -> Int {
        if let known = tracks[key] { return known }
        guard slices.tracks.count < Slices.trackLimit else {
            throw tokens.problem("more than \(Slices.trackLimit) threads")
        }
        // "Main Thread 0x1a2 (App, pid: 7)": the rest is the program's name and numbers.
        var shown = key.split(separator: "(").first.map { String($0) } ?? "thread"
        while shown.last == " " { shown.removeLast() }
        var track = Slices.Track(name: shown, isThread: true)
        if let open = key.lastIndex(of: "("), let pid = key[open...].firstIndex(of: ","), key[pid...].hasPrefix(", pid")
        {
            track.process = String(key[key.index(after: open)..<pid])
        }
        slices.tracks.append(track)
        tracks[key] = slices.tracks.count - 1
        return slices.tracks.count - 1
    }
}
