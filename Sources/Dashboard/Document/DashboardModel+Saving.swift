import ScenarioFormat
import SchedulerSimulation
import Text

extension DashboardModel {
    /// The scenario's text: as it was read, with the applied changes in it; `keepsText` is false if it had to be
    /// written from scratch, or no text was read.
    var scenarioFileText: (text: String, keepsText: Bool) {
        if !showsProcess, let text = document.file.read?.changed(to: session.scenario) { return (text, true) }
        return (CommandLanguage.text(of: wholeScenario), false)
    }

    /// `:save-scenario FILE`.
    mutating func saveScenario(_ path: String, isForced: Bool) -> [Request] {
        guard !path.isEmpty else {
            misread("save-scenario needs a file name")
            return []
        }
        if showsProcess, let unwritable { return refuse(unwritable) }
        if showsProcess { noteEarlyEnd() }
        document.file.target = path
        let (text, keepsText) = scenarioFileText
        if !keepsText, document.file.read != nil, !showsProcess {
            document.file.remark = ", without the original comments"
        }
        return [document.file.write(text, to: path, isForced: isForced)]
    }

    /// A file was written: shows a notice; if it was a scenario, its changes are now saved.
    mutating func noteWritten(_ path: String, _ bytes: Int) {
        say("wrote \(DisplayText.clean(path)), \(Format.count(bytes, "byte"))\(document.file.remark)")
        document.file.remark = ""
        document.file.noteWritten(path)
        if document.file.target == path {
            document.file.hasUnsavedChanges = false
            // What was opened is still there, unless this replaced it.
            if path == document.file.read?.file {
                for place in document.earlier.indices { document.earlier[place].hasUnsavedChanges = true }
            }
        }
        document.file.target = nil
    }
}
