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
