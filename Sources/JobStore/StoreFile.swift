import Foundation

/// The file of a store, as all who use it share it: at most one of them writes.
///
/// The lock is of the file itself, by whatever name it is opened: a byte of the page that SQLite leaves for locks. Its
/// holder knows that no run of an earlier holder is still executing, as the system releases the lock with the process,
/// however that ends.
final class StoreFile: Sendable {
    /// What SQLite creates beside a store.
    static let companions = ["-wal", "-shm", "-journal"]

    /// A file, whatever its names.
    private struct Identity: Hashable {
        var device: UInt64
        var number: UInt64

        init(_ status: stat) {
            (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
        }
    }

    /// Who has a file open in this process. To close any descriptor of a file would release SQLite's own locks on it, so
    /// those for the lock are closed after the last use.
    private struct Uses {
        var count = 0
        var isWritten = false
        var descriptors: [Int32] = []
    }

    private static let lock = NSLock()
    // Only touched while the lock is held.
    nonisolated(unsafe) private static var uses: [Identity: Uses] = [:]

    private let identity: Identity
    private let writes: Bool

    /// Finds the file at `path`, created empty if `access` says so, and takes its lock unless it is only read. Throws
    /// `locked` if another user has it. Contents are not looked at.
    init(_ path: String, _ access: JobStore.Access) throws(JobStoreError) {
        writes = access != .read
        Self.lock.lock()
        defer { Self.lock.unlock() }
        let status = try Self.status(path)
        // SQLite's log belongs to one of the names: who came by another would miss it, and both would be damaged.
        if let status, status.st_nlink > 1, !Self.isLocked(path, status) { throw .linked(Int(status.st_nlink)) }
        if access == .read, let status {
            identity = Self.entered(Identity(status))
        } else {
            guard status != nil || access == .create else { throw .missing }
            identity = try Self.locked(path, mayCreate: access == .create)
        }
    }

    deinit {
        Self.lock.withLock {
            guard var left = Self.uses[identity] else { return }
            left.count -= 1
            if writes {
                left.isWritten = false
                // Explicitly, as a child that another thread has just forked may hold the file a moment longer.
                for file in left.descriptors { _ = Self.setLock(file, Int32(F_UNLCK)) }
            }
            if left.count == 0 { left.descriptors.forEach { _ = close($0) } }
            Self.uses[identity] = left.count == 0 ? nil : left
        }
    }

    /// Whether a process, this one or another, has the file at `path` open for writing. Takes no lock itself.
    static func isWritten(_ path: String) -> Bool {
        lock.withLock { (try? status(path)).flatMap { $0 }.map { isLocked(path, $0) } ?? false }
    }

    private static func isLocked(_ path: String, _ status: stat) -> Bool {
        let known = uses[Identity(status)]
        if known?.isWritten == true { return true }
        let file = known?.descriptors.first ?? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { keepOrClose(file, Identity(status)) }
        var byte = flock(F_WRLCK)
        return fcntl(file, getLockCommand, &byte) == 0 && Int32(byte.l_type) != Int32(F_UNLCK)
    }

    /// Whether the file at `path`, or a new one there, and what is beside it can be written.
    static func isWritable(_ path: String) -> Bool {
        if access(path, F_OK) == 0, access(path, W_OK) != 0 { return false }
        return access(URL(fileURLWithPath: path).deletingLastPathComponent().path, W_OK) == 0
    }

    /// The status of the file at `path`; nil if there is none. To open a pipe would block for ever.
    static func status(_ path: String) throws(JobStoreError) -> stat? {
        var found: stat?
        for name in companions.map({ path + $0 }) + [path] {
            var status = stat()
            guard stat(name, &status) == 0 else {
                if errno != ENOENT { throw .cannotOpen }
                found = nil
                continue
            }
            guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen }
            found = status
        }
        return found
    }

    private static func entered(_ identity: Identity) -> Identity {
        uses[identity, default: Uses()].count += 1
        return identity
    }

    private static func locked(_ path: String, mayCreate: Bool) throws(JobStoreError) -> Identity {
        let file = open(path, O_RDWR | (mayCreate ? O_CREAT : 0) | O_CLOEXEC | O_NONBLOCK, 0o644)
        guard file >= 0 else {
            throw [EACCES, EPERM, EROFS].contains(errno) ? .readOnly : .cannotOpen
        }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            close(file)
            throw .cannotOpen
        }
        let identity = Identity(status)
        guard uses[identity]?.isWritten != true, setLock(file, Int32(F_WRLCK)) else {
            keepOrClose(file, identity)
            throw .locked
        }
        uses[identity, default: Uses()].isWritten = true
        keepOrClose(file, identity)
        return entered(identity)
    }

    /// Keeps a descriptor if the file is used in this process.
    private static func keepOrClose(_ file: Int32, _ identity: Identity) {
        guard let known = uses[identity] else {
            close(file)
            return
        }
        if !known.descriptors.contains(file) { uses[identity]?.descriptors.append(file) }
    }

    private static func setLock(_ file: Int32, _ kind: Int32) -> Bool {
        var byte = flock(kind)
        return fcntl(file, setLockCommand, &byte) == 0
    }

    // Locks of an open file, not of a process, which the C library's headers keep from Swift.
    #if canImport(Darwin)
        private static let (setLockCommand, getLockCommand): (Int32, Int32) = (90, 92)
    #else
        private static let (setLockCommand, getLockCommand): (Int32, Int32) = (37, 36)
    #endif
}

extension flock {
    /// The byte that whoever works a store holds.
    fileprivate init(_ kind: some BinaryInteger) {
        self.init()
        (l_type, l_whence, l_start, l_len) = (Int16(kind), Int16(SEEK_SET), 0x4000_0FFF, 1)
    }
}
