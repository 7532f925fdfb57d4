import Text
import SchedulerCore
import SchedulerSimulation

/// Writes commands as the script language reads them: `parse(write(command))` is `command`.
///
/// What the language cannot express about an injected task, such as its outcome, is left out.
public struct ScriptWriter: Sendable {
    let epochStart: Int64
    let lanes: [String]
    let catchUp: CatchUp

    /// A writer for `scenario`.
    public init(scenario: Scenario) {
        epochStart = scenario.epochStart
        lanes = scenario.configuration.lanes.map { $0.name }
        catchUp = scenario.catchUp
    }

    /// A line with its time; the text is the line's own.
    public func text(of line: ScriptLine) -> String {
        switch line.timing {
        case .none: line.text
        case .at(let time): "at \(DurationText.format(time)) \(line.text)"
        case .after(let time): "+\(DurationText.format(time)) \(line.text)"
        }
    }

    /// The canonical text of a command; empty for one that the language cannot express.
    public func text(of command: ScriptCommand) -> String {
        for row in CommandTable.rows {
            if let text = row.write(command, self) { return text }
        }
        return ""
    }

    /// `name` as a script takes it: in JSON quotes if it needs them.
    public static func name(_ name: String) -> String { ScriptName.written(name) }

    static func caption(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy {
                !DisplayText.isControl($0) && !"#\"".unicodeScalars.contains($0) && !ScriptName.isBreak($0)
            }
        return isPlain ? text : JSONText.quote(text)
    }

    /// `2`, `0.125` or, below real time where it is one, `1/8`.
    public static func speed(_ thousandths: Int) -> String {
        if thousandths < 1000, 1000 % thousandths == 0 { return "1/\(1000 / thousandths)" }
        return Format.decimal(Int64(thousandths), unit: 1000)
    }
}
