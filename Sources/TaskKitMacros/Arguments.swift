import SwiftSyntax

/// The arguments of an annotation.
struct Arguments {
    /// The name of the annotated type.
    let typeName: String
    private let node: AttributeSyntax
    private let list: [LabeledExprSyntax]

    init(_ node: AttributeSyntax, typeName: String) {
        self.node = node
        self.typeName = typeName
        list = node.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
    }

    /// The first argument, if it has no label.
    var unlabeled: ExprSyntax? { list.first.flatMap { $0.label == nil ? $0.expression : nil } }

    /// The value of the argument called `label`.
    func value(_ label: String) -> ExprSyntax? { values(label).first }

    /// All values of `label`, including the unlabeled ones that follow it, as in Swift.
    func values(_ label: String) -> [ExprSyntax] {
        groups.first { $0.label == label }?.arguments.map(\.expression) ?? []
    }

    /// Arguments by label; an unlabeled one belongs to the label before it.
    private var groups: [(label: String?, arguments: [LabeledExprSyntax])] {
        var groups: [(label: String?, arguments: [LabeledExprSyntax])] = []
        for argument in list {
            if argument.label != nil || groups.isEmpty {
                groups.append((argument.label?.text, [argument]))
            } else {
                groups[groups.count - 1].arguments.append(argument)
            }
        }
        return groups
    }

    /// The task's name as an expression: as given, or else the type's name.
    func nameText(_ product: Product) -> String {
        let given = product == .job ? unlabeled : value("named")
        return given?.trimmedDescription ?? "\"\(typeName)\""
    }

    /// What `TaskOptions` takes; the other arguments are those of `LaunchTask` itself.
    private static let options: Set = [
        "follows", "prefers", "timeout", "retry", "blocks", "autoRemove", "teardown", "expected",
    ]

    /// The arguments besides name and trigger, as text; types of predecessors become their names, and a task's options
    /// one value.
    func forwarded(without labels: [String?], _ product: Product) -> [String] {
        var (own, options): ([String], [String]) = ([], [])
        for group in groups where group.label != "named" && !labels.contains(group.label) {
            let text = (group.label.map { $0 + ": " } ?? "") + value(of: group)
            if product == .task, let label = group.label, Self.options.contains(label) {
                options.append(text)
            } else {
                own.append(text)
            }
        }
        return options.isEmpty ? own : own + [".init(\(options.joined(separator: ", ")))"]
    }

    private func value(of group: (label: String?, arguments: [LabeledExprSyntax])) -> String {
        guard group.label == "after" || group.label == "follows" || group.label == "prefers" else {
            return group.arguments.map { $0.expression.trimmedDescription }.joined(separator: ", ")
        }
        let names = group.arguments.map(Self.taskName)
        // A list of one would become an object of its own in writable memory, set up under a lock.
        return names.count == 1 ? ".init(stringLiteral: \(names[0]))" : "[\(names.joined(separator: ", "))]"
    }

    /// The arguments with these labels, as they are written.
    func written(_ labels: [String]) -> String {
        groups.filter { group in group.label.map { labels.contains($0) } ?? false }.flatMap { group in
            group.arguments.map { $0.with(\.trailingComma, nil).trimmedDescription }
        }.joined(separator: ", ")
    }

    /// `Login.self` becomes `Login.taskName`; a string stays as it is.
    private static func taskName(_ argument: LabeledExprSyntax) -> String {
        guard let type = argument.expression.metatype else { return argument.expression.trimmedDescription }
        return type + ".taskName"
    }

    /// Checks the arguments that several annotations have.
    func checkShared(_ problems: inout Problems) {
        if let name = value("named"), name.text == "" {
            problems.add(.emptyName, at: name, fixing: removing("named"))
        }
        if let lane = value("lane"), lane.text == "" {
            problems.add(.emptyLane, at: lane, fixing: removing("lane"))
        }
        checkInterval("timeout", &problems)
    }

    /// Refuses a time that is written as zero or less; a computed one is checked when the process starts.
    func checkInterval(_ label: String, _ problems: inout Problems) {
        guard let value = value(label), value.isZeroOrLess else { return }
        problems.add(.notPositive(label), at: value, fixing: Fix(.oneSecond, value, ".seconds(1)"))
    }

    func checkTimes(_ problems: inout Problems) {
        guard let value = value("times"), let times = value.integer, times <= 0, times != -1 else { return }
        problems.add(.times, at: value, fixing: Fix(.once, value, "1"))
    }
}

