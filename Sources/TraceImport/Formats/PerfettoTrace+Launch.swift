import Text

/// Track events, and the launch that they describe.
extension PerfettoTrace {
    /// Takes in a track event; returns what is wrong with it.
    mutating func takeEvent(
        _ read: PerfettoEvent, _ packet: PerfettoPacket, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BrokenField) -> ImportProblem? {
        var event = read
        guard (1...2).contains(event.type) || event.legacy != nil else { return nil }
        guard let time = time(of: event, packet), Slices.times.contains(time) else {
            return window.binaryProblem("a track event whose time is missing or too large")
        }
        let id = packet.sequence
        let track = event.track ?? withSequence(id) { $0.defaultTrack }
        if let range = event.nameRange {
            event.name = slices.names.number(repairing: UnsafeBufferPointer(rebasing: bytes[range]))
        } else {
            event.name = withSequence(id) { $0.names[event.nameID] }
        }
        if event.type == 0, let legacy = event.legacy { return take(legacy, event.name, time, on: self.track(track)) }
        let number = self.track(track)
        if event.type == 1 {
            guard slices.begin(event.name ?? slices.names.number(of: "unnamed"), at: time, on: number) else {
                return window.binaryProblem("more than \(Slices.openLimit) nested slices")
            }
        } else {
            slices.end(at: time, on: number)
        }
        for (flows, isStart) in [(event.flows, true), (event.endingFlows, false)] {
            for flow in flows {
                let isFirst = event.type == 1
                slices.add(
                    Slices.Point(
                        id: flow, time: time, track: Int32(truncatingIfNeeded: number), isStart: isStart,
                        isInside: !isFirst || isStart))
            }
        }
        return nil
    }

    /// Takes in an event in the older form; returns what is wrong with it.
    private mutating func take(
        _ event: LegacyEvent, _ name: Int?, _ time: Int64, on track: Int
    ) -> ImportProblem? {
        let name = name ?? slices.names.number(of: "unnamed")
        switch event.phase {
        case UInt8(ascii: "X"):
            let (end, overflow) = time.addingReportingOverflow(event.duration)
            guard !overflow, end <= Slices.times.upperBound else {
                return window.binaryProblem("a track event whose time is missing or too large")
            }
            slices.add(Int32(truncatingIfNeeded: name), start: time, end: end, on: track)
        case UInt8(ascii: "B"): _ = slices.begin(name, at: time, on: track)
        case UInt8(ascii: "E"): slices.end(at: time, on: track)
        case UInt8(ascii: "b"), UInt8(ascii: "S"):
            _ = slices.begin(name, at: time, on: asyncTrack("legacy \(event.id)", process: -1))
        case UInt8(ascii: "e"), UInt8(ascii: "F"):
            slices.end(at: time, on: asyncTrack("legacy \(event.id)", process: -1))
        default: break
        }
        guard let flow = event.flow else { return nil }
        for (isNamed, isStart) in [(event.flowsIn, false), (event.flowsOut, true)] where isNamed {
            slices.add(
                Slices.Point(
                    id: flow, time: time, track: Int32(truncatingIfNeeded: track), isStart: isStart,
                    isInside: true))
        }
        return nil
    }

    /// The time of an event, by its clock.
    private mutating func time(of event: PerfettoEvent, _ packet: PerfettoPacket) -> Int64? {
        guard let stamp = packet.timestamp else {
            return event.absolute.flatMap { $0 >= 0 && $0 < Int64.max / 1000 ? $0 * 1000 : nil }
        }
        guard let stamp = Int64(exactly: stamp) else { return nil }
        let clock = packet.clock != 0 ? packet.clock : withSequence(packet.sequence) { $0.defaultClock }
        let builtIn = onMainClock(stamp, clock)
        return withSequence(packet.sequence) { sequence in
            guard let known = sequence.clocks[clock] else { return builtIn }
            let (time, overflow) = stamp.multipliedReportingOverflow(by: known.unit)
            guard known.isIncremental else { return overflow ? nil : time }
            let (sum, isLarge) = known.time.addingReportingOverflow(time)
            guard !overflow, !isLarge else { return nil }
            sequence.clocks[clock]?.time = sum
            return sum
        }
    }

    // MARK: Launch

