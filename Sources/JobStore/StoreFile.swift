import Foundation

/// What the start of a file shows before SQLite opens it. SQLite must not even open a foreign or newer file, as it
/// may move its journal into it; and opening a pipe would block forever.
enum StoreFile {
    /// `TSJB`, in SQLite's application id.
    static let applicationID: UInt32 = 0x5453_4A42
    /// What SQLite and the lock create beside a store.
    static let companions = ["-wal", "-shm", "-journal", "-lock"]

    /// What a file contains.
    enum Content: Equatable {
        /// There is no file.
        case missing
        /// It is empty, or its creation was not finished.
        case empty
        /// A job store with this schema.
        case store(schema: Int)
    }

    /// Checks the file at `path` by its first 100 bytes (SQLite's database header). Throws if it is anything else.
    static func content(_ path: String) throws(JobStoreError) -> Content {
        for file in [path] + companions.map({ path + $0 }) {
            guard try isRegular(file) else { throw .cannotOpen }
        }
        // Another file may have taken this name meanwhile: never wait for a pipe.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return .missing }
            throw .cannotOpen
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen }
        if status.st_size == 0 { return .empty }
        var header = [UInt8](repeating: 0, count: 100)
        guard read(file, &header, header.count) == header.count, header.starts(with: Array("SQLite format 3\0".utf8))
        else { throw .notDatabase }
        func number(_ offset: Int) -> UInt32 {
            header[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        switch number(68) {
        case applicationID: return .store(schema: Int(number(60)))
        case 0 where Int64(status.st_size) <= pageSize(header): return .empty
        default: throw .foreign
        }
    }

    /// Whether the file at `path` is a regular file; true if there is none.
    private static func isRegular(_ path: String) throws(JobStoreError) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return true }
            throw .cannotOpen
        }
        return status.st_mode & S_IFMT == S_IFREG
    }

    private static func pageSize(_ header: [UInt8]) -> Int64 {
        let size = Int64(header[16]) << 8 | Int64(header[17])
        return size == 1 ? 65_536 : size
    }

    /// Whether a new file can be created at `path`, or the file there can be written.
    static func isWritable(_ path: String) -> Bool {
        if access(path, F_OK) == 0 { return access(path, W_OK) == 0 }
        return true
    }
}

/// Held by the one process that may write a store; the system releases it with the process, however it ends.
///
/// Its holder knows that no run of an earlier holder is still executing.
final class StoreLock: Sendable {
    private let file: Int32

    /// Takes the lock beside the store at `path`. Throws `locked` if another process has it.
    init(_ path: String) throws(JobStoreError) {
        let file = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
        guard file >= 0 else { throw errno == EACCES || errno == EROFS ? .readOnly : .cannotOpen }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw .locked
        }
        self.file = file
    }

    /// Whether a process holds the lock of the store at `path`.
    static func isHeld(_ path: String) -> Bool {
        let file = open(path + "-lock", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        guard flock(file, LOCK_SH | LOCK_NB) == 0 else { return true }
        flock(file, LOCK_UN)
        return false
    }

    deinit {
        // Explicitly, as a child that another thread has just forked may hold the file a moment longer.
        flock(file, LOCK_UN)
        close(file)
    }
}
