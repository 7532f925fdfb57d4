import GRDB

/// Why a job store cannot be used; the file is as it was before. `description` is one line for the user.
public enum JobStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no such file.
    case missing
    /// The file is not a SQLite database.
    case notDatabase
    /// A database, but not a job store.
    case foreign
    /// An empty file, or one whose creation a power cut or a kill ended: opening it with `create` finishes it.
    case unfinished
    /// The store of a newer version of this program.
    case newerSchema(found: Int, known: Int)
    /// The file, its folder or its file system cannot be written.
    case readOnly
    /// It cannot be opened: a folder, no permission, or a path that does not exist.
    case cannotOpen
    /// The disk is full or a limit is reached.
    case full
    /// Another process holds it.
    case locked
    /// The file has this many names (hard links), which its log has not.
    case linked(Int)
    /// The database is damaged; SQLite's first finding.
    case unsound(String)
    /// Another program changed it since it was read.
    case changed
    /// Another program changed the tables, or a queue cannot hold a row: what is wrong.
    case altered(String)
    /// The store cannot hold what was to be written.
    case unfit(String)
    /// Not an EDQueue 0.7 store: what is missing.
    case notEDQueue(String)
    /// Any other error of SQLite.
    case sqlite(Int32, String)

    /// Whether the same call may succeed later: space is freed, or another program ends.
    public var isPassing: Bool { self == .full || self == .locked }

    /// One line for the user.
    public var description: String {
        switch self {
        case .missing: "there is no such file"
        case .notDatabase: "not a database"
        case .foreign: "a database, but not a taskscope job store"
        case .unfinished: "empty: its creation is not finished; the app that uses it finishes it when it starts"
        case .newerSchema(let found, let known):
            "written by a newer taskscope (schema \(found); this one reads up to \(known))"
        case .readOnly: "read-only: the file or its folder cannot be written"
        case .cannotOpen: "cannot be opened"
        case .full: "no space: the disk is full or a limit is reached"
        case .locked: "in use by another process"
        case .linked(let names):
            "it has \(names) names (hard links), and its log only one; remove the others or copy it"
        case .unsound(let finding): "the database is damaged: \(finding)"
        case .changed: "another program changed it in the meantime"
        case .altered(let what): "no longer a taskscope job store: \(what)"
        case .unfit(let what): "it cannot be stored: \(what)"
        case .notEDQueue(let what): "not an EDQueue 0.7 store: \(what)"
        case .sqlite(let code, let message): "SQLite error \(code): \(message)"
        }
    }

    /// Translates an error of GRDB.
    init(_ error: any Error) {
        if let own = error as? JobStoreError {
            self = own
            return
        }
        guard let error = error as? DatabaseError else {
            self = .sqlite(-1, "\(error)")
            return
        }
        self.init(code: error.extendedResultCode.rawValue, message: error.message)
    }

    /// Translates an extended result code of SQLite.
    init(code: Int32, message: String?) {
        let extended = ResultCode(rawValue: code)
        switch extended.primaryResultCode {
        case .SQLITE_NOTADB: self = .notDatabase
        case .SQLITE_CORRUPT: self = .unsound(message ?? "corrupt")
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
        case .SQLITE_CANTOPEN: self = .cannotOpen
        case .SQLITE_FULL: self = .full
        // The limit on the size of a file, which SQLite does not distinguish from other failed writes.
        // So does a full disk when the index of the log grows.
        case .SQLITE_IOERR where extended == .SQLITE_IOERR_WRITE || extended == .SQLITE_IOERR_SHMSIZE: self = .full
        default: self = .sqlite(code, message ?? "no message")
        }
    }
}
