import Foundation

/// The package's files as they were when the run began: a run takes hours, and who edits a file meanwhile changes nothing.
struct FrozenPackage {
    let folder: URL
    /// Its files, from the folder on.
    let paths: [String]

    /// Copies what git knows or would add.
    init(_ package: URL, to folder: URL) throws {
        let files = FileManager.default
        if files.fileExists(atPath: folder.path) { try files.removeItem(at: folder) }
        let listed = try MutatedCopy.run(
            "/usr/bin/env", ["git", "ls-files", "-co", "--exclude-standard"], at: package
        ).lines
        paths = try Set(listed).sorted().filter { path in
            let (source, target) = (package.appendingPathComponent(path), folder.appendingPathComponent(path))
            // A file that was deleted is listed until that is committed.
            guard let bytes = try? Data(contentsOf: source) else { return false }
            try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: target)
            let mode = try files.attributesOfItem(atPath: source.path)[.posixPermissions]
            if let mode { try files.setAttributes([.posixPermissions: mode], ofItemAtPath: target.path) }
            return true
        }
        self.folder = folder
    }

    /// A number that changes with any of its files.
    func digest() throws -> String {
        let list = "find . -type f -print0 | sort -z | xargs -0 cat"
        return try MutatedCopy.run("/usr/bin/env", ["sh", "-c", "\(list) | git hash-object --stdin"], at: folder)
    }
}
