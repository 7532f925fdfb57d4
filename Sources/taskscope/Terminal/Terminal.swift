import ScreenKit
import CNcurses
import CTerminal
import Dashboard

/// The terminal of this process in full-screen mode: keys in, frames out. At most one at a time; one thread.
///
/// Curses draws into a scratch file, not to the terminal. Its output is sent without waiting, so a terminal that
/// does not read causes no delay, and a frame is drawn only after the previous one has been sent.
final class Terminal {
    /// The largest width and height that are drawn; of a larger screen only the top left part.
    static let sizeLimit = 1_000
    /// How long `leave` waits for a terminal that does not read, in milliseconds.
    static let patience: Int32 = 500
    /// The longest text that `copy` accepts, in bytes: what common terminals accept in one OSC 52.
    static let copyLimit = 55_000

    /// Whether glyphs beyond ASCII can be shown: the locale's encoding is UTF-8.
    let isUnicode: Bool
    /// The current width and height.
    private(set) var size: (columns: Int, rows: Int)
    /// Whether the last frame has not been sent completely.
    var isBusy: Bool { output.isBusy }

    private let keys: Int32
    private let signals: Int32
    private let screen: UnsafeMutablePointer<FILE>
    /// Bytes read from the scratch file since it was last emptied.
    private var taken = 0
    /// The buffer for all reads.
    private var buffer = [UInt8](repeating: 0, count: 4_096)
    private let name: String
    /// What gives the terminal back, at every ending.
    private let restore: [UInt8]
    private var output: TerminalOutput
    private var painter: FramePainter
    private var isMouseOn: Bool
    private var mouseWasOn = false
    private var isEntered = false
    private var recorder: CastRecorder?

    /// Takes the terminal over and clears it.
    ///
    /// Throws: `TerminalRefusal` if this is not a terminal for a full screen; then nothing has been sent to it.
    init(usesColor: Bool, usesMouse: Bool) throws(TerminalRefusal) {
        keys = try Terminal.openKeys()
        ct_await_foreground(keys)
        name = try Terminal.checkedName()
        output = TerminalOutput(sharing: STDOUT_FILENO)
        isUnicode = ct_locale_is_unicode()
        restore = Terminal.restoreString()
        size = Terminal.size(output.descriptor, or: keys)
        guard ct_guard_arm(keys, output.descriptor, restore, restore.count) == 0, let file = ct_scratch_file() else {
            throw .unusable
        }
        screen = file
        // Before curses, which leaves handled signals alone; otherwise it ignores SIGTSTP while it draws, and one
        // that arrives then would be lost.
        signals = ct_signals_open()
        guard signals >= 0, cn_start(file, Int32(size.columns), Int32(size.rows)) else { throw .unusable }
        painter = FramePainter(colors: ColorPairs(isOn: usesColor), isUnicode: isUnicode)
        isMouseOn = usesMouse
        guard enter() == .entered else { throw .unusable }
    }

    // MARK: Input

    /// What woke `wait`.
    struct Wake {
        /// Signals, as bits of CTerminal.
        var signals: UInt32 = 0
        /// Everything that could be read.
        var bytes: [UInt8] = []
        /// The terminal is gone.
        var isHungUp = false
        /// Whether the other descriptor can be read.
        var isOtherReady = false
    }

