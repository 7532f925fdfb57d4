/// Recurring dates in an annotation, read at compile time: `daily 03:00`, `weekdays 08:30:15`,
/// `weekly mon 03:00`, `monthly 1 03:00`, `hourly 30`.
enum RecurrenceLiteral {
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The start of the trigger's expression, without its closing bracket; nil if the text is not a recurrence.
    static func call(_ text: String) -> String? {
        let words = text.split(separator: " ").map(String.init)
        let isHourly = words.first == "hourly"
        guard let time = words.last.flatMap({ time($0, isHourly ? hourUnits : dayUnits) }) else { return nil }
        switch (words.first, words.count) {
        case ("hourly", 2): return ".hourly(\(time)"
        case ("daily", 2): return ".each(.daily, \(time)"
        case ("weekdays", 2): return ".each(.weekdays, \(time)"
        case ("weekly", 3):
            guard let day = weekdays.firstIndex(of: words[1]) else { return nil }
            return ".each(.weekly(\(day + 1)), \(time)"
        case ("monthly", 3):
            guard let day = Int(words[1]), (1...31).contains(day), words[1] == "\(day)" else { return nil }
            return ".each(.monthly(\(day)), \(time)"
        default: return nil
        }
    }

    private static let dayUnits = [("hour", 24), ("minute", 60), ("second", 60)]
    private static let hourUnits = [("minute", 60), ("second", 60)]

    /// A time with or without its seconds, such as `HH:MM` or `HH:MM:SS`, as arguments.
    private static func time(_ text: String, _ units: [(String, Int)]) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == units.count - 1 || parts.count == units.count else { return nil }
        var arguments: [String] = []
        for (part, unit) in zip(parts, units) {
            guard part.count == 2, part.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(part),
                number < unit.1
            else { return nil }
            arguments.append("\(unit.0): \(number)")
        }
        return arguments.joined(separator: ", ")
    }
}

extension String {
    /// `beginning` followed by this text; empty if this is empty.
    func prefixed(_ beginning: String) -> String { isEmpty ? "" : beginning + self }
}
