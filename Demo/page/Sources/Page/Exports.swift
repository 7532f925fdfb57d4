import ScreenKit
import Dashboard
import SchedulerCore
import SchedulerSimulation
import ScenarioFormat
import Text
import TraceAnalysis
import TraceFormat

// What the page's script calls. One thread calls all of it.

/// The page; nil until a scenario is open.
nonisolated(unsafe) private var page: Page?
/// The text that the browser wrote last.
nonisolated(unsafe) private var input: [UInt8] = []
/// What the last call answered; it does not move until the next call.
nonisolated(unsafe) private var output: [UInt8] = []
/// The scenario to open; one thread reads and writes it.
nonisolated(unsafe) private var scenario: [UInt8] = []
/// Its script; one thread reads and writes it.
nonisolated(unsafe) private var script: [UInt8] = []
/// Its file name; one thread reads and writes it.
nonisolated(unsafe) private var file = "scenario.yaml"

private func answer(_ text: String) -> Int32 {
    output = Array(text.utf8)
    return Int32(output.count)
}

/// Makes room for a text of this many bytes and returns where to write it.
@_expose(wasm, "page_input") @_cdecl("page_input")
func makeInput(_ count: Int32) -> UnsafeMutableRawPointer? {
    input = [UInt8](repeating: 0, count: max(1, Int(count)))
    return input.withUnsafeMutableBytes { $0.baseAddress }
}

/// Where the answer of the last call is.
@_expose(wasm, "page_output") @_cdecl("page_output")
func whereOutputIs() -> UnsafeRawPointer? { output.withUnsafeBytes { $0.baseAddress } }

/// Takes the input as a part of what will be opened: 0 the scenario, 1 its script, 2 its file name.
@_expose(wasm, "page_take") @_cdecl("page_take")
func takeInput(_ part: Int32, _ count: Int32) {
    let bytes = Array(input.prefix(Int(count)))
    switch part {
    case 0: scenario = bytes
    case 1: script = bytes
    default: file = String(decoding: bytes, as: UTF8.self)
    }
}

/// Opens what was taken; answers what is wrong, or nothing if it is open. Flags: 1 ASCII, 2 paused, 4 presenting,
/// 8 panes follow at once; palettes count in their order.
@_expose(wasm, "page_open") @_cdecl("page_open")
func openPage(_ columns: Int32, _ rows: Int32, _ palette: Int32, _ flags: Int32) -> Int32 {
    var options = PageOptions(columns: Int(columns), rows: Int(rows))
    options.isASCII = flags & 1 != 0
    options.isPaused = flags & 2 != 0
    options.isPresenting = flags & 4 != 0
    options.delaysPanes = flags & 8 == 0
    let palettes = Palette.allCases
    options.palette = palettes[min(max(0, Int(palette)), palettes.count - 1)]
    let (opened, problems) = Page.open(scenario: scenario, script: script, file: file, options: options)
    page = opened
    return answer(problems)
}

/// The tour: begins with a lesson, counted from 1, or ends for 0; answers whether it is running, also for -1.
@_expose(wasm, "page_tour") @_cdecl("page_tour")
func takeTour(_ lesson: Int32) -> Int32 {
    if lesson > 0 { page?.takeTour(lesson: Int(lesson)) }
    if lesson == 0 { page?.endTour() }
    return page?.isTouring == true ? 1 : 0
}

/// A key: 0 a character, 1 Control with a letter, both as input; 2 and up the other keys in their order, 100 and up F1.
@_expose(wasm, "page_key") @_cdecl("page_key")
func pressKey(_ kind: Int32, _ count: Int32) {
    let named: [Key] = [
        .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .tab, .backTab, .backspace,
        .delete, .insert,
    ]
    if kind >= 100 {
        page?.send(.key(.function(Int(kind) - 99)))
    } else if kind >= 2 {
        let place = Int(kind) - 2
        if named.indices.contains(place) { page?.send(.key(named[place])) }
    } else {
        for character in String(decoding: input.prefix(Int(count)), as: UTF8.self) {
            page?.send(.key(kind == 0 ? .character(character) : .control(character)))
        }
    }
}

/// The input as pasted text.
@_expose(wasm, "page_paste") @_cdecl("page_paste")
func paste(_ count: Int32) {
    page?.send(.paste(String(decoding: input.prefix(Int(count)), as: UTF8.self)))
}

