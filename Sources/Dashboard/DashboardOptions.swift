import ScreenKit

/// What the command line decides about the dashboard.
public struct DashboardOptions: Hashable, Sendable {
    /// Draw with ASCII only.
    public var isASCII: Bool
    /// Colours.
    public var palette: Palette
    /// The scenario's file name for the status line and `:reload`; nil for the built-in demo.
    public var scenarioFile: String?
    /// The scenario's text, so that what is saved keeps its comments; nil: it is written from scratch.
    public var scenarioText: String?
    /// The script's file name for the status line.
    public var scriptFile: String?
    /// The first launch does not let time run.
    public var isPaused: Bool
    /// The mouse is used at first.
    public var usesMouse = true
    /// A script is presented: captions are shown, time stops at each, and keys are shown.
    public var isPresenting = false
    /// The size at which everything is drawn, whatever the terminal's; nil: the terminal's.
    public var fixedSize: ScreenSize?
    /// Panes follow the selection once it rests, so that a held arrow key sends and costs only what it moves.
    public var delaysPanes = false
    /// The keys.
    public var keys = KeyTable.standard
    /// Lines that the palette recalls, the latest last.
    public var history: [String] = []
    /// What was wrong with the user's settings; shown at first.
    public var problem: String?

    /// UTF-8, standard colours, the demo, no script, time runs with the first launch, by default.
    public init(
        isASCII: Bool = false, palette: Palette = .standard, scenarioFile: String? = nil, scriptFile: String? = nil,
        isPaused: Bool = false
    ) {
        self.isASCII = isASCII
        self.palette = palette
        self.scenarioFile = scenarioFile
        self.scriptFile = scriptFile
        self.isPaused = isPaused
    }
}
