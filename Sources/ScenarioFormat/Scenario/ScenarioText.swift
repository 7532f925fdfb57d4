import SchedulerCore
import SchedulerSimulation
import Text

/// A change of one value in a scenario file, found by name.
public enum ScenarioEdit: Hashable, Sendable {
    case duration(task: String, DurationModel)
    case priority(task: String, Priority)
    case lane(task: String, lane: String)
    /// The lane of its trigger, by default.
    case defaultLane(task: String)
    case after(task: String, [String])
    case follows(task: String, [String])
    case assumes(task: String, [String])
    /// In place of the trigger that the task has.
    case events(task: String, EventSet)
    case blocks(task: String, Bool)
    /// Each attempt succeeds.
    case success(task: String)
    /// In place of the trigger that the task has.
    case startupClass(task: String, StartupClass)
    case order(SchedulerConfiguration.Order)
    case width(lane: String, Int)
}

/// A scenario file as it was read, in which single values can be changed; everything else stays byte for byte, comments
/// and order included.
public struct ScenarioText: Sendable {
    private let original: String

    /// The text of a file.
    public init(original: String) {
        self.original = original
    }

    /// The text with these values; of two edits of one value the later wins. Reading it gives the changed scenario.
    ///
    /// A value that the file does not have yet is put after the task's name. Names that it does not know are passed
    /// over, and a text that is not a scenario file is returned unchanged. O(text and edits).
    public func applying(_ edits: [ScenarioEdit]) -> String {
        let bytes = Array(original.utf8)
        guard !edits.isEmpty, let source = try? SourceText(file: "", bytes: bytes) else { return original }
        var reader = YAMLReader(source)
        guard let root = try? reader.readDocument(), reader.problems.isEmpty else { return original }
        var writer = EditWriter(bytes: bytes, root: root)
        for edit in edits { writer.add(edit) }
        return writer.text()
    }
}

/// Collects the replacements in a text.
private struct EditWriter {
    /// One value: a task's or lane's, and its key.
    private struct Place: Hashable {
        var lane: ByteName?
        var task: ByteName?
        var key: String
    }

    private let bytes: [UInt8]
    private let root: YAMLNode
    private var tasks: [ByteName: YAMLNode] = [:]
    /// Nil: the key and its value are removed.
    private var values: [Place: String?] = [:]
    private var places: [Place] = []

    init(bytes: [UInt8], root: YAMLNode) {
        (self.bytes, self.root) = (bytes, root)
        guard case .sequence(let elements)? = root["tasks"]?.content else { return }
        for element in elements {
            if case .scalar(let name)? = element["name"]?.content, tasks[ByteName(name)] == nil {
                tasks[ByteName(name)] = element
            }
        }
    }

    mutating func add(_ edit: ScenarioEdit) {
        switch edit {
        case .duration(let task, .samples(let samples)):
            set(task, "duration", "[" + samples.map { DurationText.format($0) }.joined(separator: ", ") + "]")
        case .duration(let task, let model): set(task, "duration", DurationModelText.format(model))
        case .priority(let task, let priority): set(task, "priority", "\(priority)")
        case .lane(let task, let lane): set(task, "lane", ScenarioWriter.quote(lane))
        case .defaultLane(let task): set(Place(task: ByteName(task), key: "lane"), nil)
        case .after(let task, let names): set(task, "after", Self.list(names))
        case .follows(let task, let names): set(task, "follows", Self.list(names))
        case .assumes(let task, let names): set(task, "assumes", Self.list(names))
        case .events(let task, let events): set(task, "on", Self.list(events))
        case .blocks(let task, let blocks): set(task, "blocks", blocks ? "true" : "false")
        case .success(let task): set(task, "outcome", "success")
        case .startupClass(let task, let startupClass): set(task, "class", startupClass.description)
        case .order(.priority): set(Place(key: "order"), "priority")
        case .order(.criticalPath): set(Place(key: "order"), "criticalPath")
        case .width(let lane, let width): set(Place(lane: ByteName(lane), key: "width"), "\(width)")
        }
    }

    private static func list(_ events: EventSet) -> String {
        let names = events.events.map(EventNames.name)
        return names.count == 1 ? names[0] : list(names)
    }

    private static func list(_ names: [String]) -> String {
        "[" + names.map { ScenarioWriter.quote($0) }.joined(separator: ", ") + "]"
    }

    private mutating func set(_ task: String, _ key: String, _ value: String) {
        set(Place(task: ByteName(task), key: key), value)
    }

    private mutating func set(_ place: Place, _ value: String?) {
        if values.updateValue(value, forKey: place) == nil { places.append(place) }
    }

    /// The text with all replacements, the last ones first, so that offsets stay right.
    func text() -> String {
        var replacements: [(range: Range<Int>, text: String)] = []
        var newLanes: [String] = []
        for place in places {
            guard let new = values[place] else { continue }
            guard let value = new else {
                if let removal = place.task.flatMap({ tasks[$0] }).flatMap({ removal(of: place.key, in: $0) }) {
                    replacements.append(removal)
                }
                continue
            }
            if let task = place.task.flatMap({ tasks[$0] }) {
                replacements.append(replacement(of: place.key, by: value, in: task))
            } else if place.task == nil, place.lane == nil {
                replacements.append(replacement(of: place.key, by: value, in: root))
            } else if let lane = place.lane {
                if let known = replacement(ofLane: lane.text, by: value) {
                    replacements.append(known)
                } else {
                    newLanes.append("\(ScenarioWriter.quote(lane.text)): \(value)")
                }
            }
        }
        if !newLanes.isEmpty { replacements.append(replacement(byNewLanes: newLanes)) }
        var result = bytes
        let ordered = replacements.enumerated().sorted {
            let (left, right) = ($0.element.range, $1.element.range)
            return (left.lowerBound, left.upperBound, $0.offset) > (right.lowerBound, right.upperBound, $1.offset)
        }
        for (_, change) in ordered { result.replaceSubrange(change.range, with: change.text.utf8) }
        return String(decoding: result, as: UTF8.self)
    }

