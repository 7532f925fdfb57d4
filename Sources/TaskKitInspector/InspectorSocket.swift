import Foundation
import TraceFormat

/// The socket for readers: in a folder that only the user can open, at a path on which no other process listens.
struct InspectorSocket {
    /// How many times the folder's lock is tried, 2 ms apart; its holder keeps it for microseconds.
    static let lockAttempts = 100
    /// How many connections may wait to be accepted.
    static let backlog: Int32 = 64

    /// Its path.
    let path: String
    /// The listening descriptor.
    let descriptor: Int32
    private let folder: Int32

    /// Opens the socket of process `process` in `folder`. A stale socket of an earlier process with this number is
    /// replaced; anything else at its path stays untouched.
    init(folder path: String, process: Int32) throws(InspectorRefusal) {
        guard let socket = InspectorAddress.socket(of: process, in: path) else {
            throw .pathTooLong("\(path)/\(process).sock")
        }
        self.path = socket
        folder = try Self.open(path)
        do throws(InspectorRefusal) {
            descriptor = try Self.listen(at: socket, folder, path)
        } catch {
            Foundation.close(folder)
            throw error
        }
    }

    private static func listen(at socket: String, _ folder: Int32, _ path: String) throws(InspectorRefusal) -> Int32 {
        try lock(folder, path)
        defer { flock(folder, LOCK_UN) }
        try clear(socket)
        let descriptor = UnixSocket.listen(at: socket, backlog: backlog)
        guard descriptor >= 0 else { throw .system("listen", error: -descriptor) }
        return descriptor
    }

    /// Removes the socket's path, so that nobody finds it any more; what another process put there in the meantime stays.
    func removePath() {
        if Self.status(path).map(Self.isOwnSocket) == true { unlink(path) }
    }

    /// Closes the socket, whose path was removed.
    func close() {
        Foundation.close(descriptor)
        Foundation.close(folder)
    }

    /// Opens the folder, and creates it if it is missing.
    private static func open(_ path: String) throws(InspectorRefusal) -> Int32 {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .folderNotSafe(path, error: errno) }
        guard let before = status(path) else { throw .folderNotSafe(path, error: errno) }
        guard before.st_mode & S_IFMT != S_IFLNK else { throw .folderNotSafe(path, error: ELOOP) }
        let folder = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw .folderNotSafe(path, error: errno) }
        var after = stat()
        guard fstat(folder, &after) == 0, before.st_dev == after.st_dev, before.st_ino == after.st_ino,
            after.st_uid == geteuid(), after.st_mode & 0o7777 == 0o700
        else {
            Foundation.close(folder)
            throw .folderNotSafe(path, error: EPERM)
        }
        return folder
    }

    private static func lock(_ folder: Int32, _ path: String) throws(InspectorRefusal) {
        for _ in 0..<lockAttempts {
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .system("flock", error: errno) }
            poll(nil, 0, 2)
        }
        throw .folderLocked(path)
    }

    /// Removes a socket that has no listener; the folder's lock is held.
    private static func clear(_ path: String) throws(InspectorRefusal) {
        guard let status = status(path) else { return }
        guard isOwnSocket(status) else { throw .pathTaken(path) }
        let connection = UnixSocket.connect(to: path)
        if connection >= 0 { Foundation.close(connection) }
        // A full queue of connections (EAGAIN) means that a process listens there.
        guard connection == -ECONNREFUSED else { throw .inUse(path) }
        guard unlink(path) == 0 else { throw .system("unlink", error: errno) }
    }

    /// What is at a path, without following a link; nil if there is nothing.
    private static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func isOwnSocket(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFSOCK && status.st_uid == geteuid()
    }
}