    func launch(name: String, _ choice: ImportChoice) throws(ImportProblem) -> RecordedLaunch {
        var slices = slices
        slices.listsInside = true
        for track in slices.tracks.indices {
            describe(track, &slices)
            slices.tracks[track].process = process(of: track) ?? ""
        }
        var (first, last, title, root) = (Int64.min, Int64.max, name, "")
        var (notes, end, cause): ([String], String?, String?) = ([], nil, nil)
        var (package, activity): (String?, String?)
        var frame: FrameTimeline.Frame?
        var starts = startups(slices)
        if starts.isEmpty { starts = [unstated(slices, choice)].compactMap { $0 } }
        guard choice.number < max(1, starts.count) else {
            throw window.binaryProblem(
                "no launch number \(choice.number + 1): the trace has \(max(1, starts.count))", at: 0)
        }
        if choice.from == nil, choice.until == nil {
            if !starts.isEmpty {
                let start = starts[choice.number]
                (first, last) = (start.first, start.last)
                if choice.last == nil { (root, end) = (start.root, start.end) }
                frame = root == Self.frame ? drawnFrame(of: start.package, from: first, to: .max) : nil
                cause = frame.flatMap { missText($0, of: start.package, since: first, slices) }
                if let frame, choice.last == nil, frames.shownTime(frame) != nil {
                    let display = "time to initial display, TTID"
                    let words =
                        start.isStartKnown ? "its \(display)" : "the \(display), is longer: the process began before"
                    end = "\(Self.frame) on the display (\(words))"
                }
                if start.root == Self.frame, choice.last == nil, let words = drawnText(start) {
                    end = "\(end ?? Self.frame); \(words) (--until \(Self.fullyDrawn))"
                }
                if !start.package.hasPrefix("process ") {
                    package = start.package
                    activity = self.activity(of: start.package, from: first, to: last, slices)
                    if start.isStated || start.root == Self.frame { title = start.package }
                }
                notes += ImportChoice.note(
                    choice.number, of: starts.map { ($0.package, $0.kind, $0.first, $0.last) })
                let kept = slices.tracks.indices.filter { slices.tracks[$0].process == start.package }
                let running = Set(kept.map { Int32(truncatingIfNeeded: $0) })
                let hasWork = slices.slices.contains {
                    running.contains($0.track) && $0.end > first && $0.start < last
                }
                if hasWork, choice.process == nil { slices.keep(running) }
                if !hasWork {
                    notes.append(
                        "No work of \(UniqueNames.fit(start.package)) is recorded: these are slices of the system.")
                }
                notes += [
                    choice.last == nil ? note(on: start) : nil,
                    start.isStartKnown ? nil : RecordedLaunch.unknownStart + splashText(start.package, before: first),
                ].compactMap {
                    $0
                }
            } else if choice.last == nil, trackSources.contains(where: { $0.thread >= 0 }) {
                notes.append(
                    "The trace has no slice launching: PACKAGE, reportFullyDrawn or input: all of it counts as the launch. --from and --until choose a stretch."
                )
                notes.append(RecordedLaunch.unknownStart)
            }
        }
        let found = try window.choosing { () throws(WrongChoice) in
            try slices.launch(
                name: title, source: "Perfetto trace", from: first, to: last, isKnownLength: first != .min,
                choice: choice)
        }
        guard var launch = found else { throw window.binaryProblem(slices.emptyText) }
        if choice.last == nil { launch.words.end = end }
        // What the app does after it has drawn the frame is none of it: only the display is waited for.
        if choice.last == nil, let shown = frame.flatMap({ frames.shownTime($0) }) {
            launch.drawn = launch.length
            launch.length += shown - last
            launch.events.didBecomeActive = launch.length
            if shown > last { cause = (cause.map { "\($0); " } ?? "") + displayText(shown - last) }
        }
        launch.words.rest = root.isEmpty ? nil : rest(of: root, frame, since: first)
        (launch.root, launch.cause, launch.package, launch.activity) = (root, cause, package, activity)
        launch.isDebuggable = package.flatMap { debuggable[$0] }
        launch.words.detail = Self.detail(activity, isDebuggable: launch.isDebuggable)
        launch.notes += notes
        let until = choice.last == nil || first == .min ? last : first + launch.length
        if let idle = idleThreads(of: launch.lanes[0].process, slices, first, until) { launch.notes.append(idle) }
        if hasScheduling {
            launch.notes.append(
                "The trace has scheduling events, which are not read here: Perfetto's own viewer shows with them whether a thread "
                    + "ran or waited where it has no slice.")
        }
        let unended = slices.unended
        if let first = unended.name {
            launch.notes.append(
                "Left out: \(Format.count(unended.count, "slice")) without an end, such as \(UniqueNames.fit(first)).")
        }
        return launch
    }

