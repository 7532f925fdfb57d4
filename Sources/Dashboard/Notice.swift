/// One line for the user that disappears with the next key.
struct Notice: Hashable, Sendable {
    var text: String
    var isAlarm = false
    /// Whether the input is not a command or has wrong arguments.
    var isMisread = false
}

/// The one place in which the dashboard speaks: the latest line counts.
extension DashboardModel {
    /// Says what was done, or why nothing was.
    mutating func say(_ text: String) { notice = Notice(text: text) }
    /// Says that something went wrong.
    mutating func warn(_ text: String) { notice = Notice(text: text, isAlarm: true) }
    /// Says what is wrong with the input.
    mutating func misread(_ text: String) { notice = Notice(text: text, isAlarm: true, isMisread: true) }
}
