import ScenarioFormat
import Text

/// Which part of a trace is the launch.
public struct ImportChoice: Hashable, Sendable {
    /// How many launches are skipped.
    public var number = 0
    /// The process whose slices are read: its name or a part of it; nil: all of them.
    public var process: String?
    /// The thread that becomes lane `main`: its name or a part of it; nil: the app's main thread.
    public var thread: String?
    /// What begins and ends earlier is left out: nanoseconds since the beginning of the launch.
    public var from: Int64?
    /// What begins later is left out: nanoseconds since the beginning of the launch.
    public var until: Int64?
    /// The launch ends with the first slice or task of this name that ends, else of a name that begins so; nil: with another.
    public var last: String?

    /// The first launch, and all of it.
    public init() {}

    /// Whether a process of this name is chosen.
    func includes(_ name: String) -> Bool { process.map { Self.fits(name, $0) } ?? true }

    static func fits(_ name: String, _ wanted: String) -> Bool { name.lowercased().contains(wanted.lowercased()) }

    /// Whether it leaves nothing out of a launch.
    public var isWhole: Bool { options.isEmpty }

    /// Which launch of several was chosen, for standard error; nothing of a single one.
    static func note(
        _ number: Int, of launches: [(name: String, kind: String, first: Int64, last: Int64)]
    ) -> [String] {
        guard launches.count > 1 else { return [] }
        let begin = launches.map { $0.first }.min() ?? 0
        let shown = 12
        let more = launches.count > shown ? " and \(launches.count - shown) more" : ""
        let names = launches.prefix(shown).enumerated().map { place, launch in
            "\(place + 1) \(UniqueNames.fit(launch.name))\(launch.kind) at "
                + DurationText.rounded(nanoseconds: launch.first - begin)
                + " for \(DurationText.rounded(nanoseconds: launch.last - launch.first))"
        }.joined(separator: ", ")
        return ["This is launch \(number + 1) of \(launches.count): \(names)\(more). --launch N chooses another."]
    }

    /// The options of the command line that leave something out.
    public var options: [String] {
        var options: [String] = []
        if process != nil { options.append("--process") }
        if thread != nil { options.append("--thread") }
        if from != nil { options.append("--from") }
        if until != nil || last != nil { options.append("--until") }
        return options
    }
}

/// A choice that fits nothing in the trace; the text lists what there is.
struct WrongChoice: Error {
    let message: String

    /// The most names that are listed, and the most columns of one that may be long.
    private static let (listed, width) = (12, 60)

    private init(_ message: String) { self.message = message }

    /// No slice or task has this name: the nearest one, else what names there are, each once.
    init(_ what: String, _ wanted: String, near names: some Sequence<String>) {
        var seen: Set<[UInt8]> = []
        var each: [String] = []
        for name in names where seen.insert(Array(name.utf8)).inserted { each.append(name) }
        func cut(_ name: String) -> String { DisplayText.cut(UniqueNames.fit(name), to: Self.width) }
        var search = NearestName()
        guard let nearest = search.nearest(to: wanted, among: each) else {
            self.init(what, cut(wanted), among: each.map(cut))
            return
        }
        self.init("no \(what) \(cut(wanted)) in the trace; did you mean \(cut(nearest))?")
    }

    init(_ what: String, _ wanted: String, among names: [String]) {
        let shown = names.prefix(Self.listed).map { UniqueNames.fit($0) }.joined(separator: ", ")
        let more = names.count > Self.listed ? " and \(names.count - Self.listed) more" : ""
        guard !names.isEmpty else {
            message = "no \(what) \(UniqueNames.fit(wanted)) in the trace: it names none"
            return
        }
        message =
            "no \(what) \(UniqueNames.fit(wanted)) in the trace; there \(names.count == 1 ? "is" : "are") \(shown)\(more)"
    }
}

extension ImportChoice {
    /// Of slices or tasks the first that ends and has the wanted name; where none has it, of those whose names begin so.
    static func first(
        named wanted: String, _ what: String, among all: some Sequence<(name: String, end: Int64)>
    ) throws(WrongChoice) -> (name: String, end: Int64) {
        var (same, longer): ((name: String, end: Int64)?, (name: String, end: Int64)?)
        for one in all where one.name.utf8.starts(with: wanted.utf8) {
            let isSame = one.name.utf8.count == wanted.utf8.count
            if isSame, one.end < same?.end ?? .max { same = one }
            if !isSame, one.end < longer?.end ?? .max { longer = one }
        }
        guard let found = same ?? longer else { throw WrongChoice(what, wanted, near: all.lazy.map { $0.name }) }
        return found
    }
}