    /// `MainActivity, not debuggable`; nil if nothing is known.
    private static func detail(_ activity: String?, isDebuggable: Bool?) -> String? {
        let name = activity.flatMap { $0.split(separator: ".").last }.map { UniqueNames.fit(String($0)) }
        let build = isDebuggable.map { $0 ? "debuggable, which is slower than a release build" : "not debuggable" }
        let parts = [name, build].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The activity whose window drew first in a launch, else the one that the app created first; nil if nothing says it.
    private func activity(of package: String, from first: Int64, to last: Int64, _ slices: Slices) -> String? {
        if let drawn = drawnFrame(of: package, from: first, to: .max)?.activity { return drawn }
        let creating = "performCreate:"
        let created = slices.slices.filter { slice in
            slice.start >= first && slice.start < last && slices.tracks[Int(slice.track)].process == package
                && slices.names.names[Int(slice.name)].hasPrefix(creating)
        }.min { $0.start < $1.start }
        return created.map { String(slices.names.names[Int($0.name)].dropFirst(creating.utf8.count)) }
    }

    /// What a launch that ends with a frame ends with.
    static let frame = "the first frame"

    /// Names a track after its thread, or by its own name.
    private func describe(_ track: Int, _ slices: inout Slices) {
        let source = trackSources[track]
        guard source.thread < 0 else {
            let isThread = slices.tracks[track].isThread
            if isThread { slices.tracks[track].name = threadNames[source.thread] ?? "thread \(source.thread)" }
            slices.tracks[track].isFirst = isThread && threadProcesses[source.thread] == source.thread
            return
        }
        let description = descriptions[source.uuid] ?? TrackDescription()
        if let thread = description.thread {
            slices.tracks[track].isThread = true
            slices.tracks[track].name = threadNames[thread] ?? description.name ?? "thread \(thread)"
            slices.tracks[track].isFirst = thread == description.process
        } else {
            slices.tracks[track].name = description.name ?? "track"
            // Without any thread, every track counts as one.
            slices.tracks[track].isThread = !descriptions.values.contains { $0.thread != nil }
        }
    }

    /// The name of a track's process.
    private func process(of track: Int) -> String? {
        let source = trackSources[track]
        if source.thread >= 0 {
            let process = slices.tracks[track].isThread ? threadProcesses[source.thread] : source.thread
            return process.map { processNames[$0] ?? "process \($0)" }
        }
        var description = descriptions[source.uuid]
        for _ in 0..<8 {
            if let process = description?.process { return processNames[process] }
            description = description.flatMap { descriptions[$0.parent] }
        }
        return nil
    }

    /// A launch of an app on Android.
    struct Startup {
        var package: String
        var first: Int64
        var last: Int64
        /// How the system calls what ended it, in brackets: ` (completed-hot)`.
        var kind = ""
        /// The slice that is the launch.
        var root = ""
        /// Whether the trace says when the launch or its process began.
        var isStartKnown = true
        /// Whether the system recorded it.
        var isStated = true
        /// What it lasts up to.
        var end = "the end of its slice"
        /// What the app called fully drawn, if the launch ends earlier.
        var drawn: (name: String, end: Int64)?
    }

    /// Where a launch ends, if that is not its slice, and how to get the rest of it.
    private func note(on start: Startup) -> String? {
        var rest = start.isStated ? "" : " --from and --until choose a stretch."
        if let drawn = drawnText(start) {
            rest = " \(drawn): --until \(Self.fullyDrawn) has all up to it."
        }
        let isFrame = start.root == Self.frame
        guard !start.isStated || isFrame else { return nil }
        let source = start.isStated ? "The" : "The trace has no slice launching: PACKAGE: the"
        let whose = isFrame ? " of the app, not of its splash screen" : ""
        return "\(source) launch ends with \(start.end)\(whose).\(rest)"
    }

    /// When the app called a launch that ends earlier fully drawn: `reportFullyDrawn() for Shop ended at 752ms`; nil if it did not.
    private func drawnText(_ start: Startup) -> String? {
        start.drawn.map { drawn in
            "\(UniqueNames.fit(drawn.name)) ended at \(DurationText.rounded(nanoseconds: drawn.end - start.first))"
        }
    }

    /// How the slice begins that an app reports with.
    private static let fullyDrawn = "reportFullyDrawn"

    /// Android's launches, in their order: its slices `launching: PACKAGE`, from the tap before them, or since Android 13
    /// `launchingActivity#N`, whose package `launchingActivity#N:completed:PACKAGE` names; each up to `reportFullyDrawn` of
    /// its process if that comes later.
    private func startups(_ slices: Slices) -> [Startup] {
        let (old, new) = ("launching: ", "launchingActivity#")
        var found: [Startup] = []
        var starts: [String: (first: Int64, last: Int64)] = [:]
        var packages: [String: (name: String, kind: String)] = [:]
        var taps: [Int64] = []
        for slice in slices.slices {
            let name = slices.names.names[Int(slice.name)]
            if name.hasPrefix(old) {
                let package = String(name.dropFirst(old.utf8.count))
                found.append(Startup(package: package, first: slice.start, last: slice.end, root: name))
            } else if name.hasPrefix(new) {
                starts[String(name.dropFirst(new.utf8.count))] = (slice.start, slice.end)
            } else if name == "MetricsLogger:launchObserverNotifyIntentStarted" {
                taps.append(slice.start)
            }
        }
        for instant in completions where instant.name.hasPrefix(new) {
            let words = instant.name.dropFirst(new.utf8.count).split(separator: ":", maxSplits: 2)
            guard words.count == 3, words[1].hasPrefix("completed") else { continue }
            packages[String(words[0])] = (String(words[2]), " (\(UniqueNames.fit(String(words[1]))))")
        }
        for (number, start) in starts {
            guard let package = packages[number] else { continue }
            found.append(
                Startup(
                    package: package.name, first: start.first, last: start.last, kind: package.kind,
                    root: "launching: \(package.name)"))
        }
        found.sort { ($0.first, $0.package) < ($1.first, $1.package) }
        taps.sort()
        for index in found.indices {
            let place = taps.partitionPoint { $0 > found[index].first } - 1
            if place >= 0, index == 0 || taps[place] >= found[index - 1].last { found[index].first = taps[place] }
        }
        func name(_ slice: Slices.Slice) -> String { slices.names.names[Int(slice.name)] }
        let drawn = slices.slices.filter { name($0).hasPrefix(Self.fullyDrawn) }
        for index in found.indices {
            let next = index + 1 < found.count ? found[index + 1].first : .max
            let own = drawn.filter { slice in
                let process = slices.tracks[Int(slice.track)].process
                return slice.start > found[index].first && slice.start < next
                    && (process.isEmpty || process == found[index].package)
            }
            let full = own.min { $0.end < $1.end }.map { (name: name($0), end: $0.end) }
            if let frame = firstFrame(of: found[index].package, from: found[index].first, to: next, in: slices) {
                found[index].endWithFrame(at: frame, before: full)
            } else if let full, full.end > found[index].last {
                (found[index].last, found[index].end) = (full.end, UniqueNames.fit(full.name))
            } else {
                found[index].end = "the end of \(UniqueNames.fit(found[index].root))"
            }
        }
        return found
    }

    /// How the slices that draw begin, where no launch is stated: the main thread's frame may draw nothing.
    private static let drawing = ["DrawFrame", "Choreographer#doFrame"]

    /// The launch of an app that the system did not record: up to its first frame, else to `reportFullyDrawn`, or to the first
    /// input; nil if the trace has none of them.
    private func unstated(_ slices: Slices, _ choice: ImportChoice) -> Startup? {
        func name(_ slice: Slices.Slice) -> String { slices.names.names[Int(slice.name)] }
        func process(_ slice: Slices.Slice) -> String { slices.tracks[Int(slice.track)].process }
        let own = slices.slices.filter { trackSources[Int($0.track)].thread >= 0 && choice.includes(process($0)) }
        let drawn = own.filter { name($0).hasPrefix(Self.fullyDrawn) }.min { $0.end < $1.end }
        let input = own.filter { name($0).hasPrefix("deliverInputEvent") || name($0).hasSuffix(":onTouch") }
            .min { $0.start < $1.start }
        let bound = own.filter { slice in
            name(slice) == "bindApplication"
                && firstFrame(of: process(slice), from: slice.start, to: .max, in: slices, drawn: Self.drawing) != nil
        }.min { $0.start < $1.start }
        guard let last = drawn ?? bound ?? input else { return nil }
        let package = process(last)
        let work = own.filter { process($0) == package && $0.start <= last.start }
        // The system starts the process, and the process tells it that it is there.
        let created = slices.slices.filter { name($0) == "Start proc: \(package)" && $0.start <= last.start }
        let isStartKnown = !created.isEmpty || work.contains { name($0) == "bindApplication" }
        let first = (created + work).reduce(last.start) { min($0, $1.start) }
        var found = Startup(
            package: package, first: first, last: last.end, isStartKnown: isStartKnown, isStated: false,
            end: UniqueNames.fit(name(last)))
        let full = drawn.map { (name: name($0), end: $0.end) }
        if drawn != nil || bound != nil,
            let frame = firstFrame(of: package, from: first, to: .max, in: slices, drawn: Self.drawing)
        {
            found.endWithFrame(at: frame, before: full)
        } else if drawn == nil {
            (found.last, found.end) = (last.start, "the first input, \(UniqueNames.fit(name(last)))")
        }
        return found
    }
}

extension PerfettoTrace.Startup {
    /// Lets it end with its first frame; `full` is what the app called fully drawn.
    fileprivate mutating func endWithFrame(at time: Int64, before full: (name: String, end: Int64)?) {
        (last, end, root) = (time, PerfettoTrace.frame, PerfettoTrace.frame)
        drawn = full.flatMap { $0.end > time ? $0 : nil }
    }
}

extension Slices {
    /// Keeps only the slices of some tracks.
    mutating func keep(_ tracks: Set<Int32>) {
        removeSlices { slice in !tracks.contains(slice.track) }
    }
}