/// A mouse event: 0 press, 1 release, 2 drag, 3 second press, 4 and 5 the wheel up and down.
@_expose(wasm, "page_mouse") @_cdecl("page_mouse")
func moveMouse(_ kind: Int32, _ column: Int32, _ row: Int32) {
    let kinds: [MouseEvent.Kind] = [.press, .release, .drag, .doublePress, .scrollUp, .scrollDown]
    guard kinds.indices.contains(Int(kind)) else { return }
    page?.send(.mouse(MouseEvent(kinds[Int(kind)], column: Int(column), row: Int(row))))
}

/// The size of the grid has changed.
@_expose(wasm, "page_resize") @_cdecl("page_resize")
func resize(_ columns: Int32, _ rows: Int32) {
    page?.send(.resize(columns: Int(columns), rows: Int(rows)))
}

/// This many milliseconds have passed.
@_expose(wasm, "page_advance") @_cdecl("page_advance")
func advance(_ milliseconds: Double) {
    page?.send(.elapsed(Nanoseconds(Int64(min(max(0, milliseconds), 1_000) * 1_000_000))))
}

/// Milliseconds until `page_advance` wants to be called; below 0: not until something else happens.
@_expose(wasm, "page_interval") @_cdecl("page_interval")
func interval() -> Double { page?.interval ?? -1 }

/// What changed on the screen since the last call, or all of it; see `FrameBytes`.
@_expose(wasm, "page_frame") @_cdecl("page_frame")
func frame(_ whole: Int32) -> Int32 {
    output = page?.frame(whole: whole != 0) ?? []
    return Int32(output.count)
}

/// A text: 0 what a screen reader says, 1 the scenario, 2 the script, 3 the trace.
@_expose(wasm, "page_text") @_cdecl("page_text")
func text(_ kind: Int32) -> Int32 {
    guard let page else { return answer("") }
    switch kind {
    case 0: return answer(page.spoken)
    case 1: return answer(page.scenario)
    case 2: return answer(page.script)
    default: return answer(page.trace)
    }
}

/// What the browser must do, each as a word, a name and a text with a NUL after each.
@_expose(wasm, "page_orders") @_cdecl("page_orders")
func orders() -> Int32 {
    var all = ""
    for order in page?.takeOrders() ?? [] { all += "\(order.word)\0\(order.name)\0\(order.text)\0" }
    return answer(all)
}

/// The browser's answer to an order: 0 written, the file's name as input, with its size; 1 a notice; 2 a failure.
@_expose(wasm, "page_answer") @_cdecl("page_answer")
func takeAnswer(_ kind: Int32, _ count: Int32, _ bytes: Int32) {
    let text = String(decoding: input.prefix(Int(count)), as: UTF8.self)
    switch kind {
    case 0: page?.send(.fileWritten(path: text, bytes: Int(bytes)))
    case 1: page?.send(.notice(text))
    default: page?.send(.failed(text))
    }
}

/// Whether the dashboard waits for advice: `page_advise` finds it, which may take longer than a key.
@_expose(wasm, "page_wants_advice") @_cdecl("page_wants_advice")
func wantsAdvice() -> Int32 { page?.wantsAdvice == true ? 1 : 0 }

/// Finds the advice that the dashboard waits for.
@_expose(wasm, "page_advise") @_cdecl("page_advise")
func advise() { page?.findAdvice() }

/// Replays what was taken and answers its trace (0) or its summary (1), or what is wrong with it.
@_expose(wasm, "page_replay") @_cdecl("page_replay")
func replay(_ kind: Int32) -> Int32 {
    let result = ScenarioReader.read(bytes: scenario, file: file)
    guard let read = result.scenario else { return answer(Diagnostics(result.diagnostics).description) }
    var lines: [ScriptLine]?
    if !script.isEmpty {
        let (parsed, diagnostics) = ScriptParser.parse(bytes: script, file: "script", scenario: read)
        guard !Diagnostics(diagnostics).hasErrors else { return answer(Diagnostics(diagnostics).description) }
        lines = parsed
    }
    do throws(RegistrationError) {
        var replay = try Replay(read, script: lines)
        replay.run()
        let report = ReplayReport(read, replay.simulation, scriptFile: "")
        if kind == 0 {
            output = []
            report.trace(includesTicks: false) { output.append(contentsOf: $0) }
        } else {
            output = Array(report.summary.text(width: 100, glyphs: .unicode, isWhole: false).utf8)
        }
        return Int32(output.count)
    } catch {
        return answer(error.description)
    }
}
