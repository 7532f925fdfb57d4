import Text

/// Chrome trace event JSON: the object form or the array form, complete and begin-and-end events, async ones, flows, names
/// of threads and processes. Also what Bazel writes in it.
///
/// Format: "Trace Event Format" (Chromium project, 2016).
struct ChromeTrace {
    var tokens: JSONTokens
    var slices = Slices()
    private var tracks: [TrackKey: Int] = [:]
    private var lastTracks: [(key: TrackKey, track: Int)?] = Array(repeating: nil, count: 64)
    private var processNames: [Int64: String] = [:]
    private var processes: Set<Int64> = []
    private var trackProcesses: [Int64] = []
    private var name: String?
    /// Whether Bazel wrote it, with marks between its phases and a critical path of its own.
    private var isBazel = false
    private var phases: [(name: Int, time: Int64, track: Int)] = []
    private var bazelPath: [(name: Int, length: Int64)] = []
    /// The event that is read token by token.
    private var event = Event()
    /// The argument `name` of the event, which holds names of threads and processes.
    var nameArgument: String?
    /// What else is read of its arguments.
    var arguments = PageMarks.Arguments()
    var marks = PageMarks()
    /// Events whose time is stated as null.
    private var timeless = 0

    private struct TrackKey: Hashable {
        var process: Int64
        var thread: Int64
        var isAsync = false
    }

    /// The members of an event that matter.
    struct Event {
        var phase: UInt8 = 0
        var name = -1
        var category = -1
        var time: Int64?
        var duration: Int64?
        var process: Int64 = 0
        var thread: Int64 = 0
        var id: UInt64 = 0
        var bindsInside = false
        /// Whether its time is stated as null.
        var isTimeless = false
    }

    private init(_ tokens: JSONTokens) {
        self.tokens = tokens
        // The first numbers are those of the names that a page's load is read from.
        for name in PageMarks.Name.allCases { _ = slices.names.number(of: name.rawValue) }
    }

    /// The launch in a file; `name` is what it is called if it does not say.
    static func read(
        _ window: ByteWindow, name: String, choice: ImportChoice
    ) throws(ImportProblem) -> RecordedLaunch {
        var reader = ChromeTrace(JSONTokens(window))
        switch try reader.tokens.next() {
        case .arrayStart: try reader.readEvents(isWhole: false)
        case .objectStart: try reader.readObject()
        case .end, .objectEnd, .arrayEnd, .key, .string, .number, .yes, .no, .null:
            throw reader.tokens.problem("expected an object or an array of trace events")
        }
        return try reader.launch(name: name, choice)
    }

    private mutating func readObject() throws(ImportProblem) {
        var hasEvents = false
        while case .key = try tokens.next() {
            if tokens.isText("traceEvents") {
                guard case .arrayStart = try tokens.next() else {
                    throw tokens.problem("traceEvents: expected an array")
                }
                hasEvents = true
                try readEvents(isWhole: true)
            } else if tokens.isText("otherData") {
                try readAbout()
            } else {
                try tokens.skipValue()
            }
        }
        guard hasEvents else { throw tokens.problem("found no traceEvents") }
    }

    private mutating func readAbout() throws(ImportProblem) {
        let about = try tokens.value()
        isBazel = about["build_id"]?.string != nil
        name = about["build_id"]?.string.map { "build \($0)" } ?? about["name"]?.string
    }