    /// Waits for a signal, for input or, if something is left to send, for room in the output; -1 waits forever. With
    /// `other` it also waits until that descriptor can be read.
    func wait(milliseconds: Int32, other: Int32 = -1) -> Wake {
        var wake = Wake()
        let (input, room) = (Int16(POLLIN), output.isBusy ? output.descriptor : -1)
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 4) { requests in
            requests.initializeElement(at: 0, to: pollfd(fd: keys, events: input, revents: 0))
            requests.initializeElement(at: 1, to: pollfd(fd: signals, events: input, revents: 0))
            requests.initializeElement(at: 2, to: pollfd(fd: room, events: Int16(POLLOUT), revents: 0))
            requests.initializeElement(at: 3, to: pollfd(fd: other, events: input, revents: 0))
            let count = poll(requests.baseAddress, 4, milliseconds)
            if count > 0 {
                if requests[2].revents != 0 { output.send() }
                if requests[0].revents != 0 { readKeys(into: &wake) }
                wake.isOtherReady = requests[3].revents != 0
            }
            if count < 0 || requests[1].revents != 0 { wake.signals = ct_signals_take() }
        }
        return wake
    }

    /// Reads until nothing is left, at most 1 MiB so that endless input does not keep the screen from being drawn.
    private func readKeys(into wake: inout Wake) {
        var count = 0
        repeat {
            count = buffer.withUnsafeMutableBytes { read(keys, $0.baseAddress, $0.count) }
            if count > 0 {
                wake.bytes += buffer[..<count]
            } else if count == 0 || (ct_error() != EINTR && ct_error() != EAGAIN) {
                wake.isHungUp = true
            }
            // A terminal returns what it has, at most 4 kB at a time: after more than a few keys there may be more.
        } while !wake.isHungUp && wake.bytes.count < 1 << 20 && (count < 1 || count >= Terminal.fewKeys) && hasKeys()
    }

    /// If at least this many bytes came at once, more may follow.
    private static let fewKeys = 32

    private func hasKeys() -> Bool {
        var request = pollfd(fd: keys, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    // MARK: Output

    /// Shows a frame; sends only what differs from the last one.
    func paint(_ frame: Frame) {
        painter.paint(frame)
        collect()
        output.send()
    }

    /// The next frame is drawn as a whole.
    func redraw() {
        painter.forget()
    }

    /// Asks the terminal for its size; the next frame is drawn whole.
    func readSize() {
        size = Terminal.size(output.descriptor, or: keys)
        resize_term(Int32(size.rows), Int32(size.columns))
        recorder?.resized(columns: size.columns, rows: size.rows)
        redraw()
    }

    /// Turns mouse reports on or off.
    func setMouse(_ isOn: Bool) {
        isMouseOn = isOn
        send(isOn ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : Terminal.mouseOff)
        mouseWasOn = mouseWasOn || isOn
    }

    /// Puts text on the clipboard by OSC 52; false if it is too long or this kind of terminal has none.
    func copy(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= Terminal.copyLimit, !name.hasPrefix("linux") else { return false }
        send("\u{1B}]52;c;\(Base64.encode(bytes))\u{07}")
        return true
    }

    // MARK: Coming and going

    /// The result of `enter`.
    enum Entry {
        case entered
        /// A signal came first; the caller takes the signals and decides.
        case interrupted
        /// The terminal is gone.
        case hungUp
    }

    /// Takes the terminal over, even after another program used it; the next frame is drawn as a whole.
    func enter() -> Entry {
        guard ct_guard_enter() == 0 else { return ct_error() == EINTR ? .interrupted : .hungUp }
        // After a stop that nothing announced, the terminal is still ours, or already another program's. Given back
        // first, it is taken over once: what keeps a count of that, as the stack of titles does, stays even.
        if isEntered { giveBack() }
        isEntered = true
        readSize()
        send("\u{1B}[?2004h")
        if isMouseOn { setMouse(true) }
        return .entered
    }

    /// Restores the terminal to its previous state.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        giveBack()
        output.finish(milliseconds: Terminal.patience)
        // Pending mouse reports must not reach the shell as text.
        if mouseWasOn { tcflush(keys, TCIFLUSH) }
        ct_guard_release()
    }

    /// Curses' own farewell is dropped: what a crash sends must do, so every ending sends the same.
    private func giveBack() {
        endwin()
        discard()
        output.append(restore)
    }

    /// Starts recording the output to the terminal; false if the file cannot be written.
    func record(to path: String) -> Bool {
        recorder = CastRecorder(path: path, columns: size.columns, rows: size.rows)
        redraw()
        return recorder != nil
    }

    /// Why the recording ended early; nil if it is whole, or if there is none.
    var recordingFault: String? { recorder?.fault }

    /// Whether the output to the terminal is being recorded.
    var isRecording: Bool { recorder != nil }

    /// Sets a mark in the recording.
    func mark(_ text: String) { recorder?.marker(text) }

    private func send(_ text: String) {
        output.append(Array(text.utf8))
        output.send()
    }

    /// Moves the output of curses from the scratch file to `output`.
    private func collect() {
        fflush(screen)
        let file = fileno(screen)
        // Recorded as a whole, because a piece may end within a character.
        var whole: [UInt8] = []
        var count = 0
        repeat {
            let from = off_t(taken)
            count = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, from) }
            guard count > 0 else { break }
            taken += count
            if recorder != nil { whole += buffer[..<count] }
            output.append(buffer[..<count])
        } while count == buffer.count
        if !whole.isEmpty { recorder?.output(whole) }
        if taken > Terminal.scratchLimit { discard() }
    }

    /// The scratch file is emptied once it has grown past this size.
    private static let scratchLimit = 1 << 20

    private func discard() {
        fflush(screen)
        lseek(fileno(screen), 0, SEEK_SET)
        ftruncate(fileno(screen), 0)
        taken = 0
    }
}
