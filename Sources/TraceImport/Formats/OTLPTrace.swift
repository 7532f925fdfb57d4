import SchedulerCore
import Text

/// OpenTelemetry traces as JSON (OTLP 1.x): the longest span without a parent is the launch, its children are the tasks, and
/// links are edges. Also what `taskscope export` writes in it.
struct OTLPTrace {
    /// How many spans are kept.
    private static let limit = 1 << 19

    private struct Span {
        var id: String
        var parent: String
        var name: String
        var service: Int
        var start: Int64
        var end: Int64
        var isFailed: Bool
        var links: [String]
    }

    private var tokens: JSONTokens
    private var spans: [Span] = []
    private var services: [String] = []
    private var own: OwnTrace?
    private var epoch: Int64 = 0

    private init(_ tokens: JSONTokens) {
        self.tokens = tokens
    }

    /// The launch in a file.
    static func read(_ window: ByteWindow, name: String, number: Int) throws(ImportProblem) -> RecordedLaunch {
        var reader = OTLPTrace(JSONTokens(window))
        try reader.readFile()
        if let launch = try reader.own?.launch(source: "taskscope's OTLP trace", number: number) { return launch }
        guard let launch = reader.launch(name: name) else { throw reader.tokens.problem("found no spans") }
        return launch
    }

    /// One object, or one on each line as collectors write them.
    private mutating func readFile() throws(ImportProblem) {
        repeat {
            guard case .objectStart = try tokens.next() else { throw tokens.problem("expected an object") }
            try readMembers("resourceSpans") { (reader) throws(ImportProblem) in
                try reader.readList { (reader) throws(ImportProblem) in try reader.readResource() }
            }
        } while try tokens.restartIfMore()
    }

    /// Reads an object's members; the list with this name is read by `body`; the rest is skipped.
    private mutating func readMembers(
        _ list: StaticString, _ body: (inout OTLPTrace) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        while case .key = try tokens.next() {
            guard tokens.isText(list) else {
                try readOther()
                continue
            }
            guard case .arrayStart = try tokens.next() else { throw tokens.problem("expected a list") }
            try body(&self)
        }
    }

    /// Reads the elements of a list by `body`.
    private mutating func readList(
        _ body: (inout OTLPTrace) throws(ImportProblem) -> Void
    ) throws(ImportProblem) {
        while try isElementNext() { try body(&self) }
    }

    /// Whether another object is in the list, which has been begun then.
    private mutating func isElementNext() throws(ImportProblem) -> Bool {
        switch try tokens.next() {
        case .arrayEnd: return false
        case .objectStart: return true
        case .objectEnd, .arrayStart, .key, .string, .number, .yes, .no, .null, .end:
            throw tokens.problem("expected an object")
        }
    }

    private mutating func readOther() throws(ImportProblem) {
        guard tokens.isText("resource") else { return try tokens.skipValue() }
        let attributes = Self.attributes(try tokens.value()["attributes"])
        services.append(attributes["service.name"]?.string ?? "spans")
        guard let name = attributes["taskscope.name"] else { return }
        epoch = attributes["taskscope.epoch"]?.whole ?? 0
        let about = ["seed", "tick", "end"].compactMap { key in
            attributes["taskscope." + key].map { JSONValue.Member(key, $0) }
        }
        own = OwnTrace(about: .object([JSONValue.Member("name", name)] + about))
    }

    private mutating func readResource() throws(ImportProblem) {
        try readMembers("scopeSpans") { (reader) throws(ImportProblem) in
            try reader.readList { (reader) throws(ImportProblem) in
                try reader.readMembers("spans") { (reader) throws(ImportProblem) in try reader.readSpans() }
            }
        }
    }

    // MARK: Spans

    private mutating func readSpans() throws(ImportProblem) {
        readRunsAtHand()
        while try isElementNext() {
            try readSpan()
            readRunsAtHand()
        }
    }

