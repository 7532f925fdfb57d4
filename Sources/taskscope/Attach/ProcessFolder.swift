import CTerminal
import TraceFormat

/// The processes that can be watched: the sockets in a folder of the user.
struct ProcessFolder {
    /// The folder.
    let path: String

    /// The user's folder according to the environment.
    init() {
        path = InspectorAddress.folder(user: geteuid()) { getenv($0).map { String(cString: $0) } }
    }

    /// The IDs of the processes that have a socket here, smallest first; removes sockets without
    /// a listener.
    func processes() -> [Int32] {
        var found: [Int32] = []
        for name in FolderFiles.names(in: path) ?? [] {
            guard let process = InspectorAddress.process(ofFile: name) else { continue }
            if !ct_socket_remove_stale(path, "\(path)/\(name)") { found.append(process) }
        }
        return found.sorted()
    }

    /// The socket's path and folder for the user's input: a path or a process ID. Nil if it is neither.
    func socket(named text: String) -> (folder: String, path: String)? {
        if let process = Int32(text), process > 0 {
            return InspectorAddress.socket(of: process, in: path).map { (path, $0) }
        }
        guard let slash = text.lastIndex(of: "/") else { return text.hasSuffix(".sock") ? (".", text) : nil }
        return (slash == text.startIndex ? "/" : String(text[..<slash]), text)
    }
}
