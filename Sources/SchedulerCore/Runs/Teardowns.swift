/// The tasks that are released once more when the app terminates, in the order in which they first started.
struct Teardowns: Sendable {
    private var started: [Int32] = []

    /// A task of these started. O(tasks that tear down).
    mutating func note(_ task: Int32) {
        if !started.contains(task) { started.append(task) }
    }

    /// Takes out the tasks that started, the last one first.
    mutating func take() -> [Int32] {
        defer { started = [] }
        return started.reversed()
    }
}
