import Text

/// What is wrong, or doubtful, at one place of a scenario or script file.
public struct Diagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether the file can be used.
    public enum Severity: UInt8, CaseIterable, Sendable {
        /// The file is refused.
        case error
        /// The file is used; a person should look at this.
        case warning
    }

    /// The file as the caller named it; cleaned only when printed.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column in characters (Unicode scalars), from 1.
    public var column: Int
    /// Error or warning.
    public var severity: Severity
    /// The lint's name in kebab-case; nil for errors and for warnings that are not a lint.
    public var code: String?
    /// One sentence for people, free of control and direction characters.
    public var message: String

    /// Creates a diagnostic; `message` must be cleaned already.
    public init(
        file: String, line: Int, column: Int, severity: Severity = .error, code: String? = nil, message: String
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.severity = severity
        self.code = code
        self.message = message
    }

    /// `FILE:LINE:COLUMN: error: message`, for lints followed by the code in brackets.
    public var description: String {
        let kind =
            switch severity {
            case .error: "error"
            case .warning: "warning"
            }
        let suffix = code.map { " [\($0)]" } ?? ""
        return "\(DisplayText.clean(file)):\(line):\(column): \(kind): \(message)\(suffix)"
    }
}

/// Everything that is wrong with a file, sorted by position; printed as the first 20 and a count.
public struct Diagnostics: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many are printed.
    public static let printedLimit = 20
    /// How many of each severity are kept; more would not help anyone, and memory is limited.
    public static let keptLimit = 10_000

    /// All of them: by line, then column, then as found.
    public private(set) var all: [Diagnostic]

    /// Sorts `diagnostics` by position; those at one position keep their order.
    public init(_ diagnostics: [Diagnostic]) {
        let numbered = diagnostics.enumerated().sorted { left, right in
            (left.element.line, left.element.column, left.offset)
                < (right.element.line, right.element.column, right.offset)
        }
        all = numbered.map { $0.element }
    }

    /// Whether one of them is an error.
    public var hasErrors: Bool { all.contains { $0.severity == .error } }

    /// One line each for the first 20, then how many more there are.
    public var description: String {
        var lines = all.prefix(Self.printedLimit).map { $0.description }
        if all.count > Self.printedLimit {
            lines.append("and \(all.count - Self.printedLimit) more (\(all.count) in all)")
        }
        return lines.joined(separator: "\n")
    }
}

/// `text` cleaned and in quotation marks, cut after 60 characters: how messages show what a file says.
func quoted(_ text: String) -> String { DisplayText.quoted(text) }

/// Finds the name that was probably meant; stops looking when its budget of work is spent.
///
/// Distance is that of Damerau and Levenshtein (1964/1966) with adjacent swaps, at most a third of the name's length.
public struct NearestName {
    /// Comparisons left; a file with 100,000 wrong names must not cost 10^10 of them.
    private var budget = 2_000_000

    /// A search with its whole budget.
    public init() {}

    /// The nearest candidate to one name, with a budget of its own; nil if none is near enough.
    public static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        var search = NearestName()
        return search.nearest(to: name, among: candidates)
    }

    /// The sentence part `; did you mean "X"?`, or nothing if no candidate is near.
    mutating func hint(for name: String, among candidates: some Sequence<String>) -> String {
        guard let nearest = nearest(to: name, among: candidates) else { return "" }
        return "; did you mean \(quoted(nearest))?"
    }

    /// The nearest candidate, the first of equals; nil if none is near enough. O(candidates x lengths).
    public mutating func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8.prefix(256))
        var best: String?
        var limit = max(1, wanted.count / 3)
        for candidate in candidates {
            guard budget > 0 else { break }
            budget -= 1
            guard abs(candidate.utf8.count - wanted.count) <= limit else { continue }
            budget -= wanted.count
            let distance = editDistance(wanted, Array(candidate.lowercased().utf8))
            if distance <= limit && distance < wanted.count {
                best = candidate
                if distance == 0 { break }
                limit = distance - 1
            }
        }
        return best
    }

    private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in 0..<right.count {
                let change = left[row] == right[column] ? 0 : 1
                var least = min(previous[column] + change, previous[column + 1] + 1, current[column] + 1)
                let isSwap =
                    row > 0 && column > 0 && left[row] == right[column - 1] && left[row - 1] == right[column]
                if isSwap { least = min(least, beforePrevious[column - 1] + 1) }
                current.append(least)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
