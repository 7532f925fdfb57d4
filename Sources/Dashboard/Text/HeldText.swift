import Planning
import SchedulerCore
import TraceAnalysis

/// What held an event back, in words.
enum HeldText {
    /// `OpenDatabase held willFinishLaunching until 82ms`.
    static func words(_ hold: Course.Hold, _ text: FactText) -> String {
        "\(text.name(hold.task)) held \(TriggerText.event(hold.event)) until \(TimeText.text(hold.until))"
    }
}
