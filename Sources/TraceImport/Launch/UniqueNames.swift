import Text

/// Names as a scenario accepts them: unique, not empty, cleaned and of limited length.
struct UniqueNames {
    private var taken: Set<[UInt8]> = []
    private var counts: [[UInt8]: Int] = [:]

    /// `name`, followed by a number if it is taken.
    mutating func unique(_ name: String) -> String {
        let base = Self.fit(name)
        let key = Array(base.utf8)
        var number = counts[key, default: 0]
        while true {
            number += 1
            let candidate = number == 1 ? base : "\(base) \(number)"
            if taken.insert(Array(candidate.utf8)).inserted {
                counts[key] = number
                return candidate
            }
        }
    }

    /// `name` as a scenario accepts it.
    static func fit(_ name: String) -> String {
        let clean = DisplayText.cut(DisplayText.clean(name), to: 200)
        return clean.allSatisfy { $0 == " " } ? "unnamed" : clean
    }
}
