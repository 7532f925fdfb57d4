import ScenarioFormat

/// The file of a document as it was read, and whether there are unsaved changes.
struct DocumentFile: Hashable, Sendable {
    /// What a requested file is for.
    enum Purpose: Hashable, Sendable {
        case script, scenario, comparison
    }

    /// The scenario's file as it was read; nil if the scenario was not read from a file.
    var read: ReadScenario?
    /// Whether applied changes are not saved yet.
    var hasUnsavedChanges = false
    /// The file to which those changes are being written.
    var target: String?
    /// The texts of scenarios and scripts that were read or written, by path.
    private var known: [String: String] = [:]
    /// The text that is being written, with its path.
    private var pending: Written?

    private struct Written: Hashable, Sendable {
        var path: String
        var text: String
    }

    /// The remark about the file that is being written.
    var remark = ""
    /// What each requested file is for, by path.
    var awaited: [String: Purpose] = [:]

    /// A scenario was read.
    mutating func know(_ text: String, at path: String) { known[path] = text }

    /// The order to write a scenario or a script: unless it is forced, only what is known is replaced, the scenario that was
    /// read or what was written here.
    mutating func write(_ text: String, to path: String, isForced: Bool) -> Request {
        pending = Written(path: path, text: text)
        return .writeFile(path: path, text: text, replacing: isForced ? .anything : .known(known[path]))
    }

    /// A file was written.
    mutating func noteWritten(_ path: String) {
        if let pending, pending.path == path { known[path] = pending.text }
        pending = nil
    }
}
