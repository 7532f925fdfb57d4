/// Why a trace cannot be read: the first problems and how many there are.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many problems are kept.
    public static let limit = 20

    /// The first problems, at most `limit`, in order.
    public internal(set) var problems: [TraceProblem] = []
    /// How many problems there are, one a line at most.
    public internal(set) var count = 0
    /// Whether reading ended before the file: after `TraceReader.problemLimit` problems, or for its size.
    public internal(set) var isCut = false

    /// One line a problem, then how many more there are.
    public var description: String {
        let rest = isCut ? "; the rest was not read" : ""
        let more = count > problems.count ? ["and \(count - problems.count) more\(rest)"] : []
        return (problems.map { $0.description } + more).joined(separator: "\n")
    }
}
