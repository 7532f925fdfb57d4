/// Where to find the processes that can be watched: one socket each, `PID.sock`, in one folder of the user.
public enum InspectorAddress {
    /// The longest path of a socket, in bytes: what the system's address holds, without its NUL.
    public static let maximumBytes = 107

    /// The folder: `$XDG_RUNTIME_DIR/taskscope`; if that is unset or not absolute, `/tmp/taskscope-UID`.
    public static func folder(user: UInt32, environment: (String) -> String?) -> String {
        if let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            let isClosed = runtime.hasSuffix("/")
            return runtime + (isClosed ? "" : "/") + "taskscope"
        }
        return "/tmp/taskscope-\(user)"
    }

    /// The socket of a process; nil if its path is longer than a socket's address may be.
    public static func socket(of process: Int32, in folder: String) -> String? {
        let path = "\(folder)/\(process).sock"
        return path.utf8.count <= maximumBytes ? path : nil
    }

    /// The process to which a file of the folder belongs; nil for other files.
    public static func process(ofFile name: String) -> Int32? {
        guard name.hasSuffix(".sock"), let number = Int32(name.dropLast(5)), number > 0 else { return nil }
        return "\(number).sock" == name ? number : nil
    }
}
