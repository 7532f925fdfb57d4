import Planning
import SchedulerCore
import TraceAnalysis

/// What blocked an event, in words.
enum HeldText {
    /// `OpenDatabase blocked willFinishLaunching until 82ms`.
    static func words(_ hold: Course.Hold, _ text: FactText) -> String {
        "\(text.name(hold.task)) blocked \(TriggerText.event(hold.event)) until \(TimeText.text(hold.until))"
    }
}
