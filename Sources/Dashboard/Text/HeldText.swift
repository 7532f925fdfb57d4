import Planning
import SchedulerCore
import TraceAnalysis

/// What blocked an event, in words.
enum HeldText {
    /// `its event came late: OpenDatabase blocked willFinishLaunching until 82ms`, of a run that did not wait after it.
    static func words(_ hold: Course.Hold, _ tense: Tense, _ text: FactText) -> String {
        "its event \(tense == .future ? "will come" : "came") late: \(text.name(hold.task)) blocked \(TriggerText.event(hold.event)) until \(TimeText.text(hold.until))"
    }
}
