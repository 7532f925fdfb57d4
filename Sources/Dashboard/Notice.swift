/// One line for the user that disappears with the next key.
struct Notice: Hashable, Sendable {
    var text: String
    var isAlarm = false
    /// Whether the input is not a command or has wrong arguments.
    var isMisread = false

    /// A notice that says what is wrong with the input.
    static func misread(_ text: String) -> Notice { Notice(text: text, isAlarm: true, isMisread: true) }
}
