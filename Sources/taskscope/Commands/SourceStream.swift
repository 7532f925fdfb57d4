/// Reads a file, or standard input for `-`, in pieces and shows the progress.
final class SourceStream {
    private static let piece = 1 << 20

    private let file: InputFile
    private var progress: Progress?
    /// How many bytes have been returned.
    private(set) var count: Int64 = 0
    /// Why reading stopped before the end; nil if it did not.
    private(set) var fault: String?

    /// Opens `path`. A failure prints one line and gives exit code 3.
    init(_ path: String) throws {
        do throws(InputFile.Fault) {
            file = try InputFile(path)
            progress = Progress("MiB read")
        } catch {
            Output.complain("\(path): error: cannot be read: \(error.reason)")
            throw ExitStatus.badInput
        }
    }

    /// Opens one of many files: shows no progress, and prints nothing.
    init(oneOfMany path: String) throws(InputFile.Fault) { file = try InputFile(path) }

    /// The next bytes; nil at the end, or if they cannot be read.
    func next() -> [UInt8]? {
        var fault: String?
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, filled in
            do throws(InputFile.Fault) {
                filled = try file.read(UnsafeMutableRawBufferPointer(buffer))
            } catch {
                (filled, fault) = (0, "cannot be read: \(error.reason)")
            }
        }
        if let fault { self.fault = fault }
        guard !bytes.isEmpty else {
            progress?.end()
            return nil
        }
        count += Int64(bytes.count)
        progress?.report(Int(count >> 20))
        return bytes
    }
}
