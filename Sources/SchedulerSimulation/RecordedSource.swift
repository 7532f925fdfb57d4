import Text

/// The formats of recordings, by the names of `--format` and of a scenario's `source`.
public enum ImportFormat: String, CaseIterable, Sendable {
    case ndjson, chrome, perfetto, otlp, xctrace, systemd, dot, cargo

    /// All names, with commas between them.
    public static var list: String { allCases.map { $0.rawValue }.joined(separator: ", ") }
}

/// The recording that a scenario repeats: what is known of it and no task says. Commands say the same of the scenario as of the
/// recording.
public struct RecordedSource: Hashable, Sendable {
    /// Its format.
    public var format: ImportFormat
    /// Its file, without folders; nil if it was no file.
    public var file: String?
    /// The file that stated the order of its units, without folders.
    public var order: String?
    /// What wrote it, as in `systemd-analyze`.
    public var tool: String?
    /// The package of the app on Android.
    public var package: String?
    /// What it is called, and what it lasts up to.
    public var words = RecordedWords.launch
    /// What bounds it as a whole, in one line.
    public var cause: String?
    /// What helps against that, in one line.
    public var help: String?
    /// The features of a build's crates that have a library built: `openssl-sys vendored, libz-sys static`.
    public var features: String?

    /// A recording of which only the format is known.
    public init(_ format: ImportFormat) { self.format = format }
}
