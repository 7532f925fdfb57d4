import SwiftSyntax

/// `@EventTask(on: .didFinishLaunching)`.
enum EventTaskMacro: AnnotationMacro {
    static let name = "EventTask"
    static let factory = "event"

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        if arguments.values("on").isEmpty {
            problems.add(.noEvent, fixing: arguments.adding("on: .didFinishLaunching"))
        }
    }
}

/// `@TimerTask(every: .seconds(30), times: 5)`.
enum TimerTaskMacro: AnnotationMacro {
    static let name = "TimerTask"
    static let factory = "timer"

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        arguments.checkInterval("every", &problems)
        arguments.checkTimes(&problems)
    }
}

/// `@ScheduleTask(at: "2027-01-01T00:00:00Z", every: .seconds(60), times: 3)`.
enum ScheduleTaskMacro: AnnotationMacro {
    static let name = "ScheduleTask"
    static let factory = "schedule"

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        arguments.checkInterval("every", &problems)
        arguments.checkTimes(&problems)
        if let times = arguments.value("times")?.integer, times > 1, arguments.value("every") == nil {
            let fix = arguments.inserting("every: .seconds(60)", before: "times")
            problems.add(.timesWithoutInterval, at: arguments.value("times"), fixing: fix)
        }
        guard let date = arguments.value("at") else { return }
        guard let text = date.text else { return problems.add(.dateNotLiteral, at: date) }
        if DateLiteral.epochNanoseconds(text) == nil {
            problems.add(.date(text), at: date, fixing: Fix(.exampleDate, date, "\"2027-01-01T00:00:00Z\""))
        }
    }

    /// The date is read by the compiler's plug-in: no parser stands in the app.
    static func rewrite(_ argument: LabeledExprSyntax) -> String? {
        guard argument.label?.text == "at", let text = argument.expression.text else { return nil }
        return DateLiteral.epochNanoseconds(text).map { "atEpochNanoseconds: \($0)" }
    }
}

/// `@NotificationTask("CacheCleared")`.
enum NotificationTaskMacro: AnnotationMacro {
    static let name = "NotificationTask"
    static let factory = "notification"

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        guard let key = arguments.unlabeled, key.text == "" else { return }
        problems.add(.emptyKey, at: key, fixing: Fix(.useTypeName, key, "\"\(arguments.typeName)\""))
    }
}

/// `@StartupTask(.basic)`.
enum StartupTaskMacro: AnnotationMacro {
    static let name = "StartupTask"
    static let factory = "startup"

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
    static let factory = "step"

    static func check(_ arguments: Arguments, _ problems: inout Problems) {}
}

/// `@JobHandler("nyancat")`.
enum JobHandlerMacro: AnnotationMacro {
    static let name = "JobHandler"
    static let factory = "handler"
    static let product = Product.job

    static func check(_ arguments: Arguments, _ problems: inout Problems) {
        guard let name = arguments.unlabeled, name.text == "" else { return }
        problems.add(.emptyName, at: name, fixing: Fix(.useTypeName, name, "\"\(arguments.typeName)\""))
    }

    static func isOnMain(_ arguments: Arguments) -> Bool { false }
}
