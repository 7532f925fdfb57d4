import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What is wrong with one annotation.
struct Problems {
    private let node: AttributeSyntax
    private var found: [Diagnostic] = []
    /// Whether there is a second annotation: other problems would then be reported twice.
    private(set) var stopsHere = false

    init(node: AttributeSyntax) {
        self.node = node
    }

    var isEmpty: Bool { found.isEmpty }

    /// Adds a problem, at the annotation by default.
    mutating func add(_ problem: Problem, at place: (any SyntaxProtocol)? = nil, fixing fix: Fix? = nil) {
        let place = place.map { Syntax($0) } ?? Syntax(node)
        found.append(Diagnostic(node: place, message: problem, fixIts: fix.map { [$0.fixIt] } ?? []))
    }

    /// Refuses `node` if an annotation is before it.
    mutating func refuseSecond(_ node: AttributeSyntax, of attributes: AttributeListSyntax, known: [String]) {
        let annotations = attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
            known.contains($0.attributeName.trimmedDescription)
        }
        // The compiler passes `node` apart from the declaration: only its text tells which one it is.
        guard let first = annotations.first, first.trimmedDescription != node.trimmedDescription else { return }
        stopsHere = true
        add(
            .second(node.attributeName.trimmedDescription, after: first.attributeName.trimmedDescription),
            fixing: Fix(.removeAnnotation, node, ""))
    }

    func report(in context: some MacroExpansionContext) {
        found.forEach(context.diagnose)
    }
}

/// A compiler diagnostic about an annotation.
enum Problem: DiagnosticMessage {
    case notType(String), generic(String), insideGeneric(String), local(String), second(String, after: String)
    case noRun(String), instanceRun(String), twoRuns(String)
    case returnsValue, genericRun, parameter, completionEffects
    case emptyName, emptyKey, emptyLane, noEvent
    case notPositive(String), times, timesWithoutInterval, intervalBesideRecurrence, date(String), dateNotLiteral

    var message: String {
        switch self {
        case .notType(let name): "@\(name) must be on a struct, class, enum or actor with a static function 'run'"
        case .generic(let name): "'\(name)' is generic: a task must be a single type, which the linker finds"
        case .insideGeneric(let name): "'\(name)' is inside a generic declaration: move it out"
        case .local(let name): "'\(name)' is inside a function: move it out, so that it exists at launch"
        case .second(let name, let first):
            "@\(name) after @\(first): a type can be only one task; use a second type for the other"
        case .noRun(let name): "'\(name)' has no static function 'run' in its body"
        case .instanceRun(let name): "'run' of '\(name)' must be static: no instance is ever created"
        case .twoRuns(let name): "'\(name)' has two static functions 'run'; a task can have only one"
        case .returnsValue: "'run' cannot return a value: throw or report an error"
        case .genericRun: "'run' cannot be generic"
        case .parameter: "'run' can take a RunContext, a Completion, both or nothing"
        case .completionEffects: "'run' reports its end through its Completion, so it cannot be async or throwing"
        case .emptyName: "a task's name cannot be empty"
        case .emptyKey: "a notification's key cannot be empty"
        case .emptyLane: "a lane's name cannot be empty"
        case .noEvent: "no event releases this task"
        case .notPositive(let label): "'\(label)' must be longer than zero"
        case .times: "'times' must be at least 1; leave it out for a task that repeats forever"
        case .timesWithoutInterval: "'times' above 1 needs 'every'"
        case .intervalBesideRecurrence: "the date already says when to repeat: remove 'every'"
        case .date(let text):
            "'\(text)' is not a date: write RFC 3339, seconds since 1970, or a recurring date such as 'daily 03:00'"
        case .dateNotLiteral: "the date is read at compile time: write it as a plain string literal"
        }
    }

    /// The case's name without its values.
    var diagnosticID: MessageID {
        MessageID(domain: "TaskKit", id: String("\(self)".prefix { $0 != "(" }))
    }

    var severity: DiagnosticSeverity { .error }
}

/// A change that the compiler offers: `old` becomes `text`.
struct Fix {
    /// What it does, as its button says.
    enum Sentence: FixItMessage {
        case addStatic, addRun, takeContext, removeRun, removeReturn, removeGenerics, removeEffects
        case removeAnnotation, removeArgument(String), add(String), oneSecond, once, exampleDate, useTypeName, wrap

        var message: String {
            switch self {
            case .addStatic: "make 'run' static"
            case .addRun: "add 'static func run()'"
            case .takeContext: "take a RunContext"
            case .removeRun: "remove this function"
            case .removeReturn: "remove the return type"
            case .removeGenerics: "remove the generic parameters"
            case .removeEffects: "remove 'async' and 'throws'"
            case .removeAnnotation: "remove the second annotation"
            case .removeArgument(let label): "remove '\(label)'"
            case .add(let text): "add '\(text)'"
            case .oneSecond: "use one second"
            case .once: "run once"
            case .exampleDate: "use an example date"
            case .useTypeName: "use the type's name"
            case .wrap: "wrap the function in an enum as its 'run'"
            }
        }

        var fixItID: MessageID { MessageID(domain: "TaskKit", id: String("\(self)".prefix { $0 != "(" })) }
    }

    let fixIt: FixIt

    /// Replaces `old` with `text`; the spaces around it stay, but those after it are removed if nothing is left, unless
    /// `keepsBlanks`.
    init(_ sentence: Sentence, _ old: some SyntaxProtocol, _ text: String, keepsBlanks: Bool = false) {
        let dropsBlanks = text.isEmpty && !keepsBlanks
        let replacement = Syntax(TokenSyntax.identifier(text))
            .with(\.leadingTrivia, old.leadingTrivia).with(\.trailingTrivia, dropsBlanks ? [] : old.trailingTrivia)
        fixIt = FixIt(message: sentence, changes: [.replace(oldNode: Syntax(old), newNode: replacement)])
    }

    /// Makes `function` static.
    static func addStatic(to function: FunctionDeclSyntax) -> Fix {
        Fix(.addStatic, function.funcKeyword, "static func")
    }

    /// Adds an empty `run` as the first member.
    static func addRun(to declaration: some DeclGroupSyntax) -> Fix {
        let block = declaration.memberBlock
        let isOneLine = !block.rightBrace.leadingTrivia.contains(where: \.isNewline) && block.members.isEmpty
        return Fix(.addRun, block.leftBrace, "{\n    static func run() {}" + (isOneLine ? "\n" : ""))
    }

    /// Gives `run` one parameter, the context.
    static func takeContext(_ clause: FunctionParameterClauseSyntax) -> Fix {
        Fix(.takeContext, clause, "(_ context: RunContext)")
    }

    /// Removes a second `run`.
    static func remove(_ function: FunctionDeclSyntax) -> Fix {
        Fix(.removeRun, function, "")
    }

    /// Wraps an annotated function in an enum of its name, together with the annotation.
    static func wrap(_ function: FunctionDeclSyntax) -> Fix {
        let name = function.name.text.prefix(1).uppercased() + function.name.text.dropFirst()
        let attributes = function.attributes.trimmedDescription
        let run = function.with(\.attributes, []).with(\.modifiers, []).with(\.name, .identifier("run"))
        return Fix(.wrap, function, "\(attributes)\nenum \(name) {\n    static \(run.trimmedDescription)\n}")
    }
}
