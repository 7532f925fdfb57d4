import CTerminal
import Dashboard

/// Reads and writes the files that the dashboard asks for; the answer is a message, an error one line.
///
/// Regular files only: a pipe or a device could keep the screen waiting.
enum FileAccess {
    /// The longest file that is read, in bytes (the limit of scenario files).
    static let sizeLimit = 16 << 20

    /// The text of a file as `.fileRead`, or the reason for a failure as `.failed`. The text must be UTF-8.
    static func read(_ path: String) -> Message {
        let file = ct_open_file(path, false)
        guard file >= 0 else { return .failed("cannot read \(path): \(reason(ct_error()))") }
        defer { close(file) }
        var size: Int64 = 0
        guard ct_is_regular(file, &size) else { return .failed("cannot read \(path): not a regular file") }
        guard size <= sizeLimit else { return .failed("cannot read \(path): longer than \(sizeLimit >> 20) MiB") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= sizeLimit {
            let count = CTerminal.read(file, &buffer, buffer.count)
            if count < 0, ct_error() == EINTR { continue }
            guard count >= 0 else { return .failed("cannot read \(path): \(reason(ct_error()))") }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failed("cannot read \(path): not UTF-8 text")
        }
        return .fileRead(path: path, text: text)
    }

    /// Writes a file, replacing an old one; returns `.fileWritten`, or the reason for a failure as `.failed`.
    static func write(_ text: String, to path: String) -> Message { write(Array(text.utf8), to: path) }

    /// The same with bytes.
    static func write(_ bytes: [UInt8], to path: String) -> Message {
        do throws(ReplacedFile.Fault) {
            let file = try ReplacedFile(path)
            bytes.withUnsafeBytes { file.write($0) }
            try file.finish()
        } catch {
            return .failed("cannot write \(path): \(error.reason)")
        }
        return .fileWritten(path: path, bytes: bytes.count)
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
