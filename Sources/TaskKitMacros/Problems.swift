import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What is wrong with one annotation.
struct Problems {
    private let node: AttributeSyntax
    private var found: [Diagnostic] = []
    /// A second annotation: anything else wrong would be reported twice.
    private(set) var stopsHere = false

    init(node: AttributeSyntax) {
        self.node = node
    }

    var isEmpty: Bool { found.isEmpty }

    /// Adds a problem, at the annotation if nothing narrower is meant.
    mutating func add(_ problem: Problem, at place: (any SyntaxProtocol)? = nil, fixing fix: Fix? = nil) {
        let place = place.map { Syntax($0) } ?? Syntax(node)
        found.append(Diagnostic(node: place, message: problem, fixIts: fix.map { [$0.fixIt] } ?? []))
    }

    /// Refuses `node` where an annotation is before it.
    mutating func refuseSecond(_ node: AttributeSyntax, of attributes: AttributeListSyntax, known: [String]) {
        let annotations = attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
            known.contains($0.attributeName.trimmedDescription)
        }
        // The compiler hands `node` over apart from the declaration: only the text tells which it is.
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

/// A sentence of the compiler about an annotation.
enum Problem: DiagnosticMessage {
    case notType(String), generic(String), insideGeneric(String), local(String), second(String, after: String)
    case noRun(String), instanceRun(String), twoRuns(String)
    case returnsValue, genericRun, parameter, completionEffects
    case emptyName, emptyKey, emptyLane, noEvent
    case notPositive(String), times, timesWithoutInterval, intervalBesideRecurrence, date(String), dateNotLiteral

    var message: String {
        switch self {
        case .notType(let name): "@\(name) must be on a struct, class, enum or actor with a static function 'run'"
        case .generic(let name): "'\(name)' is generic: a task is one type, found by the linker"
        case .insideGeneric(let name): "'\(name)' is inside something generic: move it out"
        case .local(let name): "'\(name)' is inside a function: move it out, so that it exists at launch"
        case .second(let name, let first):
            "@\(name) after @\(first): a type is one task; give the other a type of its own"
        case .noRun(let name): "'\(name)' has no static function 'run' in its own braces"
        case .instanceRun(let name): "'run' of '\(name)' must be static: no instance is ever made"
        case .twoRuns(let name): "'\(name)' has two static functions 'run'; a task has one"
        case .returnsValue: "'run' cannot return a value: throw or report an error"
        case .genericRun: "'run' cannot be generic"
        case .parameter: "'run' takes nothing, a RunContext, a Completion, or one of each"
        case .completionEffects: "'run' reports its end through its Completion and is neither async nor throwing"
        case .emptyName: "a task's name cannot be empty"
        case .emptyKey: "a notification's key cannot be empty"
        case .emptyLane: "a lane's name cannot be empty"
        case .noEvent: "no event releases this task"
        case .notPositive(let label): "'\(label)' must be longer than zero"
        case .times: "'times' must be at least 1; leave it out for a task that repeats forever"
        case .timesWithoutInterval: "more than one time needs 'every'"
        case .intervalBesideRecurrence: "the date says when it comes again: leave 'every' out"
        case .date(let text):
            "'\(text)' is not a date: write RFC 3339, seconds since 1970, or dates that come again such as 'daily 03:00'"
        case .dateNotLiteral: "the date is read while compiling: write it as a plain string literal"
        }
    }

    /// The case's name without its values.
    var diagnosticID: MessageID {
        MessageID(domain: "TaskKit", id: String("\(self)".prefix { $0 != "(" }))
    }

    var severity: DiagnosticSeverity { .error }
}
