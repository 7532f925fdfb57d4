import Foundation

/// Unix sockets that never block. Functions return descriptors of the system; a negative one is a negated error number.
enum UnixSocket {
    /// Listens at a path if nothing is there, for this user alone.
    static func listen(at path: String, backlog: Int32) -> Int32 {
        make(path) { descriptor, address, size in
            // The folder is private to this user and decides who can connect; the mode only documents it.
            guard bind(descriptor, address, size) == 0, chmod(path, 0o600) == 0 else { return errno }
            guard Foundation.listen(descriptor, backlog) == 0 else {
                defer { unlink(path) }
                return errno
            }
            return 0
        }
    }

    /// Connects to the process that listens at a path.
    static func connect(to path: String) -> Int32 {
        make(path) { Foundation.connect($0, $1, $2) == 0 ? 0 : errno }
    }

    /// The next connection to a listening socket.
    static func accept(_ listener: Int32) -> Int32 {
        let descriptor = Foundation.accept(listener, nil, nil)
        return descriptor < 0 ? -errno : prepared(descriptor)
    }

    /// The user at the other end; nil if the system does not say.
    static func user(of connection: Int32) -> uid_t? {
        #if os(Linux)
            // struct ucred: process, user, group.
            var peer: [UInt32] = [0, 0, 0]
            var size = socklen_t(MemoryLayout<UInt32>.size * peer.count)
            return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer[1] : nil
        #else
            var (user, group) = (uid_t(), gid_t())
            return getpeereid(connection, &user, &group) == 0 ? user : nil
        #endif
    }

    /// Reads what is there; 0 at the end.
    static func read(_ connection: Int32, into buffer: inout [UInt8]) -> Int {
        let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count < 0 ? -Int(errno) : count
    }

    /// Writes as much as the connection accepts now.
    static func write(_ connection: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
        return count < 0 ? -Int(errno) : count
    }

    /// How much of what was written the other end has not read yet, as the system counts it.
    static func unread(_ connection: Int32) -> Int {
        var count: Int32 = 0
        #if os(Linux)
            return ioctl(connection, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
        #else
            var size = socklen_t(MemoryLayout<Int32>.size)
            return getsockopt(connection, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? Int(count) : 0
        #endif
    }

    #if os(Linux)
        private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #else
        private static let flags = Int32(MSG_DONTWAIT)
    #endif

    /// Creates a socket and passes it, with the path's address, to `body`, which returns an error number or 0.
    private static func make(
        _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            return -ENAMETOOLONG
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        #if os(Linux)
            let descriptor = prepared(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        #else
            let descriptor = prepared(socket(AF_UNIX, SOCK_STREAM, 0))
        #endif
        guard descriptor >= 0 else { return descriptor }
        let failure = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard failure == 0 else {
            close(descriptor)
            return -failure
        }
        return descriptor
    }

    /// Makes a descriptor that never blocks, is not passed to child programs, and raises no signal.
    private static func prepared(_ descriptor: Int32) -> Int32 {
        guard descriptor >= 0 else { return -errno }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return descriptor
    }
}
