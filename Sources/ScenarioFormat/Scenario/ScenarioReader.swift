import SchedulerCore
import SchedulerSimulation

/// Reads scenario files: a strict subset of YAML into a `Scenario`, or every error with line and column.
///
/// Reads only the text it is given. Time is linear in the text, except for cycles, whose search is bounded.
public enum ScenarioReader {
    /// The most tasks of a file.
    public static let maximumTasks = 100_000
    /// The most entries of `after`, `follows` and `steps` together.
    public static let maximumEdges = 1_000_000
    /// The widest name, in columns.
    public static let maximumNameColumns = 256

    /// What a file says, and its errors and lints.
    public struct Result: Sendable {
        /// The scenario; nil if and only if there is an error.
        public var scenario: Scenario?
        /// Errors and warnings, sorted by position.
        public var diagnostics: [Diagnostic]
        /// Where each thing is in the file; empty without a scenario.
        public var places = ScenarioPlaces()
    }

    /// Reads `text`; `file` is the name for messages and, without folders and extension, for a scenario without a name.
    public static func read(text: String, file: String) -> Result {
        read(bytes: Array(text.utf8), file: file)
    }

    /// Reads bytes, which need not be UTF-8; see `read(text:file:)`.
    public static func read(bytes: [UInt8], file: String) -> Result {
        let source: SourceText
        do throws(Diagnostic) {
            source = try SourceText(file: file, bytes: bytes)
        } catch {
            return Result(scenario: nil, diagnostics: [error])
        }
        var builder = ScenarioBuilder(source: source)
        let scenario = builder.build()
        return Result(
            scenario: scenario, diagnostics: builder.report.sorted,
            places: scenario == nil ? ScenarioPlaces() : ScenarioPlaces(builder))
    }
}

/// The diagnostics of one file as they are found; keeps a bounded number of each severity.
struct DiagnosticReport {
    private(set) var diagnostics: [Diagnostic] = []
    private(set) var errorCount = 0
    private var warningCount = 0
    /// Shared by all name suggestions for this file, so that their total work is bounded.
    var nearest = NearestName()

    var hasErrors: Bool { errorCount > 0 }
    var sorted: [Diagnostic] { Diagnostics(diagnostics).all }

    /// Whether no more of this severity are kept.
    func isFull(of severity: Diagnostic.Severity) -> Bool {
        switch severity {
        case .error: errorCount >= Diagnostics.keptLimit
        case .warning: warningCount >= Diagnostics.keptLimit
        }
    }

    mutating func append(_ diagnostic: Diagnostic) {
        switch diagnostic.severity {
        case .error:
            errorCount += 1
            if errorCount <= Diagnostics.keptLimit { diagnostics.append(diagnostic) }
        case .warning:
            warningCount += 1
            if warningCount <= Diagnostics.keptLimit { diagnostics.append(diagnostic) }
        }
    }
}

/// A scenario's file: the text that was read, so that a saved scenario keeps its comments and order.
public struct ReadScenario: Hashable, Sendable {
    /// The file's name, as shown in messages.
    public var file: String
    /// What was read.
    public var text: String

    /// The text of a file.
    public init(file: String, text: String) {
        (self.file, self.text) = (file, text)
    }

    /// The text with the changed values of a scenario; nil if the scenario differs in more than values.
    public func changed(to scenario: Scenario) -> String? {
        guard let original = ScenarioReader.read(text: text, file: file).scenario else { return nil }
        let edited = ScenarioText(original: text).applying(ReadScenario.edits(from: original, to: scenario))
        guard let again = ScenarioReader.read(text: edited, file: file).scenario, again == scenario else { return nil }
        return edited
    }

    private static func edits(from old: Scenario, to new: Scenario) -> [ScenarioEdit] {
        var edits: [ScenarioEdit] = []
        for (before, after) in zip(old.tasks, new.tasks) {
            let name = before.spec.name
            if before.duration != after.duration { edits.append(.duration(task: name, after.duration)) }
            if before.spec.priority != after.spec.priority {
                edits.append(.priority(task: name, after.spec.priority))
            }
            if before.spec.lane != after.spec.lane {
                if let lane = after.spec.lane {
                    if new.configuration.lanes.indices.contains(lane.offset) {
                        edits.append(.lane(task: name, lane: new.configuration.lanes[lane.offset].name))
                    }
                } else {
                    edits.append(.defaultLane(task: name))
                }
            }
            if before.spec.after != after.spec.after { edits.append(.after(task: name, after.spec.after)) }
            if before.statedFollows != after.statedFollows { edits.append(.follows(task: name, after.statedFollows)) }
            if before.assumes != after.assumes { edits.append(.assumes(task: name, after.assumes)) }
            if before.spec.trigger != after.spec.trigger { edits += trigger(after.spec.trigger, of: name) }
            if before.outcome != after.outcome, after.outcome == .success { edits.append(.success(task: name)) }
            if before.spec.blocks != after.spec.blocks, let blocks = after.spec.blocks {
                edits.append(.blocks(task: name, blocks))
            }
        }
        for (before, after) in zip(old.configuration.lanes, new.configuration.lanes) where before.width != after.width {
            edits.append(.width(lane: before.name, after.width))
        }
        if old.configuration.order != new.configuration.order { edits.append(.order(new.configuration.order)) }
        return edits
    }

    /// The edits for a trigger that a change can set.
    private static func trigger(_ trigger: Trigger, of name: String) -> [ScenarioEdit] {
        switch trigger {
        case .startup(let startupClass): [.startupClass(task: name, startupClass)]
        case .events(let events): [.events(task: name, events)]
        case .none, .timer, .notification: []
        }
    }
}

/// The values of one mapping by key.
struct Fields<Key: FileKey> {
    private var entries: [(key: Key, keyOffset: Int, value: YAMLNode)] = []
    /// Where the mapping begins.
    let offset: Int

    init(offset: Int) {
        self.offset = offset
    }

    mutating func append(_ key: Key, _ entry: YAMLEntry) {
        entries.append((key, entry.keyOffset, entry.value))
    }

    /// The value of `key`, nil if the file has none.
    subscript(_ key: Key) -> YAMLNode? { place(of: key).map { entries[$0].value } }

    /// Where `key` is; the mapping's beginning if it is absent.
    func keyOffset(_ key: Key) -> Int { place(of: key).map { entries[$0].keyOffset } ?? offset }

    func has(_ key: Key) -> Bool { place(of: key) != nil }

    /// By index: a search by element would copy each value that it passes.
    private func place(of key: Key) -> Int? { entries.indices.first { entries[$0].key == key } }
}
