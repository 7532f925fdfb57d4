/// The file of a document: as it was read, and what of the changes is in none.
struct DocumentFile: Hashable, Sendable {
    /// What a file that was asked for is for.
    enum Purpose: Hashable, Sendable {
        case script, scenario
    }

    /// The scenario's file as it was read; nil: it came otherwise.
    var read: ReadScenario?
    /// Changes were applied that are in no file yet.
    var hasUnsavedChanges = false
    /// The file that is being written to hold those changes.
    var target: String?
    /// The remark about the file that is being written.
    var remark = ""
    /// What files asked for are for, by path.
    var awaited: [String: Purpose] = [:]
}
