import CTerminal

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads a file, or standard input for `-`, in pieces and shows the progress.
final class SourceStream {
    private static let piece = 1 << 20

    private let file: Int32
    private var progress = Progress("MiB read")
    /// How many bytes have been returned.
    private(set) var count: Int64 = 0
    /// Why reading stopped before the end; nil if it did not.
    private(set) var fault: String?

    /// Opens `path`. A failure prints one line and gives exit code 3.
    init(_ path: String) throws {
        file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            Output.complain("\(path): error: cannot be read: \(String(cString: strerror(ct_error())))")
            throw ExitStatus.badInput
        }
    }

    /// The next bytes; nil at the end, or if they cannot be read.
    func next() -> [UInt8]? {
        var bytes: [UInt8] = []
        repeat {
            var count = 0
            bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, filled in
                count = CTerminal.read(file, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if count < 0, ct_error() == EINTR { continue }
            if count < 0 { fault = "cannot be read: \(String(cString: strerror(ct_error())))" }
            break
        } while true
        guard !bytes.isEmpty else {
            progress.end()
            return nil
        }
        count += Int64(bytes.count)
        progress.report(Int(count >> 20))
        return bytes
    }

    /// Closes the file.
    func close() {
        if file != STDIN_FILENO { CTerminal.close(file) }
    }
}
