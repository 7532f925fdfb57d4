import Text
import SchedulerCore
import TraceAnalysis
import TraceFormat

/// The processes that can be watched, one per line.
enum AttachList {
    /// Writes them to standard output: process ID, name, what is allowed, time since the start; for an unreachable one
    /// the reason.
    static func write(_ folder: ProcessFolder) {
        for process in folder.processes() {
            Output.write("\(process)  \(line(process, folder))\n")
        }
    }

    private static func line(_ process: Int32, _ folder: ProcessFolder) -> String {
        guard let path = InspectorAddress.socket(of: process, in: folder.path) else { return "its path is too long" }
        do throws(ProcessConnection.Failure) {
            var connection = try ProcessConnection(folder: folder.path, path: path, isPatient: false)
            defer { connection.close() }
            guard let hello = connection.hello else { return "no answer" }
            let control = hello.allowsControl ? "control allowed" : "read-only"
            return "\(DisplayText.clean(hello.name))  \(control)  up \(TimeText.exact(hello.now - .zero))"
        } catch {
            return DisplayText.clean(error.line("not reached"))
        }
    }
}
