import Text

/// `systemd-analyze plot`: the bars of an SVG. A bar's position gives the time and the text after it the unit; the scale
/// at the top gives the length of a point. Newer versions add a title that names what the unit came after.
struct SystemdPlot {
    private struct Bar {
        var kind: String
        var x: Int64
        var width: Int64
        /// Whether it runs to the end of the plot.
        var isOpen = false
        /// Whether it was active for no time, and is not at the end of the plot.
        var isOver = false
    }

    private var tokens: XMLTokens
    private var bar: Bar?
    /// What systemd itself did before the units, until its name is read: the legend has such bars too.
    private var ownWork: [Bar] = []
    /// systemd itself, in the initrd and for good: when it began, and that work.
    private var managers: [(start: Bar, work: [Bar])] = []
    /// The last bar of what runs; for systemd the only one.
    private var active: Bar?
    private var units: [(name: String, bar: Bar)] = []
    private var stages: [(name: String, bar: Bar)] = []
    private var edges: [(unit: String, after: String)] = []
    /// When the boot was finished, and the target that it reached, as the plot says in its title.
    private var finish: Int64?
    private var target: String?
    /// The system and its version of Linux, as the plot says in its title.
    private var version: String?
    /// Where the first stage begins: to the left of 0 if the plot shows the firmware.
    private var beginning: Int64 = 0
    /// Where the plot ends.
    private var edge = Int64.max
    /// Thousandths of a point in a second.
    private var scale: Int64 = 100_000

    private init(_ tokens: XMLTokens) {
        self.tokens = tokens
    }

    /// The boot in a plot.
    static func read(_ window: ByteWindow, name: String) throws(ImportProblem) -> RecordedLaunch {
        var plot = SystemdPlot(XMLTokens(window))
        try plot.readAll()
        // The plot counts from the kernel; the firmware and the loader come before it.
        plot.beginning = plot.stages.reduce(0) { min($0, $1.bar.x) }
        // Targets and sockets take no time, and others wait for them.
        let units = plot.units.compactMap { plot.unit($0.name, $0.bar) }
        // What ran in the initrd says more than the whole of it.
        var kernel = plot.stages.compactMap { plot.unit($0.name, $0.bar) }.filter { stage in
            stage.end > stage.start
                && (stage.name != "initrd" || !units.contains { $0.start >= stage.start && $0.end <= stage.end })
        }
        for manager in plot.managers { kernel += plot.stages(of: manager.start, manager.work, before: units) }
        guard
            var launch = SystemdTrace.launch(
                units, kernel: kernel, edges: plot.edges, finish: plot.finish, target: plot.target, name: name)
        else {
            throw plot.tokens.problem("found no units: the plot of systemd-analyze has bars of class activating")
        }
        let parts = [launch.words.detail, plot.version].compactMap { $0 }
        launch.words.detail = parts.isEmpty ? nil : parts.joined(separator: ", ")
        return launch
    }

    private func unit(_ name: String, _ bar: Bar) -> SystemdTrace.Unit? {
        let (x, isEarly) = bar.x.subtractingReportingOverflow(beginning)
        let start = x.multipliedReportingOverflow(by: 1_000_000_000)
        let length = bar.width.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isEarly, !start.overflow, !length.overflow, start.partialValue >= 0, length.partialValue >= 0 else {
            return nil
        }
        let begin = start.partialValue / scale
        let (end, overflow) = begin.addingReportingOverflow(length.partialValue / scale)
        return overflow || end > Slices.times.upperBound
            ? nil : SystemdTrace.Unit(name: name, start: begin, end: end, isOpen: bar.isOpen, isOver: bar.isOver)
    }

