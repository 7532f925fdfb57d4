import Text
import TraceAnalysis

/// A boot as `systemd-analyze` shows it: `plot` as SVG or JSON, and `dot`, which has the order of units but no times.
enum SystemdTrace {
    /// A unit and when it was activating.
    struct Unit {
        var name: String
        var start: Int64
        var end: Int64
        /// Whether it was not active yet when the plot ends.
        var isOpen = false
        /// Whether it ended as soon as it had started.
        var isOver = false
    }

    /// Units that only the systemd of a user's session has.
    private static let sessionSlices = ["app.slice", "background.slice", "session.slice"]

    /// How the note begins that says what a plot without lists of predecessors lacks; with a graph it is no longer true.
    static let orderNote = "The plot does not say what a unit came after; its order does: "

    /// The targets that a boot, or a user's session, is for, the last one first.
    private static let milestones = ["graphical.target", "multi-user.target", sessionTarget]
    private static let sessionTarget = "default.target"

    /// What a boot was for, and when it was there, where the plot does not say that it ended with it; nil if no unit is that.
    private static func milestone(_ units: [Unit]) -> String? {
        milestones.lazy.compactMap { name in units.first { $0.name == name } }.first.map {
            "\($0.name) reached after \(DurationText.rounded(nanoseconds: $0.end))"
        }
    }

    /// The boot in a plot, as SVG or JSON.
    static func readPlot(_ window: inout ByteWindow, name: String) throws(ImportProblem) -> RecordedLaunch {
        try window.skipBlanks()
        let isSVG = try window.peek() == Byte.less
        return isSVG ? try SystemdPlot.read(window, name: name) : try readJSON(window, name: name)
    }

    /// The boot in a plot as JSON: units with times in microseconds.
    static func readJSON(_ window: ByteWindow, name: String) throws(ImportProblem) -> RecordedLaunch {
        var tokens = JSONTokens(window)
        guard case .arrayStart = try tokens.next() else { throw tokens.problem("expected a list of units") }
        var units: [Unit] = []
        while true {
            let token = try tokens.next()
            if case .arrayEnd = token { break }
            let value = try tokens.value(from: token)
            guard let unit = value["name"]?.string, let start = value["activating"]?.count(scale: 1000), start >= 0
            else {
                throw tokens.problem("a unit lacks its name, or the time at which it was activating")
            }
            let time = value["time"]?.count(scale: 1000) ?? 0
            guard time >= 0 else { throw tokens.problem("time: must not be negative") }
            let (end, overflow) = start.addingReportingOverflow(time)
            guard !overflow, end <= Slices.times.upperBound else { throw tokens.problem("time: too large") }
            units.append(Unit(name: unit, start: start, end: end))
        }
        guard let launch = launch(units, kernel: [], edges: [], finish: nil, name: name) else {
            throw tokens.problem("found no units")
        }
        return launch
    }

    /// So much later than a target began a unit may have ended that it waited for: systemd notes the two one after the other.
    static let skew: Int64 = 5_000_000

    /// A target that began a little before a unit ended, and right after no other one, waited for that unit: it ended when the
    /// target began.
    private static func joinTargets(_ units: inout [Unit]) {
        let working = units.indices.filter { index in
            !BootUnit.isTarget(units[index].name) && !BootUnit.isDevice(units[index].name)
        }
        let ends = working.map { units[$0].end }.sorted()
        let targets = units.filter { BootUnit.isTarget($0.name) }.map { $0.start }.sorted().filter { start in
            let place = ends.partitionPoint { $0 > start } - 1
            return place < 0 || ends[place] < start - skew
        }
        for index in working where units[index].end - units[index].start > skew {
            let place = targets.partitionPoint { $0 >= units[index].end - skew }
            if place < targets.count, targets[place] < units[index].end { units[index].end = targets[place] }
        }
    }

