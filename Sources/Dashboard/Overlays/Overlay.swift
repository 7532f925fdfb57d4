import SchedulerCore
import SchedulerSimulation

/// What covers the screen and takes the keys.
///
/// A new one is a case here, its line in `part`, and a file with its `OverlayKind`.
enum Overlay: Hashable, Sendable {
    /// A line being typed, in the last row.
    case prompt(Prompt)
    /// The help; its prompt searches.
    case help(HelpList)
    /// The list of events that can be fired.
    case events(EventList)
    /// The selected run in full.
    case details(DetailsBox)
    /// Changes being tried on a task.
    case whatIf(WhatIfForm)
    /// The list of changes that would shorten the launch.
    case advice(AdviceList)

    /// What the overlay does: the only place that distinguishes overlays.
    var part: OverlayPart {
        switch self {
        case .prompt(let prompt): OverlayPart(prompt)
        case .help(let help): OverlayPart(help)
        case .events(let list): OverlayPart(list)
        case .details(let box): OverlayPart(box)
        case .whatIf(let form): OverlayPart(form)
        case .advice(let list): OverlayPart(list)
        }
    }
}

/// What an overlay does; one file per overlay.
protocol OverlayKind {
    /// The rows that it takes at the bottom, above the key line, so that the table stays visible.
    func formRows(_ model: DashboardModel) -> Int
    /// Whether keys are text now; else `:` closes it and opens the palette.
    var takesText: Bool { get }
    /// Whether a key is none of its own and does what it does without the overlay.
    func passes(_ key: Key) -> Bool
    /// Takes a key; the Escape key closes it.
    func take(_ key: Key, in model: inout DashboardModel) -> [Request]
    /// Takes a pasted line; it is never a command.
    func paste(_ line: String, in model: inout DashboardModel)
    /// Draws it over what is on the screen.
    func draw(on screen: inout Screen)
}

extension OverlayKind {
    func formRows(_ model: DashboardModel) -> Int { 0 }
    var takesText: Bool { false }
    func passes(_ key: Key) -> Bool { false }
    func paste(_ line: String, in model: inout DashboardModel) { model.refusePaste() }
}

/// An overlay of some kind as a value: Embedded Swift has no existentials.
struct OverlayPart {
    let formRows: (DashboardModel) -> Int
    let takesText: Bool
    let passes: (Key) -> Bool
    let take: (Key, inout DashboardModel) -> [Request]
    let paste: (String, inout DashboardModel) -> Void
    let draw: (inout Screen) -> Void

    /// Wraps an overlay.
    init<Kind: OverlayKind>(_ overlay: Kind) {
        takesText = overlay.takesText
        formRows = { overlay.formRows($0) }
        passes = { overlay.passes($0) }
        take = { overlay.take($0, in: &$1) }
        paste = { overlay.paste($0, in: &$1) }
        draw = { overlay.draw(on: &$0) }
    }
}

extension DashboardModel {
    /// The wheel scrolls an overlay, a click closes it.
    mutating func handle(_ event: MouseEvent, in open: Overlay) {
        let key: Key
        switch event.kind {
        case .scrollUp: key = .up
        case .scrollDown: key = .down
        case .press: key = .escape
        case .doublePress, .drag, .release: return
        }
        if case .prompt = open { return }
        _ = open.part.take(key, &self)
    }

    /// Inserts pasted text into an open prompt, else drops it; it is never a command.
    mutating func paste(_ text: String) {
        let line = String(text.prefix { !$0.isNewline })
        guard let overlay else { return refusePaste() }
        overlay.part.paste(line, &self)
    }

    fileprivate mutating func refusePaste() {
        say("paste works only in a prompt; press : to open one")
    }
}

extension Screen {
    /// Whatever is over the screen; a prompt is in the key line.
    mutating func drawOverlay() {
        switch model.overlay {
        case nil, .prompt: break
        case let overlay?: overlay.part.draw(&self)
        }
    }
}
