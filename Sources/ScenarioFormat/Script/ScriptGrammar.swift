import SchedulerCore
import SchedulerSimulation
import Text

/// The script language as data: its commands with usage and meaning, and what may come next on a line.
public enum ScriptGrammar {
    /// The most completions that are offered.
    public static let completionLimit = 200

    /// Whole lines that begin with `prefix`, its last word completed: commands, names, events or options that may come
    /// next. In the order of the grammar and of registration; empty if nothing fits. O(names).
    public static func completions(for prefix: String, names: ScriptNames) -> [String] {
        let (head, word) = splitLastWord(prefix)
        let offered = candidates(after: words(head), names: names)
        var result: [String] = []
        // A lane is found by its own name, too.
        let lane = PauseTarget.lanePrefix + word
        for candidate in offered where candidate != word && (candidate.hasPrefix(word) || candidate.hasPrefix(lane)) {
            result.append(head + candidate)
            if result.count == completionLimit { break }
        }
        return result
    }

    /// The prefix up to its last separator, and the word after it; a quotation mark that is still open belongs to the word.
    private static func splitLastWord(_ prefix: String) -> (head: String, word: String) {
        var wordStart = prefix.startIndex
        var isQuoted = false
        var index = prefix.startIndex
        while index < prefix.endIndex {
            let character = prefix[index]
            index = prefix.index(after: index)
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted && (character == " " || character == "," || character == "|" || character == "<") {
                wordStart = index
            }
        }
        return (String(prefix[..<wordStart]), String(prefix[wordStart...]))
    }

    /// The words before the one that is completed, without the line's time.
    private static func words(_ head: String) -> [String] {
        var words = head.split(separator: " ").map(String.init)
        if words.first == "at" { words.removeFirst(min(2, words.count)) }
        if words.first?.hasPrefix("+") == true { words.removeFirst() }
        return words
    }

    private static func candidates(after words: [String], names: ScriptNames) -> [String] {
        guard let first = words.first else { return CommandTable.words + ["at"] }
        var rows = CommandTable.rows(CommandTable.rows, with: first, depth: 0)
        var depth = 1
        while depth < words.count, case let longer = CommandTable.rows(rows, with: words[depth], depth: depth),
            !longer.isEmpty
        {
            rows = longer
            depth += 1
        }
        let next = depth == words.count ? CommandTable.nextWords(rows, depth: depth) : []
        guard let row = rows.first(where: { $0.words.count == depth }) else { return next }
        return next + row.complete(Array(words[depth...]), names)
    }
}

/// The names that a script may use: a scenario's, and those that earlier lines of the script add.
public struct ScriptNames: Sendable {
    /// Tasks, as registered; injected ones last.
    public private(set) var tasks: [String] = []
    /// Sequences.
    public private(set) var sequences: [String] = []
    /// Lanes and clock.
    public let configuration: SchedulerConfiguration
    /// Names of job handlers, for completion only: job names are free.
    public let jobs: [String]
    /// Keys of notification tasks, for completion only: keys are free.
    public let notifications: [String]
    /// The date of t = 0 in nanoseconds since 1970.
    public let epochStart: Int64
    /// For timers without a catchUp of their own.
    let catchUp: CatchUp
    private var known: Set<ByteName> = []
    private var knownSequences: Set<ByteName> = []

    /// The names of `scenario`. O(tasks).
    public init(scenario: Scenario) {
        configuration = scenario.configuration
        epochStart = scenario.epochStart
        catchUp = scenario.catchUp
        jobs = scenario.jobs.behaviours.map { $0.task }
        tasks = scenario.tasks.map { $0.spec.name }
        sequences = scenario.sequences.map { $0.name }
        var keys: [String] = []
        for task in scenario.tasks {
            if case .notification(let key) = task.spec.trigger, !keys.contains(key), keys.count < 1000 {
                keys.append(key)
            }
        }
        notifications = keys
        known = Set(tasks.map(ByteName.init))
        knownSequences = Set(sequences.map(ByteName.init))
    }

    /// Makes a task known, as `inject` and `schedule` do.
    public mutating func add(_ task: String) {
        if known.insert(ByteName(task)).inserted { tasks.append(task) }
    }

    /// Makes a sequence known, as `inject-sequence` does.
    public mutating func addSequence(_ sequence: String) {
        if knownSequences.insert(ByteName(sequence)).inserted { sequences.append(sequence) }
    }

    /// Whether a task or sequence has this name.
    public func contains(_ name: String) -> Bool {
        known.contains(ByteName(name)) || knownSequences.contains(ByteName(name))
    }

    func containsSequence(_ name: String) -> Bool { knownSequences.contains(ByteName(name)) }
}
