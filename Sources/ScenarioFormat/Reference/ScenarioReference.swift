import Text
import SchedulerCore

/// The reference of scenario files, from the table of keys that reader and schema use.
public enum ScenarioReference {
    /// Every key, mapping by mapping, in the order in which they occur.
    public static let page = ReferencePage(
        title: "Scenario reference",
        abstract: """
            Every key of a scenario, which is written in a strict subset of YAML. You may leave out any top-level key; \
            unknown keys are errors.
            """,
        sections: tables.map(section) + [values, events])

    /// All mappings, each once.
    private static let tables: [ObjectKeys] = {
        var found = [RootKey.table]
        var next = 0
        while next < found.count {
            for row in found[next].rows {
                for table in nested(row.shape) where !found.contains(where: { $0.title == table.title }) {
                    found.append(table)
                }
            }
            next += 1
        }
        return found
    }()

    private static func nested(_ shape: Shape) -> [ObjectKeys] {
        switch shape {
        case .object(let table): [table]
        case .list(let element), .map(let element): nested(element)
        case .either(let shapes): shapes.flatMap { nested($0) }
        case .text, .name, .boolean, .integer, .decimal, .duration, .durationModel, .outcome, .date, .event, .json,
            .choice:
            []
        }
    }

    private static func section(_ table: ObjectKeys) -> ReferencePage.Section {
        let required = table.required
        let needs = required.isEmpty ? "" : "Required: " + required.joined(separator: ", ") + "."
        return ReferencePage.Section(
            title: table.title.hasPrefix("a ") ? "A" + table.title.dropFirst() : table.title, introduction: needs,
            entries: table.rows.map { row in
                ReferencePage.Entry(form: row.key, meaning: row.summary, value: value(row))
            })
    }

    /// What may follow a key; nil if the mapping of the same name says it.
    private static func value(_ row: ObjectKeys.Row) -> String? {
        if case .object(let table) = row.shape, table.title == row.key { return nil }
        return words(row.shape)
    }

    /// What may follow a key, in words.
    private static func words(_ shape: Shape) -> String {
        switch shape {
        case .text: "text"
        case .name: "name"
        case .boolean: "true/false"
        case .integer(let minimum, let maximum):
            if let maximum, maximum == minimum {
                "\(minimum)"
            } else if let maximum, maximum < Int(Int32.max) {
                "whole number, \(minimum) to \(maximum)"
            } else {
                "whole number, \(minimum) or more"
            }
        case .decimal(let range): "\(range.lowerBound) to \(range.upperBound), up to three decimals"
        case .duration: "duration"
        case .durationModel: "how long"
        case .outcome: "outcome"
        case .date: "date"
        case .event: "event"
        case .json: "any value"
        case .choice(let choices): choices.joined(separator: ", ")
        case .object(let table): "keys of \(table.title)"
        case .list(let element): "list: \(words(element))"
        case .map(let value): "by name: \(words(value))"
        case .either(let shapes): either(shapes)
        }
    }

    private static func either(_ shapes: [Shape]) -> String {
        let words = shapes.map { self.words($0) }
        if words.count == 2, words[1] == "list: " + words[0] { return words[0] + " or list" }
        return words.joined(separator: ", or ")
    }

    private static let values = ReferencePage.Section(
        title: "Values", introduction: "",
        entries: [
            .init(form: "40ms", meaning: "A duration in h, min, m, s, ms, us, ns, or combined: 1m30s."),
            .init(form: "1s..4s", meaning: "How long: a random duration in this range."),
            .init(form: "300ms +- 50ms", meaning: "How long: a random duration around 300 ms."),
            .init(form: "[1s, 2s, 3s]", meaning: "How long: one of these durations, chosen at random."),
            .init(form: "never", meaning: "How long: the run never ends by itself."),
            .init(form: "success, fail, critical", meaning: "An outcome; critical is never retried."),
            .init(form: "fail 10%", meaning: "A failure with a probability of 10%, else a success."),
            .init(form: "[fail, success]", meaning: "Outcomes by attempt; the last entry repeats."),
            .init(form: "2015-11-30T09:05:13Z", meaning: "A date in UTC, or with an offset such as +01:00."),
        ])

    private static let events = ReferencePage.Section(
        title: "Events",
        introduction: "In bit order, with short names in parentheses: "
            + LifecycleEvent.allCases.map { event in
                let short = EventNames.short.first { $0.event == event }.map { " (" + $0.name + ")" } ?? ""
                return EventNames.name(of: event) + short
            }.joined(separator: ", ") + ".",
        entries: [])
}
