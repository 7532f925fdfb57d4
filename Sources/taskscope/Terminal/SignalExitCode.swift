import CTerminal

/// Exit codes of a process that a signal ended: 128 and the signal's number.
enum SignalExitCode {
    static let hangUp = 128 + SIGHUP
    static let interrupt = 128 + SIGINT
    static let quit = 128 + SIGQUIT
    static let terminate = 128 + SIGTERM

    /// The exit code for a set of signals, as bits of CTerminal; nil if none of them ends the process.
    static func exitCode(_ signals: UInt32) -> Int32? {
        if signals & UInt32(CT_HANG_UP) != 0 { return hangUp }
        if signals & UInt32(CT_TERMINATE) != 0 { return terminate }
        if signals & UInt32(CT_INTERRUPT) != 0 { return interrupt }
        if signals & UInt32(CT_QUIT) != 0 { return quit }
        return nil
    }
}
