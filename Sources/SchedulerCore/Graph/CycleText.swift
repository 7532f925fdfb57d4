/// A cycle of names as text.
public enum CycleText {
    /// A cycle of at most this many names is shown whole.
    public static let wholeLimit = 100
    /// How many names of a longer one are shown at each end.
    public static let endCount = 20

    /// The names with arrows, `A -> B -> A`; of a long cycle both ends, and how many names there are between them.
    ///
    /// - Parameter names: the cycle in its order, its first name again at the end.
    public static func path(_ names: [String]) -> String {
        guard names.count - 1 > wholeLimit else { return names.joined(separator: " -> ") }
        let middle = ["... \(names.count - 2 * endCount) more ..."]
        return (names.prefix(endCount) + middle + names.suffix(endCount)).joined(separator: " -> ")
    }
}
