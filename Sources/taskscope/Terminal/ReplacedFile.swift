import CTerminal
import Dashboard

/// A file that is written under a temporary name in the same folder and renamed at the end, so that the visible file
/// is always complete, old or new.
///
/// Signals that end a program are blocked during a write; between two pieces, a pending one removes the file and ends
/// the program as usual.
final class ReplacedFile {
    /// Why a file could not be written, in one line without the file's name.
    struct Fault: Error {
        let reason: String
        /// Whether what is there was to stay.
        var isRefusal = false
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    private let path: String
    private let temporary: String
    private let replacing: Replacement
    private var file: Int32
    private var fault: Fault?
    private var before = sigset_t()
    /// Bytes written.
    private(set) var count = 0

    /// Begins the file for `path`, where there must be a regular file that may be replaced, or nothing.
    init(_ path: String, replacing: Replacement = .anything) throws(Fault) {
        self.replacing = replacing
        var status = stat()
        var mode: mode_t = 0o666
        var target = path
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw Fault(reason: "not a regular file") }
            guard access(path, W_OK) == 0 else { throw Self.fault() }
            if let refusal = Self.refusal(path, replacing) { throw refusal }
            mode = status.st_mode & 0o7777
            // A link stays: its target is replaced.
            if let real = realpath(path, nil) {
                target = String(cString: real)
                free(real)
            }
        }
        self.path = target
        let parts = target.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        // A long name is cut, because the system limits the length of names.
        temporary = folder + ".\(parts.last?.prefix(40) ?? "").\(getpid()).part"
        Self.block(&before)
        file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else {
            let fault = Self.fault()
            pthread_sigmask(SIG_SETMASK, &before, nil)
            throw fault
        }
        if mode != 0o666 { fchmod(file, mode) }
    }

    deinit { abandon() }

    /// Adds bytes; does nothing after a fault.
    func write(_ bytes: UnsafeRawBufferPointer) {
        var done = 0
        while done < bytes.count, fault == nil, file >= 0 {
            endIfAsked()
            let count = CTerminal.write(file, bytes.baseAddress.map { $0 + done }, min(bytes.count - done, 1 << 20))
            if count < 0, ct_error() == EINTR { continue }
            if count <= 0 { fault = Self.fault() } else { done += count }
        }
        count += done
    }

    /// Moves the file into place.
    func finish() throws(Fault) {
        endIfAsked()
        if fault == nil, fsync(file) != 0, ct_error() != EINVAL { fault = Self.fault() }
        if fault == nil, close(file) != 0 { fault = Self.fault() }
        if fault == nil { file = -1 }
        // Once more: it may have changed while this was written.
        if fault == nil, let refusal = Self.refusal(path, replacing, by: Self.beginning(of: temporary)) {
            fault = refusal
            unlink(temporary)
        }
        if fault == nil, rename(temporary, path) != 0 {
            fault = Self.fault()
            unlink(temporary)
        }
        if let fault {
            abandon()
            throw fault
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Why the file at `path` stays; nil if it may be replaced or is not there.
    ///
    /// - Parameter beginning: how the new file begins, if that is known: an export replaces only files of its own kind.
    static func refusal(_ path: String, _ replacing: Replacement, by beginning: [UInt8] = []) -> Fault? {
        guard access(path, F_OK) == 0 else { return nil }
        switch replacing {
        case .anything: return nil
        case .exports:
            if [".yaml", ".yml", ".scope"].contains(where: path.hasSuffix) {
                return Fault(reason: "it is there, and a scenario or a script by its name", isRefusal: true)
            }
            let old = Self.beginning(of: path)
            if old.isEmpty || beginning.isEmpty || isSameKind(old, beginning) { return nil }
            return Fault(reason: "it is there, and not an export of this kind", isRefusal: true)
        case .known(nil): return Fault(reason: "it is there", isRefusal: true)
        case .known(let text?):
            guard case .fileRead(_, let found) = FileAccess.read(path), found.utf8.elementsEqual(text.utf8) else {
                return Fault(reason: "it has changed since it was read", isRefusal: true)
            }
            return nil
        }
    }

    /// Whether two files are exports of one kind, by how they begin: with the same bytes or, where the name of the scenario
    /// comes first, with a line that tells a launch.
    private static func isSameKind(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        if old.prefix(kindLength).elementsEqual(new.prefix(kindLength)) { return true }
        func tellsLaunch(_ bytes: [UInt8]) -> Bool {
            let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            return line.contains("launch ")
        }
        return tellsLaunch(old) && tellsLaunch(new)
    }

    /// So many bytes tell the kinds of exports apart.
    private static let kindLength = 8

    /// The first bytes of a file; none if it cannot be read.
    private static func beginning(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Removes everything that was written.
    private func abandon() {
        guard file >= 0 else { return }
        close(file)
        unlink(temporary)
        file = -1
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Lets a pending signal end the program.
    private func endIfAsked() {
        var waiting = sigset_t()
        sigpending(&waiting)
        if Self.signals.contains(where: { sigismember(&waiting, $0) == 1 }) { abandon() }
    }

    private static func block(_ before: inout sigset_t) {
        var blocked = sigset_t()
        sigemptyset(&blocked)
        // One that is ignored (nohup) would wait as long as it is blocked, as if it meant something.
        for signal in signals where !ct_signal_is_ignored(signal) { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
    }

    private static func fault() -> Fault { Fault(reason: String(cString: strerror(ct_error()))) }
}
