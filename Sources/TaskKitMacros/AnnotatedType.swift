import SwiftSyntax

/// The type that an annotation is on: a struct, class, enum or actor.
struct AnnotatedType {
    /// Its name without backticks.
    var name: String
    /// Its access level with a trailing space, as its members need it; empty for internal and below.
    var access = ""
    var attributes: AttributeListSyntax
    /// Its generic parameters or a `where`, which rule out a record.
    private var generics: Syntax?

    /// Nil for a protocol or an extension.
    init?(_ declaration: some DeclGroupSyntax) {
        guard let named = declaration.asProtocol((any NamedDeclSyntax).self), !declaration.is(ProtocolDeclSyntax.self)
        else { return nil }
        name = named.name.text.filter { $0 != "`" }
        attributes = declaration.attributes
        if let level = declaration.modifiers.first(where: { ["public", "open", "package"].contains($0.name.text) }) {
            access = level.name.text == "package" ? "package " : "public "
        }
        if let generic = declaration.asProtocol((any WithGenericParametersSyntax).self) {
            generics = generic.genericParameterClause.map { Syntax($0) }
        }
    }

    /// Whether the type is isolated to the main actor, as far as can be read here.
    var isOnMainActor: Bool { attributes.names("MainActor") }

    /// Refuses a generic type, and one inside a generic type or a function.
    func check(_ context: [Syntax], _ problems: inout Problems) {
        if let generics {
            problems.add(.generic(name), at: generics, fixing: Fix(.removeGenerics, generics, "", keepsBlanks: true))
        }
        for scope in context {
            if let generic = scope.asProtocol((any WithGenericParametersSyntax).self),
                generic.genericParameterClause != nil
            {
                problems.add(.insideGeneric(name))
            } else if scope.is(FunctionDeclSyntax.self) || scope.is(ClosureExprSyntax.self) {
                problems.add(.local(name))
            }
        }
    }
}

extension AttributeListSyntax {
    /// Whether an attribute of this name is in the list.
    func names(_ name: String) -> Bool {
        contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == name }
    }

    /// Whether there is an attribute that looks like a global actor.
    var namesActor: Bool {
        contains { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") ?? false }
    }
}
