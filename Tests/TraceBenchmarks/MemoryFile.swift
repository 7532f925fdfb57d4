#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file in memory. Its pages stay from one run to the next, as those of an allocator that keeps what it freed.
final class MemoryFile {
    private var bytes: [UInt8] = []

    /// How many bytes it has.
    var count: Int { bytes.count }

    /// Empties it.
    func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Adds bytes.
    func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    /// Writes it into a file; false if that fails.
    func save(_ path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        defer { fclose(file) }
        return bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) == $0.count }
    }

    /// The bytes of a file; none if it cannot be read.
    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let size = ftell(file)
        rewind(file)
        return [UInt8](unsafeUninitializedCapacity: max(0, size)) { $1 = fread($0.baseAddress, 1, size, file) }
    }
}
