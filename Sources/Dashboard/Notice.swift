/// One line for the user that goes with the next key.
struct Notice: Hashable, Sendable {
    var text: String
    var isAlarm = false
    /// What was typed is not a command, or has wrong arguments.
    var isMisread = false

    /// What is wrong with what was typed.
    static func misread(_ text: String) -> Notice { Notice(text: text, isAlarm: true, isMisread: true) }
}
