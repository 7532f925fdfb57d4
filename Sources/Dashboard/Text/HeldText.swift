import Planning
import SchedulerCore
import TraceAnalysis

/// What blocked an event, in words.
enum HeldText {
    /// `released only at 82ms: OpenDatabase blocked willFinish until then`, of a run that did not wait after it.
    static func words(_ hold: Course.Hold, _ tense: Tense, _ text: FactText) -> String {
        let blocked = tense == .future ? "blocks" : "blocked"
        let event = TriggerText.brief(hold.event)
        return "released only at \(TimeText.text(hold.until)): \(text.name(hold.task)) \(blocked) \(event) until then"
    }
}
