#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files of Demo, for tests.
public enum DemoFile {
    /// The bytes of a file; empty if there is none.
    public static func read(_ name: String) -> [UInt8] {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        guard let file = fopen("/\(root)/Demo/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}