    /// Reads attempts of one of our own traces that are whole in the bytes at hand and as the export writes them.
    private mutating func readRunsAtHand() {
        guard own != nil, tokens.isBetweenElements else { return }
        let (bytes, isFirst) = (tokens.window.bytes, tokens.isBeforeFirstElement)
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, at: tokens.window.position, isBeforeFirstElement: isFirst)
            while scanner.passComma(), own?.takeSpan(&scanner, epoch: epoch) == true { tokens.pass(scanner) }
        }
    }

    private mutating func readSpan() throws(ImportProblem) {
        var members: [JSONValue.Member] = []
        while case .key = try tokens.next() {
            let key = try tokens.text()
            members.append(JSONValue.Member(key, try tokens.value()))
        }
        let span = JSONValue.object(members)
        guard let start = span["startTimeUnixNano"]?.whole, let end = span["endTimeUnixNano"]?.whole else {
            throw tokens.problem("a span lacks its times in whole nanoseconds")
        }
        guard end >= start, start >= 0 || own != nil else {
            throw tokens.problem("a span that ends before it begins, or begins before 1970")
        }
        if own != nil { return try addOwn(span, start, end) }
        guard spans.count < Self.limit else { throw tokens.problem("more than \(Self.limit) spans") }
        spans.append(
            Span(
                id: span["spanId"]?.string ?? "", parent: span["parentSpanId"]?.string ?? "",
                name: span["name"]?.string ?? "span", service: max(0, services.count - 1), start: start, end: end,
                isFailed: span["status"]?["code"]?.whole == 2 || span["status"]?["code"]?.string == "STATUS_CODE_ERROR",
                links: (span["links"]?.elements ?? []).compactMap { $0["spanId"]?.string }))
    }

    private mutating func addOwn(_ span: JSONValue, _ start: Int64, _ end: Int64) throws(ImportProblem) {
        for event in span["events"]?.elements ?? [] {
            let attributes = Self.attributes(event["attributes"])
            guard let record = attributes["taskscope.record"]?.whole, let line = attributes["taskscope.line"]?.string
            else { continue }
            own?.add(record: record, line: line)
        }
        let attributes = Self.attributes(span["attributes"])
        guard let task = attributes["taskscope.task"]?.string else { return }
        let about = attributes.members.map { member in
            JSONValue.Member(String(member.key.split(separator: ".").last ?? ""), member.value)
        }
        let isEnded = attributes["taskscope.outcome"] != nil
        let isWhole = own?.add(
            task: task, start: start, end: isEnded ? end : nil, epoch: epoch, about: .object(about))
        guard isWhole == true else { throw tokens.problem("a run lacks its number, attempt, lane or records") }
    }

    /// A list of attributes as an object.
    private static func attributes(_ list: JSONValue?) -> JSONValue {
        .object((list?.elements ?? []).map { JSONValue.Member($0["key"]?.string ?? "", value($0["value"])) })
    }

    private static func value(_ value: JSONValue?) -> JSONValue {
        if let text = value?["stringValue"] { return text }
        if let list = value?["arrayValue"] { return .array((list["values"]?.elements ?? []).map { Self.value($0) }) }
        return value?.members.first?.value ?? .null
    }

    // MARK: Launch

    private func launch(name: String) -> RecordedLaunch? {
        var byID: [String: Int] = [:]
        for (index, span) in spans.enumerated() where !span.id.isEmpty { byID[span.id] = index }
        var children: [Int: [Int]] = [:]
        var roots: [Int] = []
        for (index, span) in spans.enumerated() {
            if let parent = byID[span.parent], parent != index {
                children[parent, default: []].append(index)
            } else {
                roots.append(index)
            }
        }
        let longest = roots.max { (spans[$0].end - spans[$0].start, -$0) < (spans[$1].end - spans[$1].start, -$1) }
        guard let root = longest else { return nil }
        let length = spans[root].end - spans[root].start
        var chosen = tasks(under: root, children, length: length)
        if chosen.isEmpty { chosen = [root] }
        chosen = Array(
            chosen.sorted { spans[$0].end - spans[$0].start > spans[$1].end - spans[$1].start }.prefix(Slices.runLimit))
        return launch(of: chosen, root: root, name: services.isEmpty ? name : services[spans[root].service])
    }

    /// The children of a span; one that is longer than half the launch is replaced by its own children.
    private func tasks(under root: Int, _ children: [Int: [Int]], length: Int64) -> [Int] {
        var found: [Int] = []
        var open = [root]
        var seen: Set<Int> = []
        while let span = open.popLast() {
            guard seen.insert(span).inserted else { continue }
            for child in children[span] ?? [] {
                let isLong = spans[child].end - spans[child].start > length / 2
                if isLong, children[child] != nil { open.append(child) } else { found.append(child) }
            }
        }
        return found
    }

    private func launch(of chosen: [Int], root: Int, name: String) -> RecordedLaunch {
        let (begin, length) = (spans[root].start, spans[root].end - spans[root].start)
        var launch = RecordedLaunch(name: name, source: "OTLP trace", lanes: [.init("main")], runs: [], length: length)
        var lanes: [Int: Int] = [:]
        var places: [String: Int] = [:]
        for index in chosen {
            let span = spans[index]
            if lanes[span.service] == nil {
                lanes[span.service] = launch.lanes.count
                launch.lanes.append(.init(services.isEmpty ? "spans" : services[span.service], isThread: false))
            }
            var run = RecordedLaunch.Run(
                span.name, lane: lanes[span.service] ?? 0, start: min(length, max(0, span.start - begin)),
                end: min(length, max(0, span.end - begin)))
            if span.isFailed { run.outcome = .fail }
            places[span.id] = launch.runs.count
            launch.runs.append(run)
        }
        for (place, index) in chosen.enumerated() {
            launch.runs[place].after = spans[index].links.compactMap { places[$0] }.filter {
                $0 != place && launch.runs[$0].end <= launch.runs[place].start + launch.tolerance
            }
            if !launch.runs[place].after.isEmpty { launch.runs[place].note = "Its predecessors are links of its span." }
        }
        launch.putInOrder()
        return launch
    }
}
