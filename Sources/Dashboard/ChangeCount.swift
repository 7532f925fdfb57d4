/// How much of the screen messages may have changed: for those who keep parts of it.
struct ChangeCount: Hashable, Sendable {
    /// Messages that may have changed more of the screen than where the selection is.
    var content = 0
    /// Changes of which rows there are, or of what is planned.
    var rows = 0
    /// Changes of the states of tasks.
    var states = 0
    /// Moves of the selection.
    var moves = 0
    /// The message at hand moved the selection.
    var movedSelection = false

    /// A message begins.
    mutating func begin() { movedSelection = false }
}