    private mutating func launch(name: String, _ choice: ImportChoice) throws(ImportProblem) -> RecordedLaunch {
        addPhases()
        slices.pairAll()
        var slices = slices
        if isBazel {
            slices.waiting = Set(
                ["ParallelEvaluator.eval", "Parallel Evaluator evaluation"].map { slices.names.number(of: $0) })
        }
        for track in slices.tracks.indices {
            slices.tracks[track].name = trackName(track)
            if processes.count > 1 { slices.tracks[track].process = processName(track) }
        }
        let loads = loads(choice)
        guard choice.number < max(1, loads.count) else {
            throw tokens.problem("no launch number \(choice.number + 1): the trace has \(max(1, loads.count))")
        }
        let load = loads.isEmpty ? nil : loads[choice.number]
        let found = try tokens.window.choosing { () throws(WrongChoice) in
            try slices.launch(
                name: self.name ?? name, source: "Chrome trace", from: load?.first ?? .min, to: load?.last ?? .max,
                isKnownLength: load != nil, choice: choice)
        }
        guard var launch = found else { throw tokens.problem(slices.emptyText) }
        if let load, choice.last == nil {
            (launch.root, launch.words.end) = (load.end, load.end)
            launch.notes.insert(Self.note(on: load), at: 0)
            launch.notes += ImportChoice.note(
                choice.number, of: loads.map { (Self.name(of: $0), "", $0.first, $0.last) })
        } else if !isBazel, load == nil, choice.from == nil {
            launch.notes.append(RecordedLaunch.unknownStart)
        }
        if isBazel { launch.words = RecordedWords("build") }
        if !bazelPath.isEmpty { launch.notes.append(bazelNote) }
        let unended = slices.unended
        if let first = unended.name {
            launch.notes.append(
                "Left out: \(Format.count(unended.count, "slice")) without an end, such as \(UniqueNames.fit(first)).")
        }
        if timeless > 0 { launch.notes.append("Left out: \(Format.count(timeless, "event")) whose time is null.") }
        if slices.strayEnds > 0 { launch.notes.append("\(Format.count(slices.strayEnds, "end")) without a beginning.") }
        return launch
    }

    /// The name of a track, with its process if there are several.
    private func trackName(_ track: Int) -> String {
        let name = slices.tracks[track].name
        guard processes.count > 1 else { return name }
        return processName(track) + "/" + name
    }

    private func processName(_ track: Int) -> String {
        processNames[trackProcesses[track]] ?? "process \(trackProcesses[track])"
    }
}

// MARK: - Events

extension ChromeTrace {
    /// Reads events up to the end of their array, which may be missing if the array is the whole file.
    private mutating func readEvents(isWhole: Bool) throws(ImportProblem) {
        while true {
            if !isWhole, try tokens.isAtEndBetweenElements() { return }
            switch try tokens.next() {
            case .arrayEnd: return
            case .objectStart: try readEvent()
            case .objectEnd, .arrayStart, .key, .string, .number, .yes, .no, .null, .end:
                throw tokens.problem("expected a trace event")
            }
        }
    }

    private mutating func readEvent() throws(ImportProblem) {
        event = Event()
        nameArgument = nil
        arguments = PageMarks.Arguments()
        while case .key = try tokens.next() { try readMember() }
        try take(event)
    }

