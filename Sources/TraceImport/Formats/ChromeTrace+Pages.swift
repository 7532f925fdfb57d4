import Text

/// What a recording of a browser says about the loads of pages: instants that begin and end a load, and its requests.
struct PageMarks {
    /// When a load began or was painted, in which frame.
    private struct Mark {
        var frame: UInt64
        var time: Int64
        var address = ""
    }

    /// What is read of an event's arguments.
    struct Arguments {
        var frame: UInt64 = 0
        var request: UInt64?
        /// When a request began, as its response says.
        var requested: Int64?
        var address = ""
        /// Whether the frame is a page and no part of one; nil: not stated.
        var isPage: Bool?
    }

    /// A load of a page.
    struct Load {
        var address: String
        var first: Int64
        var last: Int64
        /// The event that ended it.
        var end: String
    }

    private var begins: [Mark] = []
    private var paints: [Mark] = []
    private var ends: [Mark] = []
    private var requests: [UInt64: Request] = [:]

    private struct Request {
        var address: String
        var time: Int64
        var isAnswered = false
        var name: String { (isAnswered ? "response " : "request ") + PageMarks.short(address) }
    }

    /// The events that are read, by their names.
    enum Name: String, CaseIterable {
        case navigationStart, firstContentfulPaint, loadEventEnd
        case willSendRequest = "ResourceWillSendRequest"
        case sendRequest = "ResourceSendRequest"
        case receiveResponse = "ResourceReceiveResponse"
        case finish = "ResourceFinish"
    }

    /// Takes in an event; returns a request that was answered, or a response that is complete.
    mutating func take(_ name: Name, _ arguments: Arguments, at time: Int64) -> (name: String, start: Int64)? {
        let mark = Mark(frame: arguments.frame, time: time, address: arguments.address)
        switch name {
        case .navigationStart: if arguments.isPage ?? true, begins.count < Slices.openLimit { begins.append(mark) }
        case .firstContentfulPaint: if paints.count < Slices.openLimit { paints.append(mark) }
        case .loadEventEnd: if ends.count < Slices.openLimit { ends.append(mark) }
        case .willSendRequest, .sendRequest, .receiveResponse, .finish: return take(name, arguments, request: time)
        }
        return nil
    }

    private mutating func take(
        _ name: Name, _ arguments: Arguments, request time: Int64
    ) -> (name: String, start: Int64)? {
        guard let number = arguments.request, requests.count < Slices.openLimit else { return nil }
        var request = requests[number] ?? Request(address: "", time: min(time, arguments.requested ?? time))
        request.time = min(request.time, arguments.requested ?? request.time)
        if !arguments.address.isEmpty { request.address = arguments.address }
        let done = (request.name, request.time)
        let isDone = name == .finish || name == .receiveResponse && !request.isAnswered
        if isDone { (request.time, request.isAnswered) = (time, true) }
        requests[number] = name == .finish ? nil : request
        return isDone && done.1 < time ? done : nil
    }

    /// The loads of pages in their order, each up to its first paint; where no page was painted, up to its end.
    var loads: [Load] {
        let pages = begins.sorted { $0.time < $1.time }
        for (marks, end) in [(paints, Name.firstContentfulPaint), (ends, .loadEventEnd)] {
            var found: [Load] = []
            for (place, page) in pages.enumerated() {
                let next = pages[(place + 1)...].first { $0.frame == page.frame }?.time ?? .max
                let last = marks.filter { $0.frame == page.frame && $0.time > page.time && $0.time < next }
                guard let last = last.map({ $0.time }).min() else { continue }
                found.append(Load(address: page.address, first: page.time, last: last, end: end.rawValue))
            }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// What comes last in an address, without its parameters.
    private static func short(_ address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        guard !path.hasPrefix("data:") else { return "data" }
        return String(path.split(separator: "/").last ?? "of a page")
    }
}

extension ChromeTrace {
    /// Takes in an event of a browser that is an instant; what it waited for is a slice of a track of its own.
    mutating func takeOfBrowser(_ event: Event, _ name: PageMarks.Name) throws(ImportProblem) {
        guard let time = event.time else { return }
        guard let request = marks.take(name, arguments, at: time) else { return }
        var key = event
        key.id = UInt64(bitPattern: time) ^ Self.hash(request.name.utf8)
        key.category = slices.names.number(of: "network")
        slices.add(
            Int32(truncatingIfNeeded: slices.names.number(of: request.name)), start: request.start, end: time,
            on: try asyncTrack(key))
    }

    /// Reads what is wanted of an event's arguments.
    mutating func readArguments() throws(ImportProblem) {
        guard try beginsObject() else { return }
        while case .key = try tokens.next() {
            if tokens.isText("name") {
                nameArgument = try tokens.value().string
            } else if tokens.isText("frame") {
                arguments.frame = Self.hash(try tokens.value().text.utf8)
            } else if tokens.isText("data") {
                try readData()
            } else {
                try tokens.skipValue()
            }
        }
    }

    /// Whether an object begins; another value is passed over.
    private mutating func beginsObject() throws(ImportProblem) -> Bool {
        let outside = tokens.depth
        if case .objectStart = try tokens.next() { return true }
        while tokens.depth > outside { _ = try tokens.next() }
        return false
    }

    private mutating func readData() throws(ImportProblem) {
        guard try beginsObject() else { return }
        while case .key = try tokens.next() {
            if tokens.isText("requestId") {
                arguments.request = Self.hash(try tokens.value().text.utf8)
            } else if tokens.isText("url") || tokens.isText("documentLoaderURL") {
                arguments.address = try tokens.value().string ?? ""
            } else if tokens.isText("timing") {
                try readTiming()
            } else if tokens.isText("isLoadingMainFrame") || tokens.isText("isOutermostMainFrame") {
                let isSet = try tokens.value() == .bool(true)
                arguments.isPage = isSet && arguments.isPage ?? true
            } else {
                try tokens.skipValue()
            }
        }
    }

    /// Reads when a request began, in seconds.
    private mutating func readTiming() throws(ImportProblem) {
        guard try beginsObject() else { return }
        while case .key = try tokens.next() {
            guard tokens.isText("requestTime") else {
                try tokens.skipValue()
                continue
            }
            let time = try tokens.value().count(scale: 1_000_000_000)
            arguments.requested = time.flatMap { $0 > 0 && Slices.times.contains($0) ? $0 : nil }
        }
    }

    /// The loads of pages, one of which is the launch, unless a stretch was chosen.
    func loads(_ choice: ImportChoice) -> [PageMarks.Load] {
        choice.from == nil && choice.until == nil ? marks.loads : []
    }

    static func name(of load: PageMarks.Load) -> String { load.address.isEmpty ? "a page" : load.address }

    static func note(on load: PageMarks.Load) -> String {
        return "The launch is the load of \(UniqueNames.fit(name(of: load))), from navigationStart to \(load.end); "
            + "--from and --until choose another stretch."
    }
}
