import SwiftCompilerPlugin
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What an annotation registers.
struct Product: Equatable {
    /// The protocol to which the annotated type conforms.
    let conformance: String
    /// The type of the registration.
    let registration: String
    /// The member that holds the registration.
    let member: String

    static let task = Product(
        conformance: "AnnotatedTask", registration: "LaunchTask", member: "taskRegistration")
    static let job = Product(conformance: "AnnotatedJobs", registration: "JobWorker", member: "jobRegistration")
}

/// An annotation of a type: says how its static `run` is registered, and leaves a record of it for the loader.
///
/// The peer role generates nothing: it lets us report an annotation in a wrong place.
protocol AnnotationMacro: MemberMacro, ExtensionMacro, PeerMacro {
    /// The annotation, without the at sign.
    static var name: String { get }
    static var product: Product { get }
    /// Adds the problems of the arguments that only this annotation has.
    static func check(_ arguments: Arguments, _ problems: inout Problems)
    /// The labels of the arguments that make the trigger; nil stands for those without one.
    static var triggerLabels: [String?] { get }
    /// The trigger as an expression; nil: none, as for jobs.
    static func trigger(_ arguments: Arguments) -> String?
    /// Whether runs execute on lane `main` if no lane is named.
    static func isOnMain(_ arguments: Arguments) -> Bool
}

/// All annotations.
private let annotations: [any AnnotationMacro.Type] = [
    EventTaskMacro.self, TimerTaskMacro.self, ScheduleTaskMacro.self, NotificationTaskMacro.self,
    StartupTaskMacro.self, StepTaskMacro.self, JobHandlerMacro.self,
]

extension AnnotationMacro {
    static var product: Product { .task }
    static func isOnMain(_ arguments: Arguments) -> Bool { true }

    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let type = AnnotatedType(declaration) else { return [] }
        let arguments = Arguments(node, typeName: type.name)
        var problems = Problems(node: node)
        type.check(context.lexicalContext, &problems)
        problems.refuseSecond(node, of: type.attributes, known: annotations.map { $0.name })
        let run = problems.stopsHere ? nil : RunFunction.find(in: declaration, type, &problems)
        arguments.checkShared(&problems)
        check(arguments, &problems)
        problems.report(in: context)
        if problems.stopsHere { return [] }
        guard problems.isEmpty, let run else { return standIns(type) }
        let site = Site(context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID))
        return members(type, arguments, body: run.body(isOnMain: isMain(arguments), type), site)
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard !protocols.isEmpty, let annotated = AnnotatedType(declaration) else { return [] }
        var problems = Problems(node: node)
        problems.refuseSecond(node, of: annotated.attributes, known: annotations.map { $0.name })
        guard problems.isEmpty else { return [] }
        let text: DeclSyntax =
            "extension \(type.trimmed): nonisolated TaskKitAnnotations::\(raw: product.conformance) {}"
        return [text.as(ExtensionDeclSyntax.self)].compactMap { $0 }
    }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if let group = declaration.asProtocol((any DeclGroupSyntax).self), AnnotatedType(group) != nil { return [] }
        var problems = Problems(node: node)
        problems.add(.notType(name), fixing: declaration.as(FunctionDeclSyntax.self).map(Fix.wrap))
        problems.report(in: context)
        return []
    }

    private static func isMain(_ arguments: Arguments) -> Bool {
        guard let lane = arguments.value("lane") else { return isOnMain(arguments) }
        return product == .task && lane.text == "main"
    }

    /// The members of an invalid type, so that the compiler does not complain about its conformance, too.
    private static func standIns(_ type: AnnotatedType) -> [DeclSyntax] {
        [
            "\(raw: type.access)nonisolated static var taskName: String { \"\" }",
            """
            \(raw: type.access)nonisolated static var \(raw: product.member): TaskKitAnnotations::\(raw: product.registration) {
                .init("", body: .sync { _ in })
            }
            """,
        ]
    }

    /// The members that are added to the type: its name, its registration, and the record that the loader calls.
    private static func members(
        _ type: AnnotatedType, _ arguments: Arguments, body: String, _ site: Site
    ) -> [DeclSyntax] {
        let name = arguments.nameText(product)
        let forwarded =
            (trigger(arguments).map { ["on: " + $0] } ?? []) + arguments.forwarded(without: triggerLabels, product)
        let rest = forwarded.map { ", " + $0 }.joined()
        let registration: DeclSyntax = """
            \(raw: type.access)nonisolated static var \(raw: product.member): TaskKitAnnotations::\(raw: product.registration) {
                .init(\(raw: type.name).taskName\(raw: rest), body: \(raw: body))
            }
            """
        let record: DeclSyntax = """
            #if canImport(Darwin)
            @section("__DATA,__mod_init_func,mod_init_funcs")
            #else
            @section(".init_array")
            #endif
            @used
            private nonisolated static let linkedRecord: TaskKitAnnotations::LinkedRecord = {
                TaskKitAnnotations::LinkedTasks.link {
                    TaskKitAnnotations::LinkedTasks.add($0, \(raw: type.name).\(raw: product.member), \(raw: site.text))
                }
            }
            """
        return ["\(raw: type.access)nonisolated static var taskName: String { \(raw: name) }", registration, record]
    }
}

/// The place of an annotation: registrations are sorted by file and line, whatever the loader did.
private struct Site {
    var text = "\"\", 0"

    init(_ location: AbstractSourceLocation?) {
        if let location { text = "\(location.file.trimmedDescription), \(location.line.trimmedDescription)" }
    }
}

/// The macros behind the annotations.
@main struct TaskKitPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = annotations
}
