import Text
import SchedulerCore
import SchedulerSimulation

/// Reading single values. Each returns nil after it has reported what is wrong; `key` names the value in messages.
extension ScenarioBuilder {
    /// The mapping `node` by keys; reports unknown keys with the nearest name, and missing required ones.
    mutating func fields<Key: FileKey>(_ node: YAMLNode, _: Key.Type) -> Fields<Key>? {
        guard case .mapping(let entries) = node.content else {
            wrongKind(node, "\(Key.title): expected keys and values")
            return nil
        }
        var fields = Fields<Key>(offset: node.offset)
        for entry in entries {
            if let key = Key(rawValue: entry.key) {
                fields.append(key, entry)
            } else {
                error(
                    at: entry.keyOffset, "unknown key \(quoted(entry.key)) in \(Key.title)\(hint(entry.key, Key.self))")
            }
        }
        for key in Key.required where !fields.has(key) {
            error(at: node.offset, "\(Key.title) needs the key \"\(key.rawValue)\"")
        }
        return fields
    }

    /// `; did you mean "after"?` for a key that is near one of ours, or what other tools call it.
    private mutating func hint<Key: FileKey>(_ key: String, _: Key.Type) -> String {
        let letters = key.lowercased().filter { $0.isLetter }
        if let meant = Key.synonyms[letters] { return "; did you mean \(quoted(meant.rawValue))?" }
        return report.nearest.hint(for: key, among: Key.names)
    }

    /// Reports a value of the wrong kind, unless it was refused before.
    mutating func wrongKind(_ node: YAMLNode, _ message: String) {
        switch node.content {
        case .refused, .unread: break
        case .empty: error(at: node.offset, message + ", found nothing")
        case .scalar(let text): error(at: node.offset, message + ", found \(quoted(text))")
        case .sequence: error(at: node.offset, message + ", found a list")
        case .mapping: error(at: node.offset, message + ", found keys and values")
        }
    }

    mutating func text(_ node: YAMLNode?, _ key: String) -> String? {
        guard let node else { return nil }
        guard case .scalar(let text) = node.content else {
            wrongKind(node, "\(key): expected text")
            return nil
        }
        return text
    }

    /// A name: not empty, without control characters, of limited width.
    mutating func name(_ node: YAMLNode, _ key: String) -> NameReference? {
        guard let text = text(node, key) else { return nil }
        if let problem = NameRule.problem(with: text) {
            error(at: node.offset, "\(key): \(problem)")
            return nil
        }
        return NameReference(name: text, offset: node.offset)
    }

    /// The entries of a mapping whose keys are names, which are checked; none after an error or if it is absent.
    mutating func entries(_ node: YAMLNode?, _ key: String, _ expected: String) -> [YAMLEntry] {
        guard let node else { return [] }
        guard case .mapping(let entries) = node.content else {
            if case .empty = node.content { return [] }
            wrongKind(node, "\(key): expected \(expected)")
            return []
        }
        for entry in entries {
            if let problem = NameRule.problem(with: entry.key) { error(at: entry.keyOffset, "\(key): \(problem)") }
        }
        return entries
    }

    /// One value or a list of them.
    func elements(_ node: YAMLNode) -> [YAMLNode] {
        if case .sequence(let elements) = node.content { return elements }
        return [node]
    }

    /// The entries of a list; nil after an error. An absent value is an empty list.
    mutating func list(_ node: YAMLNode?, _ key: String) -> [YAMLNode] {
        guard let node else { return [] }
        switch node.content {
        case .sequence(let elements): return elements
        case .empty: return []
        case .mapping where key == "tasks":
            error(at: node.offset, "tasks: expected a list, found keys and values; begin each task with \"- name:\"")
            return []
        case .scalar, .mapping, .refused, .unread:
            wrongKind(node, "\(key): expected a list")
            return []
        }
    }

    mutating func names(_ node: YAMLNode?, _ key: String) -> [NameReference] {
        guard let node else { return [] }
        return elements(node).compactMap { name($0, key) }
    }

    /// A whole number within the limits of `shape`.
    mutating func integer<Number: FixedWidthInteger>(_ node: YAMLNode?, _ key: String, _ shape: Shape) -> Number? {
        guard let node else { return nil }
        let range = shape.limits(of: Number.self)
        guard case .scalar(let text) = node.content, node.style == .plain else {
            wrongKind(node, "\(key): expected a whole number without quotes")
            return nil
        }
        let number: Number? = NumberText.integer(text)
        if let number, range.lowerBound == range.upperBound, number != range.lowerBound {
            error(at: node.offset, "\(key) \(text) is not supported; write \(range.lowerBound)")
            return nil
        }
        guard let number, range.contains(number) else {
            let limits =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            error(at: node.offset, "\(key): \(quoted(text)) is not a whole number, \(limits)")
            return nil
        }
        return number
    }

    /// A number with up to three decimals within the limits of `shape`, in thousandths.
    mutating func thousandths(_ node: YAMLNode?, _ key: String, _ shape: Shape) -> Int? {
        guard let node, case .decimal(let range) = shape, let text = text(node, key) else { return nil }
        if let number = NumberText.decimal(text, scale: 1000),
            (range.lowerBound * 1000...range.upperBound * 1000).contains(number)
        {
            return number
        }
        error(
            at: node.offset,
            "\(key): \(quoted(text)) is not a number from \(range.lowerBound) to \(range.upperBound) with up to three decimals"
        )
        return nil
    }