    private func replacement(ofLane lane: String, by width: String) -> (range: Range<Int>, text: String)? {
        guard let value = root["lanes"]?[lane] else { return nil }
        if case .mapping = value.content { return replacement(of: "width", by: width, in: value) }
        return replaced(value, by: width)
    }

    /// Lanes that the file does not declare: into its list of lanes, or into one of their own before everything else.
    private func replacement(byNewLanes lanes: [String]) -> (range: Range<Int>, text: String) {
        let all = lanes.joined(separator: ", ")
        if let node = root["lanes"] {
            if case .mapping = node.content { return insertion(of: lanes, into: node) }
            return replaced(node, by: "{\(all)}")
        }
        guard case .mapping = root.content else { return (bytes.count..<bytes.count, "lanes: {\(all)}\(lineBreak)") }
        return insertion(of: ["lanes: {\(all)}"], into: root)
    }

    private func replacement(
        of key: String, by value: String, in mapping: YAMLNode
    ) -> (range: Range<Int>, text: String) {
        if let known = mapping[key] { return replaced(known, by: value) }
        if key == "class" || key == "on", case .mapping(let entries) = mapping.content,
            let trigger = entries.first(where: { ["on", "class", "every", "notification"].contains($0.key) })
        {
            return (trigger.keyOffset..<trigger.value.end, "\(key): \(value)")
        }
        return insertion(of: ["\(key): \(value)"], into: mapping)
    }

    /// Without a key: in braces with a comma, otherwise with its line. Nil if it is not there or is the only one.
    private func removal(of key: String, in mapping: YAMLNode) -> (range: Range<Int>, text: String)? {
        guard case .mapping(let entries) = mapping.content, entries.count > 1,
            let place = entries.firstIndex(where: { $0.key == key })
        else { return nil }
        let entry = entries[place]
        if place == 0 { return (entry.keyOffset..<entries[1].keyOffset, "") }
        if bytes[mapping.offset] == Byte.openBrace { return (entries[place - 1].value.end..<entry.value.end, "") }
        let start = bytes[..<entry.keyOffset].lastIndex(of: Byte.newline) ?? entry.keyOffset
        return (start..<(bytes[entry.value.end...].firstIndex(of: Byte.newline) ?? bytes.count), "")
    }

    private func replaced(_ node: YAMLNode, by text: String) -> (range: Range<Int>, text: String) {
        if case .empty = node.content {
            let behind = node.offset > 0 ? bytes[node.offset - 1] : 0
            return (node.offset..<node.offset, (behind == Byte.colon ? " " : "") + text + " ")
        }
        return (node.offset..<node.end, text)
    }

    /// New pairs: in braces after the name or before the first key, otherwise on lines of their own.
    private func insertion(of pairs: [String], into mapping: YAMLNode) -> (range: Range<Int>, text: String) {
        guard case .mapping(let entries) = mapping.content, let first = entries.first else {
            return (mapping.offset + 1..<mapping.offset + 1, pairs.joined(separator: ", "))
        }
        let name = entries.first { $0.key == "name" }?.value
        if bytes[mapping.offset] == Byte.openBrace {
            if let name { return (name.end..<name.end, pairs.map { ", " + $0 }.joined()) }
            return (first.keyOffset..<first.keyOffset, pairs.map { $0 + ", " }.joined())
        }
        let lineStart = bytes[..<first.keyOffset].lastIndex(of: Byte.newline).map { $0 + 1 } ?? 0
        let indentation = String(repeating: " ", count: first.keyOffset - lineStart)
        if let name, name.style == .plain || name.style == .quoted, mapping.offset != root.offset {
            let lineEnd = bytes[name.end...].firstIndex { $0 == Byte.newline || $0 == Byte.carriageReturn }
            let place = lineEnd ?? bytes.count
            return (place..<place, pairs.map { lineBreak + indentation + $0 }.joined())
        }
        return (first.keyOffset..<first.keyOffset, pairs.map { $0 + lineBreak + indentation }.joined())
    }

    /// The line break of the file.
    private var lineBreak: String {
        guard let first = bytes.firstIndex(of: Byte.newline), first > 0 else { return "\n" }
        return bytes[first - 1] == Byte.carriageReturn ? "\r\n" : "\n"
    }
}

extension YAMLNode {
    /// The value of a key of a mapping.
    fileprivate subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

/// Comments that are written into a scenario file; each is one line, cleaned by the caller.
public struct ScenarioComments: Hashable, Sendable {
    /// Before everything else.
    public var head: [String]
    /// Before a task, by its index.
    public var tasks: [Int: [String]]

    /// No comments, by default.
    public init(head: [String] = [], tasks: [Int: [String]] = [:]) {
        (self.head, self.tasks) = (head, tasks)
    }
}
