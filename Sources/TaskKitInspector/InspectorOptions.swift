/// The settings of an inspector.
public struct InspectorOptions: Sendable {
    /// Whether readers may send commands; if not, they only watch.
    public var allowsControl = false
    /// The folder of the socket; nil: the folder of all processes that can be watched (`InspectorAddress.folder`).
    public var folder: String?
    /// How many of the last inputs are kept, 32 bytes each; a run takes two or three. Until some are dropped, a reader
    /// that comes late receives everything from the start, later ones what happens from then on. One that falls so far behind
    /// is dropped, after a message of how many it missed.
    public var historyLimit = 1 << 20
    /// How many connections can exist at once; further ones are refused.
    public var connectionLimit = 16
    /// How long the end of the process waits, at most, for readers to receive what is left.
    public var farewell = Duration.milliseconds(100)
    /// Receives one line for each refused or dropped reader and each fault. Called on the inspector's thread.
    public var log: @Sendable (String) -> Void = { _ in }

    /// Read-only, in the usual place, without a log.
    public init() {}
}

/// Why an inspector cannot open its socket; the app runs without it.
public enum InspectorRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path is too long for a socket's address, which has 107 bytes.
    case pathTooLong(String)
    /// The folder is a link, not a folder, another user's, or open to others.
    case folderNotSafe(String, error: Int32)
    /// Something is at the path that is not a socket of this user's; it is left alone.
    case pathTaken(String)
    /// Another process listens there.
    case inUse(String)
    /// Another process has held the folder's lock for too long.
    case folderLocked(String)
    /// A system call failed, with the number of its error.
    case system(String, error: Int32)
    /// It was opened before, or belongs to no scheduler yet.
    case notReady

    /// One line for a log.
    public var description: String {
        switch self {
        case .pathTooLong(let path): "a socket's path can have at most 107 bytes: \(path)"
        case .folderNotSafe(let path, let error): "not a private folder of this user (mode 0700): \(path) (\(error))"
        case .pathTaken(let path): "something else is already at \(path)"
        case .inUse(let path): "another process listens at \(path)"
        case .folderLocked(let path): "another process holds the lock of \(path)"
        case .system(let call, let error): "\(call): error \(error)"
        case .notReady: "the inspector was already opened, or observes no scheduler"
        }
    }
}
