import CTerminal
import TraceFormat

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The processes that can be watched: the sockets in one folder of the user's.
struct ProcessFolder {
    /// The folder.
    let path: String

    /// The user's folder, as the environment says.
    init() {
        path = InspectorAddress.folder(user: geteuid()) { getenv($0).map { String(cString: $0) } }
    }

    /// The numbers of the processes that have a socket here, smallest first; sockets without a listener
    /// are taken away.
    func processes() -> [Int32] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var found: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard let process = InspectorAddress.process(ofFile: name) else { continue }
            if !ct_socket_remove_stale(path, "\(path)/\(name)") { found.append(process) }
        }
        return found.sorted()
    }

    /// The socket's path and folder for what a person typed: a path, or a process's number. Nil if it is neither.
    func socket(named text: String) -> (folder: String, path: String)? {
        if let process = Int32(text), process > 0 {
            return InspectorAddress.socket(of: process, in: path).map { (path, $0) }
        }
        guard let slash = text.lastIndex(of: "/") else { return text.hasSuffix(".sock") ? (".", text) : nil }
        return (slash == text.startIndex ? "/" : String(text[..<slash]), text)
    }
}
