import SwiftSyntax
import Text

/// `@EventTask(on: .didFinishLaunching)`.
enum EventTaskMacro: AnnotationMacro {
    static let name = "EventTask"
    static let triggerLabels: [String?] = ["on"]

    static func trigger(_ arguments: Arguments) -> String? {
        let events = arguments.values("on").map(\.trimmedDescription)
        return events.count == 1 ? ".events(\(events[0]))" : "[\(events.joined(separator: ", "))]"
    }

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        if arguments.values("on").isEmpty {
            problems.add(.noEvent, fixing: arguments.adding("on: .didFinishLaunching"))
        }
    }
}

/// `@TimerTask(every: .seconds(30), times: 5)`.
enum TimerTaskMacro: AnnotationMacro {
    static let name = "TimerTask"
    static let triggerLabels: [String?] = ["every", "times", "catchUp", "onFailure"]

    static func trigger(_ arguments: Arguments) -> String? {
        let every = arguments.value("every")?.trimmedDescription ?? ".zero"
        let rest = arguments.written(["times", "catchUp", "onFailure"])
        return ".every(\(every)\(rest.isEmpty ? "" : ", " + rest))"
    }

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        arguments.checkInterval("every", &problems)
        arguments.checkTimes(&problems)
    }
}

/// `@ScheduleTask(at: "2027-01-01T00:00:00Z", every: .seconds(60), times: 3)`.
enum ScheduleTaskMacro: AnnotationMacro {
    static let name = "ScheduleTask"
    static let triggerLabels: [String?] = ["at", "every", "times", "runsWhenMissed", "catchUp", "onFailure"]

    /// The compiler's plug-in reads the date: the app contains no parser.
    static func trigger(_ arguments: Arguments) -> String? {
        if let again = arguments.value("at")?.text.flatMap({ RecurrenceLiteral.call($0) }) {
            return again + arguments.written(["times", "runsWhenMissed", "onFailure"]).prefixed(", ") + ")"
        }
        let date = arguments.value("at")?.text.flatMap { DateText.parse($0) } ?? 0
        let rest = arguments.written(["every", "times", "runsWhenMissed", "catchUp", "onFailure"])
        return ".date(sinceEpoch: .nanoseconds(\(date) as Int64)\(rest.isEmpty ? "" : ", " + rest))"
    }

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        arguments.checkInterval("every", &problems)
        arguments.checkTimes(&problems)
        let comesAgain = arguments.value("at")?.text.flatMap { RecurrenceLiteral.call($0) } != nil
        if comesAgain, let every = arguments.value("every") { problems.add(.intervalBesideRecurrence, at: every) }
        if !comesAgain, let times = arguments.value("times")?.integer, times > 1, arguments.value("every") == nil {
            let fix = arguments.inserting("every: .seconds(60)", before: "times")
            problems.add(.timesWithoutInterval, at: arguments.value("times"), fixing: fix)
        }
        guard let date = arguments.value("at") else { return }
        guard let text = date.text else { return problems.add(.dateNotLiteral, at: date) }
        if !comesAgain, DateText.parse(text) == nil {
            problems.add(.date(text), at: date, fixing: Fix(.exampleDate, date, "\"2027-01-01T00:00:00Z\""))
        }
    }
}

/// `@NotificationTask("CacheCleared")`.
enum NotificationTaskMacro: AnnotationMacro {
    static let name = "NotificationTask"
    static let triggerLabels: [String?] = [nil]

    static func trigger(_ arguments: Arguments) -> String? {
        ".notification(\(arguments.unlabeled?.trimmedDescription ?? "\"\""))"
    }

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        guard let key = arguments.unlabeled, key.text == "" else { return }
        problems.add(.emptyKey, at: key, fixing: Fix(.useTypeName, key, "\"\(arguments.typeName)\""))
    }
}

/// `@StartupTask(.basic)`.
enum StartupTaskMacro: AnnotationMacro {
    static let name = "StartupTask"
    static let triggerLabels: [String?] = [nil]

    static func trigger(_ arguments: Arguments) -> String? {
        ".startup(\(arguments.unlabeled?.trimmedDescription ?? ".basic"))"
    }

    static func check(_ arguments: Arguments, _ problems: inout Problems) {}

    static func isOnMain(_ arguments: Arguments) -> Bool {
        switch arguments.unlabeled?.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
        case "async", "afterLaunch": false
        case let name: name != nil
        }
    }
}

/// `@StepTask`: runs only as a step of a sequence.
enum StepTaskMacro: AnnotationMacro {
    static let name = "StepTask"
    static let triggerLabels: [String?] = []

    static func trigger(_ arguments: Arguments) -> String? { nil }

    static func check(_ arguments: Arguments, _ problems: inout Problems) {}
}

/// `@JobHandler("nyancat")`.
enum JobHandlerMacro: AnnotationMacro {
    static let name = "JobHandler"
    static let triggerLabels: [String?] = [nil]

    static func trigger(_ arguments: Arguments) -> String? { nil }
    static let product = Product.job

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        guard let name = arguments.unlabeled, name.text == "" else { return }
        problems.add(.emptyName, at: name, fixing: Fix(.useTypeName, name, "\"\(arguments.typeName)\""))
    }

    static func isOnMain(_ arguments: Arguments) -> Bool { false }
}

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
