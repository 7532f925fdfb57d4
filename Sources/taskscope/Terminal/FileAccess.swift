import Dashboard

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
