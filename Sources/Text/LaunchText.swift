/// The words for a launch that is complete without tasks that its events released.
public enum LaunchText {
    /// `without 6 parked tasks`.
    public static func without(_ parked: Int) -> String {
        "without \(parked) parked \(parked == 1 ? "task" : "tasks")"
    }

    /// Why its budget, or another limit, says nothing: `not judged: 6 tasks of the launch are parked`.
    public static func notJudged(_ parked: Int) -> String { "not judged: \(self.parked(parked))" }

    /// `6 tasks of the launch are parked`.
    public static func parked(_ parked: Int) -> String {
        "\(parked) \(parked == 1 ? "task of the launch is" : "tasks of the launch are") parked"
    }
}

/// What a recording calls what is a launch here, and what that lasts up to. The import decides it, and every sentence takes
/// it from here.
public struct RecordedWords: Hashable, Sendable {
    /// `launch`, `build` or `boot`.
    public var whole: String
    /// What ends it, as in `the first frame`; nil if nothing says so.
    public var end: String?

    /// What its own span at its end is, as in `the frame is drawn`; nil if nothing is known.
    public var rest: String?

    /// What is called so.
    public init(_ whole: String) { self.whole = whole }

    /// A launch, of which nothing says what ends it.
    public static let launch = RecordedWords("launch")

    /// What was built, as in `profile dev, 3 of 239 units fresh`; nil if nothing says so.
    public var detail: String?

    /// What nothing of it comes after: `the first frame` of a launch, `the end of the boot`.
    public var finish: String { whole == Self.launch.whole ? "the first frame" : "the end of the \(whole)" }

    /// ` (profile dev), up to the first frame`; empty if nothing says so.
    public var headText: String { (detail.map { " (\($0))" } ?? "") + (end.map { ", up to \($0)" } ?? "") }
}