    /// What systemd did from its start to the first unit: its own work, and what is between that. A rest shorter than a moment
    /// is none.
    private func stages(of start: Bar, _ work: [Bar], before units: [SystemdTrace.Unit]) -> [SystemdTrace.Unit] {
        let names = ["security": "security module", "unitsload": "unit files"]
        let work = work.compactMap { unit(names[$0.kind] ?? $0.kind, $0) }.sorted { $0.start < $1.start }
        guard let begin = unit("systemd", start) else { return work.filter { $0.end > $0.start } }
        let moment = (units.map { $0.end }.max() ?? 0) / 500
        var (stages, last) = ([SystemdTrace.Unit](), begin.start)
        func add(until end: Int64) {
            if end - last > moment { stages.append(SystemdTrace.Unit(name: "systemd", start: last, end: end)) }
        }
        for stage in work {
            if stage.start >= last { add(until: stage.start) }
            if stage.start >= begin.start { last = max(last, stage.end) }
            if stage.end > stage.start { stages.append(stage) }
        }
        // In the initrd up to its end, if nothing ran there.
        if let first = units.lazy.map({ $0.start }).filter({ $0 >= last }).min(),
            start.kind == "active" || first <= begin.end
        {
            add(until: first)
        }
        return stages
    }

    private mutating func readAll() throws(ImportProblem) {
        var labelX: Int64?
        var isLabel = false
        while true {
            switch try tokens.next() {
            case .none: return
            case .start:
                if tokens.name == "rect", let kind = tokens.attribute("class") { try readBar(kind) }
                isLabel = tokens.name == "text"
                if isLabel, tokens.attribute("class") == "sec" { labelX = try number("x") } else { labelX = nil }
                if tokens.name == "title" { try readTitle() }
            case .text:
                if isLabel { name(tokens.text, labelX) }
                isLabel = false
            case .end: break
            }
        }
    }

    private mutating func readBar(_ kind: String) throws(ImportProblem) {
        switch kind {
        case "activating", "kernel", "initrd", "firmware", "loader":
            bar = Bar(kind: kind, x: try number("x"), width: try number("width"))
        case "box":
            let (end, overflow) = try number("x").addingReportingOverflow(number("width"))
            edge = overflow ? .max : end
        case "active":
            active = (try? number("x")).map { Bar(kind: kind, x: $0, width: 0) }
            let width = try? number("width")
            bar?.isOver = width == 0
        case "deactivating":
            if let x = try? number("x"), let width = try? number("width"), isAtEdge(x, width) { bar?.isOver = false }
        case "security", "generators", "unitsload":
            ownWork.append(Bar(kind: kind, x: try number("x"), width: try number("width")))
        default: break
        }
    }

    private func number(_ name: StaticString) throws(ImportProblem) -> Int64 {
        let text = Array((tokens.attribute(name) ?? "").utf8)
        guard let value = text.withUnsafeBufferPointer({ ExactDecimal.read($0, scale: 1000) }) else {
            throw tokens.problem("\(name): expected a number")
        }
        return value
    }

    /// Takes a text for the name of the last bar, or for the number of seconds at a line.
    private mutating func name(_ text: String, _ labelX: Int64?) {
        if let labelX {
            let digits = Array(text.utf8.dropLast())
            let seconds = digits.withUnsafeBufferPointer { ExactDecimal.read($0, scale: 1000) }
            if let seconds, seconds > 0, labelX > 0, labelX < Int64.max / 1000 {
                scale = max(1, labelX * 1000 / seconds)
            }
            return
        }
        if text == "systemd" {
            if let start = active ?? ownWork.min(by: { $0.x < $1.x }) { managers.append((start, ownWork)) }
        } else if !ownWork.isEmpty, let bar, bar.kind == "initrd" {
            managers.append((bar, ownWork))
        }
        ownWork = []
        if text.hasPrefix("Startup finished in ") { readFinish(text) }
        guard let bar else {
            version = version ?? Self.version(text)
            return
        }
        self.bar = nil
        let name = String(text.split(separator: " ").first ?? "")
        if bar.kind != "activating" {
            stages.append((bar.kind, bar))
        } else if name.utf8.contains(Byte.period) {
            units.append((name, labelled(bar, text)))
        }
    }

