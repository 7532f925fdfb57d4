import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

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
