/// The files in a folder and its subfolders.
enum FolderFiles {
    /// The most levels of subfolders.
    private static let depthLimit = 16
    /// The most files.
    static let limit = 1_000_000

    /// The paths, relative to the folder, of regular files with one of these endings, in byte order; nil if it cannot be read.
    /// Does not follow links to folders, so that it ends.
    static func all(in folder: String, endings: [String]) -> [String]? {
        var found: [String] = []
        guard read(folder, "", endings, 0, &found) else { return nil }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func read(
        _ folder: String, _ prefix: String, _ endings: [String], _ depth: Int, _ found: inout [String]
    ) -> Bool {
        guard let stream = opendir(folder) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream), found.count < limit {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where depth < depthLimit:
                _ = read("\(folder)/\(name)", "\(prefix)\(name)/", endings, depth + 1, &found)
            case S_IFREG where endings.contains { name.hasSuffix($0) }: found.append(prefix + name)
            default: continue
            }
        }
        return true
    }
}
