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
    /// A file that a request asked for.
    case fileRead(path: String, text: String)
    /// A file that a request asked for was written, this many bytes of it.
    case fileWritten(path: String, bytes: Int)
    /// A request failed; one line says which and why.
    case failed(String)
    /// Something else deserves one line.
    case notice(String)
    /// From the process that is watched.
    case process(ProcessNews)
    /// What `findAdvice` of this number asked for.
    case advice(Headline, number: Int)
}

/// A decoded key.
public enum Key: Hashable, Sendable {
    /// A printing character; one grapheme.
    case character(Character)
    /// Control with a letter, given in lower case.
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
    /// What.
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

/// What the dashboard asks its surroundings to do.
public enum Request: Hashable, Sendable {
    /// Leave with this exit code.
    case quit(exitCode: Int32)
    /// Stop the process as Ctrl-Z does; afterwards a resize follows.
    case suspend
    /// Draw everything again.
    case redraw
    /// Read a file and send `fileRead` or `notice`.
    case readFile(path: String)
    /// Write a file and send `notice`.
    case writeFile(path: String, text: String)
    /// The same for what is not text.
    case writeBytes(path: String, bytes: [UInt8])
    /// Write the job queue back to the job file and send `notice`; refused if that has changed.
    case saveJobs(StoredJobs)
    /// Put text on the clipboard (OSC 52).
    case copy(String)
    /// Switch mouse reporting.
    case mouse(enabled: Bool)
    /// Send a command to the process that is watched.
    case control(ControlRequest)
    /// Answer a question about a launch beside the screen; send `advice` with its number. What an earlier number asked for
    /// is no longer wanted.
    case findAdvice(LaunchQuestion)
}