    /// Whether a bar runs to the end of the plot, which begins with the first stage; positions are rounded to thousandths.
    private func isAtEdge(_ x: Int64, _ width: Int64) -> Bool {
        let (end, overflow) = x.addingReportingOverflow(width)
        let (last, isFar) = edge.addingReportingOverflow(min(0, stages.first?.bar.x ?? 0))
        return !overflow && !isFar && end >= last - 2
    }

    /// A bar that runs to the end of the plot, though the label of its unit says that it took less, is as long as that.
    private func labelled(_ bar: Bar, _ label: String) -> Bar {
        var bar = bar
        bar.isOpen = bar.width > 0 && isAtEdge(bar.x, bar.width)
        guard bar.isOpen, let open = label.lastIndex(of: "("), label.last == ")",
            let stated = Self.duration(label[label.index(after: open)...].dropLast()), stated > 0
        else { return bar }
        let (scaled, isLarge) = (stated / 1000).multipliedReportingOverflow(by: scale)
        var shorter = bar
        if !isLarge { shorter.width = min(bar.width, scaled / 1_000_000) }
        return shorter
    }

    /// `Startup finished in 38.563s (kernel) + 1min 55.280s (userspace) = 2min 33.843s`, in a container
    /// `Startup finished in 2.759s (userspace)`; then `graphical.target reached after 2.706s in userspace.`
    private mutating func readFinish(_ text: String) {
        for line in text.split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ")
            if words.count > 1, words[1] == "reached" { target = String(words[0]) }
        }
        let line = text.split(separator: "\n").first ?? ""
        if let total = line.split(separator: "=").last.flatMap({ Self.duration($0) }), total > 0 { finish = total }
    }

    /// `Sailfish OS, Linux 3.4.112` of `Sailfish OS GalaxyS4 (Linux 3.4.112-edp17 #10 SMP) arm`; nil if a text says no version.
    /// The last word before it is the host's name.
    private static func version(_ text: String) -> String? {
        let words = text.split(separator: " ")
        guard let place = words.firstIndex(of: "(Linux"), place + 1 < words.count else { return nil }
        let digits = words[place + 1].utf8.prefix { Byte.isDigit($0) || $0 == Byte.period }
        guard !digits.isEmpty else { return nil }
        let system = words[..<max(0, place - 1)].joined(separator: " ")
        return UniqueNames.fit((system.isEmpty ? "" : system + ", ") + "Linux \(Substring(digits))")
    }

    /// The sum of the lengths in a text, as `1min 55.280s`, in nanoseconds; nil if it has something else that begins with a
    /// digit.
    private static func duration(_ text: Substring) -> Int64? {
        var total: Int64 = 0
        for word in text.split(separator: " ") where word.utf8.first.map(Byte.isDigit) ?? false {
            let digits = Array(word.utf8.prefix { Byte.isDigit($0) || $0 == Byte.period })
            let unit = word.dropFirst(digits.count)
            let units: [(String, Int64)] = [
                ("ms", 1_000_000), ("us", 1000), ("s", 1_000_000_000), ("min", 60_000_000_000),
                ("h", 3_600_000_000_000),
            ]
            guard let length = units.first(where: { $0.0 == unit })?.1,
                let value = digits.withUnsafeBufferPointer({ ExactDecimal.read($0, scale: 1000) }), value < 1 << 28,
                total < 1 << 60
            else { return nil }
            total += value * (length / 1000)
        }
        return total
    }

    /// A title: the unit's name, then lists, of which the one under `After:` counts.
    private mutating func readTitle() throws(ImportProblem) {
        guard case .text = try tokens.next() else { return }
        var unit: String?
        var isAfter = false
        for word in tokens.text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }) {
            if word.last == ":" {
                if unit == nil { unit = String(word.dropLast()) }
                isAfter = word == "After:"
            } else if isAfter, let unit {
                edges.append((unit, String(word)))
            }
        }
    }
}
