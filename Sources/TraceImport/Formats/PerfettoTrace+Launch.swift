import Text

/// Track events, and the launch that they describe.
extension PerfettoTrace {
    /// Takes in a track event; returns what is wrong with it.
    mutating func takeEvent(
        _ read: PerfettoEvent, _ packet: PerfettoPacket, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BrokenField) -> ImportProblem? {
        var event = read
        guard (1...3).contains(event.type) else { return nil }
        guard let time = time(of: event, packet) else {
            return window.binaryProblem("a track event whose time is missing or too large")
        }
        let id = packet.sequence
        let track = event.track ?? withSequence(id) { $0.defaultTrack }
        if let range = event.nameRange {
            event.name = slices.names.number(repairing: UnsafeBufferPointer(rebasing: bytes[range]))
        } else {
            event.name = withSequence(id) { $0.names[event.nameID] }
        }
        if event.category.isEmpty { event.category = withSequence(id) { $0.categories[event.categoryID] ?? "" } }
        if event.type == 3 {
            try takeOwnInstant(event, id, bytes)
            return nil
        }
        if own != nil { return try takeOwn(event, track, time - shift, id, bytes) }
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

    /// The time of an event, by its clock.
    private mutating func time(of event: PerfettoEvent, _ packet: PerfettoPacket) -> Int64? {
        guard let stamp = packet.timestamp else {
            return event.absolute.flatMap { $0 >= 0 && $0 < Int64.max / 1000 ? $0 * 1000 : nil }
        }
        guard let stamp = Int64(exactly: stamp) else { return nil }
        return withSequence(packet.sequence) { sequence in
            let clock = packet.clock != 0 ? packet.clock : sequence.defaultClock
            guard let known = sequence.clocks[clock] else { return stamp }
            let (time, overflow) = stamp.multipliedReportingOverflow(by: known.unit)
            guard known.isIncremental else { return overflow ? nil : time }
            let (sum, isLarge) = known.time.addingReportingOverflow(time)
            guard !overflow, !isLarge else { return nil }
            sequence.clocks[clock]?.time = sum
            return sum
        }
    }

    // MARK: Launch

    func launch(name: String) throws(ImportProblem) -> RecordedLaunch {
        var slices = slices
        for track in slices.tracks.indices { describe(track, &slices) }
        var window: (first: Int64, last: Int64)?
        var title = name
        if let start = androidLaunch(slices) {
            (window, title) = ((start.first, start.last), start.package)
            let kept = slices.tracks.indices.filter { process(of: $0).map { $0 == start.package } ?? false }
            if !kept.isEmpty { slices.keep(Set(kept.map { Int32(truncatingIfNeeded: $0) })) }
        }
        let found = slices.launch(
            name: title, source: "Perfetto trace", from: window?.first ?? .min, to: window?.last ?? .max,
            isKnownLength: window != nil)
        guard var launch = found else {
            throw self.window.binaryProblem("found no slices: nothing begins and ends")
        }
        let unended = slices.unended
        if let first = unended.name {
            launch.notes.append(
                "Left out: \(Format.count(unended.count, "slice")) without an end, such as \(UniqueNames.fit(first)).")
        }
        return launch
    }

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
            return processNames[slices.tracks[track].isThread ? threadProcesses[source.thread] ?? -1 : source.thread]
        }
        var description = descriptions[source.uuid]
        for _ in 0..<8 {
            if let process = description?.process { return processNames[process] }
            description = description.flatMap { descriptions[$0.parent] }
        }
        return nil
    }

    /// Android's own slice of a launch, `launching: PACKAGE`, up to reportFullyDrawn if that comes later.
    private func androidLaunch(_ slices: Slices) -> (package: String, first: Int64, last: Int64)? {
        let prefix = "launching: "
        let launches = slices.slices.filter { slices.names.names[Int($0.name)].hasPrefix(prefix) }
        guard let first = launches.min(by: { $0.start < $1.start }) else { return nil }
        let package = String(slices.names.names[Int(first.name)].dropFirst(prefix.utf8.count))
        let drawn = slices.slices.filter {
            slices.names.names[Int($0.name)].hasPrefix("reportFullyDrawn") && $0.start > first.start
        }
        return (package, first.start, max(first.end, drawn.map { $0.end }.min() ?? first.end))
    }
}

extension Slices {
    /// Keeps only the slices of some tracks.
    mutating func keep(_ tracks: Set<Int32>) {
        removeSlices { slice in !tracks.contains(slice.track) }
    }
}

// MARK: - Our own

extension PerfettoTrace {
    private mutating func takeOwnInstant(
        _ event: PerfettoEvent, _ id: UInt64, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BrokenField) {
        guard own != nil || event.category == "header" else { return }
        let about = try annotations(event, id, bytes)
        if event.category == "header", let line = about["line"]?.string {
            own = OwnTrace(header: line)
            if let end = about["end"] { own?.set(end: end) }
            shift = about["shift"]?.whole ?? 0
        } else if let record = about["record"]?.whole, let line = about["line"]?.string {
            own?.add(record: record, line: line)
        }
    }

    private mutating func takeOwn(
        _ event: PerfettoEvent, _ track: UInt64, _ time: Int64, _ id: UInt64, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BrokenField) -> ImportProblem? {
        if event.type == 1 {
            let name = event.name.map { slices.names.names[$0] } ?? ""
            ownOpen[track] = (name, time, try annotations(event, id, bytes))
            return nil
        }
        guard let open = ownOpen.removeValue(forKey: track) else { return nil }
        guard own?.add(task: open.name, start: open.start, end: time, about: open.about) == true else {
            return window.binaryProblem("a run lacks its number, attempt, lane or records")
        }
        return nil
    }

    mutating func ownLaunch(number: Int) throws(ImportProblem) -> RecordedLaunch {
        for track in ownOpen.keys.sorted() {
            guard let open = ownOpen[track] else { continue }
            _ = own?.add(task: open.name, start: open.start, end: nil, about: open.about)
        }
        guard let launch = try own?.launch(source: "taskscope's Perfetto trace", number: number) else {
            throw window.binaryProblem("found no header")
        }
        return launch
    }

    /// The annotations of an event as an object.
    private mutating func annotations(
        _ event: PerfettoEvent, _ id: UInt64, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BrokenField) -> JSONValue {
        var members: [JSONValue.Member] = []
        for range in event.annotations {
            let (key, value) = try annotation(bytes, range, id, depth: 0)
            members.append(JSONValue.Member(key, value))
        }
        return .object(members)
    }

    private mutating func annotation(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ id: UInt64, depth: Int
    ) throws(BrokenField) -> (String, JSONValue) {
        var (key, value, list) = ("", JSONValue.null, [JSONValue]())
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            switch field.value {
            case .number(let number):
                switch field.number {
                case 1: key = withSequence(id) { $0.keys[number] ?? "" }
                case 2: value = .bool(number != 0)
                case 3: value = .number(number)
                case 4: value = .number(Int64(bitPattern: number))
                case 17: value = .string(withSequence(id) { $0.texts[number] ?? "" })
                default: break
                }
            case .bytes(let range):
                switch field.number {
                case 6: value = .string(decodedText(bytes, range))
                case 10: key = decodedText(bytes, range)
                case 12 where depth < 4: list.append(try annotation(bytes, range, id, depth: depth + 1).1)
                default: break
                }
            }
        }
        return (key, list.isEmpty ? value : .array(list))
    }
}
