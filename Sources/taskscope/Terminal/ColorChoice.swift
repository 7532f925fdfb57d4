/// Whether colors are used: `--color`, then NO_COLOR, then CLICOLOR_FORCE, then the kind of output decides.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether to use colors; `isTerminal` is about the output, `environment` returns a variable's value.
    func isOn(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if let refused = environment("NO_COLOR"), !refused.isEmpty { return false }
            if let forced = environment("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
            return isTerminal
        }
    }
}
