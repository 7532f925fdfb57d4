/// The tasks that are released again when the app terminates, in the order in which they first started.
struct Teardowns: Stored {
    private var started: [Int32] = []

    /// One of these tasks started. O(tasks that tear down).
    mutating func note(_ task: Int32) {
        if !started.contains(task) { started.append(task) }
    }

    /// The task is gone: another one of its name has not started.
    mutating func forget(_ task: Int32) { started.removeAll { $0 == task } }

    func isSound(tasks: Int) -> Bool { started.allSatisfy { (0..<tasks).contains(Int($0)) } }

    /// Removes and returns the tasks that started, the last one first.
    mutating func take() -> [Int32] {
        defer { started = [] }
        return started.reversed()
    }
}