extension ExprSyntax {
    /// The text of a string literal without interpolation.
    var text: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

    /// The number of an integer literal, with its sign.
    var integer: Int? {
        let digits = trimmedDescription.filter { $0 != "_" && $0 != " " }
        return Int(digits)
    }

    /// The name of the type in `Type.self`.
    var metatype: String? {
        guard let access = self.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self" else {
            return nil
        }
        return access.base?.trimmedDescription
    }

    /// Whether this is a duration like `.seconds(0)`, `.milliseconds(-5)`, `Duration.zero`.
    fileprivate var isZeroOrLess: Bool {
        if let access = self.as(MemberAccessExprSyntax.self) { return access.declName.baseName.text == "zero" }
        guard let call = self.as(FunctionCallExprSyntax.self), call.calledExpression.is(MemberAccessExprSyntax.self),
            call.arguments.count == 1, let count = call.arguments.first?.expression
        else { return false }
        return Double(count.trimmedDescription.filter { $0 != "_" && $0 != " " }).map { $0 <= 0 } ?? false
    }
}

extension Arguments {
    /// The annotation with `text` as its last argument.
    func adding(_ text: String) -> Fix {
        Fix(.add(text), node, rebuilt(list.map { $0.with(\.trailingComma, nil).trimmedDescription } + [text]))
    }

    /// The annotation with `text` before the argument called `label`.
    func inserting(_ text: String, before label: String) -> Fix {
        let parts = list.flatMap { argument -> [String] in
            let own = argument.with(\.trailingComma, nil).trimmedDescription
            return argument.label?.text == label ? [text, own] : [own]
        }
        return Fix(.add(text), node, rebuilt(parts))
    }

    /// The annotation without the argument called `label`.
    fileprivate func removing(_ label: String) -> Fix {
        Fix(.removeArgument(label), node, rebuilt(list.filter { $0.label?.text != label }.map(Self.plain)))
    }

    private static func plain(_ argument: LabeledExprSyntax) -> String {
        argument.with(\.trailingComma, nil).trimmedDescription
    }

    private func rebuilt(_ parts: [String]) -> String {
        let name = "@" + node.attributeName.trimmedDescription
        return parts.isEmpty ? name : "\(name)(\(parts.joined(separator: ", ")))"
    }
}

/// Recurring dates in an annotation, read at compile time: `daily 03:00`, `weekdays 08:30:15`,
/// `weekly mon 03:00`, `monthly 1 03:00`, `hourly 30`.
enum RecurrenceLiteral {
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// The start of the trigger's expression, without its closing bracket; nil if the text is not a recurrence.
    static func call(_ text: String) -> String? {
        let words = text.split(separator: " ").map(String.init)
        let isHourly = words.first == "hourly"
        guard let time = words.last.flatMap({ time($0, isHourly ? hourUnits : dayUnits) }) else { return nil }
        switch (words.first, words.count) {
        case ("hourly", 2): return ".hourly(\(time)"
        case ("daily", 2): return ".each(.daily, \(time)"
        case ("weekdays", 2): return ".each(.weekdays, \(time)"
        case ("weekly", 3):
            guard let day = weekdays.firstIndex(of: words[1]) else { return nil }
            return ".each(.weekly(\(day + 1)), \(time)"
        case ("monthly", 3):
            guard let day = Int(words[1]), (1...31).contains(day), words[1] == "\(day)" else { return nil }
            return ".each(.monthly(\(day)), \(time)"
        default: return nil
        }
    }

    private static let dayUnits = [("hour", 24), ("minute", 60), ("second", 60)]
    private static let hourUnits = [("minute", 60), ("second", 60)]

    /// A time with or without its seconds, such as `HH:MM` or `HH:MM:SS`, as arguments.
    private static func time(_ text: String, _ units: [(String, Int)]) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == units.count - 1 || parts.count == units.count else { return nil }
        var arguments: [String] = []
        for (part, unit) in zip(parts, units) {
            guard part.count == 2, part.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(part),
                number < unit.1
            else { return nil }
            arguments.append("\(unit.0): \(number)")
        }
        return arguments.joined(separator: ", ")
    }
}

extension String {
    /// `beginning` followed by this text; empty if this is empty.
    func prefixed(_ beginning: String) -> String { isEmpty ? "" : beginning + self }
}
