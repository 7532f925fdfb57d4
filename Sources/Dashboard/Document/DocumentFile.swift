import ScenarioFormat

/// The file of a document as it was read, and whether there are unsaved changes.
struct DocumentFile: Hashable, Sendable {
    /// What a requested file is for.
    enum Purpose: Hashable, Sendable {
        case script, scenario
    }

    /// The scenario's file as it was read; nil if the scenario was not read from a file.
    var read: ReadScenario?
    /// Whether applied changes are not saved yet.
    var hasUnsavedChanges = false
    /// The file to which those changes are being written.
    var target: String?
    /// The remark about the file that is being written.
    var remark = ""
    /// What each requested file is for, by path.
    var awaited: [String: Purpose] = [:]
}
