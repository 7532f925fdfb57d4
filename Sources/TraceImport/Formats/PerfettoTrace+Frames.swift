import Text

/// Frames as Android's frame timeline has them: each from the instant at which the app began it to the one at which it was
/// drawn, and when the system expected the two.
struct FrameTimeline {
    /// A frame of an app's window.
    struct Frame {
        var process: Int64
        /// What the actual and the expected frame have in common.
        var token: UInt64
        var isExpected: Bool
        var start: Int64
        var end: Int64
        /// The package whose splash screen it shows; nil: it is of the app itself.
        var splash: String?
        /// The activity whose window it shows.
        var activity: String?
        /// What it has in common with the frame of the display that shows it.
        var display: UInt64?
    }

    private var open: [UInt64: Frame] = [:]
    /// Those that were drawn.
    private(set) var frames: [Frame] = []
    private var expected: [Frame] = []
    /// When frames of the display were on it, by their tokens, and which are about to be, by their numbers.
    private var shown: [UInt64: Int64] = [:]
    private var showing: [UInt64: UInt64] = [:]
    /// When the splash screens of packages were drawn first.
    private(set) var splashes: [String: Int64] = [:]

    /// A frame begins; its end names only its number.
    mutating func begin(_ number: UInt64, _ frame: Frame) {
        if open.count < Slices.openLimit { open[number] = frame }
    }

    /// A frame of the display begins.
    mutating func show(_ number: UInt64, _ token: UInt64) {
        if showing.count < Slices.openLimit { showing[number] = token }
    }

    /// When the display showed a frame; nil if the trace does not say.
    func shownTime(_ frame: Frame) -> Int64? {
        frame.display.flatMap { shown[$0] }.flatMap { $0 >= frame.end ? $0 : nil }
    }

    /// What has this number ends.
    mutating func end(_ number: UInt64, at time: Int64) {
        if let token = showing.removeValue(forKey: number) {
            if shown.count < Slices.arrowLimit { shown[token] = time }
            return
        }
        guard var frame = open.removeValue(forKey: number), frames.count + expected.count < Slices.arrowLimit else {
            return
        }
        frame.end = time
        if let splash = frame.splash {
            if splashes.count < Slices.openLimit { splashes[splash] = min(time, splashes[splash] ?? time) }
            return
        }
        if frame.isExpected { expected.append(frame) } else { frames.append(frame) }
    }

    /// Why a frame missed its deadline, in one line; nil if it kept it or the trace states none. `launched` is the instant that
    /// times count from; `delay` says what the app did meanwhile if it began the frame late.
    func missText(_ frame: Frame, since launched: Int64, delay: (_ from: Int64, _ to: Int64) -> String) -> String? {
        let fitting = expected.first { $0.process == frame.process && $0.token == frame.token }
        guard let fitting, frame.end > fitting.end else { return nil }
        func text(_ time: Int64) -> String { DurationText.rounded(nanoseconds: time) }
        let late = frame.start - fitting.start
        let (took, allowed) = (frame.end - frame.start, fitting.end - fitting.start)
        let beginning =
            late > 0 ? "began it \(text(late)) late\(delay(fitting.start, frame.start))" : "began it in time"
        let work = took > allowed ? "took \(text(took)) for it instead of \(text(allowed))" : ""
        let steps = period.map { "; the display shows a frame every \(text($0)): what is saved counts in such steps" }
        return "the first frame missed its deadline at \(text(fitting.end - launched)) by "
            + "\(text(frame.end - fitting.end)): the app \(beginning)\(work.isEmpty ? "" : " and \(work)")\(steps ?? "")"
    }

    /// The time between two frames of the display, by when it expected those of the apps: what most of the shortest ones have in
    /// common; nil if there are too few.
    private var period: Int64? {
        let starts = expected.map { $0.start }.sorted()
        let lengths = zip(starts, starts.dropFirst()).map { $1 - $0 }.filter { $0 >= Self.shortestPeriod }.sorted()
        guard let least = lengths.first else { return nil }
        let alike = lengths.prefix { $0 < least + least / 4 }
        return alike.count < 3 ? nil : alike[alike.count / 2]
    }

    /// No display shows more than 250 frames a second.
    private static let shortestPeriod: Int64 = 4_000_000
}

