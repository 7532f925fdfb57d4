import SchedulerCore
import SchedulerSimulation
import Text

/// The keys of `source`: the recording that a scenario repeats.
enum SourceKey: String, FileKey {
    case format, file, order, tool, package, activity, debuggable, holds, detail, until, rest, cause, inside, help,
        features, codegen

    static var title: String { "source" }
    static var required: [SourceKey] { [.format] }

    /// What a recording may hold.
    static let held = ["launch", "build", "boot"]

    var row: (shape: Shape, summary: String) {
        switch self {
        case .format: (.choice(ImportFormat.allCases.map { $0.rawValue }), "Its format.")
        case .file: (.text, "Its file.")
        case .order: (.text, "The file with the units' order.")
        case .tool: (.text, "The program that wrote it.")
        case .package: (.text, "The Android package.")
        case .activity: (.text, "Its activity that was launched.")
        case .debuggable: (.boolean, "Whether it is a debuggable build.")
        case .holds: (.choice(Self.held), "What it recorded; default: launch.")
        case .detail: (.text, "What was built, or which system booted.")
        case .until: (.text, "The event or task that ends it.")
        case .rest: (.text, "What happens after its last slice.")
        case .cause: (.text, "The reason why it took so long.")
        case .inside: (.text, "What ran inside its longest slices.")
        case .help: (.choice(JobHelp.allCases.map { $0.rawValue }), "What helps a build that waited for jobs.")
        case .features: (.text, "The features of crates that build libraries.")
        case .codegen: (.text, "Codegen times of units.")
        }
    }
}

extension ScenarioBuilder {
    mutating func readSource(_ root: Fields<RootKey>) {
        guard let node = root[.source], let source = fields(node, SourceKey.self),
            let format = choice(source[.format], "format", ImportFormat.allCases.map { ($0.rawValue, $0) })
        else { return }
        var recorded = RecordedSource(format)
        recorded.file = line(source, .file)
        recorded.order = line(source, .order)
        recorded.tool = line(source, .tool)
        (recorded.package, recorded.activity) = (line(source, .package), line(source, .activity))
        recorded.isDebuggable = boolean(source[.debuggable], "debuggable")
        set(&recorded.words, choice(source[.holds], "holds", SourceKey.held.map { ($0, RecordedWords($0)) }))
        recorded.words.detail = line(source, .detail)
        (recorded.words.end, recorded.words.rest) = (line(source, .until), line(source, .rest))
        (recorded.cause, recorded.inside) = (line(source, .cause), line(source, .inside))
        recorded.help = choice(source[.help], "help", JobHelp.allCases.map { ($0.rawValue, $0) })
        (recorded.features, recorded.words.codegen) = (line(source, .features), line(source, .codegen))
        if let node = source[.codegen], let words = recorded.words.codegen, RecordedWords.times(in: words) == nil {
            error(at: node.offset, "codegen: expected units with their times, such as \"syn 120ms, serde 80ms\"")
        }
        scenario.source = recorded
    }

    /// A text for people, as one line.
    private mutating func line(_ source: Fields<SourceKey>, _ key: SourceKey) -> String? {
        source[key].flatMap { text($0, key.rawValue) }.map { DisplayText.clean($0) }
    }
}

extension ScenarioWriter {
    /// The recording that a scenario repeats, as the one line that `readSource` reads.
    static func source(_ source: RecordedSource?) -> [String] {
        guard let source else { return [] }
        let texts: [(SourceKey, String?)] = [
            (.file, source.file), (.order, source.order), (.tool, source.tool), (.package, source.package),
            (.activity, source.activity),
            (.holds, source.words.isLaunch ? nil : source.words.whole),
            (.detail, source.words.detail), (.until, source.words.end), (.rest, source.words.rest),
            (.cause, source.cause), (.inside, source.inside),
            (.help, source.help?.rawValue), (.features, source.features), (.codegen, source.words.codegen),
        ]
        var fields: [Field] = texts.compactMap { key, text in text.map { (key.rawValue, quote($0)) } }
        if let isDebuggable = source.isDebuggable {
            fields.append((SourceKey.debuggable.rawValue, isDebuggable ? "true" : "false"))
        }
        return ["source: \(map([(SourceKey.format.rawValue, source.format.rawValue)] + fields))"]
    }
}
