import Dashboard
import ScenarioFormat

/// What `taskscope help TOPIC` explains besides the commands.
enum HelpTopic: String, CaseIterable {
    case script = "SCRIPT"
    case scenario = "SCENARIO"
    case keys = "KEYS"
    case exitCodes = "EXIT-CODES"

    /// All topics, separated by bars.
    static let list = allCases.map { $0.rawValue }.joined(separator: "|")

    /// The page, from the tables that the program itself uses.
    var text: String {
        switch self {
        case .script: ScriptReference.page.text
        case .scenario: ScenarioReference.page.text
        case .keys: KeyMap.text()
        case .exitCodes:
            """
              0      success
              1      a check failed: an expectation, a budget, a denied finding, a threshold of diff
              2      usage error
              3      bad input file: FILE:LINE:COLUMN: error: what is wrong
              4      no usable terminal
              128+n  ended by signal n (130: Ctrl-C)

            Refused commands, failed tasks, missed turns and warnings leave the exit code at 0, unless an
            expectation or a budget fails; with replay --strict it is 1.

            """
        }
    }
}
