import SchedulerCore
import SchedulerSimulation
import TraceFormat

/// What reaches the dashboard from outside.
public enum Message: Hashable, Sendable {
    /// A key, already decoded.
    case key(Key)
    /// Text pasted between bracketed-paste marks; never a command.
    case paste(String)
    /// A mouse event.
    case mouse(MouseEvent)
    /// The terminal's size, in columns and rows.
    case resize(columns: Int, rows: Int)
    /// This much real time has passed since the last message of this kind.
    case elapsed(Nanoseconds)
    /// A requested file.
    case fileRead(path: String, text: String)
    /// A requested file was written, with this many bytes.
    case fileWritten(path: String, bytes: Int)
    /// A request failed; the line says which and why.
    case failed(String)
    /// Anything else that deserves a line.
    case notice(String)
    /// News from the watched process.
    case process(ProcessNews)
    /// The answer to `findAdvice` with this number.
    case advice(Headline, number: Int)
}

/// A decoded key.
public enum Key: Hashable, Sendable {
    /// A printing character; one grapheme.
    case character(Character)
    /// Control with a letter in lower case.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete, insert
    /// F1 is 1.
    case function(Int)
}

/// A decoded mouse event; column and row count from 0.
public struct MouseEvent: Hashable, Sendable {
    /// What the mouse did.
    public enum Kind: Hashable, Sendable {
        case press, release, drag, doublePress, scrollUp, scrollDown
    }
    /// What the mouse did.
    public var kind: Kind
    /// The column, from 0.
    public var column: Int
    /// The row, from 0.
    public var row: Int

    /// Creates an event.
    public init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}

/// What a file that is written may replace; whatever else is there stays, and the answer is `failed`.
public enum Replacement: Hashable, Sendable {
    /// Only this text, which was read or written before, unchanged; nil: nothing. For scenarios and scripts, which people
    /// write.
    case known(String?)
    /// Anything but scenarios and scripts, by their endings: exports are made again and again.
    case exports
    /// Anything, because that was asked for.
    case anything
}

/// What the dashboard asks its caller to do.
public enum Request: Hashable, Sendable {
    /// Quit with this exit code.
    case quit(exitCode: Int32)
    /// Stop the process as Ctrl-Z does; a resize message follows afterwards.
    case suspend
    /// Draw everything again.
    case redraw
    /// Read a file and send `fileRead` or `notice`.
    case readFile(path: String)
    /// Write a file and send `notice`.
    case writeFile(path: String, text: String, replacing: Replacement)
    /// Write the job queue back to the job file and send `notice`; refused if the file has changed.
    case saveJobs(StoredJobs)
    /// Put text on the clipboard (OSC 52).
    case copy(String)
    /// Switch mouse reporting on or off.
    case mouse(enabled: Bool)
    /// Send a command to the watched process.
    case control(ControlRequest)
    /// Answer a question about a launch in the background; send `advice` with its number. Answers to earlier questions
    /// are no longer wanted.
    case findAdvice(LaunchQuestion)
}

/// One line for the user that disappears with the next key.
struct Notice: Hashable, Sendable {
    var text: String
    var isAlarm = false
    /// Whether the input is not a command or has wrong arguments.
    var isMisread = false
}

/// The one place in which the dashboard speaks: the latest line counts.
extension DashboardModel {
    /// Says what was done, or why nothing was.
    mutating func say(_ text: String) { notice = Notice(text: text) }
    /// Says that something went wrong.
    mutating func warn(_ text: String) { notice = Notice(text: text, isAlarm: true) }
    /// Says what is wrong with the input.
    mutating func misread(_ text: String) { notice = Notice(text: text, isAlarm: true, isMisread: true) }
    /// Says why nothing is requested.
    mutating func refuse(_ text: String, isMisread: Bool = false) -> [Request] {
        notice = Notice(text: text, isAlarm: true, isMisread: isMisread)
        return []
    }
}
