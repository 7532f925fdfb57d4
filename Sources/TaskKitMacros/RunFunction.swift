import SwiftSyntax

/// The static `run` of an annotated type.
struct RunFunction {
    /// A parameter of `run`.
    enum Parameter {
        case context, completion
    }

    private var declaration: FunctionDeclSyntax
    /// Its parameters, in order, each with its label in a call, if it has one.
    private var parameters: [(kind: Parameter, label: String?)] = []

    /// The only `run` of the type; nil if there is none that can be used, and the problems then say why.
    static func find(
        in declaration: some DeclGroupSyntax, _ type: AnnotatedType, _ problems: inout Problems
    ) -> RunFunction? {
        let functions = functions(in: declaration.memberBlock.members)
        let isClassLike = declaration.is(ClassDeclSyntax.self)
        let statics = functions.filter { $0.isStatic(inClass: isClassLike) }
        guard let run = statics.first else {
            if let instance = functions.first {
                problems.add(.instanceRun(type.name), at: instance.name, fixing: Fix.addStatic(to: instance))
            } else {
                problems.add(.noRun(type.name), fixing: Fix.addRun(to: declaration))
            }
            return nil
        }
        if let second = statics.dropFirst().first {
            problems.add(.twoRuns(type.name), at: second.name, fixing: Fix.remove(second))
            return nil
        }
        var function = RunFunction(declaration: run)
        return function.read(&problems) ? function : nil
    }

    /// Functions called `run`, those inside `#if` included (of each `#if` only its first clause that has one).
    private static func functions(in members: MemberBlockItemListSyntax) -> [FunctionDeclSyntax] {
        members.flatMap { member -> [FunctionDeclSyntax] in
            if let function = member.decl.as(FunctionDeclSyntax.self) {
                return function.name.text == "run" ? [function] : []
            }
            guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
            let clauses = condition.clauses.map { clause -> [FunctionDeclSyntax] in
                guard case .decls(let inner)? = clause.elements else { return [] }
                return functions(in: inner)
            }
            return clauses.first { !$0.isEmpty } ?? []
        }
    }

    /// Reads the signature; false if no body can have it.
    private mutating func read(_ problems: inout Problems) -> Bool {
        let signature = declaration.signature
        if let result = signature.returnClause, !["Void", "()"].contains(result.type.trimmedDescription) {
            problems.add(.returnsValue, at: result.type, fixing: Fix(.removeReturn, result, ""))
        }
        if let generic = declaration.genericParameterClause {
            problems.add(.genericRun, at: generic, fixing: Fix(.removeGenerics, generic, ""))
        }
        for parameter in signature.parameterClause.parameters {
            guard let kind = Self.kind(parameter.type) else {
                problems.add(.parameter, at: parameter, fixing: Fix.takeContext(signature.parameterClause))
                return false
            }
            parameters.append((kind, parameter.firstName.text == "_" ? nil : parameter.firstName.text))
        }
        let kinds = parameters.map(\.kind)
        guard Set(kinds).count == kinds.count else {
            problems.add(.parameter, at: signature.parameterClause, fixing: Fix.takeContext(signature.parameterClause))
            return false
        }
        let effects = signature.effectSpecifiers
        if kinds.contains(.completion), let effects, isAsync || throwsErrors {
            problems.add(.completionEffects, at: effects, fixing: Fix(.removeEffects, effects, ""))
        }
        return problems.isEmpty
    }

    private static func kind(_ type: TypeSyntax) -> Parameter? {
        switch type.trimmedDescription {
        case "RunContext", "TaskKit.RunContext", "TaskKit::RunContext": .context
        case "Completion", "TaskKit.Completion", "TaskKit::Completion", "@escaping Completion": .completion
        default: nil
        }
    }

    private var isAsync: Bool { declaration.signature.effectSpecifiers?.asyncSpecifier != nil }

    private var throwsErrors: Bool {
        guard let clause = declaration.signature.effectSpecifiers?.throwsClause else { return false }
        return clause.type?.trimmedDescription != "Never"
    }

    /// The body of the registration, as an expression.
    func body(isOnMain: Bool, _ type: AnnotatedType) -> String {
        let isNonisolated = declaration.modifiers.contains { $0.name.text == "nonisolated" }
        let isolating = declaration.attributes.namesActor || (type.attributes.namesActor && !isNonisolated)
        let mainActor = declaration.attributes.names("MainActor") || (type.isOnMainActor && !isNonisolated)
        let hasCompletion = parameters.contains { $0.kind == .completion }
        let context = parameters.contains { $0.kind == .context } ? "context" : "_"
        let attempt = throwsErrors ? "try " : ""
        if hasCompletion, isolating {
            return ".completion { \(context), completion in Task { await \(call(type)) } }"
        }
        if hasCompletion { return ".completion { \(context), completion in \(call(type)) }" }
        if isAsync { return ".async { \(context) in \(attempt)await \(call(type)) }" }
        if isOnMain, mainActor || !isolating { return ".main { \(context) in \(attempt)\(call(type)) }" }
        if isolating { return ".async { \(context) in \(attempt)await \(call(type)) }" }
        return ".sync { \(context) in \(attempt)\(call(type)) }"
    }

    private func call(_ type: AnnotatedType) -> String {
        let handed = parameters.map { parameter in
            let value = parameter.kind == .context ? "context" : "completion"
            return parameter.label.map { "\($0): \(value)" } ?? value
        }
        return "\(type.name).run(\(handed.joined(separator: ", ")))"
    }
}

extension FunctionDeclSyntax {
    /// Whether it is called on the type; `class func` counts in classes.
    fileprivate func isStatic(inClass: Bool) -> Bool {
        modifiers.contains { $0.name.text == "static" || (inClass && $0.name.text == "class") }
    }
}
