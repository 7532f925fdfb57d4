import CZlib

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
            throw Source.refuse(path, error)
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

/// Unpacks gzip (RFC 1952) as it is read; needs memory for one piece at a time.
final class GzipStream {
    private static let piece = 1 << 18

    private let stream: UnsafeMutablePointer<z_stream>?
    private let more: () -> [UInt8]?
    private var packed: ArraySlice<UInt8> = []
    /// Whether the last file in it ended where the bytes do.
    private var isWhole = false
    /// Why unpacking stopped before the end; nil if it did not.
    private(set) var fault: String?

    /// Unpacks what begins with `first` and continues with what `more` returns, up to nil.
    init(first: [UInt8], more: @escaping () -> [UInt8]?) {
        (packed, self.more) = (first[...], more)
        stream = cz_begin()
        if stream == nil { fault = "there is no memory to unpack it" }
    }

    deinit { if let stream { cz_end(stream) } }

    /// Whether bytes are the beginning of gzip.
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// The next unpacked bytes; nil at the end, or if they cannot be unpacked.
    func next() -> [UInt8]? {
        while fault == nil {
            if packed.isEmpty {
                guard let next = more() else {
                    if !isWhole { fault = "the compressed file ends too early" }
                    return nil
                }
                packed = next[...]
            }
            let unpacked = unpack()
            if !unpacked.isEmpty { return unpacked }
        }
        return nil
    }

    private func unpack() -> [UInt8] {
        guard let stream else { return [] }
        var (taken, made) = (0, 0)
        var isRead = false
        let unpacked = [UInt8](unsafeUninitializedCapacity: Self.piece) { output, count in
            packed.withUnsafeBufferPointer { input in
                isRead = cz_read(
                    stream, input.baseAddress, input.count, output.baseAddress, output.count, &taken, &made, &isWhole)
            }
            count = made
        }
        packed = packed.dropFirst(taken)
        if !isRead { fault = "the compressed file is broken" }
        return unpacked
    }
}
