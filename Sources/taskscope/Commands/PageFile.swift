import CTerminal
import Dashboard
import TraceAnalysis

/// The file that holds the program of exported pages: `Demo/page/build` makes it.
///
/// Its path is `TASKSCOPE_PAGE`; else `../share/taskscope/page.program`, relative to this program's folder
/// (`Demo/install` puts it there); else, in a checkout, `../../page/page.program`.
enum PageFile {
    /// The message if there is none.
    static let missing =
        "the page contains only the summary: page.program is not installed; run Demo/page/build, then Demo/install"

    /// The program, set to open a scenario; nil if there is none.
    static func program(opening: PageProgram.Opening) -> PageProgram? {
        for path in places {
            guard case .fileRead(_, let text) = FileAccess.read(path) else { continue }
            if let program = PageProgram(file: text, opening: opening) { return program }
        }
        return nil
    }

    /// The text of a file that the dashboard writes: a page gets the program, if installed, which opens the scenario.
    static func completed(_ text: String, for path: String, scenario: @autoclosure () -> String) -> String {
        guard ExportFormat(file: path) == .page, text.hasPrefix("<!DOCTYPE html>"), isInstalled else { return text }
        let opening = PageProgram.Opening(file: "scenario.yaml", scenario: scenario())
        return program(opening: opening)?.completing(text) ?? text
    }

    /// Whether there is such a file.
    static var isInstalled: Bool {
        places.contains { path in
            if case .fileRead = FileAccess.read(path) { true } else { false }
        }
    }

    private static var places: [String] {
        if let path = getenv("TASKSCOPE_PAGE").map({ String(cString: $0) }) { return [path] }
        guard let folder else { return [] }
        return ["\(folder)/../share/taskscope/page.program", "\(folder)/../../page/page.program"]
    }

    private static var folder: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { path in
            guard let start = path.baseAddress, ct_program_path(start, path.count) else { return nil }
            let whole = String(cString: start)
            return whole.lastIndex(of: "/").map { String(whole[..<$0]) }
        }
    }
}
