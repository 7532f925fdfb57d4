import CTerminal

/// What `--version` says: the version, the commit and how the program was built.
enum Version {
    /// Semantic versioning of the scenario schema, the script language, the trace and the exit codes.
    static let number = "1.0.0"

    static var text: String {
        let commit = String(cString: ct_build_commit())
        return "taskscope \(number) (\(commit.isEmpty ? "commit unknown" : "commit \(commit)"), \(build))"
    }

    private static var build: String {
        #if DEBUG
            "debug build"
        #else
            "release build"
        #endif
    }
}
