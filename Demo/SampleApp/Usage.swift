import Foundation

/// The app's command line: it accepts only `--help`.
enum Usage {
    private static let text = """
        usage: SampleApp

        A small app on TaskKit that runs until you end it: Ctrl-Z and fg send it to the background and back,
        Ctrl-C or SIGTERM ends it. Watch and control it from another terminal: taskscope attach.

        SAMPLE_FOLDER  where it keeps its files; default: its own folder in the temporary directory
        SAMPLE_TRACE   the file to which it writes its trace; default: none

        """

    /// Ends the process if the arguments ask for anything but the app.
    static func check(_ arguments: [String]) {
        if arguments.contains("--help") || arguments.contains("-h") {
            FileHandle.standardOutput.write(Data(text.utf8))
            exit(0)
        }
        guard let unknown = arguments.first else { return }
        let line = "SampleApp: unknown argument \(unknown.debugDescription); see --help\n"
        FileHandle.standardError.write(Data(line.utf8))
        exit(2)
    }
}
