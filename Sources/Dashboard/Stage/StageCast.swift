import ScreenKit
import SchedulerCore
import SchedulerSimulation
import Text
import TraceAnalysis

/// A presentation as a recording of a terminal (asciicast, version 2): the stage with its captions, which plays from stop to
/// stop at the script's speeds and stands at each one long enough to read it.
public struct StageCast {
    /// The size of a recording unless another one is asked for.
    public static let usualSize = ScreenSize(columns: 100, rows: 30)
    /// The time between two frames while a script plays.
    private static let frameLength = Nanoseconds.milliseconds(100)
    /// At most so many frames play between two stops: the rest of a long wait is skipped.
    private static let frameLimit = 600

    private let size: ScreenSize
    private var model: DashboardModel
    private var lines: [String] = []
    private var shown: Frame
    private var time = Nanoseconds.zero

    /// A session on which a script with captions was loaded, and nothing was played.
    public init(_ session: Session, size: ScreenSize = usualSize) {
        (self.size, shown) = (size, Frame(columns: size.columns, rows: size.rows))
        var options = DashboardOptions(palette: .standard)
        options.isPresenting = true
        model = DashboardModel(session: session, options: options)
    }

    /// Whether a script has captions, so that it is a presentation.
    public static func isPresentation(_ script: [ScriptLine]) -> Bool {
        script.contains { line in if case .note = line.command { true } else { false } }
    }

    /// The recording: a header, then `[SECONDS, "o", TEXT]` a line, and `[SECONDS, "m", CAPTION]` at each stop.
    public mutating func text() -> String {
        answer(model.handle(.resize(columns: size.columns, rows: size.rows)))
        let title = DisplayText.clean(model.session.scenario.name)
        lines = [CastText.header(columns: size.columns, rows: size.rows, title: title)]
        write("\u{1B}[?25l\u{1B}[2J")
        draw()
        while model.stop.number < model.stop.count || !model.session.simulation.script.isThrough {
            let before = model.session.simulation.script.next
            hold()
            play()
            if model.session.simulation.script.next == before { break }
        }
        hold()
        write("\u{1B}[\(size.rows);1H\u{1B}[?25h")
        return lines.map { $0 + "\n" }.joined()
    }

    /// On to the next stop.
    private mutating func play() {
        answer(model.handle(.key(.character(" "))))
        var frames = 0
        while model.playback.isRunning {
            frames += 1
            guard frames < Self.frameLimit else {
                // The other key of the stage goes to the stop at once.
                answer(model.handle(.key(.pageDown)))
                model.playback.isRunning = false
                break
            }
            time = time + Self.frameLength
            answer(model.handle(.elapsed(Self.frameLength)))
            draw()
        }
        draw()
    }

    /// Stands at a stop for as long as its caption takes to read: two seconds and a sixteenth more for each letter.
    private mutating func hold() {
        let caption = model.session.simulation.captions.last?.text ?? ""
        // Players stop and jump to marks.
        if model.stop.number > 0 { write(DisplayText.clean(caption), kind: "m") }
        time = time + .milliseconds(2_000 + Int64(caption.utf8.count) * 1_000 / 16)
    }

    private mutating func answer(_ requests: [Request]) {
        for case .findAdvice(let question) in requests {
            guard let headline = question.answer() else { continue }
            answer(model.handle(.advice(headline, number: question.number)))
        }
    }

    // MARK: Frames

    /// Writes the rows that changed.
    private mutating func draw() {
        let frame = model.frame(columns: size.columns, rows: size.rows)
        var text = ""
        for row in 0..<size.rows where frame.row(row) != shown.row(row) {
            text += "\u{1B}[\(row + 1);1H" + Self.text(of: frame, row: row)
        }
        shown = frame
        if !text.isEmpty { write(text) }
    }

    private mutating func write(_ text: String, kind: String = "o") {
        lines.append(CastText.event(time.count, text, kind: kind))
    }

    private static func text(of frame: Frame, row: Int) -> String {
        var (text, style) = ("\u{1B}[0m", Style())
        for column in 0..<frame.columns where frame[column, row].columns > 0 {
            let cell = frame[column, row]
            if cell.style != style {
                style = cell.style
                text += look(of: style)
            }
            text.append(cell.glyph)
        }
        return text + "\u{1B}[0m"
    }

    /// The sequence that sets a look, whatever was set before.
    private static func look(of style: Style) -> String {
        var codes = ["0"]
        if style.attributes.contains(.bold) { codes.append("1") }
        if style.attributes.contains(.dim) { codes.append("2") }
        if style.attributes.contains(.underline) { codes.append("4") }
        if style.attributes.contains(.reverse) { codes.append("7") }
        if let color = number(of: style.foreground) { codes.append("38;5;\(color)") }
        if let color = number(of: style.background) { codes.append("48;5;\(color)") }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }

    private static func number(of color: Color) -> Int? {
        switch color {
        case .standard: nil
        case .ansi(let number): Int(number)
        }
    }
}
