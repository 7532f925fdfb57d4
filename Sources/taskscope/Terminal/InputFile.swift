import CTerminal
import Dashboard

/// A file that is read once, from its beginning, or standard input for `-`.
final class InputFile {
    /// Why a file cannot be read, in a few words without its name.
    struct Fault: Error {
        let reason: String

        /// What the last system call says.
        static var ofSystem: Fault { Fault(reason: String(cString: strerror(ct_error()))) }
    }

    /// How long a pipe may stay without a writer before a message says so.
    private static let patience: Int32 = 1_000

    private let descriptor: Int32

    /// Opens a file. For a named pipe without a writer it waits, and says so after a second.
    init(_ path: String) throws(Fault) {
        if path == "-" {
            descriptor = STDIN_FILENO
            return
        }
        // Opening a pipe would wait for its writer without a word.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .ofSystem }
        waitForWriter(path)
        _ = fcntl(descriptor, F_SETFL, 0)
    }

    /// Opens a regular file; anything else could keep a screen waiting.
    init(regular path: String, limit: Int) throws(Fault) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .ofSystem }
        var size: Int64 = 0
        guard ct_is_regular(descriptor, &size) else { throw Fault(reason: "not a regular file") }
        guard size <= limit else { throw Fault(reason: "longer than \(limit >> 20) MiB") }
    }

    deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

    /// Reads the next bytes into the beginning of `buffer`; returns how many, 0 at the end.
    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Fault) -> Int {
        while true {
            let count = CTerminal.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if ct_error() != EINTR { throw .ofSystem }
        }
    }

    /// Hands all bytes to `take` in pieces of up to 1 MiB, until the end or until it returns false.
    func readPieces(_ take: (ArraySlice<UInt8>) -> Bool) throws(Fault) {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            // A typed error does not pass through the closure of `withUnsafeMutableBytes`.
            let piece = buffer.withUnsafeMutableBytes { bytes in
                do throws(Fault) { return Result<Int, Fault>.success(try read(bytes)) } catch { return .failure(error) }
            }
            let count = try piece.get()
            guard count > 0, take(buffer[..<count]) else { return }
        }
    }

    private func waitForWriter(_ path: String) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&question, 1, Self.patience) > 0 { return }
        Output.complain("\(path): waiting for a program that writes into this pipe; Ctrl-C ends")
        while poll(&question, 1, -1) < 0, ct_error() == EINTR { continue }
    }
}

/// Reads and writes the files that the dashboard asks for; the answer is a message, an error one line.
///
/// Regular files only: a pipe or a device could keep the screen waiting.
enum FileAccess {
    /// The longest file that is read, in bytes (the limit of scenario files).
    static let sizeLimit = 16 << 20

    /// The text of a file as `.fileRead`, or the reason for a failure as `.failed`. The text must be UTF-8.
    static func read(_ path: String) -> Message {
        var bytes: [UInt8] = []
        do throws(InputFile.Fault) {
            try InputFile(regular: path, limit: sizeLimit).readPieces { piece in
                bytes += piece
                return bytes.count <= sizeLimit
            }
        } catch {
            return .failed("cannot read \(path): \(error.reason)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failed("cannot read \(path): not UTF-8 text")
        }
        return .fileRead(path: path, text: text)
    }

    /// Writes a file, replacing what may be replaced; returns `.fileWritten`, or the reason for a failure as `.failed`.
    static func write(_ text: String, to path: String, replacing: Replacement = .anything) -> Message {
        let bytes = Array(text.utf8)
        do throws(ReplacedFile.Fault) {
            let file = try ReplacedFile(path, replacing: replacing)
            bytes.withUnsafeBytes { file.write($0) }
            try file.finish()
        } catch {
            let way = error.isRefusal ? "; a ! after the command replaces it, as in :write! FILE" : ""
            return .failed("cannot write \(path): \(error.reason)\(way)")
        }
        return .fileWritten(path: path, bytes: bytes.count)
    }
}
