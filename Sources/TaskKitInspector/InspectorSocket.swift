import CTaskKit
import Foundation
import TaskKit
import TraceFormat

/// The socket at which readers come: in a folder of the user's alone, at a path that is only taken where nobody lives.
struct InspectorSocket {
    /// Where it stands.
    let path: String
    /// The listening descriptor.
    let descriptor: Int32
    private let folder: Int32

    /// How often the folder's lock is asked for, 2 ms apart; whoever holds it does so for microseconds.
    static let lockAttempts = 100
    /// Connections that wait to be taken.
    static let backlog: Int32 = 64

    /// Opens the socket of process `process` in `folder`. A stale socket of an earlier process with this number is
    /// replaced; anything else at its path stays untouched.
    init(folder path: String, process: Int32) throws(InspectorRefusal) {
        guard let socket = InspectorAddress.socket(of: process, in: path) else {
            throw .pathTooLong("\(path)/\(process).sock")
        }
        self.path = socket
        folder = taskkit_folder_open(path)
        guard folder >= 0 else { throw .folderNotSafe(path, error: -folder) }
        do throws(InspectorRefusal) {
            descriptor = try Self.listen(socket, folder, path)
        } catch {
            Foundation.close(folder)
            throw error
        }
    }

    private static func listen(_ socket: String, _ folder: Int32, _ path: String) throws(InspectorRefusal) -> Int32 {
        try lock(folder, path)
        defer { taskkit_folder_unlock(folder) }
        try clear(socket)
        let descriptor = taskkit_socket_listen(socket, backlog)
        guard descriptor >= 0 else { throw .system("listen", error: -descriptor) }
        return descriptor
    }

    /// Closes the socket and takes its path away; what somebody else put there meanwhile stays.
    func close() {
        if taskkit_path_kind(path) == 1 { unlink(path) }
        Foundation.close(descriptor)
        Foundation.close(folder)
    }

    private static func lock(_ folder: Int32, _ path: String) throws(InspectorRefusal) {
        for _ in 0..<lockAttempts {
            let failure = taskkit_folder_lock(folder)
            if failure == 0 { return }
            guard failure == -EWOULDBLOCK else { throw .system("flock", error: -failure) }
            poll(nil, 0, 2)
        }
        throw .folderLocked(path)
    }

    /// Takes a socket away at which nobody listens; the folder's lock is held.
    private static func clear(_ path: String) throws(InspectorRefusal) {
        let kind = taskkit_path_kind(path)
        if kind == 0 { return }
        guard kind == 1 else { throw kind < 0 ? .system("lstat", error: -kind) : .pathTaken(path) }
        let connection = taskkit_socket_connect(path)
        if connection >= 0 {
            Foundation.close(connection)
            throw .inUse(path)
        }
        // A full queue of connections (EAGAIN) means that somebody lives there.
        guard connection == -ECONNREFUSED else { throw .inUse(path) }
        guard unlink(path) == 0 else { throw .system("unlink", error: errno) }
    }
}
