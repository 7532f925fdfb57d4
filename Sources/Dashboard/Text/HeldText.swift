import Planning
import SchedulerCore
import TraceAnalysis

/// What blocked an event, in words.
enum HeldText {
    /// `OpenDatabase blocked willFinish until 82ms: its event came late`, of a run that did not wait after it.
    static func words(_ hold: Course.Hold, _ tense: Tense, _ text: FactText) -> String {
        let blocked = tense == .future ? "will block" : "blocked"
        let event = tense == .future ? "its event comes late" : "its event came late"
        let until = "\(TriggerText.brief(hold.event)) until \(TimeText.text(hold.until))"
        return "\(text.name(hold.task)) \(blocked) \(until): \(event)"
    }
}
