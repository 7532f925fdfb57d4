/// One small change of the sources, as a programmer might make it by mistake.
struct Mutation {
    /// What is changed.
    enum Kind: String, CaseIterable {
        case relation, arithmetic, boundary, boolean
        case removedCall = "removed call"
        case removedAssignment = "removed assignment"
        case swappedArguments = "swapped arguments"
        case lostInout = "lost inout"
    }

    /// How the change is put behind the switch.
    enum Form {
        /// `replacement` takes the place of an expression of the same type.
        case expression
        /// `replacement` is done instead of a statement.
        case statement
    }

    let kind: Kind
    let form: Form
    /// The bytes of its file that `replacement` takes the place of.
    let range: Range<Int>
    let line: Int
    let original: String
    let replacement: String

    /// The text behind the switch: the change if the switch says `number`, else the original.
    func switched(_ number: Int) -> String {
        switch form {
        case .expression: "(isMutant(\(number)) ? (\(replacement)) : (\(original)))"
        case .statement: "if isMutant(\(number)) { \(replacement) } else { \(original) }"
        }
    }
}

/// A mutation with its file and its number in the switch.
struct Mutant {
    let number: Int
    let module: String
    /// Path from the package's folder on.
    let path: String
    let mutation: Mutation

    /// Where it is and what it changes, on one line.
    var description: String {
        func oneLine(_ text: String) -> String {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return words.count > 70 ? words.prefix(69) + "…" : words
        }
        let change = mutation.replacement.isEmpty ? "left out" : "became " + oneLine(mutation.replacement)
        return "\(path):\(mutation.line): \(mutation.kind.rawValue): \(oneLine(mutation.original)) \(change)"
    }
}