    /// The boot of these units; `kernel` are the stages before them, `edges` say which unit came after which, `finish` is when
    /// it was over, `target` is the unit that it ended with, which counts where both are known.
    static func launch(
        _ units: [Unit], kernel: [Unit], edges: [(unit: String, after: String)], finish: Int64?,
        target: String? = nil, name: String
    ) -> RecordedLaunch? {
        let isSession =
            units.contains { sessionSlices.contains($0.name) || target == nil && $0.name == sessionTarget }
            || target == sessionTarget
        var units = units
        let goal = target.flatMap { target in units.firstIndex { $0.name == target } }.map { units.remove(at: $0) }
        if edges.isEmpty {
            var all = units + (goal.map { [$0] } ?? [])
            joinTargets(&all)
            units = goal == nil ? all : all.dropLast()
        }
        // Slices and scopes only group others.
        units.removeAll { $0.start == $0.end && ($0.name.hasSuffix(".slice") || $0.name.hasSuffix(".scope")) }
        // The title has whole milliseconds.
        let last = finish.flatMap { finish in units.map { $0.start }.filter { $0 < finish + 1_000_000 }.max() }
        let finish = goal?.end ?? finish.map { max($0, last ?? $0) }
        if let finish { units.removeAll { $0.start > finish } }
        if let goal { units.append(goal) }
        let length = finish ?? (units + kernel).map { $0.end }.max() ?? 0
        guard !units.isEmpty, length > 0 else { return nil }
        let made = edges.isEmpty ? joinMade(&units, moment: length / 500) : []
        let kernel = kernel.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var launch = RecordedLaunch(
            name: name, source: "systemd-analyze", lanes: [.init("main"), .init("units", isThread: false)], runs: [],
            length: length)
        for stage in kernel {
            launch.runs.append(.init(stage.name, lane: 0, start: stage.start, end: min(stage.end, length)))
        }
        for unit in units {
            launch.runs.append(.init(unit.name, lane: 1, start: unit.start, end: min(unit.end, length)))
            launch.runs[launch.runs.count - 1].isCut = unit.isOpen || goal != nil && unit.end > length
            // The unit of a device only waits until the hardware is there.
            launch.runs[launch.runs.count - 1].isSpan = BootUnit.isDevice(unit.name)
        }
        launch.words = RecordedWords("boot")
        let details = [isSession ? FormatAdvice.session : nil, goal == nil ? milestone(units) : nil].compactMap { $0 }
        if !details.isEmpty { launch.words.detail = details.joined(separator: ", ") }
        if let goal { launch.words.end = UniqueNames.fit(goal.name) }
        if let goal { launch.notes.append("The boot ends with \(UniqueNames.fit(goal.name)), as the plot says.") }
        let open = units.filter { $0.isOpen && $0.name != goal?.name }
        if let first = open.first {
            launch.notes.append(
                "Not active when the plot ends: \(UniqueNames.fit(first.name))"
                    + (open.count > 1 ? " and \(Format.count(open.count - 1, "more unit"))." : "."))
        }
        if let note = overNote(units) { launch.notes.append(FormatAdvice.commands(note, isSession: isSession)) }
        launch.root = "boot"
        if edges.isEmpty {
            launch.addEdges(deviceEdges(units) + made, areAll: false)
            let standard = standardEdges(units)
            launch.addEdges(standard.filter { !BootOrder.isAll(of: $0.unit) }, areAll: false)
            launch.addEdges(standard.filter { BootOrder.isAll(of: $0.unit) })
        } else {
            launch.addEdges(edges)
        }
        if edges.isEmpty {
            launch.notes.append(orderNote + FormatAdvice.orderHint(for: "PLOT.svg", isSession: isSession))
        }
        // The stages follow each other, and a unit the last of them that was over when it began.
        for index in launch.runs.indices where launch.runs[index].after.isEmpty {
            let start = launch.runs[index].start
            let before = kernel.indices.prefix(index).filter { kernel[$0].end <= start }
            launch.runs[index].after = before.max { kernel[$0].end < kernel[$1].end }.map { [$0] } ?? []
        }
        launch.putInOrder()
        return launch
    }

    /// A unit whose name says on which device it works waits for the unit of that device: `systemd-fsck@dev-sda1.service` and
    /// `dev-sda1.swap` for `dev-sda1.device`.
    private static func deviceEdges(_ units: [Unit]) -> [(unit: String, after: String)] {
        let devices = Set(units.lazy.map { $0.name }.filter(BootUnit.isDevice))
        return units.compactMap { unit in
            var device = Substring(unit.name)
            if device.hasSuffix(".service"), let at = device.firstIndex(of: "@") {
                device = device[device.index(after: at)...].dropLast(".service".count)
            } else if device.hasSuffix(".swap") {
                device = device.dropLast(".swap".count)
            } else {
                return nil
            }
            let name = device + ".device"
            return devices.contains(String(name)) ? (unit.name, String(name)) : nil
        }
    }

    /// The order that systemd gives its own units, where the times allow it.
    private static func standardEdges(_ units: [Unit]) -> [(unit: String, after: String)] {
        units.filter { BootOrder.orders($0.name) }.flatMap { unit in
            units.filter { $0.end <= unit.start && BootOrder.isStandard(unit.name, after: $0.name) }
                .map { (unit.name, $0.name) }
        }
    }

