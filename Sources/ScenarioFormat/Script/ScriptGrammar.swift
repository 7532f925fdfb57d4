import SchedulerCore

/// The script language as data: its commands with usage and meaning, and what may come next on a line.
public enum ScriptGrammar {
    /// A command by its word.
    public enum Command: String, CaseIterable, Sendable {
        case launch, background, foreground
        case memoryWarning = "memory-warning"
        case terminate, interrupt
        case openURL = "open-url"
        case crash, fire, tick, advance, wait, post, pause, resume, destroy, inject, schedule, start, queue, enqueue
        case expect, note, speed

        /// The arguments, as PRODUCT writes them; empty where there are none.
        public var usage: String {
            switch self {
            case .launch, .background, .foreground, .memoryWarning, .terminate, .interrupt, .crash: ""
            case .openURL: "URL"
            case .fire: "EVENT[|EVENT…]"
            case .tick: "[N]"
            case .advance: "DURATION"
            case .wait: "until NAME done | until launched|idle|drained"
            case .post: "KEY [JSON]"
            case .pause, .resume: "NAME or lane:NAME"
            case .destroy: "NAME"
            case .inject:
                "NAME on EVENT[,EVENT] [priority P] [after A,B] [lane L] [duration D] [auto-remove]"
            case .schedule: "NAME [at DATE] every D [times N] [duration D]"
            case .start: "SEQUENCE"
            case .queue: "start|stop|empty | retry N | discard N | remove N"
            case .enqueue: "TASK [JSON]"
            case .expect: "order A < B | A ran N | A not run | A failed | state S | launch <= D | queue N | no warnings"
            case .note: "TEXT"
            case .speed: "X"
            }
        }
    }

    /// The most completions that are offered.
    public static let completionLimit = 200

    /// Whole lines that begin with `prefix`, its last word completed: commands, names, events or options, whatever may stand
    /// there. In the order of the grammar and of registration; empty where nothing fits. O(names).
    public static func completions(for prefix: String, names: ScriptNames) -> [String] {
        let (head, word) = splitLastWord(prefix)
        let offered = candidates(after: words(head), names: names)
        var result: [String] = []
        for candidate in offered where candidate.hasPrefix(word) && candidate != word {
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
        guard let first = words.first else { return Command.allCases.map { $0.rawValue } + ["at"] }
        guard let command = Command(rawValue: first) else { return [] }
        let arguments = Array(words.dropFirst())
        switch command {
        case .launch, .background, .foreground, .memoryWarning, .terminate, .interrupt, .crash, .openURL, .tick,
            .advance,
            .note, .speed:
            return []
        case .fire: return EventNames.all
        case .wait: return waitCandidates(arguments, names)
        case .post: return arguments.isEmpty ? names.notifications.map(ScriptWriter.name) : []
        case .pause, .resume:
            let lanes = names.configuration.lanes.map { "lane:" + ScriptWriter.name($0.name) }
            return arguments.isEmpty ? taskNames(names) + lanes : []
        case .destroy: return arguments.isEmpty ? taskNames(names) : []
        case .inject: return injectCandidates(arguments, names)
        case .schedule:
            return arguments.isEmpty ? [] : unused(["at", "every", "times", "duration"], arguments)
        case .start: return arguments.isEmpty ? names.sequences.map(ScriptWriter.name) : []
        case .queue: return arguments.isEmpty ? QueueWord.allCases.map { $0.rawValue } : []
        case .enqueue: return arguments.isEmpty ? names.jobs.map(ScriptWriter.name) : []
        case .expect: return expectCandidates(arguments, names)
        }
    }

    private static func taskNames(_ names: ScriptNames) -> [String] {
        (names.tasks + names.sequences).map(ScriptWriter.name)
    }

    private static func unused(_ options: [String], _ arguments: [String]) -> [String] {
        options.filter { !arguments.contains($0) && arguments.last.map(options.contains) != true }
    }

    private static func waitCandidates(_ arguments: [String], _ names: ScriptNames) -> [String] {
        switch arguments.count {
        case 0: ["until"]
        case 1: ["launched", "idle", "drained"] + taskNames(names)
        case 2: ["launched", "idle", "drained"].contains(arguments[1]) ? [] : ["done"]
        default: []
        }
    }

    private static func injectCandidates(_ arguments: [String], _ names: ScriptNames) -> [String] {
        if arguments.count < 2 { return arguments.isEmpty ? [] : ["on"] }
        let separated = arguments.last?.hasSuffix(",") == true
        let last = separated ? arguments.dropLast().last : arguments.last
        switch last {
        case "on": return EventNames.all
        case "priority": return Priority.allCases.map { "\($0)" }
        case "after": return taskNames(names)
        case "lane": return names.configuration.lanes.map { ScriptWriter.name($0.name) }
        case "duration": return []
        default: return unused(["priority", "after", "lane", "duration", "auto-remove"], arguments)
        }
    }

    private static func expectCandidates(_ arguments: [String], _ names: ScriptNames) -> [String] {
        guard let first = arguments.first else {
            return ["order", "state", "launch", "queue", "no"] + taskNames(names)
        }
        switch first {
        case "order": return taskNames(names)
        case "state": return arguments.count == 1 ? LifecycleState.allCases.map { "\($0)" } : []
        case "launch": return arguments.count == 1 ? ["<="] : []
        case "queue": return []
        case "no": return arguments.count == 1 ? ["warnings"] : []
        default:
            if arguments.count == 1 { return ["ran", "not run", "failed", "skipped", "missed"] }
            return arguments.count == 2 && arguments[1] == "not" ? ["run"] : []
        }
    }
}

/// What may follow `queue`.
enum QueueWord: String, CaseIterable {
    case start, stop, empty, retry, discard, remove
}
