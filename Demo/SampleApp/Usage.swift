import Foundation

/// What the app's command line takes: nothing but the question what it is.
enum Usage {
    private static let text = """
        usage: SampleApp

        A small app on TaskKit that runs until it is told to end: Ctrl-Z and fg send it to the background and back,
        Ctrl-C or SIGTERM ends it. Watch and lead it from another terminal: taskscope attach.

        SAMPLE_FOLDER  where it keeps its files; a folder of its own among the temporary ones by default
        SAMPLE_TRACE   the file to which it writes its trace; none by default

        """

    /// Ends the process where the arguments ask for something else than the app.
    static func check(_ arguments: [String]) {
        if arguments.contains("--help") || arguments.contains("-h") {
            FileHandle.standardOutput.write(Data(text.utf8))
            exit(0)
        }
        guard let unknown = arguments.first else { return }
        let line = "SampleApp: unknown argument \(unknown.debugDescription); --help says what there is\n"
        FileHandle.standardError.write(Data(line.utf8))
        exit(2)
    }
}
