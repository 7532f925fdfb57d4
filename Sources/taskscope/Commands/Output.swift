import Text
import CTerminal
import Dashboard
import Synchronization
import TraceAnalysis

/// Standard output for data, standard error for messages; the only place where commands write.
enum Output {
    /// If the reader goes away or the file cannot grow, the write fails with an error; no signal ends the process.
    static func ignoreFailingWrites() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

    /// Whether the locale can show text beyond ASCII.
    static var isUnicode: Bool { ct_locale_is_unicode() }

    /// Columns for text: the terminal's; 100 if there is none, so that files are the same everywhere.
    static var columns: Int {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 100 }
        return min(1000, max(40, Int(size.ws_col)))
    }

    /// Whether the reader of standard output is gone. Further output is dropped; what the command finds still decides
    /// its messages and its exit code. Who writes as long as there is input ends.
    static var isReaderGone: Bool { readerIsGone.load(ordering: .relaxed) }
    private static let readerIsGone = Atomic<Bool>(false)

    /// Writes text to standard output.
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes JSON as one line.
    static func write(_ value: JSONValue) { write(value.text + "\n") }

    /// Writes bytes to standard output, unless its reader is gone; an error ends the program with 1.
    static func write(_ bytes: UnsafeRawBufferPointer) {
        var done = 0
        while done < bytes.count, !isReaderGone {
            let count = CTerminal.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count > 0 {
                done += count
                continue
            }
            if ct_error() == EINTR { continue }
            if ct_error() == EPIPE { return readerIsGone.store(true, ordering: .relaxed) }
            complain("taskscope: cannot write to standard output: \(String(cString: strerror(ct_error())))")
            exit(ExitStatus.checkFailed.code)
        }
    }

    /// Writes text to a file that appears complete or not at all, or to standard output if the path is `-` or there is
    /// none, and says so on standard error. A file that is there stays unless it may be replaced. A failure prints one
    /// line and gives exit code 1.
    static func write(_ text: String, to path: String?, replacing: Replacement) throws {
        guard let path, path != "-" else { return write(text) }
        do throws(ReplacedFile.Fault) {
            let file = try ReplacedFile(path, replacing: replacing)
            var text = text
            text.withUTF8 { file.write(UnsafeRawBufferPointer($0)) }
            try file.finish()
        } catch {
            throw failure(error, path, replacing)
        }
        complain("taskscope: wrote \(path)")
    }

    /// Ends with one line and exit code 1 where a file stands that stays: what takes long to write asks before it begins.
    ///
    /// - Parameter beginning: how the new file will begin.
    static func check(_ path: String?, replacing: Replacement, by beginning: String = "") throws {
        guard let path, path != "-",
            let refusal = ReplacedFile.refusal(path, replacing, by: Array(beginning.utf8))
        else { return }
        throw failure(refusal, path, replacing)
    }

    /// Says why a file was not written.
    private static func failure(_ fault: ReplacedFile.Fault, _ path: String, _ replacing: Replacement) -> ExitStatus {
        let way = fault.isRefusal && replacing != .exports ? "; --force replaces it" : ""
        return .checkFailed.saying("\(path): error: cannot be written: \(fault.reason)\(way)")
    }

    /// Writes a message to standard error, cleaned of characters that could act on a terminal.
    static func complain(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.clean(String($0)) }
        ct_complain(lines.joined(separator: "\n"))
    }
}
