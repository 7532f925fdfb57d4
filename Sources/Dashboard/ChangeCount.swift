/// How much of the screen messages may have changed: for caches of its parts.
struct ChangeCount: Hashable, Sendable {
    /// Messages that may have changed more of the screen than the position of the selection.
    var content = 0
    /// Changes to the set of rows or to the plan.
    var rows = 0
    /// Changes of task states.
    var states = 0
    /// Moves of the selection.
    var moves = 0
    /// The current message moved the selection.
    var movedSelection = false

    /// A message begins.
    mutating func begin() { movedSelection = false }
}
