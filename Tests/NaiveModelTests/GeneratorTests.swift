import Testing

@testable import NaiveModel
@testable import ScenarioFormat

/// That random worlds leave nothing of the two languages out: what is never drawn is never compared.
@Suite struct GeneratorTests {
    /// The texts of several thousand worlds.
    private static let worlds: [(yaml: String, script: String)] = (1...3000).map { seed in
        var generator = Generator(seed: UInt64(seed))
        let world = generator.world()
        return (world.yaml, world.scriptText)
    }

    /// Keys that change nothing of what is compared, and those whose values come from a hash of the seed.
    private static let leftOut: Set<String> = [
        "schema", "name", "seed", "group", "notes", "maximumInterval", "jitter", "data", "script",
        // Says which of `follows` are assumptions; the rules know no difference.
        "assumes",
    ]

    @Test("Every key of a scenario is in some world")
    func keys() {
        var keys: [String] = []
        func add<Key: FileKey>(_ table: Key.Type) { keys += table.allCases.map(\.rawValue) }
        add(RootKey.self)
        add(ClockKey.self)
        add(LimitsKey.self)
        add(LaneKey.self)
        add(ClassesKey.self)
        add(TaskKey.self)
        add(RetryKey.self)
        add(SequenceKey.self)
        add(JobsKey.self)
        add(JobBehaviourKey.self)
        add(EnqueueKey.self)
        var drawn: Set<Substring> = []
        for world in Self.worlds {
            for word in world.yaml.split(whereSeparator: { " {,\n".contains($0) }) where word.last == ":" {
                drawn.insert(word.dropLast())
            }
        }
        #expect(Set(keys).subtracting(Self.leftOut).filter { !drawn.contains($0[...]) }.sorted() == [])
    }

    @Test("Every command is in some script, and every option of a new task in one of each kind")
    func commands() {
        var lines: Set<Substring> = []
        for world in Self.worlds { lines.formUnion(world.script.split(separator: "\n")) }
        let commands = lines.map { line -> [Substring] in
            let words = line.split(separator: " ")
            if words[0] == "at" { return Array(words.dropFirst(2)) }
            return words[0].hasPrefix("+") ? Array(words.dropFirst()) : words
        }
        // What only the eye sees, the rules do not know.
        let views = CommandTable.views.map { $0.words }
        let missing = CommandTable.rows.filter { row in
            !views.contains(row.words)
                && !commands.contains { $0.prefix(row.words.count).elementsEqual(row.words) { $0 == $1 } }
        }
        #expect(missing.map { $0.words.joined(separator: " ") } == [])
        let others = NewTaskOption.ofAll.map(\.rawValue)
        for (command, options) in [
            ("inject", NewTaskOption.triggers + others),
            ("schedule", NewTaskOption.ofTimers.map(\.rawValue) + others),
            ("inject-sequence", ["steps", "on", "continue", "timeout", "blocks"]),
        ] {
            let drawn = Set(commands.filter { $0[0] == command }.flatMap { $0.dropFirst(2) })
            #expect(options.filter { !drawn.contains($0[...]) } == [], "\(command)")
        }
    }
}
