import SchedulerCore
import Text

/// OpenTelemetry traces: the longest span without a parent is the launch, its children are the tasks, and links are edges.
struct OTLPTrace {
    /// How many spans are kept.
    private static let limit = 1 << 19

    /// What happened from one instant to another, in nanoseconds since 1970.
    struct Span {
        var id = ""
        var parent = ""
        var name = "span"
        var start: Int64 = 0
        var end: Int64 = 0
        var isFailed = false
        /// Spans that it waited for, as far as the program says so.
        var links: [String] = []
        /// The program that it belongs to, an index into `services`.
        fileprivate var service = 0
    }

    private var spans: [Span] = []
    private var services: [String] = []

    /// Where the spans of the next resource begin.
    var spanCount: Int { spans.count }

    /// Adds a span; returns what is wrong with it.
    mutating func add(_ span: Span) -> String? {
        guard span.end >= span.start, span.start >= 0 else {
            return "a span that ends before it begins, or begins before 1970"
        }
        guard span.end <= Slices.times.upperBound else { return "a span whose time is too large" }
        guard spans.count < Self.limit else { return "more than \(Self.limit) spans" }
        spans.append(span)
        return nil
    }

    /// The spans from `first` on are those of a program.
    mutating func endResource(from first: Int, service: String?) {
        for index in spans.indices[first...] { spans[index].service = services.count }
        services.append(service ?? "spans")
    }

    /// The launch of all spans; nil without any.
    func launch(name: String) -> RecordedLaunch? {
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
        if chosen.isEmpty { chosen = [Piece(span: root, part: -1, start: spans[root].start, end: spans[root].end)] }
        chosen = Array(chosen.sorted { $0.end - $0.start > $1.end - $1.start }.prefix(Slices.runLimit))
        var launch = launch(of: chosen, root: root, name: services[spans[root].service])
        launch.root = spans[root].name
        let others = roots.count { $0 != root && children[$0] != nil }
        if others > 0 {
            launch.notes.append(
                "Left out: \(Format.count(others, "other trace")). The launch is the longest, \(UniqueNames.fit(launch.root))."
            )
        }
        return launch
    }

    /// A stretch of a span that becomes a run, and the span that it is a part of.
    private struct Piece {
        var span: Int
        var part: Int
        var start: Int64
        var end: Int64
    }

    /// The children of a span; one that is longer than half the launch is replaced by its own children. The time in which
    /// none of its children ran is its own.
    private func tasks(under root: Int, _ children: [Int: [Int]], length: Int64) -> [Piece] {
        var found: [Piece] = []
        var open = [root]
        var seen: Set<Int> = []
        while let span = open.popLast() {
            guard seen.insert(span).inserted else { continue }
            let own = (children[span] ?? []).filter { !seen.contains($0) }
            for child in own {
                let isLong = spans[child].end - spans[child].start > length / 2
                if isLong, children[child] != nil {
                    open.append(child)
                } else {
                    found.append(Piece(span: child, part: span, start: spans[child].start, end: spans[child].end))
                }
            }
            guard !own.isEmpty else { continue }
            var covered = spans[span].start
            for child in own.sorted(by: { spans[$0].start < spans[$1].start }) {
                if spans[child].start - covered > length / 500 {
                    found.append(Piece(span: span, part: span, start: covered, end: spans[child].start))
                }
                covered = max(covered, spans[child].end)
            }
            if spans[span].end - covered > length / 500 {
                found.append(Piece(span: span, part: span, start: covered, end: spans[span].end))
            }
        }
        return found
    }

    private func launch(of chosen: [Piece], root: Int, name: String) -> RecordedLaunch {
        let (begin, length) = (spans[root].start, spans[root].end - spans[root].start)
        var launch = RecordedLaunch(name: name, source: "OTLP trace", lanes: [.init("main")], runs: [], length: length)
        var lanes: [Int: Int] = [:]
        var places: [String: Int] = [:]
        for piece in chosen {
            let span = spans[piece.span]
            if lanes[span.service] == nil {
                lanes[span.service] = launch.lanes.count
                let service = services[span.service]
                launch.lanes.append(.init(service, isThread: false, process: service))
            }
            var run = RecordedLaunch.Run(
                span.name, lane: lanes[span.service] ?? 0, start: min(length, max(0, piece.start - begin)),
                end: min(length, max(0, piece.end - begin)))
            run.part = piece.part
            run.isCut = piece.end - begin > length + launch.tolerance
            // A span that has children fails by theirs, and its own work has not failed.
            if span.isFailed, piece.span != piece.part { run.outcome = .fail }
            if piece.span != piece.part { places[span.id] = launch.runs.count }
            launch.runs.append(run)
        }
        for (place, piece) in chosen.enumerated() where piece.span != piece.part {
            launch.runs[place].after = spans[piece.span].links.compactMap { places[$0] }.filter {
                $0 != place && launch.runs[$0].end <= launch.runs[place].start + launch.tolerance
            }
            if !launch.runs[place].after.isEmpty { launch.runs[place].note = "Its predecessors are links of its span." }
        }
        launch.putInOrder()
        return launch
    }
}