extension PerfettoTrace {
    /// Takes in an event of the frame timeline: of what an app's windows show, or are expected to, the beginning, of anything the
    /// end. What a splash screen shows is no frame of the app.
    mutating func takeFrame(
        _ packet: PerfettoPacket, _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) throws(BrokenField) {
        guard let stamp = packet.timestamp.flatMap({ Int64(exactly: $0) }),
            let time = onMainClock(stamp, packet.clock), Slices.times.contains(time)
        else { return }
        var fields = ProtobufFields(bytes, range)
        while let field = try fields.next() {
            guard case .bytes(let range) = field.value else { continue }
            switch field.number {
            case 2:
                let (numbers, _) = try numbersAndText(bytes, range, text: 5)
                if let number = numbers[1], let token = numbers[2] { frames.show(number, token) }
            case 3, 4:
                let (numbers, layer) = try numbersAndText(bytes, range, text: 5)
                let splash = layer.flatMap(Self.splash(ofLayer:))
                if splash != nil, field.number == 3 { continue }
                let process = Int64(clamping: numbers[4] ?? 0)
                frames.begin(
                    numbers[1] ?? 0,
                    FrameTimeline.Frame(
                        process: process, token: numbers[2] ?? 0, isExpected: field.number == 3, start: time, end: time,
                        splash: splash, activity: layer.flatMap(Self.activity(ofLayer:)), display: numbers[3]))
                if splash == nil, processNames[process] == nil, let name = layer.flatMap({ Self.package(ofLayer: $0) })
                {
                    processNames[process] = name
                }
            case 5: frames.end(try numbers(bytes, range)[1] ?? 0, at: time)
            default: break
            }
        }
    }

    /// Why the first frame of a process missed its deadline, with what its main thread did if it began the frame late.
    func missText(_ frame: FrameTimeline.Frame, of process: String, since launched: Int64, _ slices: Slices) -> String?
    {
        frames.missText(frame, since: launched) { slices.mainText(of: process, from: $0, to: $1) }
    }

    /// How much of a launch is the display's, after the app has drawn its first frame.
    func displayText(_ time: Int64) -> String {
        "the display showed the first frame \(DurationText.rounded(nanoseconds: time)) after it was drawn, which no change to "
            + "the app shortens"
    }

    /// What the launch's own span is after the last slice.
    func rest(of root: String, _ drawn: FrameTimeline.Frame?, since first: Int64) -> String {
        guard root == Self.frame else { return "what the system did until it called the launch complete" }
        guard let drawn, let shown = frames.shownTime(drawn) else {
            return "the frame is drawn; the display shows it at a later tick"
        }
        func text(_ time: Int64) -> String { DurationText.rounded(nanoseconds: time) }
        return "the frame, begun at \(text(drawn.start - first)), was drawn at \(text(drawn.end - first)) "
            + "and on the display at \(text(shown - first)): these \(text(shown - drawn.end)) stay"
    }

    /// The package whose splash screen a layer is: `com.shop` of `TX - Splash Screen com.shop#4`.
    private static func splash(ofLayer layer: String) -> String? {
        let start = "Splash Screen "
        let name = layer.hasPrefix("TX - ") ? layer.dropFirst(5) : layer[...]
        return name.hasPrefix(start) ? String(name.dropFirst(start.count).prefix { $0 != "#" && $0 != "/" }) : nil
    }

    /// How long before an instant the splash screen of a package was drawn, for a note; empty if none was by then.
    func splashText(_ package: String, before first: Int64) -> String {
        guard let drawn = frames.splashes[package], drawn < first else { return "" }
        return
            " Its splash screen was drawn \(DurationText.rounded(nanoseconds: first - drawn)) before: the launch began earlier."
    }

    /// The package that a window's layer belongs to: `com.shop` of `TX - com.shop/com.shop.MainActivity#4`.
    private static func package(ofLayer layer: String) -> String? {
        let name = layer.hasPrefix("TX - ") ? layer.dropFirst(5) : layer[...]
        guard let slash = name.firstIndex(of: "/"), name[..<slash].utf8.contains(Byte.period) else { return nil }
        let package = name[..<slash]
        return package.utf8.contains(Byte.space) ? nil : String(package)
    }

    /// The activity that a window's layer belongs to: `com.shop.MainActivity` of `TX - com.shop/com.shop.MainActivity#4`.
    private static func activity(ofLayer layer: String) -> String? {
        guard package(ofLayer: layer) != nil, let slash = layer.firstIndex(of: "/") else { return nil }
        let name = layer[layer.index(after: slash)...].prefix { $0 != "#" }
        return name.utf8.contains(Byte.period) && !name.utf8.contains(Byte.space) ? String(name) : nil
    }

    /// The first frame of a process that began in a stretch of time and was drawn; nil if the trace has none.
    func drawnFrame(of process: String, from first: Int64, to last: Int64) -> FrameTimeline.Frame? {
        frames.frames.filter { frame in
            frame.start >= first && frame.start < last
                && (processNames[frame.process] ?? "process \(frame.process)") == process
        }.min { $0.end < $1.end }
    }

    /// When the first frame of a process that began in a stretch of time was drawn; else when a thread of it had drawn one. Nil
    /// if the trace has none. `beginnings` are those of the slices that draw.
    func firstFrame(
        of process: String, from first: Int64, to last: Int64, in slices: Slices,
        drawn beginnings: [String] = ["DrawFrame"]
    ) -> Int64? {
        if let frame = drawnFrame(of: process, from: first, to: last) { return frame.end }
        let drawn = slices.slices.filter { slice in
            slice.start >= first && slice.start < last && slices.tracks[Int(slice.track)].process == process
        }
        for beginning in beginnings {
            let ends = drawn.filter { slices.names.names[Int($0.name)].hasPrefix(beginning) }.map { $0.end }
            if let end = ends.min() { return end }
        }
        return nil
    }
}
