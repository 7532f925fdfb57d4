import Text
import TraceFormat

/// The lines of a trace, put together again from what an export says, by the numbers of the records.
struct RebuiltTrace {
    private var lines: [Int: String] = [:]
    private(set) var header = ""
    private(set) var end: String?

    /// The whole trace as ndjson.
    var text: String {
        let numbered = lines.keys.sorted().map { lines[$0] ?? "" }
        return ([header] + numbered + (end.map { [$0] } ?? [])).map { $0 + "\n" }.joined()
    }

    /// From the Chrome format.
    init(chrome bytes: [UInt8]) throws {
        var reader = JSONReader(bytes)
        let root = try reader.value()
        let facts = root[at: "otherData"]
        header =
            "{\"schema\":\(facts[at: "schema"].text),\"kind\":\"header\",\"name\":\(facts[at: "name"].json),"
            + "\"seed\":\(facts[at: "seed"].text),\"tick\":\(facts[at: "tick"].text)}"
        if case .object = facts[at: "end"] { end = facts[at: "end"].json }
        for event in root[at: "traceEvents"].items {
            switch event[at: "ph"].text {
            case "X", "B":
                let start = Self.nanoseconds(event[at: "ts"].text)
                add(
                    task: event[at: "name"].json, event[at: "args"], start: start,
                    end: event[at: "ph"].text == "X" ? start + Self.nanoseconds(event[at: "dur"].text) : nil)
            case "i":
                let members = event[at: "args"].members.dropFirst().map {
                    ",\(JSONText.quote($0.key)):\($0.value.json)"
                }
                let time = Self.nanoseconds(event[at: "ts"].text)
                lines[event[at: "args"][at: "record"].number] = "{\"t\":\(time)\(members.joined())}"
            default: continue
            }
        }
    }

    /// From OTLP.
    init(otlp bytes: [UInt8]) throws {
        var reader = JSONReader(bytes)
        let root = try reader.value()
        let resource = root[at: "resourceSpans"].items[0]
        let facts = Self.attributes(resource[at: "resource"])
        header =
            "{\"schema\":1,\"kind\":\"header\",\"name\":\(facts[at: "name"].json),"
            + "\"seed\":\(facts[at: "seed"].text),\"tick\":\(facts[at: "tick"].text)}"
        if case .string(let text) = facts[at: "end"] { end = text }
        let epoch = facts[at: "epoch"].number
        for span in resource[at: "scopeSpans"].items[0][at: "spans"].items {
            for event in span[at: "events"].items {
                let attributes = Self.attributes(event)
                lines[attributes[at: "record"].number] = attributes[at: "line"].text
            }
            let attributes = Self.attributes(span)
            guard case .string = attributes[at: "task"] else { continue }
            let isFinished = attributes[at: "records"].items.count == 3
            add(
                task: attributes[at: "task"].json, attributes, start: span[at: "startTimeUnixNano"].number - epoch,
                end: isFinished ? span[at: "endTimeUnixNano"].number - epoch : nil)
        }
    }

    private mutating func add(task: String, _ facts: JSONValue, start: Int, end: Int?) {
        let records = facts[at: "records"].items.map { $0.number }
        let run = "\"task\":\(task),\"run\":\(facts[at: "run"].text)"
        if records[0] >= 0 {
            lines[records[0]] =
                "{\"t\":\(facts[at: "released"].text),\"kind\":\"release\",\(run),\"lane\":\(facts[at: "lane"].json)}"
        }
        let attempt = "\"attempt\":\(facts[at: "attempt"].text)"
        lines[records[1]] = "{\"t\":\(start),\"kind\":\"start\",\(run),\(attempt),\"lane\":\(facts[at: "lane"].json)}"
        guard let end else { return }
        var line = "{\"t\":\(end),\"kind\":\"finish\",\(run),\(attempt),\"outcome\":\(facts[at: "outcome"].json)"
        line += ",\"ready\":\(facts[at: "ready"].text)"
        if case .string = facts[at: "reason"] { line += ",\"reason\":\(facts[at: "reason"].json)" }
        lines[records[2]] = line + "}"
    }

    /// Microseconds with up to three decimals.
    private static func nanoseconds(_ micros: String) -> Int {
        let parts = micros.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] + String(repeating: "0", count: 3 - parts[1].count) : "000"
        return Int(parts[0] + decimals) ?? -1
    }

    /// OTLP's attributes as an object, without `taskscope.` before their names.
    private static func attributes(_ value: JSONValue) -> JSONValue {
        .object(
            value[at: "attributes"].items.map { item in
                let key = item[at: "key"].text
                return JSONValue.Member(
                    key.hasPrefix("taskscope.") ? String(key.dropFirst(10)) : key, plain(item[at: "value"]))
            })
    }

    private static func plain(_ value: JSONValue) -> JSONValue {
        guard let member = value.members.first else { return .null }
        switch member.key {
        case "intValue": return .number(member.value.text)
        case "arrayValue": return .array(member.value[at: "values"].items.map(plain))
        default: return member.value
        }
    }
}

extension JSONValue {
    /// The members of an object.
    var members: [Member] {
        if case .object(let members) = self { return members }
        return []
    }

    /// The items of an array.
    var items: [JSONValue] {
        if case .array(let items) = self { return items }
        return []
    }

    subscript(at key: String) -> JSONValue { members.first { $0.key == key }?.value ?? .null }

    /// A string, or the digits of a number.
    var text: String {
        switch self {
        case .string(let text): text
        case .number(let digits): digits
        case .bool(let flag): flag ? "true" : "false"
        case .null, .array, .object: ""
        }
    }

    var number: Int { Int(text) ?? Int.min }

    /// The value as JSON.
    var json: String {
        switch self {
        case .string(let text): JSONText.quote(text)
        case .number, .bool: text
        case .null: "null"
        case .array(let items): "[" + items.map { $0.json }.joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(JSONText.quote($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }
}