    /// So many units that were over at once are named.
    private static let shownOver = 12

    /// Which units ended as soon as they had started; nil if none did.
    private static func overNote(_ units: [Unit]) -> String? {
        let over = units.filter { $0.isOver }.map { UniqueNames.fit($0.name) }
        guard !over.isEmpty else { return nil }
        let more = over.count - shownOver
        return "Over as soon as they had started, as units of Type=oneshot are, or failed ones (systemctl --failed): "
            + over.prefix(shownOver).joined(separator: ", ") + (more > 0 ? " and \(more) more." : ".")
    }

    /// So many units that make devices, and devices of one, are looked at.
    private static let maximumMakers = 64

    /// What makes which device, by `BootUnit.makes`. Such a device, under all of its names, comes when its unit ends, if the two
    /// are less than a moment apart.
    private static func joinMade(_ units: inout [Unit], moment: Int64) -> [(unit: String, after: String)] {
        var edges: [(unit: String, after: String)] = []
        let devices = units.filter { BootUnit.isMade($0.name) }
        for maker in units.filter({ BootUnit.isMaker($0.name) }).prefix(maximumMakers) {
            let named = devices.filter { abs($0.end - maker.end) <= moment && BootUnit.makes(maker.name, $0.name) }
            let ends = Set(named.prefix(maximumMakers).map { $0.end })
            guard !ends.isEmpty else { continue }
            for index in units.indices where BootUnit.isDevice(units[index].name) {
                let end = units[index].end
                guard ends.contains(where: { abs($0 - end) <= BootUnit.alias }) else { continue }
                units[index].start = max(units[index].start, maker.end)
                units[index].end = max(units[index].end, units[index].start)
                edges.append((units[index].name, maker.name))
            }
        }
        return edges
    }

    /// The order of units in a graph: edges in green, each from a unit to the one that it came after. Times are 0.
    static func readDot(_ window: ByteWindow, name: String) throws(ImportProblem) -> RecordedLaunch {
        var window = window
        let bytes = try window.rest(limit: 64 << 20)
        var edges: [(unit: String, after: String)] = []
        var names: [String] = []
        var seen: Set<String> = []
        for line in bytes.split(separator: Byte.newline) where line.holds("->") && line.holds("green") {
            let parts = line.split(separator: Byte.doubleQuote, omittingEmptySubsequences: false)
            guard parts.count >= 5 else { continue }
            let pair = [parts[1], parts[3]].map { String(decoding: $0, as: UTF8.self) }
            edges.append((pair[0], pair[1]))
            for unit in pair where seen.insert(unit).inserted { names.append(unit) }
        }
        guard !edges.isEmpty else {
            throw window.problem("found no order: the graph of systemd-analyze dot --order draws the order in green")
        }
        var launch = RecordedLaunch(
            name: name, source: "systemd-analyze dot", lanes: [.init("main"), .init("units", isThread: false)],
            runs: names.map { .init($0, lane: 1, start: 0, end: 0) }, length: 0)
        launch.edges = edges
        launch.addEdges(edges)
        launch.notes.append("The graph has no times, so no task takes time. Import it together with the plot.")
        launch.sortByEdges()
        return launch
    }
}

extension RecordedLaunch {
    /// Adds edges by names; those that the times contradict are counted and left out. `areAll`: a unit that they name waited
    /// for nothing else.
    mutating func addEdges(_ edges: [(unit: String, after: String)], areAll: Bool = true) {
        var places: [String: Int] = [:]
        for (index, run) in runs.enumerated() where places[run.name] == nil { places[run.name] = index }
        var known = runs.map { Set($0.after) }
        var unfit = 0
        for edge in edges {
            guard let task = places[edge.unit], let other = places[edge.after], task != other else { continue }
            let late = runs[other].end - runs[task].start
            if late > tolerance, late <= SystemdTrace.skew, BootUnit.isTarget(runs[task].name),
                runs[other].start < runs[task].start
            {
                runs[other].end = runs[task].start
            }
            if runs[other].end > runs[task].start + tolerance {
                unfit += 1
            } else if known[task].insert(other).inserted {
                runs[task].after.append(other)
                runs[task].statesAll = areAll
            }
        }
        if unfit > 0 {
            notes.append(
                "\(Format.count(unfit, "edge")) that the times contradict: the unit began before the other had ended.")
        }
    }
}