    mutating func boolean(_ node: YAMLNode?, _ key: String) -> Bool? {
        choice(node, key, [("true", true), ("false", false)])
    }

    /// One of the words of `table`, as what it means; reports any other with the nearest of them.
    mutating func choice<Value>(
        _ node: YAMLNode?, _ key: String, _ table: [(word: String, value: Value)]
    ) -> Value? {
        guard let node, let text = text(node, key) else { return nil }
        if let row = table.first(where: { $0.word == text }) { return row.value }
        let words = table.map { $0.word }
        let hint = report.nearest.hint(for: text, among: words)
        error(at: node.offset, "\(key): \(quoted(text)) is not one of \(words.joined(separator: ", "))\(hint)")
        return nil
    }

    /// A scalar parsed by `read`, which reports a problem at the value.
    private mutating func parsed<Value>(
        _ node: YAMLNode?, _ key: String, _ expected: String, _ read: (String) throws(TextProblem) -> Value
    ) -> Value? {
        guard let node else { return nil }
        guard case .scalar(let text) = node.content else {
            wrongKind(node, "\(key): expected \(expected)")
            return nil
        }
        do throws(TextProblem) {
            return try read(text)
        } catch {
            self.error(at: node.offset, "\(key): \(error.message)")
            return nil
        }
    }

    mutating func duration(_ node: YAMLNode?, _ key: String) -> Nanoseconds? {
        parsed(node, key, "a duration", DurationText.duration)
    }

    mutating func durationModel(_ node: YAMLNode, _ key: String) -> DurationModel? {
        guard case .sequence(let elements) = node.content else {
            return parsed(node, key, "a duration", DurationModelText.read)
        }
        let samples = elements.compactMap { duration($0, key) }
        if elements.isEmpty { error(at: node.offset, "\(key): a list of samples needs at least one") }
        guard !elements.isEmpty, samples.count == elements.count else { return nil }
        return .samples(samples)
    }

    mutating func outcome(_ node: YAMLNode, _ key: String) -> OutcomeModel? {
        let nodes = elements(node)
        let chances = nodes.compactMap { parsed($0, key, "an outcome", OutcomeText.read) }
        if nodes.isEmpty { error(at: node.offset, "\(key): a list of outcomes needs at least one") }
        guard !nodes.isEmpty, chances.count == nodes.count else { return nil }
        return .attempts(chances)
    }

    /// A date in nanoseconds since 1970.
    mutating func date(_ node: YAMLNode?, _ key: String) -> Int64? {
        parsed(node, key, "a date", DateText.read)
    }

    mutating func events(_ node: YAMLNode, _ key: String) -> EventSet {
        var set = EventSet()
        for element in elements(node) {
            guard let text = text(element, key) else { continue }
            if let event = EventNames.event(named: text) {
                set.insert(EventSet(event))
            } else {
                var hint = report.nearest.hint(for: text, among: EventNames.all)
                if hint.isEmpty { hint = "; events are \(EventNames.short.map { $0.name }.joined(separator: ", ")), …" }
                error(at: element.offset, "\(key): unknown event \(quoted(text))\(hint)")
            }
        }
        return set
    }
}

/// Gives `place` what the file says; where it says nothing, `place` keeps its default.
func set<Value>(_ place: inout Value, _ value: Value?) {
    if let value { place = value }
}

/// What a name must be.
enum NameRule {
    /// Why `name` is not a valid name; nil if it is.
    static func problem(with name: String) -> String? {
        if name.isEmpty { return "a name cannot be empty" }
        if name.unicodeScalars.contains(where: DisplayText.isControl) {
            return "\(quoted(name)) contains a control character; remove it"
        }
        let width = name.utf8.count
        if width > ScenarioReader.maximumNameColumns, DisplayText.width(of: name) > ScenarioReader.maximumNameColumns {
            return "\(quoted(name)) is wider than \(ScenarioReader.maximumNameColumns) columns"
        }
        return nil
    }
}

/// What a timer's interval must be.
enum IntervalRule {
    /// Why `interval` cannot be a timer's with this clock; nil if it can.
    static func problem(with interval: Nanoseconds, _ configuration: SchedulerConfiguration) -> String? {
        let tick = configuration.tick
        let shown = DurationText.format(interval)
        let ticks = "ticks of \(DurationText.format(tick))"
        guard interval.count > 0 else { return "\(shown) must be a whole number of \(ticks), at least one" }
        guard interval.count % tick.count == 0 else {
            let fitting = greatestCommonDivisor(interval.count, tick.count)
            var clock = "interval: \(DurationText.format(Nanoseconds(fitting)))"
            if interval.count / fitting > Int64(configuration.maximumInterval) {
                clock += ", maximumInterval: \(interval.count / fitting)"
            }
            return "\(shown) must be a whole number of \(ticks); set clock: {\(clock)}"
        }
        guard interval.count / tick.count <= Int64(configuration.maximumInterval) else {
            return "\(shown) is \(interval.count / tick.count) ticks; the limit is \(configuration.maximumInterval); "
                + "set clock: {maximumInterval: \(interval.count / tick.count)}"
        }
        return nil
    }

    /// Euclid's algorithm: both numbers are multiples of the result.
    private static func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
        right == 0 ? left : greatestCommonDivisor(right, left % right)
    }
}