    @inline(__always)
    private mutating func take(_ event: Event) throws(ImportProblem) {
        switch event.phase {
        case UInt8(ascii: "X"), UInt8(ascii: "B"), UInt8(ascii: "E"), UInt8(ascii: "b"), UInt8(ascii: "e"),
            UInt8(ascii: "S"), UInt8(ascii: "F"), UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "f"):
            if event.isTimeless {
                timeless += 1
                return
            }
            guard let time = event.time else { throw tokens.problem("an event without its time, ts") }
            if isBazel, try takeOfBazel(event, time) { return }
            try add(event, time)
        case UInt8(ascii: "M"): addName(event, nameArgument)
        case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "R"), UInt8(ascii: "n"):
            if isBazel { _ = try takeOfBazel(event, event.time ?? 0) }
        case 0: throw tokens.problem("an event without its phase, ph")
        default: break
        }
        if PageMarks.Name.allCases.indices.contains(event.name) {
            try takeOfBrowser(event, PageMarks.Name.allCases[event.name])
        }
    }

    @inline(__always)
    private mutating func readMember() throws(ImportProblem) {
        if tokens.isText("name") {
            event.name = try namedValue()
        } else if tokens.isText("ph") {
            guard case .string = try tokens.next() else { throw tokens.problem("ph: expected a letter") }
            event.phase = tokens.withRaw { $0.count == 1 ? $0[0] : 1 }
        } else if tokens.isText("ts") {
            event.time = try eventTime()
        } else if tokens.isText("tid") {
            event.thread = try numberOrHash()
        } else if tokens.isText("pid") {
            event.process = try numberOrHash()
        } else if tokens.isText("dur") {
            event.duration = try timeValue("dur", of: tokens.next())
        } else if tokens.isText("cat") {
            event.category = try namedValue()
        } else {
            try readRareMember()
        }
    }

    private mutating func readRareMember() throws(ImportProblem) {
        if tokens.isText("id") || tokens.isText("bind_id") {
            event.id = UInt64(bitPattern: try numberOrHash())
        } else if tokens.isText("id2") {
            event.id = Self.hash(try tokens.value().text.utf8)
        } else if tokens.isText("bp") {
            event.bindsInside = try tokens.value().string == "e"
        } else if tokens.isText("args") {
            // They may come before what says whether they matter.
            let mayMatter =
                event.phase == 0 || event.name < PageMarks.Name.allCases.count || event.phase == UInt8(ascii: "M")
            if mayMatter { try readArguments() } else { try tokens.skipValue() }
        } else {
            try tokens.skipValue()
        }
    }

    @inline(__always)
    private mutating func namedValue() throws(ImportProblem) -> Int {
        guard case .string = try tokens.next() else { return slices.names.number(of: "unnamed") }
        return try tokens.number(in: &slices.names)
    }

    /// An event's time; nil if it is stated as null.
    @inline(__always)
    private mutating func eventTime() throws(ImportProblem) -> Int64? {
        let token = try tokens.next()
        if case .null = token {
            event.isTimeless = true
            return nil
        }
        return try timeValue("ts", of: token, isSigned: true)
    }

    @inline(__always)
    private mutating func timeValue(
        _ what: StaticString, of token: JSONTokens.Token, isSigned: Bool = false
    ) throws(ImportProblem) -> Int64 {
        switch token {
        case .number, .string:
            let time = try tokens.count(what, scale: 1000, isSigned: isSigned)
            guard Slices.times.contains(time) else { throw tokens.problem("\(what): not a number, or too large") }
            return time
        case .objectStart, .objectEnd, .arrayStart, .arrayEnd, .key, .yes, .no, .null, .end:
            throw tokens.problem("\(what): expected microseconds")
        }
    }

    @inline(__always)
    private mutating func numberOrHash() throws(ImportProblem) -> Int64 {
        switch try tokens.next() {
        case .number: return tokens.withRaw { ExactDecimal.read($0, scale: 1) } ?? 0
        case .string: return Int64(bitPattern: Self.hash(try tokens.text().utf8))
        case .objectStart, .arrayStart: throw tokens.problem("expected a number or a name")
        case .objectEnd, .arrayEnd, .key, .yes, .no, .null, .end: return 0
        }
    }

    static func hash(_ text: some Sequence<UInt8>) -> UInt64 {
        text.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

// MARK: - Slices

extension ChromeTrace {
    @inline(__always)
    private mutating func add(_ event: Event, _ time: Int64) throws(ImportProblem) {
        switch event.phase {
        case UInt8(ascii: "X"):
            let (end, overflow) = time.addingReportingOverflow(event.duration ?? 0)
            guard !overflow, end <= Slices.times.upperBound else { throw tokens.problem("dur: too large") }
            // clang adds up what it did by kinds, each on a thread of its own.
            if time == 0, event.name >= 0, slices.names.names[event.name].hasPrefix("Total ") { return }
            slices.add(Int32(truncatingIfNeeded: name(of: event)), start: time, end: end, on: try track(event))
        case UInt8(ascii: "B"): try begin(name(of: event), time, on: try track(event))
        case UInt8(ascii: "E"): slices.end(event.name, at: time, on: try track(event))
        case UInt8(ascii: "b"), UInt8(ascii: "S"): try begin(name(of: event), time, on: try asyncTrack(event))
        case UInt8(ascii: "e"), UInt8(ascii: "F"): slices.end(event.name, at: time, on: try asyncTrack(event))
        default:
            let isStart = event.phase == UInt8(ascii: "s")
            slices.add(
                Slices.Point(
                    id: event.id ^ UInt64(bitPattern: Int64(event.category)) &* 0x9E37_79B9_7F4A_7C15, time: time,
                    track: Int32(truncatingIfNeeded: try track(event)), isStart: isStart,
                    isInside: event.bindsInside || isStart || event.phase == UInt8(ascii: "t")))
        }
    }

    @inline(__always)
    private mutating func name(of event: Event) -> Int {
        event.name >= 0 ? event.name : slices.names.number(of: "unnamed")
    }

    @inline(__always)
    private mutating func begin(_ name: Int, _ time: Int64, on track: Int) throws(ImportProblem) {
        guard slices.begin(name, at: time, on: track) else {
            throw tokens.problem("more than \(Slices.openLimit) nested slices")
        }
    }

    @inline(__always)
    private mutating func track(_ event: Event) throws(ImportProblem) -> Int {
        let key = TrackKey(process: event.process, thread: event.thread)
        let place = Int(truncatingIfNeeded: (key.thread ^ key.process &* 31) & 63)
        if let last = lastTracks[place], last.key == key { return last.track }
        let track = try self.track(key) {
            Slices.Track(name: "thread \($0.thread)", isThread: true, isFirst: $0.process == $0.thread)
        }
        lastTracks[place] = (key, track)
        return track
    }

    /// Async events nest with those of the same id, whatever thread they come from.
    mutating func asyncTrack(_ event: Event) throws(ImportProblem) -> Int {
        let id = event.id ^ UInt64(bitPattern: Int64(event.category)) &* 0x9E37_79B9_7F4A_7C15
        let category = event.category >= 0 ? slices.names.names[event.category] : "async"
        return try track(TrackKey(process: event.process, thread: Int64(bitPattern: id), isAsync: true)) { _ in
            Slices.Track(name: category, isThread: false)
        }
    }

    private mutating func track(
        _ key: TrackKey, _ make: (TrackKey) -> Slices.Track
    ) throws(ImportProblem) -> Int {
        if let known = tracks[key] { return known }
        guard slices.tracks.count < Slices.trackLimit else {
            throw tokens.problem("more than \(Slices.trackLimit) threads")
        }
        slices.tracks.append(make(key))
        tracks[key] = slices.tracks.count - 1
        trackProcesses.append(key.process)
        processes.insert(key.process)
        return slices.tracks.count - 1
    }

    private mutating func addName(_ event: Event, _ name: String?) {
        guard event.name >= 0, let name else { return }
        switch slices.names.names[event.name] {
        case "thread_name":
            if let track = try? track(event) { slices.tracks[track].name = name }
        case "process_name": processNames[event.process] = name
        default: break
        }
    }
}

// MARK: - Bazel

extension ChromeTrace {
    /// Takes in what only Bazel writes: marks between its phases, and its own critical path. False if it is something else.
    private mutating func takeOfBazel(_ event: Event, _ time: Int64) throws(ImportProblem) -> Bool {
        guard event.category >= 0, event.name >= 0 else { return false }
        switch slices.names.names[event.category] {
        case "build phase marker" where event.phase != UInt8(ascii: "X"):
            phases.append((event.name, time, try track(event)))
            return true
        case "critical path component":
            if bazelPath.count < Slices.runLimit { bazelPath.append((event.name, event.duration ?? 0)) }
            return true
        default: return false
        }
    }

    /// A phase lasts up to the next one.
    private mutating func addPhases() {
        for (phase, next) in zip(phases, phases.dropFirst()) where next.time > phase.time {
            slices.add(Int32(truncatingIfNeeded: phase.name), start: phase.time, end: next.time, on: phase.track)
        }
    }

    private var bazelNote: String {
        let shown = 8
        let length = bazelPath.reduce(Int64(0)) { min(Slices.times.upperBound, $0) + min($1.length, 1 << 61) }
        let names = bazelPath.prefix(shown).map { UniqueNames.fit(slices.names.names[$0.name]) }
        let more = bazelPath.count > shown ? " > … (\(Format.count(bazelPath.count, "action")))" : ""
        return
            "Bazel's own critical path, \(DurationText.exact(nanoseconds: length)): \(names.joined(separator: " > "))\(more)."
    }
}
