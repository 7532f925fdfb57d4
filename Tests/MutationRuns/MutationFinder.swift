import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the changes that a file allows. Whether they compile, the compiler says.
final class MutationFinder: SyntaxVisitor {
    private var found: [Mutation] = []
    private let lines: SourceLocationConverter

    private init(_ tree: Syntax) {
        lines = SourceLocationConverter(fileName: "", tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    /// All changes of a file, in the order of their places.
    static func mutations(of text: String) -> [Mutation] {
        // Operators that it does not know stay as they are.
        let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
        let finder = MutationFinder(tree)
        finder.walk(tree)
        return finder.found.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
    }

    private func note(_ kind: Mutation.Kind, _ node: some SyntaxProtocol, _ form: Mutation.Form, _ replacement: String)
    {
        let start = node.positionAfterSkippingLeadingTrivia
        found.append(
            Mutation(
                kind: kind, form: form, range: start.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset,
                line: lines.location(for: start).line, original: node.trimmedDescription, replacement: replacement))
    }

    // MARK: - Expressions

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        let left = node.leftOperand.trimmedDescription
        let right = node.rightOperand.trimmedDescription
        let isText = [node.leftOperand, node.rightOperand].contains {
            $0.is(StringLiteralExprSyntax.self) || $0.is(ArrayExprSyntax.self)
        }
        for other in Self.relations[name] ?? [] { note(.relation, node, .expression, "\(left) \(other) \(right)") }
        if !isText {
            for other in Self.arithmetic[name] ?? [] {
                note(.arithmetic, node, .expression, "\(left) \(other) \(right)")
            }
            if let other = Self.assignments[name] { note(.arithmetic, node, .statement, "\(left) \(other) \(right)") }
        }
        switch name {
        case "&&", "||":
            note(.boolean, node, .expression, "\(left) \(name == "&&" ? "||" : "&&") \(right)")
            note(.boolean, node, .expression, left)
            note(.boolean, node, .expression, right)
        case "??": note(.boolean, node, .expression, right)
        case "..<": note(.boundary, node, .expression, "(\(left))..<((\(right)) + 1)")
        case "...": note(.boundary, node, .expression, "(\(left))...((\(right)) - 1)")
        default: break
        }
        return .visitChildren
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        if node.operator.text == "!" { note(.boolean, node, .expression, node.expression.trimmedDescription) }
        return .visitChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        note(.boolean, node, .expression, node.literal.text == "true" ? "false" : "true")
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        let inCalculation = node.parent?.is(InfixOperatorExprSyntax.self) == true
        let isResult = node.parent?.is(ReturnStmtSyntax.self) == true
        if inCalculation || isResult { note(.boundary, node, .expression, "\(node.literal.text) + 1") }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        let (condition, yes, no) = (node.condition, node.thenExpression, node.elseExpression)
        note(
            .boolean, node, .expression,
            "\(condition.trimmedDescription) ? \(no.trimmedDescription) : \(yes.trimmedDescription)")
        return .visitChildren
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        // Without its end a loop only shows as a run that takes too long.
        let inLoop = node.parent?.parent?.is(WhileStmtSyntax.self) == true
        if case .expression(let condition) = node.condition, !inLoop {
            note(.boolean, condition, .expression, "true")
            note(.boolean, condition, .expression, "false")
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let called = node.calledExpression.trimmedDescription
        // Broken promises to oneself, and room made beforehand, change no result.
        if Self.unobserved.contains(where: called.hasSuffix) { return .skipChildren }
        if let name = node.calledExpression.lastName, let other = Self.opposites[name.text] {
            let text = Array(node.trimmedDescription.utf8)
            let start = name.positionAfterSkippingLeadingTrivia.utf8Offset
            let begin = start - node.positionAfterSkippingLeadingTrivia.utf8Offset
            let end = begin + name.text.utf8.count
            note(
                .boundary, node, .expression,
                String(decoding: text[..<begin] + Array(other.utf8) + text[end...], as: UTF8.self))
        }
        let arguments = Array(node.arguments)
        for (first, second) in zip(arguments, arguments.dropFirst()) {
            guard first.expression.isPlainName, second.expression.isPlainName,
                first.expression.trimmedDescription != second.expression.trimmedDescription
            else { continue }
            let (before, after) = (first.expression.trimmedDescription, second.expression.trimmedDescription)
            let swapped = arguments.map { argument in
                let label = argument.label.map { $0.text + ": " } ?? ""
                let value =
                    switch argument.id {
                    case first.id: after
                    case second.id: before
                    default: argument.expression.trimmedDescription
                    }
                return label + value
            }
            guard node.trailingClosure == nil else { continue }
            note(.swappedArguments, node, .expression, "\(called)(\(swapped.joined(separator: ", ")))")
        }
        return .visitChildren
    }

    // MARK: - Statements

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(let expression) = node.item else { return .visitChildren }
        let plain = expression.withoutEffects
        if let call = plain.as(FunctionCallExprSyntax.self) {
            let called = call.calledExpression.trimmedDescription
            guard !Self.unobserved.contains(where: called.hasSuffix), called != "super.init", called != "self.init"
            else { return .visitChildren }
            note(.removedCall, expression, .statement, "")
            for (index, argument) in call.arguments.enumerated() {
                guard let passed = argument.expression.as(InOutExprSyntax.self) else { continue }
                let text = Array(expression.trimmedDescription.utf8)
                let start = expression.positionAfterSkippingLeadingTrivia.utf8Offset
                let begin = passed.positionAfterSkippingLeadingTrivia.utf8Offset - start
                let end = passed.endPositionBeforeTrailingTrivia.utf8Offset - start
                let copy = "copy\(index)"
                let changed = String(decoding: text[..<begin] + Array("&\(copy)".utf8) + text[end...], as: UTF8.self)
                note(
                    .lostInout, expression, .statement,
                    "var \(copy) = \(passed.expression.trimmedDescription); \(changed)")
            }
        } else if plain.as(InfixOperatorExprSyntax.self)?.operator.is(AssignmentExprSyntax.self) == true {
            note(.removedAssignment, expression, .statement, "")
        }
        return .visitChildren
    }

    // MARK: - What is left alone

    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        if let elements = node.elements { walk(elements) }
        return .skipChildren
    }

