import ScreenKit

/// The dashboard's options from the command line.
public struct DashboardOptions: Hashable, Sendable {
    /// Draw with ASCII only.
    public var isASCII: Bool
    /// Colors.
    public var palette: Palette
    /// The scenario's file name for the status line and `:reload`; nil for the built-in demo.
    public var scenarioFile: String?
    /// The scenario's text, so that a saved scenario keeps its comments; nil: it is written from scratch.
    public var scenarioText: String?
    /// What is odd about the scenario's file, as `check` says it, each with its place; listed after the findings.
    public var fileLints: [String] = []
    /// The script's file name for the status line.
    public var scriptFile: String?
    /// The first launch does not start the clock.
    public var isPaused: Bool
    /// Whether the mouse is on at first.
    public var usesMouse = true
    /// A script is presented: captions and keys are shown, and time pauses at each caption.
    public var isPresenting = false
    /// The size at which everything is drawn, whatever the terminal's; nil: the terminal's.
    public var fixedSize: ScreenSize?
    /// Panes follow the selection only once it rests, so that a held arrow key redraws only the rows that it passes.
    public var delaysPanes = false
    /// The keys.
    public var keys = KeyTable.standard
    /// Lines that the palette recalls, the latest last.
    public var history: [String] = []
    /// What was wrong with the user's settings; shown at the start.
    public var problem: String?

    /// By default: UTF-8, standard colors, the demo, no script, and time starts with the first launch.
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