extension Slices {
    /// What ends the launch by its name: a slice of some tracks, or of all, that ends after an instant.
    func last(_ wanted: String, after first: Int64, on kept: [Bool]?) throws(WrongChoice) -> (name: String, end: Int64)
    {
        try ImportChoice.first(
            named: wanted, "slice",
            among: slices.lazy.filter { $0.end > first && kept?[Int($0.track)] ?? true }.map {
                (name: names.names[Int($0.name)], end: $0.end)
            })
    }

    /// Words in names of processes that are not the app: its helpers, and what the system runs for everyone.
    private static let helpers = [
        "gpu", "utility", ":debug", "windowserver", "xcode", "system_server", "surfaceflinger", "zygote", "backboardd",
        "springboard", "dtservicehub", "instruments", "runningboardd", "launchd", "swapper", "kworker",
    ]

    private static func isHelper(_ process: String) -> Bool { helpers.contains { process.lowercased().contains($0) } }

    /// `process Renderer`; a process without a name is called `process 7` already.
    private static func process(_ name: String) -> String {
        (name.hasPrefix("process ") ? "" : "process ") + UniqueNames.fit(name)
    }

    /// The names of `tracks`, each once, in their order.
    private func names(_ name: (Track) -> String, where isListed: (Int) -> Bool) -> [String] {
        var seen: Set<[UInt8]> = []
        return tracks.indices.filter(isListed).map { name(tracks[$0]) }.filter {
            !$0.isEmpty && seen.insert(Array($0.utf8)).inserted
        }
    }

    /// Which tracks belong to the chosen process; nil: all of them.
    func tracks(of choice: ImportChoice) throws(WrongChoice) -> [Bool]? {
        guard let process = choice.process else { return nil }
        let kept = tracks.map { choice.includes($0.process) }
        guard kept.contains(true) else {
            throw WrongChoice("process", process, among: names({ $0.process }, where: { _ in true }))
        }
        return kept
    }

    /// The track that becomes lane main: the chosen thread; else the busiest thread named main, or the busiest first
    /// thread of a process, of processes that are no helpers if there are others. Nil without threads.
    func mainTrack(_ busy: [Int64], _ choice: ImportChoice) throws(WrongChoice) -> Int? {
        var threads = tracks.indices.filter { busy[$0] > 0 && tracks[$0].isThread }
        if let wanted = choice.thread {
            let fitting = threads.filter { ImportChoice.fits(tracks[$0].name, wanted) }
            guard !fitting.isEmpty else {
                throw WrongChoice("thread", wanted, among: names({ $0.name }, where: { threads.contains($0) }))
            }
            threads = fitting
        }
        let own = threads.filter { !Self.isHelper(tracks[$0].process) }
        if !own.isEmpty { threads = own }
        let named = threads.filter { ImportChoice.fits(tracks[$0].name, "main") }
        let first = threads.filter { tracks[$0].isFirst }
        let among = named.isEmpty ? first.isEmpty ? threads : first : named
        return among.max { (busy[$0], -$0) < (busy[$1], -$1) }
    }

    /// What was chosen, and what else there is.
    func notes(on main: Int, _ busy: [Int64], _ choice: ImportChoice) -> [String] {
        let limit = 5
        func list(_ names: [String]) -> String {
            names.prefix(limit).map { UniqueNames.fit($0) }.joined(separator: ", ")
                + (names.count > limit ? " and \(names.count - limit) more" : "")
        }
        var notes: [String] = []
        if tracks[main].name != "main" { notes.append("Lane main is \(UniqueNames.fit(tracks[main].name)).") }
        let processes = names({ $0.process }, where: { busy[$0] > 0 }).filter {
            !$0.utf8.elementsEqual(tracks[main].process.utf8)
        }
        if !processes.isEmpty, choice.process == nil {
            notes.append(
                "The app is \(Self.process(tracks[main].process)); others are \(list(processes)). --process chooses one."
            )
        }
        let threads = names({ $0.name }, where: { busy[$0] > 0 && tracks[$0].isThread && $0 != main })
        if !threads.isEmpty, choice.thread == nil, tracks[main].name != "main" {
            notes.append("Other threads are \(list(threads)). --thread chooses the one that is main.")
        }
        return notes
    }
}