    private static let relations = [
        "<": ["<=", ">"], "<=": ["<", ">="], ">": [">=", "<"], ">=": [">", "<="], "==": ["!="], "!=": ["=="],
        "===": ["!=="], "!==": ["==="],
    ]
    private static let arithmetic = [
        "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["/"], "&+": ["&-"], "&-": ["&+"], "|": ["&"], "&": ["|"],
        "<<": [">>"], ">>": ["<<"],
    ]
    private static let assignments = ["+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "&+=": "&-=", "|=": "&="]
    private static let opposites = [
        "min": "max", "max": "min", "first": "last", "last": "first", "prefix": "suffix", "suffix": "prefix",
        "dropFirst": "dropLast", "dropLast": "dropFirst", "removeFirst": "removeLast", "removeLast": "removeFirst",
        "hasPrefix": "hasSuffix", "union": "intersection",
    ]
    private static let unobserved = [
        "assert", "precondition", "preconditionFailure", "fatalError", "assertionFailure", "reserveCapacity",
    ]
}

extension ExprSyntax {
    /// The expression after `try` and `await`.
    fileprivate var withoutEffects: ExprSyntax {
        if let inner = self.as(TryExprSyntax.self)?.expression { return inner.withoutEffects }
        if let inner = self.as(AwaitExprSyntax.self)?.expression { return inner.withoutEffects }
        return self
    }

    /// The name at its end: `min` of `min` and of `a.b.min`.
    fileprivate var lastName: TokenSyntax? {
        self.as(DeclReferenceExprSyntax.self)?.baseName ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName
    }

    /// Whether it is a name or members of one.
    fileprivate var isPlainName: Bool {
        if let member = self.as(MemberAccessExprSyntax.self) { return member.base?.isPlainName ?? false }
        return self.is(DeclReferenceExprSyntax.self)
    }
}
